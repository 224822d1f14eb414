//! Actions that take terms, assertions and models to a context of their own, which is gone afterwards.

use std::ffi::c_uint;
use std::ptr::null;

use murxla_api::{SolverError, TermId};

use crate::context::{Context, c_string, counted, text};
use crate::ffi::{Z3_ast, call};
use crate::side::check_briefly;
use crate::solver::Z3Solver;
use crate::terms::Native;

impl Z3Solver {
    /// A term to another context.
    pub(crate) fn translate_term(&mut self, term: TermId) -> Result<(), SolverError> {
        let other = Context::new()?;
        if let Native::Term(native) | Native::Lambda(native) = self.terms.native(term)? {
            let copy = translate(&self.context, native, &other)?;
            other.print(copy)?;
        }
        Ok(())
    }

    /// All assertions to another context; the check there must not contradict the one here. Z3 forgets the model
    /// and the core of the solver object that it copies.
    pub(crate) fn translate_solver(&mut self) -> Result<(), SolverError> {
        let before = self.plain_answer();
        self.last_answer = None;
        let context = &self.context;
        let other = Context::new()?;
        let made = call!(Z3_solver_translate(context.raw, self.raw, other.raw));
        // The error belongs to the context that was asked.
        context.check()?;
        let copy = counted!(&other, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        let answer = check_briefly(&copy)?;
        match (before, answer) {
            (Some(here), Some(there)) if here.contradicts(there) => Err(SolverError::Broken(
                format!("the assertions are {here}, but {there} in another context"),
            )),
            _ => Ok(()),
        }
    }

    /// The model to another context, and the value of a term there.
    pub(crate) fn translate_model(&mut self, term: TermId) -> Result<(), SolverError> {
        let model = self.model()?;
        let context = &self.context;
        let other = Context::new()?;
        let made = call!(Z3_model_translate(context.raw, model.raw, other.raw));
        context.check()?;
        let copy = counted!(&other, made, Z3_model_inc_ref, Z3_model_dec_ref);
        text(call!(Z3_model_to_string(other.raw, copy.raw)));
        other.check()?;
        if let Native::Term(native) = self.terms.native(term)? {
            let mut value = translate(context, native, &other)?;
            let complete = true;
            if call!(Z3_model_eval(other.raw, copy.raw, value, complete, &mut value)) {
                other.print(other.keep(value)?)?;
            }
            other.check()?;
        }
        Ok(())
    }

    /// Prints assertions or formulas in one of several ways, and reads the text back where it can be read. What the
    /// parser refuses is no refusal of this action.
    pub(crate) fn print_and_parse(&mut self, formulas: &[TermId]) -> Result<(), SolverError> {
        let natives = self.plain_terms(formulas)?;
        let (mut way, read_to_solver) = (self.seed.pick(5), self.seed.pick(2) == 0);
        if self.lacks_a_definition() {
            // Z3 would break (traces/found/z3-print-undefined-recursion.c); these two do not print definitions.
            way %= 2;
        }
        let context = &self.context;
        let raw = context.raw;
        let printed = match (way, natives.as_slice()) {
            (0, _) => call!(Z3_solver_to_dimacs_string(raw, self.raw, read_to_solver)),
            (1, [.., last]) => call!(Z3_ast_to_string(raw, *last)),
            (2, [rest @ .., last]) => {
                let (name, logic, status) = (c"run".as_ptr(), c"ALL".as_ptr(), c"unknown".as_ptr());
                let (count, rest) = (rest.len() as c_uint, rest.as_ptr());
                let attributes = c"".as_ptr();
                call!(Z3_benchmark_to_smtlib_string(
                    raw, name, logic, status, attributes, count, rest, *last
                ))
            }
            _ => call!(Z3_solver_to_string(raw, self.raw)),
        };
        context.check()?;
        let printed = text(printed);
        // A text in which a symbol reads as something else could hold any command.
        if way >= 2 && context.symbols_are_writable() {
            // What is refused depends on the symbols that were drawn, and on what Z3 can print.
            let _ = parse(&printed, read_to_solver);
        }
        Ok(())
    }
}

fn translate(context: &Context, term: Z3_ast, other: &Context) -> Result<Z3_ast, SolverError> {
    let copy = call!(Z3_translate(context.raw, term, other.raw));
    context.check()?;
    other.keep(other.checked(copy)?)
}

fn parse(printed: &str, read_to_solver: bool) -> Result<(), SolverError> {
    let printed = c_string(printed)?;
    let other = Context::new()?;
    let made = call!(Z3_mk_solver(other.raw));
    let solver = counted!(&other, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
    if read_to_solver {
        call!(Z3_solver_from_string(other.raw, solver.raw, printed.as_ptr()));
        other.check()?;
    } else {
        let (text, none) = (printed.as_ptr(), 0);
        let made = call!(Z3_parse_smtlib2_string(
            other.raw,
            text,
            none,
            null(),
            null(),
            none,
            null(),
            null()
        ));
        for formula in other.vector(made)?.elements()? {
            call!(Z3_solver_assert(other.raw, solver.raw, formula));
            other.check()?;
        }
    }
    check_briefly(&solver).map(drop)
}
