//! Refused calls: they come back as errors, and leave the solver as it was.

use libtest_mimic::Failed;
use murxla_api::{
    Application, Command, Library, Literal, Reply, SolverError, Sort, SortId, TermId, theory,
};

use crate::terms::Terms;

pub fn quick(library: &'static dyn Library) -> Result<(), Failed> {
    refuse(library, 600)
}

pub fn long(library: &'static dyn Library) -> Result<(), Failed> {
    refuse(library, 20_000)
}

/// Makes `count` calls that a solver must refuse on one instance, then has a new instance and that same one
/// solve a problem.
fn refuse(library: &'static dyn Library, count: usize) -> Result<(), Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    for name in ["incremental", "produce-models"] {
        terms.solver.execute(Command::SetOption { name, value: "true" })?;
    }
    let byte = terms.constant(&Sort::bit_vec(8))?;
    let word = terms.constant(&Sort::bit_vec(16))?;
    let flag = terms.constant(&Sort::bool())?;
    let function = terms.constant(&Sort::fun([Sort::bit_vec(8)], Sort::bool()))?;
    let array = terms.constant(&Sort::array(Sort::bit_vec(8), Sort::bit_vec(16)))?;
    type Attempt<'a> = Box<dyn Fn(&mut Terms) -> Result<(), SolverError> + 'a>;
    let apply = |key: &'static str, args: &'static [usize]| -> Attempt<'_> {
        let all = [byte, word, flag, function, array];
        let args: Vec<TermId> = args.iter().map(|place| all[*place]).collect();
        Box::new(move |terms| terms.apply(key, &args).map(drop))
    };
    let execute = |command: Command<'static>| -> Attempt<'_> {
        Box::new(move |terms| terms.solver.execute(command).map(drop))
    };
    let attempts: Vec<(&str, Attempt<'_>)> = vec![
        ("bvadd of two widths", apply("OP_BV_ADD", &[0, 1])),
        ("and of a bit-vector", apply("OP_AND", &[2, 0])),
        ("ite with a bit-vector as condition", apply("OP_ITE", &[0, 1, 1])),
        ("select with a wrong index", apply("OP_ARRAY_SELECT", &[4, 1])),
        ("store of a wrong element", apply("OP_ARRAY_STORE", &[4, 0, 0])),
        ("a function on a wrong argument", apply("OP_UF_APPLY", &[3, 1])),
        ("equality of two sorts", apply("OP_EQUAL", &[0, 2])),
        ("pop too deep", execute(Command::Pop(3))),
        ("get-value before sat", {
            Box::new(move |terms| terms.solver.execute(Command::GetValue(&[flag])).map(drop))
        }),
        ("assert of a bit-vector", {
            Box::new(move |terms| terms.solver.execute(Command::Assert(byte)).map(drop))
        }),
        ("an unknown option", execute(Command::SetOption { name: "no-such-option", value: "1" })),
        ("an unknown term", execute(Command::Assert(TermId(1_000_000)))),
        ("an unknown sort", {
            Box::new(|terms| terms.solver.mk_const(SortId(1_000_000), "x").map(drop))
        }),
    ];
    for call in 0..count {
        let (what, attempt) = &attempts[call % attempts.len()];
        terms.solver.seed_call(call as u64);
        match attempt(&mut terms) {
            Err(error) if call < attempts.len() => println!("{what}: {error}"),
            Err(_) => {}
            Ok(()) => return Err(format!("{what} was not refused").into()),
        }
    }
    if library.info().path.is_none() {
        // The mock's answers follow from its seed, not from the formulas.
        println!("{count} calls refused");
        return Ok(());
    }
    terms.solver.execute(Command::Assert(flag))?;
    let same = terms.apply("OP_UF_APPLY", &[function, byte])?;
    let equal = terms.apply("OP_EQUAL", &[flag, same])?;
    terms.solver.execute(Command::Assert(equal))?;
    let Reply::Answer(murxla_api::Answer::Sat) = terms.solver.execute(Command::CheckSat)? else {
        return Err("the problem after the refused calls is not sat".into());
    };
    let values = terms.values(&[flag, same, equal])?;
    if values.iter().any(|value| *value != murxla_api::Value::Bool(true)) {
        return Err(format!("a wrong model after the refused calls: {values:?}").into());
    }
    murxla::selfcheck::run(library.new_solver()?.as_mut())?;
    println!("{count} calls refused in one process, then sat with a correct model");
    Ok(())
}

/// After a check that cvc5 refused while it worked, its objects may be in an unsafe state: it said unsat to a constant
/// alone here, with a core that holds what was assumed before. So it is asked nothing more until the reset.
pub fn spoiled(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    for name in ["incremental", "produce-unsat-cores", "arrays-exp"] {
        terms.solver.execute(Command::SetOption { name, value: "true" })?;
    }
    let boolean = terms.sort(&Sort::bool())?;
    let array = terms.sort(&Sort::array(Sort::bool(), Sort::bool()))?;
    let a = terms.solver.mk_const(boolean, "a")?;
    let op = theory::operator("OP_CONST_ARRAY").ok_or("no constant arrays")?;
    let constant = |terms: &mut Terms, truth: bool| -> Result<[TermId; 2], SolverError> {
        let value = terms.solver.mk_value(boolean, &Literal::Bool(truth))?;
        let (sorts, args) = (&[array], &[value]);
        let application = Application { op, sorts, names: &[], indices: &[], args };
        Ok([value, terms.solver.mk_term(&application)?])
    };
    let ([yes, all], [_, none]) = (constant(&mut terms, true)?, constant(&mut terms, false)?);
    let stored = terms.apply("OP_ARRAY_STORE", &[all, yes, a])?;
    let equal = terms.apply("OP_EQUAL", &[none, stored])?;
    let twice = terms.apply("OP_ARRAY_STORE", &[stored, equal, a])?;
    let differ = terms.apply("OP_DISTINCT", &[twice, all])?;
    let refused = terms.solver.execute(Command::CheckSatAssuming(&[differ]));
    if !matches!(refused, Err(SolverError::Rejected(_))) {
        return Err(format!("the check was not refused: {refused:?}").into());
    }
    let not_asked = |result: Result<(), SolverError>| match result {
        Err(SolverError::Rejected(why)) if why.starts_with("murxla did not ask") => Ok(()),
        other => Err(Failed::from(format!("asked after a refusal: {other:?}"))),
    };
    not_asked(terms.solver.execute(Command::CheckSatAssuming(&[a])).map(drop))?;
    not_asked(terms.solver.mk_const(boolean, "b").map(drop))?;
    terms.solver.execute(Command::Reset)?;
    murxla::selfcheck::run(terms.solver.as_mut())?;
    Ok(())
}

/// cvc5 is told of one heap: what is about two of them is not asserted, on which it would break.
pub fn heaps(library: &'static dyn Library) -> Result<(), Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    let (flag, byte) = (terms.constant(&Sort::bool())?, terms.constant(&Sort::bit_vec(8))?);
    let one = terms.apply("OP_SEP_PTO", &[byte, flag])?;
    let same = terms.apply("OP_SEP_PTO", &[byte, flag])?;
    let both = terms.apply("OP_SEP_STAR", &[one, same])?;
    terms.solver.execute(Command::Assert(both))?;
    let other = terms.apply("OP_SEP_PTO", &[byte, byte])?;
    match terms.solver.execute(Command::Assert(other)) {
        Err(SolverError::Unsupported(_)) => Ok(()),
        result => Err(format!("a second heap: {result:?}").into()),
    }
}
