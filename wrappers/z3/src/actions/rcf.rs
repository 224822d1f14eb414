//! Z3's calculator of real closed fields: numbers are made and combined on a stack. Each operation is undone by its inverse, roots
//! are roots, and comparisons agree with each other and with fractions.

use std::ffi::{c_int, c_uint};

use murxla_api::{
    ActionDef, ArgKind, Guard, ReplyKind, SolverError, StateDef, StateKind, Transition,
};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::exact::{Comparison, Operation, power, some_fraction};
use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Context, Held, c_string, text};
use crate::ffi::{RcfNumber, call};
use crate::solver::Z3Solver;

const CALCULATE: &str = "calculate";

const KINDS: &[&str] = &["rational", "small-int", "pi", "e", "infinitesimal", "roots"];
const OPERATIONS: &[&str] = &["add", "sub", "mul", "div", "neg", "inv", "power"];

/// The stack is not higher than this: what is below falls out.
const HIGHEST: usize = 6;
/// Numbers that were made in more steps are not combined: arithmetic with them takes long.
const MOST_STEPS: usize = 5;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-rcf", &[ArgKind::OneOf(KINDS)], ReplyKind::Done),
            Run::Word(Z3Solver::make_field_number),
            &[(CALCULATE, 2)],
        ),
        Own::new(
            ActionDef::own("z3-rcf-combine", &[ArgKind::OneOf(OPERATIONS)], ReplyKind::Done),
            Run::Word(Z3Solver::combine_field_numbers),
            &[(CALCULATE, 2)],
        ),
        Own::new(
            ActionDef::own("z3-rcf-compare", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::compare_field_numbers),
            &[(CALCULATE, 3)],
        ),
        Own::new(
            ActionDef::own("z3-rcf-inspect", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::inspect_field_number),
            &[(CALCULATE, 3)],
        ),
    ],
    states: &[StateDef { name: CALCULATE, kind: StateKind::Regular, guard: Guard::Always }],
    transitions: &[
        Transition::go("check_sat", 200, CALCULATE),
        Transition::go(CALCULATE, 4, "create_terms"),
        Transition::go(CALCULATE, 20, "create_sorts"),
    ],
};

struct Number {
    native: Held<RcfNumber>,
    /// What it is, if it is a fraction.
    exact: Option<BigRational>,
    steps: usize,
}

/// The numbers that were made.
#[derive(Default)]
pub(crate) struct FieldNumbers(Vec<Number>);

fn hold(context: &Context, made: RcfNumber) -> Result<Held<RcfNumber>, SolverError> {
    context.check()?;
    let release = |context, raw| {
        call!(Z3_rcf_del(context, raw));
        Ok(())
    };
    Ok(Held { context: context.raw, raw: made, release })
}

fn operate(
    context: &Context,
    operation: Operation,
    one: RcfNumber,
    other: RcfNumber,
) -> Result<Held<RcfNumber>, SolverError> {
    let raw = context.raw;
    let made = match operation {
        Operation::Add => call!(Z3_rcf_add(raw, one, other)),
        Operation::Sub => call!(Z3_rcf_sub(raw, one, other)),
        Operation::Mul => call!(Z3_rcf_mul(raw, one, other)),
        Operation::Div => call!(Z3_rcf_div(raw, one, other)),
    };
    hold(context, made)
}

fn rational(context: &Context, number: &BigRational) -> Result<Held<RcfNumber>, SolverError> {
    let digits = c_string(&number.to_string())?;
    let made = call!(Z3_rcf_mk_rational(context.raw, digits.as_ptr()));
    hold(context, made)
}

fn small(context: &Context, number: c_int) -> Result<Held<RcfNumber>, SolverError> {
    let made = call!(Z3_rcf_mk_small_int(context.raw, number));
    hold(context, made)
}

fn equal(context: &Context, one: RcfNumber, other: RcfNumber) -> Result<bool, SolverError> {
    let equal = call!(Z3_rcf_eq(context.raw, one, other));
    context.check()?;
    Ok(equal)
}

fn told(context: &Context, number: RcfNumber) -> Result<String, SolverError> {
    let (compact, html) = (true, false);
    let told = text(call!(Z3_rcf_num_to_string(context.raw, number, compact, html)));
    context.check()?;
    Ok(told)
}

impl Z3Solver {
    fn push_number(&mut self, native: Held<RcfNumber>, exact: Option<BigRational>, steps: usize) {
        let stack = &mut self.engines.field_numbers.0;
        stack.push(Number { native, exact, steps });
        if stack.len() > HIGHEST {
            stack.remove(0);
        }
    }

    fn make_field_number(&mut self, kind: &str) -> Outcome {
        let Z3Solver { context, seed, .. } = self;
        let raw = context.raw;
        let (native, exact) = match kind {
            "rational" => {
                let exact = some_fraction(seed);
                (rational(context, &exact)?, Some(exact))
            }
            "small-int" => {
                let number = seed.pick(11) as c_int - 5;
                (small(context, number)?, Some(BigRational::from_integer(number.into())))
            }
            "pi" => (hold(context, call!(Z3_rcf_mk_pi(raw)))?, None),
            "e" => (hold(context, call!(Z3_rcf_mk_e(raw)))?, None),
            "infinitesimal" => (hold(context, call!(Z3_rcf_mk_infinitesimal(raw)))?, None),
            _ => return self.make_roots(),
        };
        self.push_number(native, exact, 1);
        Ok(())
    }

    /// The roots of a polynomial with small coefficients: each is one, and no two are the same.
    fn make_roots(&mut self) -> Outcome {
        let Z3Solver { context, seed, .. } = self;
        let raw = context.raw;
        let degree = 2 + seed.pick(2);
        let mut numbers: Vec<c_int> = (0..degree).map(|_| seed.pick(9) as c_int - 4).collect();
        numbers.push(1 + seed.pick(3) as c_int);
        let mut coefficients = Vec::new();
        for number in &numbers {
            coefficients.push(small(context, *number)?);
        }
        let natives: Vec<RcfNumber> = coefficients.iter().map(|one| one.raw).collect();
        // Room for as many as there are coefficients.
        let mut found = natives.clone();
        let count = natives.len() as c_uint;
        let roots = call!(Z3_rcf_mk_roots(raw, count, natives.as_ptr(), found.as_mut_ptr()));
        context.check()?;
        if roots as usize > degree {
            return Err(disagreement(
                "Z3_rcf_mk_roots",
                "the number of roots",
                "at most the degree",
                format!("{roots} roots of a polynomial of degree {degree}"),
            ));
        }
        let mut held = Vec::new();
        for root in &found[..roots as usize] {
            held.push(hold(context, *root)?);
        }
        let zero = small(context, 0)?;
        for (place, root) in held.iter().enumerate() {
            let mut sum = small(context, 0)?;
            for coefficient in coefficients.iter().rev() {
                let product = operate(context, Operation::Mul, sum.raw, root.raw)?;
                sum = operate(context, Operation::Add, product.raw, coefficient.raw)?;
            }
            if !equal(context, sum.raw, zero.raw)? {
                return Err(disagreement(
                    "Z3_rcf_mk_roots",
                    "a polynomial at its root",
                    "zero",
                    format!(
                        "{} is told to be a root of the polynomial with the coefficients {numbers:?}",
                        told(context, root.raw)?
                    ),
                ));
            }
            for other in &held[..place] {
                if equal(context, other.raw, root.raw)? {
                    return Err(disagreement(
                        "Z3_rcf_mk_roots",
                        "two roots",
                        "different ones",
                        format!(
                            "the root {} of {numbers:?} is told twice",
                            told(context, root.raw)?
                        ),
                    ));
                }
            }
        }
        if let Some(root) = held.into_iter().next() {
            self.push_number(root, None, 2);
        }
        Ok(())
    }

    fn combine_field_numbers(&mut self, word: &str) -> Outcome {
        let stack = &mut self.engines.field_numbers.0;
        let Some(second) = stack.pop() else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let (one, exact) = (second.native.raw, second.exact.as_ref());
        let steps = second.steps + 1;
        if steps > MOST_STEPS {
            return Ok(());
        }
        let zero = small(context, 0)?;
        let (native, exact, back, start) = match word {
            "neg" => {
                let made = hold(context, call!(Z3_rcf_neg(raw, one)))?;
                let back = hold(context, call!(Z3_rcf_neg(raw, made.raw)))?;
                (made, exact.map(|exact| -exact), back, one)
            }
            "inv" => {
                if equal(context, one, zero.raw)? {
                    return Ok(());
                }
                let made = hold(context, call!(Z3_rcf_inv(raw, one)))?;
                let back = hold(context, call!(Z3_rcf_inv(raw, made.raw)))?;
                let exact = exact.filter(|exact| !exact.is_zero()).map(BigRational::recip);
                (made, exact, back, one)
            }
            "power" => {
                let exponent = self.seed.pick(4) as c_uint;
                let made = hold(context, call!(Z3_rcf_power(raw, one, exponent)))?;
                let mut product = small(context, 1)?;
                for _ in 0..exponent {
                    product = operate(context, Operation::Mul, product.raw, one)?;
                }
                let start = made.raw;
                (made, power(exact, exponent), product, start)
            }
            _ => {
                let Some(operation) = Operation::from_word(word) else { return Ok(()) };
                let Some(first) = self.engines.field_numbers.0.pop() else { return Ok(()) };
                let context = &self.context;
                let steps = steps + first.steps;
                let multiplies = matches!(operation, Operation::Mul | Operation::Div);
                let by_zero = multiplies && equal(context, one, zero.raw)?;
                if steps > MOST_STEPS || by_zero {
                    return Ok(());
                }
                let made = operate(context, operation, first.native.raw, one)?;
                let back = operate(context, operation.inverse(), made.raw, one)?;
                let exact = operation.on(first.exact.as_ref(), exact);
                if !equal(context, back.raw, first.native.raw)? {
                    return Err(disagreement(
                        "Z3_rcf_eq",
                        "an operation and its inverse",
                        "what it began with",
                        format!(
                            "{word} of {} and {} is not undone by its inverse",
                            told(context, first.native.raw)?,
                            told(context, one)?
                        ),
                    ));
                }
                return self.keep_result(made, exact, steps, word);
            }
        };
        if !equal(context, back.raw, start)? {
            return Err(disagreement(
                "Z3_rcf_eq",
                "an operation",
                "what other operations give",
                format!("{word} of {} contradicts other operations", told(context, one)?),
            ));
        }
        self.keep_result(native, exact, steps, word)
    }

    fn keep_result(
        &mut self,
        native: Held<RcfNumber>,
        exact: Option<BigRational>,
        steps: usize,
        word: &str,
    ) -> Outcome {
        if let Some(exact) = &exact {
            let right = rational(&self.context, exact)?;
            if !equal(&self.context, native.raw, right.raw)? {
                return Err(disagreement(
                    "Z3_rcf_eq",
                    "an operation on fractions",
                    "the fraction",
                    format!(
                        "{word} gives {}, which should be {exact}",
                        told(&self.context, native.raw)?
                    ),
                ));
            }
        }
        self.push_number(native, exact, steps);
        Ok(())
    }

    /// The two uppermost, by all comparisons and by the sign of their difference.
    fn compare_field_numbers(&mut self) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let [.., first, second] = self.engines.field_numbers.0.as_slice() else { return Ok(()) };
        let (one, other) = (first.native.raw, second.native.raw);
        let compare = |one, other| -> Result<Comparison, SolverError> {
            let comparison = Comparison {
                lt: call!(Z3_rcf_lt(raw, one, other)),
                le: call!(Z3_rcf_le(raw, one, other)),
                eq: call!(Z3_rcf_eq(raw, one, other)),
                ne: call!(Z3_rcf_neq(raw, one, other)),
                ge: call!(Z3_rcf_ge(raw, one, other)),
                gt: call!(Z3_rcf_gt(raw, one, other)),
            };
            context.check()?;
            Ok(comparison)
        };
        let (exact, exact_other) = (first.exact.as_ref(), second.exact.as_ref());
        let order = compare(one, other)?
            .judge(exact, exact_other)
            .map_err(|got| disagreement("Z3_rcf_lt", "comparisons", "agreement", got))?;
        let difference = operate(context, Operation::Sub, one, other)?;
        let zero = small(context, 0)?;
        let sign = compare(difference.raw, zero.raw)?
            .judge(None, None)
            .map_err(|got| disagreement("Z3_rcf_lt", "comparisons with zero", "agreement", got))?;
        if sign != order {
            return Err(disagreement(
                "Z3_rcf_lt",
                "the sign of a difference",
                "the order of the numbers",
                format!(
                    "{} compared with {} is {order:?}, but the sign of the difference is {sign:?}",
                    told(context, one)?,
                    told(context, other)?
                ),
            ));
        }
        Ok(())
    }

    /// What the uppermost number tells of itself.
    fn inspect_field_number(&mut self) -> Outcome {
        let Some(number) = self.engines.field_numbers.0.last() else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let native = number.native.raw;
        let is_rational = call!(Z3_rcf_is_rational(raw, native));
        let is_algebraic = call!(Z3_rcf_is_algebraic(raw, native));
        let is_infinitesimal = call!(Z3_rcf_is_infinitesimal(raw, native));
        let is_transcendental = call!(Z3_rcf_is_transcendental(raw, native));
        context.check()?;
        let kinds = [is_rational, is_algebraic, is_infinitesimal, is_transcendental];
        if kinds.iter().filter(|one| **one).count() > 1 {
            return Err(disagreement(
                "Z3_rcf_is_rational",
                "the kind of a number",
                "at most one kind",
                format!("{} is of several kinds: {kinds:?}", told(context, native)?),
            ));
        }
        if number.exact.is_some() && !is_rational {
            return Err(disagreement(
                "Z3_rcf_is_rational",
                "a fraction",
                "rational",
                format!("{} is a fraction, but not told to be rational", told(context, native)?),
            ));
        }
        let (compact, html) = (false, true);
        text(call!(Z3_rcf_num_to_string(raw, native, compact, html)));
        context.check()?;
        let decimal = text(call!(Z3_rcf_num_to_decimal_string(raw, native, 6)));
        context.check()?;
        if let Some(exact) = number.exact.as_ref().and_then(BigRational::to_f64) {
            let told: Option<f64> = decimal.trim_end_matches('?').parse().ok();
            if told.is_none_or(|told| (told - exact).abs() > 1e-4) {
                return Err(disagreement(
                    "Z3_rcf_num_to_decimal_string",
                    "the digits of a fraction",
                    "its own",
                    format!("{exact} is written {decimal}"),
                ));
            }
        }
        self.inspect_parts(native)?;
        if is_transcendental {
            let name = call!(Z3_rcf_transcendental_name(raw, native));
            context.checked(name)?;
        }
        if is_infinitesimal {
            let name = call!(Z3_rcf_infinitesimal_name(raw, native));
            context.checked(name)?;
        }
        if !is_rational {
            call!(Z3_rcf_extension_index(raw, native));
            context.check()?;
        }
        if is_algebraic {
            self.inspect_algebraic(native)?;
        }
        Ok(())
    }

    /// Numerator and denominator make the number.
    fn inspect_parts(&self, native: RcfNumber) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let (mut above, mut below) = (native, native);
        call!(Z3_rcf_get_numerator_denominator(raw, native, &mut above, &mut below));
        context.check()?;
        let (above, below) = (hold(context, above)?, hold(context, below)?);
        let again = operate(context, Operation::Div, above.raw, below.raw)?;
        if !equal(context, again.raw, native)? {
            return Err(disagreement(
                "Z3_rcf_get_numerator_denominator",
                "numerator and denominator",
                "those of the number",
                format!("{} is not its numerator through its denominator", told(context, native)?),
            ));
        }
        Ok(())
    }

    /// The defining polynomial has a root in the number, and the interval has the number in it.
    fn inspect_algebraic(&self, native: RcfNumber) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let count = call!(Z3_rcf_num_coefficients(raw, native));
        context.check()?;
        for place in 0..count {
            hold(context, call!(Z3_rcf_coefficient(raw, native, place)))?;
        }
        let conditions = call!(Z3_rcf_num_sign_conditions(raw, native));
        context.check()?;
        for condition in 0..conditions {
            call!(Z3_rcf_sign_condition_sign(raw, native, condition));
            context.check()?;
            let count = call!(Z3_rcf_num_sign_condition_coefficients(raw, native, condition));
            context.check()?;
            for place in 0..count {
                let made = call!(Z3_rcf_sign_condition_coefficient(raw, native, condition, place));
                hold(context, made)?;
            }
        }
        let (mut lower_infinite, mut lower_open) = (false, false);
        let (mut upper_infinite, mut upper_open) = (false, false);
        let zero = small(context, 0)?;
        let (mut lower, mut upper) = (zero.raw, zero.raw);
        let has = call!(Z3_rcf_interval(
            raw,
            native,
            &mut lower_infinite,
            &mut lower_open,
            &mut lower,
            &mut upper_infinite,
            &mut upper_open,
            &mut upper
        ));
        context.check()?;
        if has == 0 {
            return Ok(());
        }
        // Which bounds are new numbers depends on the interval.
        let new = |bound: RcfNumber| match bound == zero.raw {
            true => Ok(None),
            false => hold(context, bound).map(Some),
        };
        new(lower)?;
        new(upper)?;
        Ok(())
    }
}
