//! The meanings of operators against the solvers: what the evaluator says of random arguments, no solver denies.

use libtest_mimic::Failed;
use murxla_api::meaning::{Arg, Call, Datum, Meaning, NothingKnown, Unknown, apply};
use murxla_api::{
    Answer, Application, Base, CallSeed, Command, Library, Literal, Op, Profile, SolverError, Sort,
    SortShape, SpecialValue, TermId, Value, draw_application, theory,
};

use crate::drawing::Drawing;
use crate::terms::Terms;

/// What solvers say otherwise on purpose: where the standard is silent, and they have an answer of their own.
fn differs_by_documentation(solver: &str, key: &str) -> bool {
    // A power is an extension, and each solver's own.
    matches!((solver, key), (_, "OP_INT_POW" | "OP_REAL_POW"))
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
    indices: Vec<u32>,
    args: Vec<(Sort, Value)>,
    result: (Sort, Value),
}

fn check(name: &str, library: &'static dyn Library, tuples: u64) -> Result<(), Failed> {
    let profile = library.profile();
    let mut asked = 0;
    let mut rows = 0;
    let mut denied = Vec::new();
    for op in theory::operators().filter(|op| profile.supports(op)) {
        let has_meaning = matches!(op.meaning, Meaning::Strict(_) | Meaning::Lenient(_));
        if !has_meaning || !op.literal_args.is_empty() || differs_by_documentation(name, op.key) {
            continue;
        }
        let before = asked;
        let mut terms = incremental(library)?;
        for number in 0..tuples {
            let Some(case) = draw_case(op, number, profile) else { continue };
            // Equations and literals in turn; a solver that refuses either refuses the question.
            let outcome = ask(&mut terms, op, &case, number % 2 == 1);
            match outcome {
                Ok(Answer::Sat) => denied.push(describe(op, &case)),
                Ok(Answer::Unsat) => asked += 1,
                // It does not deny it, and so says nothing.
                Ok(Answer::Unknown) => {}
                Err(_) => terms = incremental(library)?,
            }
        }
        rows += u32::from(asked > before);
    }
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
        Ok(_) | Err(SolverError::Unsupported(_)) => Ok(terms),
        Err(error) => Err(error.into()),
    }
}

fn describe(op: &Op, case: &Case) -> String {
    let args: Vec<String> = case.args.iter().map(|(_, value)| value.to_string()).collect();
    let (indices, result) = (&case.indices, &case.result.1);
    format!("{} {indices:?} of {} is not {result}", op.key, args.join(", "))
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
    for (sort, value) in &case.args {
        let literal = made(terms, sort, value)?;
        args.push(if by_equations {
            let constant = terms.constant(sort)?;
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
    let application =
        Application { op, sorts: &sorts, names: &[], indices: &case.indices, args: &args };
    let applied = terms.solver.mk_term(&application)?;
    let result = made(terms, &case.result.0, &case.result.1)?;
    let same = terms.apply("OP_EQUAL", &[applied, result])?;
    let other = terms.apply("OP_NOT", &[same])?;
    terms.solver.execute(Command::Assert(other))?;
    let answer = terms.check(Command::CheckSat)?;
    terms.solver.execute(Command::Pop(1))?;
    Ok(answer)
}

fn made(terms: &mut Terms, sort: &Sort, value: &Value) -> Result<TermId, Failed> {
    let sort = terms.sort(sort)?;
    let literal = literal(value).ok_or("no literal")?;
    Ok(terms.solver.mk_value(sort, &literal)?)
}

/// How a call writes a value.
fn literal(value: &Value) -> Option<Literal> {
    Some(match value {
        Value::Bool(value) => Literal::Bool(*value),
        Value::Int(value) => Literal::Integer(value.to_string()),
        Value::Real(value) => Literal::Rational {
            numerator: value.numer().to_string(),
            denominator: value.denom().to_string(),
        },
        Value::BitVec(value) => Literal::BitVec { digits: value.to_binary(), base: Base::Binary },
        Value::FloatingPoint(value) => Literal::FloatingPoint(value.bits().to_binary()),
        Value::String(value) => Literal::String(value.to_escaped()),
        Value::FiniteField { element, .. } => Literal::FiniteField(element.to_string()),
        Value::RoundingMode(mode) => {
            Literal::Special(SpecialValue::from_key(&mode.symbol().to_lowercase())?)
        }
        _ => return None,
    })
}

/// An application on values, if the evaluator has a value for it and it can be written.
fn draw_case(op: &'static Op, number: u64, profile: &Profile) -> Option<Case> {
    let mut drawing = Drawing::new(number, profile);
    let drawn = draw_application(op, 1 + number as usize % 4, None, &mut drawing)?;
    let mut seed = CallSeed::new(number);
    let mut values = Vec::new();
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
        values.push(draw_value(sort, &mut seed)?);
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
    let shown = |datum: &Datum, sort: &Sort| {
        let value = datum.to_value(sort)?;
        literal(&value).map(|_| (sort.clone(), value))
    };
    let args = values.iter().zip(&drawn.args).map(|(value, sort)| shown(value, sort));
    Some(Case {
        args: args.collect::<Option<_>>()?,
        result: shown(&result, &drawn.result)?,
        sorts: drawn.sorts,
        indices: drawn.indices,
    })
}

/// A value on which operators tend to turn, or any.
fn draw_value(sort: &Sort, seed: &mut CallSeed) -> Option<Datum> {
    const NUMBERS: [i64; 10] = [0, 1, -1, 2, -2, 7, -7, 10, 255, -12];
    let number = NUMBERS[seed.pick(NUMBERS.len())];
    let special = |all: &[SpecialValue], seed: &mut CallSeed| {
        let value = all[seed.pick(all.len())].value(sort)?;
        Datum::of_value(&value).ok()
    };
    let any_bits = |width: u32, seed: &mut CallSeed| -> String {
        (0..width).map(|_| if seed.pick(2) == 0 { '0' } else { '1' }).collect()
    };
    let of = |literal: Literal| Datum::of_literal(&literal, sort).ok();
    match sort.shape() {
        SortShape::Bool => Some(Datum::Bool(seed.pick(2) == 0)),
        SortShape::Int => Some(Datum::Int(number)),
        SortShape::Real => {
            let denominator = 1 + seed.pick(4) as i64;
            of(Literal::Rational {
                numerator: number.to_string(),
                denominator: denominator.to_string(),
            })
        }
        SortShape::BitVec(_) if seed.pick(2) == 0 => {
            use SpecialValue::{BvMaxSigned, BvMinSigned, BvOne, BvOnes, BvZero};
            special(&[BvZero, BvOne, BvOnes, BvMinSigned, BvMaxSigned], seed)
        }
        SortShape::BitVec(width) => {
            of(Literal::BitVec { digits: any_bits(*width, seed), base: Base::Binary })
        }
        SortShape::FloatingPoint(..) if seed.pick(3) == 0 => {
            use SpecialValue::{FpNan, FpNegInf, FpNegZero, FpPosInf, FpPosZero};
            special(&[FpNan, FpPosInf, FpNegInf, FpPosZero, FpNegZero], seed)
        }
        SortShape::FloatingPoint(exponent, significand) => {
            of(Literal::FloatingPoint(any_bits(exponent + significand, seed)))
        }
        SortShape::RoundingMode => {
            use SpecialValue::{RmRna, RmRne, RmRtn, RmRtp, RmRtz};
            special(&[RmRna, RmRne, RmRtn, RmRtp, RmRtz], seed)
        }
        SortShape::String => {
            const TEXTS: [&str; 10] =
                ["", "a", "ab", "b", "aba", "12", "007", "-1", "abab", "\\u{ff}"];
            of(Literal::String(TEXTS[seed.pick(TEXTS.len())].to_owned()))
        }
        SortShape::FiniteField(_) => of(Literal::FiniteField(number.to_string())),
        _ => None,
    }
}
