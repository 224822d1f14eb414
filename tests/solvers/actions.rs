//! Let, recursive functions, simplifying, named assertions, whole models, assertions, and the own actions of solvers.

use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use murxla_api::{
    ActionDef, Answer, Arg, ArgKind, Binder, Command, Library, Literal, Reply, ReplyKind,
    SolverError, Sort, StandardOption, TermId, Theory, Value,
};

use crate::terms::Terms;

/// One test on a fresh instance, in which each call may be made in several ways.
type Case = fn(&mut Terms) -> Result<(), Problem>;

const CASES: &[(&str, Case)] = &[
    (SIMPLIFY, simplify),
    ("let replaces all variables at once", let_is_simultaneous),
    ("let does not capture under a lambda", let_does_not_capture_under_lambda),
    (UNDER_QUANTIFIER, let_does_not_capture_under_quantifier),
    (RECURSION, recursion),
    ("named assertions are in cores", named_assertions),
    (MODEL, model),
    (READ_ASSERTIONS, assertions),
    (NONLINEAR, nonlinear_assumptions),
];

const RECURSION: &str = "a recursive function is computed";
const MODEL: &str = "the model can be read";
const NONLINEAR: &str = "assumptions in non-linear arithmetic";
const SIMPLIFY: &str = "simplify keeps sort and meaning";
const UNDER_QUANTIFIER: &str = "let does not capture under a quantifier";
const RECURSION_ONCE: &str = "recursive functions are declared and defined once";
const READ_ASSERTIONS: &str = "assertions can be read";

/// What a solver lacks, with the words that it is told by: the solver, the case or action, and a part of the reason. All
/// else must work, and what is listed must be lacking.
const LACKS: &[(&str, &str, &str)] = &[
    ("bitwuzla", RECURSION, "Bitwuzla has no integers"),
    ("bitwuzla", MODEL, "it does not know about uninterpreted sorts"),
    ("bitwuzla", NONLINEAR, "Bitwuzla has no reals"),
    ("yices", SIMPLIFY, "simplifying term"),
    ("yices", UNDER_QUANTIFIER, "the context does not support quantifiers"),
    ("yices", RECURSION, "the recursive function"),
    ("yices", READ_ASSERTIONS, "a context of Yices does not tell them"),
    ("yices", RECURSION_ONCE, "the recursive function"),
    ("boolector", SIMPLIFY, "simplifying term"),
    ("boolector", RECURSION, "Boolector has no integers"),
    ("boolector", READ_ASSERTIONS, "the action get-assertions"),
    ("boolector", NONLINEAR, "Boolector has no reals"),
    ("boolector", "boolector-substitute-nodes", "maps of nodes that are no bit-vectors"),
];

/// What the wrappers of Z3 and Yices refuse, because the solver would break or mix things up.
const STRICT_CASES: &[(&str, Case)] =
    &[(RECURSION_ONCE, recursion_is_guarded), ("a name is used once", names_are_guarded)];

/// An action by which a solver is known whose wrapper is strict.
const STRICT: &[&str] = &["z3-substitute", "yices-subst-term"];

/// How often each case is tried, with another seed for each call.
const ROUNDS: u64 = 6;

/// How often each own action is called.
const CALLS: u64 = 24;

/// How long one action is called again and again.
const MOST: Duration = Duration::from_secs(2);

/// What ends a case early.
enum Problem {
    Solver(SolverError),
    Test(String),
}

impl From<SolverError> for Problem {
    fn from(error: SolverError) -> Problem {
        Problem::Solver(error)
    }
}

impl From<Failed> for Problem {
    fn from(failed: Failed) -> Problem {
        Problem::Test(failed.message().unwrap_or("failed").to_owned())
    }
}

pub fn check(solver: &str, library: &'static dyn Library) -> Result<(), Failed> {
    if library.info().path.is_none() {
        // The mock's answers follow from its seed, not from the formulas.
        return Ok(());
    }
    let mut lacking = Lacking { solver, told: Vec::new(), unknown: Vec::new() };
    let is_strict = STRICT.iter().any(|name| library.profile().own_action(name).is_some());
    let strict_cases = if is_strict { STRICT_CASES } else { &[] };
    for (what, case) in CASES.iter().chain(strict_cases) {
        for round in 0..ROUNDS {
            let mut terms = instance(library)?;
            terms.solver.seed_call(round);
            match case(&mut terms) {
                Ok(()) => {}
                Err(Problem::Solver(SolverError::Unsupported(why))) => {
                    lacking.tell(what, &why);
                    break;
                }
                Err(Problem::Solver(error)) => return Err(format!("{what}: {error}").into()),
                Err(Problem::Test(why)) => return Err(format!("{what}: {why}").into()),
            }
        }
    }
    // Those of cvc5 and Bitwuzla have a test of their own.
    if is_strict || solver == "boolector" {
        for action in library.profile().extension.actions {
            all_words(library, action)?;
            own_action(library, action, &mut lacking)?;
        }
    }
    lacking.verdict()
}

/// What a solver was found to lack.
struct Lacking<'a> {
    solver: &'a str,
    told: Vec<&'static str>,
    /// What nobody said.
    unknown: Vec<String>,
}

impl Lacking<'_> {
    fn tell(&mut self, what: &str, why: &str) {
        let is_meant = |(solver, of, words): &&(&str, &str, &str)| {
            *solver == self.solver && *of == what && why.contains(words)
        };
        match LACKS.iter().find(is_meant) {
            Some((_, of, _)) => self.told.push(of),
            None => self.unknown.push(format!("{what}: unsupported: {why}")),
        }
    }

    /// An error if it lacks what nobody said, or has what it is said to lack.
    fn verdict(mut self) -> Result<(), Failed> {
        let rows = LACKS.iter().filter(|(solver, ..)| *solver == self.solver);
        let there = rows.map(|(_, of, _)| of).filter(|of| !self.told.contains(of));
        self.unknown.extend(there.map(|of| format!("said to be lacking, but there: {of}")));
        match self.unknown.is_empty() {
            true => Ok(()),
            false => Err(self.unknown.join("\n").into()),
        }
    }
}

fn instance(library: &'static dyn Library) -> Result<Terms, Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    for option in StandardOption::ALL {
        terms.solver.execute(Command::SetOption { name: option.key(), value: "true" })?;
    }
    Ok(terms)
}

fn require(holds: bool, what: impl Into<String>) -> Result<(), Problem> {
    if holds { Ok(()) } else { Err(Problem::Test(what.into())) }
}

fn expect<T: PartialEq + std::fmt::Debug>(
    what: &str,
    found: T,
    expected: T,
) -> Result<(), Problem> {
    require(found == expected, format!("{what}: {found:?} instead of {expected:?}"))
}

/// Whether the solver finds no difference between two terms.
fn same(terms: &mut Terms, one: TermId, other: TermId) -> Result<bool, Problem> {
    let differ = terms.apply("OP_DISTINCT", &[one, other])?;
    terms.solver.execute(Command::Push(1))?;
    terms.solver.execute(Command::Assert(differ))?;
    let answer = terms.check(Command::CheckSat)?;
    terms.solver.execute(Command::Pop(1))?;
    Ok(answer == Answer::Unsat)
}

fn variable(terms: &mut Terms, sort: &Sort, name: &str) -> Result<TermId, SolverError> {
    let sort = terms.sort(sort)?;
    terms.solver.mk_var(sort, name)
}

fn integer(terms: &mut Terms, number: i32) -> Result<TermId, SolverError> {
    let sort = terms.sort(&Sort::int())?;
    terms.solver.mk_value(sort, &Literal::Integer(number.to_string()))
}

fn byte() -> Sort {
    Sort::bit_vec(8)
}

fn simplify(terms: &mut Terms) -> Result<(), Problem> {
    let (a, x) = (terms.constant(&Sort::bool())?, terms.constant(&byte())?);
    let array = terms.constant(&Sort::array(byte(), byte()))?;
    let stored = terms.apply("OP_ARRAY_STORE", &[array, x, x])?;
    let cases = [
        terms.apply("OP_AND", &[a, a])?,
        terms.apply("OP_BV_ADD", &[x, x])?,
        terms.apply("OP_ARRAY_SELECT", &[stored, x])?,
        stored,
    ];
    for term in cases {
        let simple = terms.simplify(term)?;
        let (before, after) = (terms.solver.sort_of(term)?, terms.solver.sort_of(simple)?);
        expect("the sort", after, before)?;
        require(same(terms, term, simple)?, "another meaning")?;
    }
    Ok(())
}

fn let_is_simultaneous(terms: &mut Terms) -> Result<(), Problem> {
    let (a, b) = (terms.constant(&byte())?, terms.constant(&byte())?);
    let (x, y) = (variable(terms, &byte(), "x")?, variable(terms, &byte(), "y")?);
    let body = terms.apply("OP_BV_SUB", &[x, y])?;
    let swapped = terms.solver.mk_let(&[x, y], &[y, x], body)?;
    let found = terms.solver.mk_let(&[x, y], &[a, b], swapped)?;
    let expected = terms.apply("OP_BV_SUB", &[b, a])?;
    require(same(terms, found, expected)?, "the variables were replaced one after the other")
}

fn let_does_not_capture_under_lambda(terms: &mut Terms) -> Result<(), Problem> {
    let (a, b) = (terms.constant(&byte())?, terms.constant(&byte())?);
    let (x, y) = (variable(terms, &byte(), "x")?, variable(terms, &byte(), "y")?);
    let difference = terms.apply("OP_BV_SUB", &[x, y])?;
    let function = terms.solver.mk_binder(Binder::Lambda, &[y], &[], &[difference])?;
    let applied = terms.apply("OP_UF_APPLY", &[function, b])?;
    let with_free_y = terms.solver.mk_let(&[x], &[y], applied)?;
    let found = terms.solver.mk_let(&[y], &[a], with_free_y)?;
    let expected = terms.apply("OP_BV_SUB", &[a, b])?;
    require(same(terms, found, expected)?, "the free variable was bound")
}

fn let_does_not_capture_under_quantifier(terms: &mut Terms) -> Result<(), Problem> {
    let a = terms.constant(&byte())?;
    let (x, y) = (variable(terms, &byte(), "x")?, variable(terms, &byte(), "y")?);
    let equal = terms.apply("OP_EQUAL", &[x, y])?;
    let all_equal = terms.solver.mk_binder(Binder::Forall, &[y], &[], &[equal])?;
    let with_free_y = terms.solver.mk_let(&[x], &[y], all_equal)?;
    let found = terms.solver.mk_let(&[y], &[a], with_free_y)?;
    match terms.solver.execute(Command::Assert(found)) {
        // Yices builds quantifiers, but does not take them in assertions.
        Err(SolverError::Rejected(why)) => return Err(SolverError::Unsupported(why).into()),
        other => other?,
    };
    expect("all bytes are one", terms.check(Command::CheckSat)?, Answer::Unsat)
}

/// f(x) = ite(x <= 0, 0, x + f(x - 1))
fn sum_up_to(terms: &mut Terms) -> Result<(TermId, TermId, TermId), Problem> {
    let sort = terms.sort(&Sort::fun([Sort::int()], Sort::int()))?;
    let function = terms.solver.mk_rec_fun(sort, "sum")?;
    let x = variable(terms, &Sort::int(), "x")?;
    let (zero, one) = (integer(terms, 0)?, integer(terms, 1)?);
    let below = terms.apply("OP_INT_SUB", &[x, one])?;
    let rest = terms.apply("OP_UF_APPLY", &[function, below])?;
    let sum = terms.apply("OP_INT_ADD", &[x, rest])?;
    let is_end = terms.apply("OP_INT_LTE", &[x, zero])?;
    let body = terms.apply("OP_ITE", &[is_end, zero, sum])?;
    terms.define_recursive(function, &[x], body)?;
    Ok((function, x, body))
}

fn recursion(terms: &mut Terms) -> Result<(), Problem> {
    let (function, ..) = sum_up_to(terms)?;
    let three = integer(terms, 3)?;
    let applied = terms.apply("OP_UF_APPLY", &[function, three])?;
    for (number, is_sum) in [(6, true), (7, false)] {
        let number = integer(terms, number)?;
        let equal = terms.apply("OP_EQUAL", &[applied, number])?;
        terms.solver.execute(Command::Push(1))?;
        terms.solver.execute(Command::Assert(equal))?;
        // cvc5 does not know whether a recursive function has a model.
        let answer = terms.check(Command::CheckSat)?;
        expect("the sum up to 3 is something else", answer == Answer::Unsat, !is_sum)?;
        terms.solver.execute(Command::Pop(1))?;
    }
    Ok(())
}

fn recursion_is_guarded(terms: &mut Terms) -> Result<(), Problem> {
    let (function, x, body) = sum_up_to(terms)?;
    let declared = terms.constant(&Sort::fun([Sort::int()], Sort::int()))?;
    for (what, function) in [("a second definition", function), ("a declared function", declared)] {
        let refused = terms.define_recursive(function, &[x], body);
        require(
            matches!(refused, Err(SolverError::Rejected(_))),
            format!("{what} was not refused"),
        )?;
    }
    Ok(())
}

fn named_assertions(terms: &mut Terms) -> Result<(), Problem> {
    let (a, b) = (terms.constant(&Sort::bool())?, terms.constant(&Sort::bool())?);
    let not_a = terms.apply("OP_NOT", &[a])?;
    let either = terms.apply("OP_OR", &[a, b])?;
    terms.solver.execute(Command::AssertNamed { formula: a, name: "first" })?;
    terms.solver.execute(Command::Assert(either))?;
    expect("a", terms.check(Command::CheckSat)?, Answer::Sat)?;
    terms.solver.execute(Command::Push(1))?;
    terms.solver.execute(Command::AssertNamed { formula: not_a, name: "second" })?;
    expect("a and not a", terms.check(Command::CheckSat)?, Answer::Unsat)?;
    let core = terms.terms(Command::GetUnsatCore)?;
    require(core.contains(&a) && core.contains(&not_a), format!("the core {core:?}"))?;
    terms.solver.execute(Command::Pop(1))?;
    expect("after pop", terms.check(Command::CheckSat)?, Answer::Sat)
}

fn names_are_guarded(terms: &mut Terms) -> Result<(), Problem> {
    let (a, b) = (terms.constant(&Sort::bool())?, terms.constant(&Sort::bool())?);
    terms.solver.execute(Command::AssertNamed { formula: a, name: "first" })?;
    // The helper calls its first constant so.
    for name in ["first", "c1"] {
        let again = terms.solver.execute(Command::AssertNamed { formula: b, name });
        require(matches!(again, Err(SolverError::Rejected(_))), "a name was used twice")?;
    }
    expect("the assertion", terms.check(Command::CheckSat)?, Answer::Sat)
}

/// Assertions over several sorts that have a model.
fn assert_something(terms: &mut Terms) -> Result<Vec<TermId>, SolverError> {
    let (x, y) = (terms.constant(&byte())?, terms.constant(&byte())?);
    let array = terms.constant(&Sort::array(byte(), byte()))?;
    let function = terms.constant(&Sort::fun([byte(), byte()], Sort::bool()))?;
    let own = Sort::uninterpreted("U");
    let own = match terms.sort(&own) {
        // Boolector has none.
        Err(SolverError::Unsupported(_)) => byte(),
        _ => own,
    };
    let (u, v) = (terms.constant(&own)?, terms.constant(&own)?);
    let same = terms.apply("OP_EQUAL", &[u, v])?;
    let read = terms.apply("OP_ARRAY_SELECT", &[array, x])?;
    let formulas = vec![
        terms.apply("OP_DISTINCT", &[x, y])?,
        terms.apply("OP_EQUAL", &[read, y])?,
        terms.apply("OP_UF_APPLY", &[function, x, y])?,
        terms.apply("OP_NOT", &[same])?,
    ];
    for formula in &formulas {
        terms.solver.execute(Command::Assert(*formula))?;
    }
    Ok(formulas)
}

fn model(terms: &mut Terms) -> Result<(), Problem> {
    let formulas = assert_something(terms)?;
    if terms.check(Command::CheckSat)? == Answer::Unknown {
        let why = "it does not know about uninterpreted sorts".to_owned();
        return Err(SolverError::Unsupported(why).into());
    }
    let reply = terms.solver.execute(Command::PrintModel)?;
    expect("print-model", reply, Reply::Done)?;
    let values = terms.values(&formulas)?;
    require(values.iter().all(|value| *value == Value::Bool(true)), "the model was changed")
}

fn assertions(terms: &mut Terms) -> Result<(), Problem> {
    let formulas = assert_something(terms)?;
    let Reply::Terms(told) = terms.solver.execute(Command::GetAssertions)? else {
        return Err(Problem::Test("get-assertions gave no terms".to_owned()));
    };
    let others = told.iter().any(|formula| !formulas.contains(formula));
    require(!others, "get-assertions gave what was not asserted")
}

/// Yices has another solver inside for these logics, which ignores its assertions when it is given assumptions.
fn nonlinear_assumptions(terms: &mut Terms) -> Result<(), Problem> {
    terms.solver.execute(Command::SetLogic("QF_NRA"))?;
    let real = terms.sort(&Sort::real())?;
    let x = terms.constant(&Sort::real())?;
    let number = |terms: &mut Terms, text: &str| {
        terms.solver.mk_value(real, &Literal::Real(text.to_owned()))
    };
    let (four, one, three) = (number(terms, "4")?, number(terms, "1")?, number(terms, "3")?);
    let square = terms.apply("OP_REAL_MUL", &[x, x])?;
    let asserted = terms.apply("OP_EQUAL", &[square, four])?;
    let (above_one, above_three) =
        (terms.apply("OP_REAL_GT", &[x, one])?, terms.apply("OP_REAL_GT", &[x, three])?);
    terms.solver.execute(Command::Assert(asserted))?;
    for _ in 0..2 {
        let answer = terms.check(Command::CheckSatAssuming(&[above_one]))?;
        expect("x is above 1", answer, Answer::Sat)?;
        let values = terms.values(&[above_one, asserted])?;
        expect("the model", values, vec![Value::Bool(true), Value::Bool(true)])?;
        let answer = terms.check(Command::CheckSatAssuming(&[above_three]))?;
        expect("x is above 3", answer, Answer::Unsat)?;
        expect("without assumptions", terms.check(Command::CheckSat)?, Answer::Sat)?;
        terms.solver.execute(Command::Push(1))?;
        terms.solver.execute(Command::Assert(above_one))?;
        let answer = terms.check(Command::CheckSatAssuming(&[above_one]))?;
        expect("on a level", answer, Answer::Sat)?;
        terms.solver.execute(Command::Pop(1))?;
    }
    Ok(())
}

/// The solver knows each word that an action may be given.
fn all_words(library: &'static dyn Library, action: &'static ActionDef) -> Result<(), Failed> {
    let [ArgKind::OneOf(words)] = action.args else { return Ok(()) };
    let mut terms = instance(library)?;
    for (seed, word) in words.iter().enumerate() {
        terms.solver.seed_call(seed as u64);
        match terms.solver.execute(Command::Own(action, &[Arg::Text(word)])) {
            Ok(_) => {}
            Err(error) => return Err(format!("{} {word}: {error}", action.name).into()),
        }
    }
    Ok(())
}

/// A solver's own action can be called after sat, and leaves the instance as it was.
fn own_action(
    library: &'static dyn Library,
    action: &'static ActionDef,
    lacking: &mut Lacking<'_>,
) -> Result<(), Failed> {
    let start = Instant::now();
    for seed in 0..CALLS {
        if start.elapsed() > MOST {
            // Z3 needs more than a second to copy any solver object.
            break;
        }
        let name = |why: String| Failed::from(format!("{} (seed {seed}): {why}", action.name));
        match call_own(library, action, seed) {
            Ok(()) => {}
            Err(Problem::Solver(SolverError::Unsupported(why))) => {
                lacking.tell(action.name, &why);
            }
            Err(Problem::Solver(error)) => return Err(name(error.to_string())),
            Err(Problem::Test(why)) => return Err(name(why)),
        }
    }
    Ok(())
}

fn call_own(
    library: &'static dyn Library,
    action: &'static ActionDef,
    seed: u64,
) -> Result<(), Problem> {
    let mut terms = instance(library)?;
    // One round each with and without quantifiers among the assertions, where the solver has them.
    let quantified = seed % 2 == 1 && library.profile().theories.contains(&Theory::Quantifiers);
    if quantified {
        let y = variable(&mut terms, &byte(), "y")?;
        let equal = terms.apply("OP_EQUAL", &[y, y])?;
        let all = terms.solver.mk_binder(Binder::Forall, &[y], &[], &[equal])?;
        terms.solver.execute(Command::Assert(all))?;
    }
    let formulas = assert_something(&mut terms)?;
    let x = terms.constant(&byte())?;
    let sum = terms.apply("OP_BV_ADD", &[x, x])?;
    match terms.check(Command::CheckSat)? {
        Answer::Sat => {}
        // Nothing can be asked about a model that the solver does not know.
        Answer::Unknown if quantified => return Ok(()),
        answer => return Err(Problem::Test(format!("{answer} instead of sat"))),
    }
    let args = action
        .args
        .iter()
        .map(|kind| {
            Ok(match kind {
                ArgKind::Formula => Arg::Term(formulas[0]),
                ArgKind::Formulas => Arg::Terms(formulas.clone()),
                ArgKind::Terms => Arg::Terms(vec![sum, formulas[1], x]),
                ArgKind::Term => Arg::Term(sum),
                ArgKind::AnyTerms => Arg::Terms(vec![x]),
                ArgKind::Replacements => Arg::Terms(vec![sum]),
                ArgKind::Sort => Arg::Sort(terms.sort(&byte())?),
                ArgKind::Numeric => Arg::Term(sum),
                ArgKind::OneOf(words) => Arg::Text(words[seed as usize % words.len()]),
                other => return Err(Problem::Test(format!("the test has no {other:?}"))),
            })
        })
        .collect::<Result<Vec<Arg<'_>>, Problem>>()?;
    terms.solver.seed_call(seed);
    match (terms.solver.execute(Command::Own(action, &args)), action.reply) {
        (reply, ReplyKind::Rewritten) => {
            let Reply::Term(term) = reply? else {
                return Err(Problem::Test("no term".to_owned()));
            };
            expect("the sort", terms.solver.sort_of(term)?, byte())?;
        }
        (reply, _) => expect("the reply", reply?, Reply::Done)?,
    }
    if !action.effects.ends_answer() {
        let values = terms.values(&formulas)?;
        expect("the model", values, vec![Value::Bool(true); formulas.len()])?;
    }
    expect("the assertions", terms.check(Command::CheckSat)?, Answer::Sat)
}
