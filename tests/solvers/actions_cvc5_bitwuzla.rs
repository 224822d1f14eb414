//! The actions of cvc5 and Bitwuzla: simplify, let, recursive functions, whole models, lists of assertions, and their
//! own.

use libtest_mimic::Failed;
use murxla_api::{
    ActionDef, Answer, Arg, ArgKind, Binder, Command, Library, Reply, SolverError, Sort,
    StandardOption, TermId,
};

use crate::terms::Terms;

type Check = fn(&'static dyn Library) -> Result<(), Failed>;

/// What is checked on both.
const CHECKS: &[(&str, Check)] = &[
    ("simplify keeps the sort and the answer", simplify_keeps_sort_and_answer),
    ("let replaces at once", let_replaces_at_once),
    ("let catches nothing", let_catches_nothing),
    ("print-model and get-assertions", model_and_assertions),
    ("every own action", every_own_action),
];

/// The checks of both solvers.
fn both(library: &'static dyn Library) -> Result<(), Failed> {
    for (what, check) in CHECKS {
        check(library)
            .map_err(|error| format!("{what}: {}", error.message().unwrap_or("failed")))?;
    }
    Ok(())
}

/// And what only Bitwuzla does.
pub fn bitwuzla(library: &'static dyn Library) -> Result<(), Failed> {
    both(library)?;
    simplify_keeps_unsat_assumptions(library)?;
    interpolants_are_checked(library)?;
    functions_are_counted(library)
}

/// And what only cvc5 has.
pub fn cvc5(library: &'static dyn Library) -> Result<(), Failed> {
    both(library)?;
    recursive_function(library)?;
    for name in ["cvc5-block-model", "cvc5-block-model-values"] {
        blocked_models_run_out(library, name)?;
    }
    every_action_works(library)
}

/// Known: traces/found/cvc5-interpolant-next-again.c
const INTERPOLANT: &str = "cvc5-interpolant";
const THE_SAME_AGAIN: &str = "cvc5_get_interpolant_next (another one): expected 2, got 1";

/// All of cvc5's actions on a small problem, in this process: none is refused, and nothing that is told is wrong.
fn every_action_works(library: &'static dyn Library) -> Result<(), Failed> {
    let mut again = 0;
    for seed in 0..3 {
        let mut terms = start(library)?;
        let int = Sort::int();
        let (x, y) = (terms.constant(&int)?, terms.constant(&int)?);
        let bit = terms.constant(&Sort::bool())?;
        let less = terms.apply("OP_INT_LT", &[x, y])?;
        let either = terms.apply("OP_OR", &[bit, less])?;
        let sort = terms.sort(&int)?;
        terms.solver.execute(Command::Assert(either))?;
        for action in library.profile().extension.actions {
            let arg = |(place, kind): (usize, &ArgKind)| match kind {
                ArgKind::Formula if place == 0 => Some(Arg::Term(either)),
                ArgKind::Formula => Some(Arg::Term(less)),
                ArgKind::Formulas => Some(Arg::Terms(vec![either, less])),
                ArgKind::Term => Some(Arg::Term(less)),
                ArgKind::Terms | ArgKind::AnyTerms => Some(Arg::Terms(vec![x])),
                ArgKind::Replacements => Some(Arg::Terms(vec![y])),
                ArgKind::Sort => Some(Arg::Sort(sort)),
                ArgKind::SortList | ArgKind::SortReplacements => Some(Arg::Sorts(vec![sort])),
                ArgKind::OneOf(words) => words.first().map(|word| Arg::Text(word)),
                _ => None,
            };
            let args: Option<Vec<Arg<'_>>> = action.args.iter().enumerate().map(arg).collect();
            let args = args.ok_or_else(|| format!("arguments of {}", action.name))?;
            terms.check(Command::CheckSat)?;
            terms.solver.seed_call(seed);
            if let Err(error) = terms.solver.execute(Command::Own(action, &args)) {
                if action.name == INTERPOLANT && error.to_string() == THE_SAME_AGAIN {
                    again += 1;
                    continue;
                }
                return Err(format!("{} with seed {seed}: {error}", action.name).into());
            }
        }
    }
    expect("the next interpolant is the same again", again > 0, true)
}

fn start(library: &'static dyn Library) -> Result<Terms, Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    for option in StandardOption::ALL {
        terms.solver.execute(Command::SetOption { name: option.key(), value: "true" })?;
    }
    Ok(terms)
}

fn expect<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), Failed> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: {found:?} instead of {expected:?}").into()),
    }
}

fn variable(terms: &mut Terms, sort: &Sort, name: &str) -> Result<TermId, SolverError> {
    let sort = terms.sort(sort)?;
    terms.solver.mk_var(sort, name)
}

/// Whether the two formulas differ nowhere, as the solver says.
fn expect_same(terms: &mut Terms, what: &str, one: TermId, other: TermId) -> Result<(), Failed> {
    let differ = terms.apply("OP_DISTINCT", &[one, other])?;
    expect(what, terms.check(Command::CheckSatAssuming(&[differ]))?, Answer::Unsat)
}

fn simplify_keeps_sort_and_answer(library: &'static dyn Library) -> Result<(), Failed> {
    for seed in 0..4 {
        let mut terms = start(library)?;
        let byte = Sort::bit_vec(8);
        let (x, y) = (terms.constant(&byte)?, terms.constant(&byte)?);
        let sum = terms.apply("OP_BV_ADD", &[x, x])?;
        let same = terms.apply("OP_EQUAL", &[sum, y])?;
        let open = variable(&mut terms, &byte, "v")?;
        let open = terms.apply("OP_BV_AND", &[open, open])?;
        terms.solver.execute(Command::Assert(same))?;
        expect("x + x = y", terms.check(Command::CheckSat)?, Answer::Sat)?;
        for term in [x, sum, same, open] {
            terms.solver.seed_call(seed);
            let simpler = terms.simplify(term)?;
            let (sort, expected) = (terms.solver.sort_of(simpler)?, terms.solver.sort_of(term)?);
            expect("the sort of the simpler term", sort, expected)?;
        }
        terms.values(&[x, sum])?;
        let other = terms.apply("OP_DISTINCT", &[sum, y])?;
        terms.solver.execute(Command::Push(1))?;
        terms.solver.execute(Command::Assert(other))?;
        expect("x + x /= y", terms.check(Command::CheckSat)?, Answer::Unsat)?;
        let simpler = terms.simplify(sum)?;
        let mut core = terms.terms(Command::GetUnsatCore)?;
        core.sort();
        expect("the core", core, vec![same, other])?;
        terms.solver.execute(Command::Pop(1))?;
        expect_same(&mut terms, "the simpler term", sum, simpler)?;
    }
    Ok(())
}

/// cvc5 ends the process here: `traces/found/cvc5-simplify-before-core.c`.
fn simplify_keeps_unsat_assumptions(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = start(library)?;
    let a = terms.constant(&Sort::bool())?;
    let not_a = terms.apply("OP_NOT", &[a])?;
    terms.solver.execute(Command::Assert(a))?;
    expect("assuming", terms.check(Command::CheckSatAssuming(&[not_a]))?, Answer::Unsat)?;
    terms.simplify(not_a)?;
    expect("failed assumptions", terms.terms(Command::GetUnsatAssumptions)?, vec![not_a])?;
    expect("the core", terms.terms(Command::GetUnsatCore)?, vec![a])
}

/// Interpolants of three assertions, which the wrapper checks by their property.
fn interpolants_are_checked(library: &'static dyn Library) -> Result<(), Failed> {
    for seed in 0..6 {
        let mut terms = start(library)?;
        let option = Command::SetOption { name: "produce-interpolants", value: "true" };
        terms.solver.execute(option)?;
        let byte = Sort::bit_vec(8);
        let [x, y, z] = [(); 3].map(|()| terms.constant(&byte));
        let (x, y, z) = (x?, y?, z?);
        for (op, one, other) in [("OP_BV_ULT", x, y), ("OP_BV_ULT", y, z), ("OP_BV_ULT", z, x)] {
            let formula = terms.apply(op, &[one, other])?;
            terms.solver.execute(Command::Assert(formula))?;
        }
        expect("a circle", terms.check(Command::CheckSat)?, Answer::Unsat)?;
        for name in ["bitwuzla-interpolant", "bitwuzla-interpolants"] {
            let action = library.profile().own_action(name).ok_or("no such action")?;
            terms.solver.seed_call(seed);
            expect(name, terms.solver.execute(Command::Own(action, &[]))?, Reply::Done)?;
        }
    }
    let api = library.functions().ok_or("no functions")?;
    let called = api.bound.iter().find(|function| function.name == "bitwuzla_get_interpolants");
    expect("it was called", called.is_some_and(|function| function.take_called()), true)
}

/// What was called is known, and what the library exports is bound or left out.
fn functions_are_counted(library: &'static dyn Library) -> Result<(), Failed> {
    let api = library.functions().ok_or("no functions")?;
    let forgotten: Vec<&String> = api.exported.iter().filter(|name| !api.is_bound(name)).collect();
    expect("functions that are not bound", forgotten, Vec::new())?;
    api.bound.iter().for_each(|function| _ = function.take_called());
    let mut terms = start(library)?;
    terms.constant(&Sort::bool())?;
    let called = |name: &str| {
        api.bound.iter().any(|function| function.name == name && function.take_called())
    };
    expect("a constant was made", called("bitwuzla_mk_const"), true)?;
    expect("nothing was checked", called("bitwuzla_check_sat"), false)
}

/// `let x = y, y = x in x - y` is `y - x`.
fn let_replaces_at_once(library: &'static dyn Library) -> Result<(), Failed> {
    for seed in 0..4 {
        let mut terms = start(library)?;
        let byte = Sort::bit_vec(8);
        let (a, b) = (terms.constant(&byte)?, terms.constant(&byte)?);
        let (x, y) = (variable(&mut terms, &byte, "x")?, variable(&mut terms, &byte, "y")?);
        let body = terms.apply("OP_BV_SUB", &[x, y])?;
        terms.solver.seed_call(seed);
        let swapped = terms.solver.mk_let(&[x, y], &[y, x], body)?;
        let closed = terms.solver.mk_let(&[x, y], &[a, b], swapped)?;
        let expected = terms.apply("OP_BV_SUB", &[b, a])?;
        expect_same(&mut terms, "the swapped difference", closed, expected)?;
        let single = terms.solver.mk_let(&[x], &[a], body)?;
        let closed = terms.solver.mk_let(&[y], &[b], single)?;
        let expected = terms.apply("OP_BV_SUB", &[a, b])?;
        expect_same(&mut terms, "one after the other", closed, expected)?;
    }
    Ok(())
}

fn let_catches_nothing(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = start(library)?;
    let byte = Sort::bit_vec(8);
    let (a, b) = (terms.constant(&byte)?, terms.constant(&byte)?);
    let (x, y) = (variable(&mut terms, &byte, "x")?, variable(&mut terms, &byte, "y")?);
    let equal = terms.apply("OP_EQUAL", &[x, y])?;
    let all = terms.solver.mk_binder(Binder::Forall, &[y], &[], &[equal])?;
    // "forall y. x = y" is false, also with y in place of x; caught, it would be true.
    let replaced = terms.solver.mk_let(&[x], &[y], all)?;
    let closed = terms.solver.mk_let(&[y], &[a], replaced)?;
    expect("a caught variable", terms.check(Command::CheckSatAssuming(&[closed]))?, Answer::Unsat)?;
    // y is bound inside, and free outside: only the latter is meant.
    let is_b = terms.apply("OP_EQUAL", &[y, b])?;
    let some = terms.solver.mk_binder(Binder::Exists, &[y], &[], &[is_b])?;
    let both = terms.apply("OP_AND", &[is_b, some])?;
    let closed = terms.solver.mk_let(&[y], &[a], both)?;
    let expected = terms.apply("OP_EQUAL", &[a, b])?;
    let differ = terms.apply("OP_DISTINCT", &[closed, expected])?;
    expect("bound and free", terms.check(Command::CheckSatAssuming(&[differ]))?, Answer::Unsat)?;
    let check = terms.check(Command::CheckSatAssuming(&[closed]))?;
    expect("bound and free, satisfiable", check, Answer::Sat)
}

fn model_and_assertions(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = start(library)?;
    let refused =
        |reply: Result<Reply, SolverError>| matches!(reply, Err(SolverError::Rejected(_)));
    expect("no model", refused(terms.solver.execute(Command::PrintModel)), true)?;
    expect("nothing asserted", terms.terms(Command::GetAssertions)?, vec![])?;
    let (u, byte) = (Sort::uninterpreted("u"), Sort::bit_vec(8));
    let (a, b) = (terms.constant(&u)?, terms.constant(&u)?);
    let f = terms.constant(&Sort::fun([byte.clone()], byte.clone()))?;
    let x = terms.constant(&byte)?;
    terms.constant(&Sort::array(byte.clone(), byte.clone()))?;
    terms.constant(&Sort::floating_point(8, 24))?;
    terms.constant(&Sort::rounding_mode())?;
    let p = terms.constant(&Sort::fun([u], Sort::bool()))?;
    let (of_a, of_b) = (terms.apply("OP_UF_APPLY", &[p, a])?, terms.apply("OP_UF_APPLY", &[p, b])?);
    let differ = terms.apply("OP_XOR", &[of_a, of_b])?;
    let applied = terms.apply("OP_UF_APPLY", &[f, x])?;
    let moved = terms.apply("OP_DISTINCT", &[applied, x])?;
    terms.solver.execute(Command::Assert(differ))?;
    terms.solver.execute(Command::Push(1))?;
    terms.solver.execute(Command::AssertNamed { formula: moved, name: "moved" })?;
    expect("assertions", terms.terms(Command::GetAssertions)?, vec![differ, moved])?;
    expect("p(a) xor p(b)", terms.check(Command::CheckSat)?, Answer::Sat)?;
    for seed in 0..4 {
        terms.solver.seed_call(seed);
        terms.solver.execute(Command::PrintModel)?;
    }
    terms.values(&[x, f, a])?;
    let listed = terms.terms(Command::GetAssertions)?;
    expect("only assertions", listed.iter().all(|id| [differ, moved].contains(id)), true)?;
    terms.values(&[x])?;
    terms.solver.execute(Command::Pop(1))?;
    expect("after pop", refused(terms.solver.execute(Command::PrintModel)), true)?;
    let listed = terms.terms(Command::GetAssertions)?;
    expect("after pop", listed.contains(&moved), false)
}

/// Known: traces/found/cvc5-model-core-of-a-literal.c
const MODEL_CORE: &str = "cvc5-model-core";
const CORE_LACKS_LITERAL: &str =
    "cvc5_is_model_core_symbol (the core of a model): expected true, got false";

/// Arguments for an action out of what there is.
fn arguments(
    action: &ActionDef,
    terms: &mut Terms,
    formula: TermId,
) -> Result<Vec<Arg<'static>>, Failed> {
    let bool = terms.sort(&Sort::bool())?;
    let other = terms.constant(&Sort::bool())?;
    let argument = |kind: &ArgKind| {
        Ok(match kind {
            ArgKind::Formula | ArgKind::Term => Arg::Term(formula),
            ArgKind::Formulas | ArgKind::Terms | ArgKind::AnyTerms => Arg::Terms(vec![formula]),
            ArgKind::Replacements => Arg::Terms(vec![other]),
            ArgKind::Sort => Arg::Sort(bool),
            ArgKind::SortList | ArgKind::SortReplacements => Arg::Sorts(vec![bool]),
            ArgKind::OneOf(words) => Arg::Text(words[0]),
            _ => return Err(format!("{} takes {kind:?}", action.name).into()),
        })
    };
    action.args.iter().map(argument).collect()
}

/// Each own action is called after sat, or after unsat if it needs that, and leaves what it does not change.
fn every_own_action(library: &'static dyn Library) -> Result<(), Failed> {
    use murxla_api::Need;
    let actions = library.profile().extension.actions;
    expect("there are own actions", actions.is_empty(), false)?;
    let mut lacking = 0;
    for action in actions {
        for seed in 0..4 {
            let mut terms = start(library)?;
            let byte = Sort::bit_vec(8);
            let (x, y) = (terms.constant(&byte)?, terms.constant(&byte)?);
            let equal = terms.apply("OP_EQUAL", &[x, y])?;
            let other = terms.apply("OP_DISTINCT", &[x, y])?;
            terms.solver.execute(Command::Assert(equal))?;
            let args = arguments(action, &mut terms, equal)?;
            let unsat = action.needs.contains(&Need::LastAnswer(Answer::Unsat));
            match unsat {
                true => terms.check(Command::CheckSatAssuming(&[other]))?,
                false => terms.check(Command::CheckSat)?,
            };
            terms.solver.seed_call(seed);
            let reply = match terms.solver.execute(Command::Own(action, &args)) {
                Err(error)
                    if action.name == MODEL_CORE && error.to_string() == CORE_LACKS_LITERAL =>
                {
                    lacking += 1;
                    continue;
                }
                reply => reply.map_err(|error| format!("{}: {error}", action.name))?,
            };
            if let Reply::Term(term) = reply {
                expect(action.name, terms.solver.sort_of(term)?, Sort::bool())?;
            }
            match (action.effects.ends_answer(), unsat) {
                (true, _) => {}
                (_, true) => _ = terms.terms(Command::GetUnsatAssumptions)?,
                (_, false) => {
                    let told = terms.values(&[x]);
                    told.map_err(|error| {
                        format!("after {}: {}", action.name, error.message().unwrap_or("failed"))
                    })?;
                }
            }
            terms.solver.execute(Command::Assert(other))?;
            expect(action.name, terms.check(Command::CheckSat)?, Answer::Unsat)?;
            // What was blocked may do without the other assertions.
            let core = terms.terms(Command::GetUnsatCore)?;
            expect(action.name, core.iter().all(|id| [equal, other].contains(id)), true)?;
        }
    }
    let has_cores = actions.iter().any(|action| action.name == MODEL_CORE);
    expect("cores of models lack literals", lacking > 0, has_cores)
}

/// f(x) = x if x is 0, else f(x - 1) + 1: then f(3) is 3.
fn recursive_function(library: &'static dyn Library) -> Result<(), Failed> {
    for seed in 0..4 {
        let mut terms = start(library)?;
        terms.solver.execute(Command::SetOption { name: "fmf-fun", value: "true" })?;
        let int = Sort::int();
        let sort = terms.sort(&Sort::fun([int.clone()], int.clone()))?;
        let f = terms.solver.mk_rec_fun(sort, "f")?;
        let x = variable(&mut terms, &int, "x")?;
        let id = terms.sort(&int)?;
        let number = |terms: &mut Terms, text: &str| {
            terms.solver.mk_value(id, &murxla_api::Literal::Integer(text.to_owned()))
        };
        let (zero, one) = (number(&mut terms, "0")?, number(&mut terms, "1")?);
        let (three, four) = (number(&mut terms, "3")?, number(&mut terms, "4")?);
        let less = terms.apply("OP_INT_SUB", &[x, one])?;
        let before = terms.apply("OP_UF_APPLY", &[f, less])?;
        let next = terms.apply("OP_INT_ADD", &[before, one])?;
        let at_end = terms.apply("OP_INT_LTE", &[x, zero])?;
        let body = terms.apply("OP_ITE", &[at_end, zero, next])?;
        terms.solver.seed_call(seed);
        terms.define_recursive(f, &[x], body)?;
        let result = terms.apply("OP_UF_APPLY", &[f, three])?;
        let right = terms.apply("OP_EQUAL", &[result, three])?;
        let wrong = terms.apply("OP_EQUAL", &[result, four])?;
        terms.solver.execute(Command::Push(1))?;
        terms.solver.execute(Command::Assert(wrong))?;
        expect("f(3) = 4", terms.check(Command::CheckSat)?, Answer::Unsat)?;
        expect("the core", terms.terms(Command::GetUnsatCore)?, vec![wrong])?;
        expect("the assertions", terms.terms(Command::GetAssertions)?, vec![wrong])?;
        terms.solver.execute(Command::Pop(1))?;
        terms.solver.execute(Command::Assert(right))?;
        expect("f(3) = 3", terms.check(Command::CheckSat)?, Answer::Sat)?;
    }
    Ok(())
}

/// One bit has two values: when both are blocked, there is no model left.
fn blocked_models_run_out(library: &'static dyn Library, name: &str) -> Result<(), Failed> {
    let Some(action) = library.profile().own_action(name) else {
        return Err(format!("there is no action {name}").into());
    };
    for seed in 0..4 {
        let mut terms = start(library)?;
        let bit = terms.constant(&Sort::bit_vec(1))?;
        let other = terms.constant(&Sort::bit_vec(1))?;
        let equal = terms.apply("OP_EQUAL", &[bit, other])?;
        terms.solver.execute(Command::Assert(equal))?;
        let args = match action.args {
            [ArgKind::OneOf(words)] => [Arg::Text(words[seed as usize % words.len()])],
            _ => [Arg::Terms(vec![bit])],
        };
        let mut models = 0;
        while terms.check(Command::CheckSat)? == Answer::Sat && models < 5 {
            models += 1;
            terms.solver.seed_call(seed);
            terms.solver.execute(Command::Own(action, &args))?;
        }
        // Blocking by literals may exclude more than one model at a time.
        expect(name, (1..=2).contains(&models), true)?;
        let core = terms.terms(Command::GetUnsatCore)?;
        expect("the core", core.iter().all(|id| *id == equal), true)?;
    }
    Ok(())
}
