//! Z3's algebraic numbers, which are terms: they are made and combined on a stack. Operations are undone by their inverses, and
//! comparisons, signs and bounds agree with each other and with fractions.

use std::ffi::c_uint;

use murxla_api::{ActionDef, ArgKind, ReplyKind, SolverError};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::exact::{Comparison, Operation, power, some_fraction};
use super::{Engine, Outcome, Own, Run, disagreement};
use crate::ffi::{Z3_ast, Z3_sort, call};
use crate::solver::Z3Solver;

const CALCULATE: &str = "calculate";
const OPERATIONS: &[&str] = &["add", "sub", "mul", "div", "root", "power"];

const HIGHEST: usize = 6;
/// Numbers that were made in more steps are not combined: their degree grows with each.
const MOST_STEPS: usize = 4;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-algebraic", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::make_algebraic),
            &[(CALCULATE, 2)],
        ),
        Own::new(
            ActionDef::own("z3-algebraic-combine", &[ArgKind::OneOf(OPERATIONS)], ReplyKind::Done),
            Run::Word(Z3Solver::combine_algebraic),
            &[(CALCULATE, 2)],
        ),
        Own::new(
            ActionDef::own("z3-algebraic-roots", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::algebraic_roots),
            &[(CALCULATE, 4)],
        ),
        Own::new(
            ActionDef::own("z3-algebraic-compare", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::compare_algebraic),
            &[(CALCULATE, 3)],
        ),
        Own::new(
            ActionDef::own("z3-algebraic-inspect", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::inspect_algebraic_number),
            &[(CALCULATE, 3)],
        ),
        Own::new(
            ActionDef::own("z3-subresultants", &[], ReplyKind::Done),
            Run::Alone(Z3Solver::subresultants),
            &[(CALCULATE, 20)],
        ),
    ],
    states: &[],
    transitions: &[],
};

#[derive(Clone)]
struct Algebraic {
    native: Z3_ast,
    /// What it is, if it is a fraction.
    exact: Option<BigRational>,
    steps: usize,
}

/// The numbers that were made. The context keeps the terms.
#[derive(Default)]
pub(crate) struct AlgebraicNumbers(Vec<Algebraic>);

impl Z3Solver {
    fn real_sort(&self) -> Result<Z3_sort, SolverError> {
        let made = call!(Z3_mk_real_sort(self.context.raw));
        self.context.checked(made)
    }

    fn push_algebraic(&mut self, made: Algebraic) -> Outcome {
        let is_value = call!(Z3_algebraic_is_value(self.context.raw, made.native));
        self.context.check()?;
        if !is_value {
            return Err(disagreement(
                "Z3_algebraic_is_value",
                "a result",
                "an algebraic value",
                format!(
                    "{} is not told to be an algebraic value",
                    self.context.print(made.native)?
                ),
            ));
        }
        let stack = &mut self.engines.algebraic_numbers.0;
        stack.push(made);
        if stack.len() > HIGHEST {
            stack.remove(0);
        }
        Ok(())
    }

    fn fraction_term(&self, number: &BigRational) -> Result<Z3_ast, SolverError> {
        self.context.number(&number.to_string(), self.real_sort()?)
    }

    fn make_algebraic(&mut self) -> Outcome {
        let exact = some_fraction(&mut self.seed);
        let native = self.fraction_term(&exact)?;
        self.push_algebraic(Algebraic { native, exact: Some(exact), steps: 1 })
    }

    fn algebraic_operation(
        &self,
        operation: Operation,
        one: Z3_ast,
        other: Z3_ast,
    ) -> Result<Z3_ast, SolverError> {
        let raw = self.context.raw;
        let made = match operation {
            Operation::Add => call!(Z3_algebraic_add(raw, one, other)),
            Operation::Sub => call!(Z3_algebraic_sub(raw, one, other)),
            Operation::Mul => call!(Z3_algebraic_mul(raw, one, other)),
            Operation::Div => call!(Z3_algebraic_div(raw, one, other)),
        };
        self.context.keep(self.context.checked(made)?)
    }

    fn algebraic_equal(&self, one: Z3_ast, other: Z3_ast) -> Result<bool, SolverError> {
        let equal = call!(Z3_algebraic_eq(self.context.raw, one, other));
        self.context.check()?;
        Ok(equal)
    }

    fn require_equal(&self, what: &str, one: Z3_ast, other: Z3_ast) -> Outcome {
        if self.algebraic_equal(one, other)? {
            return Ok(());
        }
        Err(disagreement(
            "Z3_algebraic_eq",
            "two ways to one number",
            "equal numbers",
            format!("{what}: {} and {}", self.context.print(one)?, self.context.print(other)?),
        ))
    }

    fn combine_algebraic(&mut self, word: &str) -> Outcome {
        let stack = &mut self.engines.algebraic_numbers.0;
        let Some(second) = stack.pop() else { return Ok(()) };
        let raw = self.context.raw;
        let steps = second.steps + 1;
        if steps > MOST_STEPS {
            return Ok(());
        }
        let one = second.native;
        let made = match word {
            "root" => {
                let degree = 2 + self.seed.pick(2) as c_uint;
                let negative = call!(Z3_algebraic_is_neg(raw, one));
                self.context.check()?;
                if negative && degree.is_multiple_of(2) {
                    return Ok(());
                }
                let made = call!(Z3_algebraic_root(raw, one, degree));
                let root = self.context.keep(self.context.checked(made)?)?;
                let made = call!(Z3_algebraic_power(raw, root, degree));
                let back = self.context.keep(self.context.checked(made)?)?;
                self.require_equal("a number and the power of its root", one, back)?;
                Algebraic { native: root, exact: None, steps }
            }
            "power" => {
                let exponent = 1 + self.seed.pick(3) as c_uint;
                let made = call!(Z3_algebraic_power(raw, one, exponent));
                let native = self.context.keep(self.context.checked(made)?)?;
                let mut product = one;
                for _ in 1..exponent {
                    product = self.algebraic_operation(Operation::Mul, product, one)?;
                }
                self.require_equal("a power and a product", native, product)?;
                Algebraic { native, exact: power(second.exact.as_ref(), exponent), steps }
            }
            _ => {
                let Some(operation) = Operation::from_word(word) else { return Ok(()) };
                let Some(first) = self.engines.algebraic_numbers.0.pop() else { return Ok(()) };
                let steps = steps + first.steps;
                let is_zero = call!(Z3_algebraic_is_zero(raw, one));
                self.context.check()?;
                let multiplies = matches!(operation, Operation::Mul | Operation::Div);
                if steps > MOST_STEPS || (multiplies && is_zero) {
                    return Ok(());
                }
                let native = self.algebraic_operation(operation, first.native, one)?;
                let back = self.algebraic_operation(operation.inverse(), native, one)?;
                let what = format!("what {word} is given, and what its inverse gives back");
                self.require_equal(&what, first.native, back)?;
                let exact = operation.on(first.exact.as_ref(), second.exact.as_ref());
                Algebraic { native, exact, steps }
            }
        };
        if let Some(exact) = &made.exact {
            let right = self.fraction_term(exact)?;
            self.require_equal("a result and what it should be", made.native, right)?;
        }
        self.push_algebraic(made)
    }

    /// A polynomial in the bound variable with the number 0, of these coefficients, the constant one first.
    fn polynomial(&self, coefficients: &[BigRational]) -> Result<Z3_ast, SolverError> {
        let raw = self.context.raw;
        let made = call!(Z3_mk_bound(raw, 0, self.real_sort()?));
        let x = self.context.keep(self.context.checked(made)?)?;
        let mut sum = self.fraction_term(&BigRational::zero())?;
        for coefficient in coefficients.iter().rev() {
            let factors = [sum, x];
            let made = call!(Z3_mk_mul(raw, 2, factors.as_ptr()));
            let product = self.context.keep(self.context.checked(made)?)?;
            let parts = [product, self.fraction_term(coefficient)?];
            let made = call!(Z3_mk_add(raw, 2, parts.as_ptr()));
            sum = self.context.keep(self.context.checked(made)?)?;
        }
        Ok(sum)
    }

    fn some_polynomial(&mut self) -> Result<(Z3_ast, usize), SolverError> {
        let degree = 2 + self.seed.pick(3);
        let mut coefficients = Vec::new();
        for place in 0..=degree {
            let number = self.seed.pick(9) as i32 - 4;
            let number = if place == degree { 1 + number.abs() } else { number };
            coefficients.push(BigRational::from_integer(number.into()));
        }
        Ok((self.polynomial(&coefficients)?, degree))
    }

    /// The roots of a polynomial: it is zero there, and they are in order.
    fn algebraic_roots(&mut self) -> Outcome {
        let (polynomial, degree) = self.some_polynomial()?;
        let raw = self.context.raw;
        let made = call!(Z3_algebraic_roots(raw, polynomial, 0, std::ptr::null_mut()));
        let mut roots = Vec::new();
        for root in self.context.vector(made)?.elements()? {
            roots.push(self.context.keep(root)?);
        }
        if roots.len() > degree {
            return Err(disagreement(
                "Z3_algebraic_roots",
                "the number of roots",
                "at most the degree",
                format!("{} roots of a polynomial of degree {degree}", roots.len()),
            ));
        }
        for (place, root) in roots.iter().enumerate() {
            let mut assigned = [*root];
            let sign = call!(Z3_algebraic_eval(raw, polynomial, 1, assigned.as_mut_ptr()));
            self.context.check()?;
            if sign != 0 {
                return Err(disagreement(
                    "Z3_algebraic_eval",
                    "a polynomial at its root",
                    "zero",
                    format!(
                        "the sign of a polynomial is {sign} at its root {}",
                        self.context.print(*root)?
                    ),
                ));
            }
            if place > 0 {
                let in_order = call!(Z3_algebraic_lt(raw, roots[place - 1], *root));
                self.context.check()?;
                if !in_order {
                    return Err(disagreement(
                        "Z3_algebraic_roots",
                        "the order of roots",
                        "the least first",
                        "roots that are not in order".to_owned(),
                    ));
                }
            }
        }
        if let Some(native) = roots.first() {
            self.push_algebraic(Algebraic { native: *native, exact: None, steps: 2 })?;
        }
        Ok(())
    }

    fn compare_algebraic(&mut self) -> Outcome {
        let context = &self.context;
        let raw = context.raw;
        let [.., first, second] = self.engines.algebraic_numbers.0.as_slice() else {
            return Ok(());
        };
        let (one, other) = (first.native, second.native);
        let comparison = Comparison {
            lt: call!(Z3_algebraic_lt(raw, one, other)),
            le: call!(Z3_algebraic_le(raw, one, other)),
            eq: call!(Z3_algebraic_eq(raw, one, other)),
            ne: call!(Z3_algebraic_neq(raw, one, other)),
            ge: call!(Z3_algebraic_ge(raw, one, other)),
            gt: call!(Z3_algebraic_gt(raw, one, other)),
        };
        context.check()?;
        let exact = (first.exact.as_ref(), second.exact.as_ref());
        let order = comparison
            .judge(exact.0, exact.1)
            .map_err(|got| disagreement("Z3_algebraic_lt", "comparisons", "agreement", got))?;
        let difference = self.algebraic_operation(Operation::Sub, one, other)?;
        let sign = call!(Z3_algebraic_sign(raw, difference));
        context.check()?;
        if sign.cmp(&0) != order {
            return Err(disagreement(
                "Z3_algebraic_sign",
                "the sign of a difference",
                "the order of the numbers",
                format!(
                    "{} compared with {} is {order:?}, but the sign of the difference is {sign}",
                    context.print(one)?,
                    context.print(other)?
                ),
            ));
        }
        Ok(())
    }

    /// Signs, bounds and the defining polynomial of the uppermost number.
    fn inspect_algebraic_number(&mut self) -> Outcome {
        const PRECISION: c_uint = 10;
        let Some(number) = self.engines.algebraic_numbers.0.last() else { return Ok(()) };
        let native = number.native;
        let context = &self.context;
        let raw = context.raw;
        let sign = call!(Z3_algebraic_sign(raw, native));
        let positive = call!(Z3_algebraic_is_pos(raw, native));
        let negative = call!(Z3_algebraic_is_neg(raw, native));
        let zero = call!(Z3_algebraic_is_zero(raw, native));
        let is_irrational = call!(Z3_is_algebraic_number(raw, native));
        context.check()?;
        if (positive, negative, zero) != (sign > 0, sign < 0, sign == 0) {
            return Err(disagreement(
                "Z3_algebraic_sign",
                "the sign of a number",
                "what the other functions say",
                format!(
                    "the sign {sign} of a number that is positive: {positive}, negative: {negative}, zero: {zero}"
                ),
            ));
        }
        if !is_irrational {
            return Ok(());
        }
        let lower = call!(Z3_get_algebraic_number_lower(raw, native, PRECISION));
        let lower = context.keep(context.checked(lower)?)?;
        let upper = call!(Z3_get_algebraic_number_upper(raw, native, PRECISION));
        let upper = context.keep(context.checked(upper)?)?;
        let within = call!(Z3_algebraic_le(raw, lower, native))
            && call!(Z3_algebraic_ge(raw, upper, native));
        context.check()?;
        if !within {
            return Err(disagreement(
                "Z3_get_algebraic_number_lower",
                "bounds",
                "the number between them",
                format!(
                    "the bounds {} and {} do not have {} between them",
                    context.print(lower)?,
                    context.print(upper)?,
                    context.print(native)?
                ),
            ));
        }
        let index = call!(Z3_algebraic_get_i(raw, native));
        context.check()?;
        if index == 0 {
            return Err(disagreement(
                "Z3_algebraic_get_i",
                "the number of a root",
                "1 or more",
                "the number of a root is 0".to_owned(),
            ));
        }
        let made = call!(Z3_algebraic_get_poly(raw, native));
        let coefficients = context.vector(made)?.elements()?;
        let mut sum = self.fraction_term(&BigRational::zero())?;
        for coefficient in coefficients.iter().rev() {
            let product = self.algebraic_operation(Operation::Mul, sum, native)?;
            sum = self.algebraic_operation(Operation::Add, product, *coefficient)?;
        }
        let right = self.fraction_term(&BigRational::zero())?;
        self.require_equal("the defining polynomial at its root, and zero", sum, right)
    }

    /// The subresultants of a polynomial and a multiple of it are such that the last is zero: only the others are told.
    fn subresultants(&mut self) -> Outcome {
        let raw = self.context.raw;
        let sort = self.real_sort()?;
        let made = call!(Z3_mk_fresh_const(raw, c"x".as_ptr(), sort));
        let x = self.context.keep(self.context.checked(made)?)?;
        let mut polynomials = Vec::new();
        for degree in [2, 3] {
            let mut sum = self.fraction_term(&BigRational::one())?;
            for _ in 0..degree {
                let factors = [sum, x];
                let made = call!(Z3_mk_mul(raw, 2, factors.as_ptr()));
                let product = self.context.keep(self.context.checked(made)?)?;
                let coefficient = some_fraction(&mut self.seed);
                let parts = [product, self.fraction_term(&coefficient)?];
                let made = call!(Z3_mk_add(raw, 2, parts.as_ptr()));
                sum = self.context.keep(self.context.checked(made)?)?;
            }
            polynomials.push(sum);
        }
        let made = call!(Z3_polynomial_subresultants(raw, polynomials[0], polynomials[1], x));
        for one in self.context.vector(made)?.elements()? {
            self.context.print(one)?;
        }
        Ok(())
    }
}
