//! Commands: levels, assumptions, cores, resets.

use libtest_mimic::Failed;
use murxla_api::{Answer, BASE_ACTIONS, Command, Library, Sort, StandardOption};

use crate::terms::Terms;

pub fn check(library: &'static dyn Library) -> Result<(), Failed> {
    if library.options().is_empty() || library.profile().operators.is_empty() {
        return Err("no options or no operators are listed".into());
    }
    if library.info().path.is_none() {
        // The mock's answers follow from its seed, not from the formulas: only the calls are checked.
        return mock_follows_its_seed(library);
    }
    murxla::selfcheck::run(library.new_solver()?.as_mut())?;
    levels_and_assumptions(library)?;
    resets(library)?;
    every_base_action_decodes()
}

fn with_all_options(library: &'static dyn Library) -> Result<Terms, Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    set_all_options(&mut terms)?;
    Ok(terms)
}

fn set_all_options(terms: &mut Terms) -> Result<(), Failed> {
    for option in StandardOption::ALL {
        terms.solver.execute(Command::SetOption { name: option.key(), value: "true" })?;
    }
    Ok(())
}

fn expect<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), Failed> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?} instead of {expected:?}").into())
}

fn levels_and_assumptions(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = with_all_options(library)?;
    let (a, b, c) = {
        let bool = Sort::bool();
        (terms.constant(&bool)?, terms.constant(&bool)?, terms.constant(&bool)?)
    };
    let not_a = terms.apply("OP_NOT", &[a])?;
    let either = terms.apply("OP_OR", &[a, b])?;
    terms.solver.execute(Command::Assert(either))?;
    expect("a or b", terms.check(Command::CheckSat)?, Answer::Sat)?;
    terms.solver.execute(Command::Push(2))?;
    terms.solver.execute(Command::Assert(not_a))?;
    let not_b = terms.apply("OP_NOT", &[b])?;
    let assumed = [c, not_b];
    expect("assuming c, not b", terms.check(Command::CheckSatAssuming(&assumed))?, Answer::Unsat)?;
    expect("failed assumptions", terms.terms(Command::GetUnsatAssumptions)?, vec![not_b])?;
    let mut core = terms.terms(Command::GetUnsatCore)?;
    core.sort();
    let mut expected = vec![either, not_a];
    expected.sort();
    expect("core", core, expected)?;
    expect("without assumptions", terms.check(Command::CheckSat)?, Answer::Sat)?;
    terms.solver.execute(Command::Push(1))?;
    terms.solver.execute(Command::Assert(a))?;
    expect("a and not a", terms.check(Command::CheckSat)?, Answer::Unsat)?;
    terms.solver.execute(Command::Pop(3))?;
    expect("after pop 3", terms.check(Command::CheckSat)?, Answer::Sat)?;
    let value = terms.values(&[either])?;
    expect("a or b in the model", value, vec![murxla_api::Value::Bool(true)])
}

fn resets(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = with_all_options(library)?;
    for round in 0..5 {
        let byte = Sort::bit_vec(8 + round);
        let (x, y) = (terms.constant(&byte)?, terms.constant(&byte)?);
        let equal = terms.apply("OP_EQUAL", &[x, y])?;
        let differ = terms.apply("OP_DISTINCT", &[x, y])?;
        terms.solver.execute(Command::Assert(equal))?;
        terms.solver.execute(Command::Push(1))?;
        terms.solver.execute(Command::Assert(differ))?;
        expect("x = y and x /= y", terms.check(Command::CheckSat)?, Answer::Unsat)?;
        terms.solver.execute(Command::ResetAssertions)?;
        expect("nothing", terms.check(Command::CheckSat)?, Answer::Sat)?;
        terms.solver.execute(Command::Assert(differ))?;
        expect("x /= y, terms survive", terms.check(Command::CheckSat)?, Answer::Sat)?;
        terms.solver.execute(Command::Reset)?;
        if terms.solver.execute(Command::Assert(differ)).is_ok() {
            return Err("a term survived reset".into());
        }
        // Ids start anew after a reset, and options must be set again.
        terms = Terms::new(std::mem::replace(&mut terms.solver, library.new_solver()?));
        set_all_options(&mut terms)?;
    }
    Ok(())
}

fn every_base_action_decodes() -> Result<(), Failed> {
    for action in BASE_ACTIONS {
        if Command::decode(action, &[murxla_api::Arg::Number(1), murxla_api::Arg::Number(2)])
            .is_ok()
        {
            return Err(format!("{} takes two numbers", action.name).into());
        }
    }
    Ok(())
}

fn mock_follows_its_seed(library: &'static dyn Library) -> Result<(), Failed> {
    let answers = |seed: &str| -> Result<Vec<Answer>, Failed> {
        let mut terms = with_all_options(library)?;
        terms.solver.execute(Command::SetOption { name: "seed", value: seed })?;
        let mut answers = Vec::new();
        for _ in 0..40 {
            let constant = terms.constant(&Sort::bool())?;
            terms.solver.execute(Command::Assert(constant))?;
            answers.push(terms.check(Command::CheckSat)?);
        }
        Ok(answers)
    };
    let first = answers("1")?;
    expect("the same seed", answers("1")?, first.clone())?;
    for answer in [Answer::Sat, Answer::Unsat, Answer::Unknown] {
        expect(&format!("{answer} occurs"), first.contains(&answer), true)?;
    }
    expect("another seed gives the same", answers("2")? == first, false)?;
    let mut terms = with_all_options(library)?;
    for (fault, refused) in [("reject@1", true), ("broken@1", true), ("wrong-sort@1", false)] {
        let constant = terms.constant(&Sort::bool())?;
        terms.solver.execute(Command::SetOption { name: "fault", value: fault })?;
        let outcome = terms.solver.sort_of(constant);
        expect(fault, outcome.is_err(), refused)?;
        expect("the sort", outcome.is_ok_and(|sort| sort == Sort::bool()), false)?;
    }
    Ok(())
}
