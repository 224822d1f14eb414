//! The meanings of operators against the solvers: what the evaluator says of random arguments, no solver denies.

use libtest_mimic::Failed;
use murxla_api::meaning::{Arg, Call, Datum, Meaning, NothingKnown, Unknown, apply};
use murxla_api::{
    Answer, Application, CallSeed, Command, Library, Op, Profile, SolverError, Sort, SortKind,
    SortShape, draw_application, theory,
};

use crate::drawing::Drawing;
use crate::ground::{self, Ground, made};
use crate::terms::Terms;

/// What solvers say otherwise on purpose: where the standard is silent, and they have an answer of their own.
fn differs_by_documentation(solver: &str, key: &str) -> bool {
    // A power is an extension, and each solver's own.
    matches!((solver, key), (_, "OP_INT_POW" | "OP_REAL_POW"))
}

/// What a solver is known to get wrong.
fn is_known(solver: &str, op: &Op, indices: &[u32], sorts: &[Sort]) -> bool {
    let has = |wanted: fn(&SortShape<Sort>) -> bool| sorts.iter().any(|sort| wanted(sort.shape()));
    match solver {
        // z3-sat-array-over-rounding-modes.smt2
        "z3" if has(
            |shape| matches!(shape, SortShape::Array(index, _) if *index == Sort::rounding_mode()),
        ) =>
        {
            true
        }
        // z3-sat-subset-of-floats.smt2
        "z3" => {
            op.key == "OP_SET_SUBSET"
                && has(
                    |shape| matches!(shape, SortShape::Set(element) if element.kind() == SortKind::FloatingPoint),
                )
        }
        // cvc5-unsat-table-join-repeated-column.smt2
        "cvc5" if matches!(op.key, "OP_REL_TABLE_JOIN" | "OP_TABLE_JOIN") => {
            let repeated = |side: usize| {
                let columns: Vec<u32> = indices.iter().skip(side).step_by(2).copied().collect();
                columns.iter().enumerate().any(|(place, one)| columns[..place].contains(one))
            };
            repeated(0) || repeated(1)
        }
        // cvc5-fatal-bag-all.trace, and of a partition cvc5-bag-partition-value.c
        "cvc5" => matches!(op.key, "OP_BAG_ALL" | "OP_BAG_SOME" | "OP_BAG_PARTITION"),
        _ => false,
    }
}

/// A few tuples for each operator.
pub fn quick(name: &str, library: &'static dyn Library) -> Result<(), Failed> {
    check(name, library, 24)
}

/// Many of them.
pub fn long(name: &str, library: &'static dyn Library) -> Result<(), Failed> {
    check(name, library, 2_000)
}

/// An application with values for its arguments, and what it gives.
struct Case {
    sorts: Vec<Sort>,
    names: Vec<std::sync::Arc<str>>,
    indices: Vec<u32>,
    args: Vec<Ground>,
    result: (Sort, Datum),
    /// Of a language it is asked whether it has this word; the result is then whether it does.
    word: Option<Datum>,
}

fn check(name: &str, library: &'static dyn Library, tuples: u64) -> Result<(), Failed> {
    let profile = library.profile();
    let mut asked = 0;
    let mut rows = 0;
    let mut denied = Vec::new();
    let own = profile.own_operators.iter();
    let mut unasked = Vec::new();
    for op in theory::operators().chain(own).filter(|op| profile.supports(op)) {
        let has_meaning = matches!(op.meaning, Meaning::Strict(_) | Meaning::Lenient(_));
        if !has_meaning || differs_by_documentation(name, op.key) {
            continue;
        }
        let by_literals_only = !op.literal_args.is_empty();
        let before = asked;
        let mut terms = incremental(library)?;
        for number in 0..tuples {
            let Some(case) = draw_case(op, number, profile) else { continue };
            let sorts: Vec<Sort> = case.args.iter().map(Ground::sort).collect();
            if is_known(name, op, &case.indices, &sorts) {
                continue;
            }
            // Equations and literals in turn; a solver that refuses either refuses the question.
            let outcome = ask(&mut terms, op, &case, number % 2 == 1 && !by_literals_only);
            match outcome {
                Ok(Answer::Sat) => denied.push(describe(op, &case)),
                Ok(Answer::Unsat) => asked += 1,
                // It does not deny it, and so says nothing.
                Ok(Answer::Unknown) => {}
                Err(_) => terms = incremental(library)?,
            }
        }
        rows += u32::from(asked > before);
        if asked == before {
            unasked.push(op.key);
        }
    }
    println!("{name}: nothing could be asked about {}", unasked.join(" "));
    println!("{name}: {asked} questions about {rows} operators, {} denied", denied.len());
    if !denied.is_empty() {
        return Err(denied.join("\n").into());
    }
    if rows < 20 {
        return Err(format!("only {rows} operators could be asked about").into());
    }
    Ok(())
}

/// A solver that can be asked several questions.
fn incremental(library: &'static dyn Library) -> Result<Terms, Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    let option = Command::SetOption { name: "incremental", value: "true" };
    // Solvers without this option are so anyway.
    match terms.solver.execute(option) {
        Ok(_) | Err(SolverError::Unsupported(_)) => {}
        Err(error) => return Err(error.into()),
    }
    // A question that takes long says nothing of meanings. Each solver has at most one of these options.
    for (name, value) in [("tlimit-per", "1000"), ("timeout", "1000"), ("time-limit-per", "1000")] {
        let _ = terms.solver.execute(Command::SetOption { name, value });
    }
    Ok(terms)
}

fn describe(op: &Op, case: &Case) -> String {
    let args: Vec<String> = case.args.iter().map(Ground::to_string).collect();
    let (indices, names, result) = (&case.indices, &case.names, &case.result.1);
    let word = case.word.as_ref().map_or(String::new(), |word| format!(" on {word}"));
    format!("{} {indices:?} {names:?} of {} is not {result}{word}", op.key, args.join(", "))
}

/// Asks whether the result may be another one.
fn ask(
    terms: &mut Terms,
    op: &'static Op,
    case: &Case,
    by_equations: bool,
) -> Result<Answer, Failed> {
    terms.solver.execute(Command::Push(1))?;
    let mut args = Vec::new();
    for ground in &case.args {
        let literal = ground.make(terms)?;
        // There are no constants that are languages, and none that are functions are equal to something in most solvers.
        let plain = !matches!(ground.sort().shape(), SortShape::RegLan | SortShape::Fun(..));
        args.push(if by_equations && plain {
            let constant = terms.constant(&ground.sort())?;
            let equation = terms.apply("OP_EQUAL", &[constant, literal])?;
            terms.solver.execute(Command::Assert(equation))?;
            constant
        } else {
            literal
        });
    }
    let mut sorts = Vec::new();
    for sort in &case.sorts {
        sorts.push(terms.sort(sort)?);
    }
    let names: Vec<&str> = case.names.iter().map(|name| &**name).collect();
    let application =
        Application { op, sorts: &sorts, names: &names, indices: &case.indices, args: &args };
    let mut applied = terms.solver.mk_term(&application)?;
    if let Some(word) = &case.word {
        let word = made(terms, &Sort::string(), word)?;
        applied = terms.apply("OP_STR_IN_RE", &[word, applied])?;
    }
    let result = made(terms, &case.result.0, &case.result.1)?;
    let same = terms.apply("OP_EQUAL", &[applied, result])?;
    let other = terms.apply("OP_NOT", &[same])?;
    terms.solver.execute(Command::Assert(other))?;
    let answer = terms.check(Command::CheckSat)?;
    terms.solver.execute(Command::Pop(1))?;
    Ok(answer)
}

/// An application on values, if the evaluator has a value for it and it can be written.
fn draw_case(op: &'static Op, number: u64, profile: &Profile) -> Option<Case> {
    let mut drawing = Drawing::new(number, profile);
    let drawn = draw_application(op, 1 + number as usize % 4, None, &mut drawing)?;
    let mut seed = CallSeed::new(number);
    let (mut values, mut grounds) = (Vec::new(), Vec::new());
    for sort in &drawn.args {
        // Solvers may take minutes for wide multiplications, which says nothing of meanings.
        let wide = match sort.shape() {
            SortShape::BitVec(width) => *width > 80,
            SortShape::FloatingPoint(exponent, significand) => exponent + significand > 20,
            _ => false,
        };
        if wide || profile.limit_on(sort).is_some() {
            return None;
        }
        let ground = Ground::draw(sort, &mut seed)?;
        values.push(ground.datum()?);
        grounds.push(ground);
    }
    let call = Call {
        op,
        sorts: &drawn.sorts,
        names: &drawn.names,
        indices: &drawn.indices,
        result: &drawn.result,
    };
    let args: Vec<Arg<'_>> = values.iter().map(Ok).collect();
    let result = match apply(&call, &args, &NothingKnown) {
        Ok(result) => result,
        Err(Unknown::Open(_) | Unknown::TooLarge(_) | Unknown::CannotTell(_)) => return None,
    };
    let (result, word) = match &result {
        Datum::RegLan(_) => {
            let word = ground::draw_word(&mut seed);
            let bool = Sort::bool();
            let op = theory::operator("OP_STR_IN_RE")?;
            let call = Call { op, sorts: &[], names: &[], indices: &[], result: &bool };
            let is_in = apply(&call, &[Ok(&word), Ok(&result)], &NothingKnown).ok()?;
            ((bool, is_in), Some(word))
        }
        _ => ((drawn.result.clone(), result), None),
    };
    Some(Case {
        args: grounds,
        result,
        word,
        sorts: drawn.sorts,
        names: drawn.names,
        indices: drawn.indices,
    })
}
