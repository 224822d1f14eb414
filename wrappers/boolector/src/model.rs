//! The model as a whole, simplifying, and assumptions.

use murxla_api::{Answer, Reply, SolverError, TermId};

use crate::commands::answer_of;
use crate::errors::rejected;
use crate::ffi::call;
use crate::solver::BoolectorSolver;
use crate::text_stream::Sink;
use crate::values::Reader;

impl BoolectorSolver {
    /// Reads the values of all constants, and prints the model in both formats to nowhere.
    pub(crate) fn print_model(&mut self) -> Result<Reply, SolverError> {
        if !self.answered(Answer::Sat) {
            return rejected("there is no model");
        }
        let (btor, sink) = (self.btor(), Sink::open()?);
        let stream = sink.stream();
        for format in [c"btor", c"smt2"] {
            let format = format.as_ptr().cast_mut();
            call!(boolector_print_model(btor, format, stream));
        }
        for symbol in self.symbols.clone() {
            let sort = self.terms.sort(symbol.term)?.clone();
            let node = self.terms.node(symbol.term)?;
            Reader { btor, seed: &mut self.seed }.read(node, &sort)?;
        }
        Ok(Reply::Done)
    }

    /// Simplifies what is asserted.
    pub(crate) fn simplify_assertions(&mut self) -> Result<(), SolverError> {
        let btor = self.btor();
        let result = call!(boolector_simplify(btor));
        self.assertions_changed();
        answer_of(result).map(|_| ())
    }

    /// Assumes formulas and makes assertions of them. Boolector does so below all levels, so where one is open they are
    /// asserted.
    pub(crate) fn fixate(&mut self, formulas: &[TermId]) -> Result<(), SolverError> {
        if self.assertions.open_levels() > 0 || self.assumes_all() {
            for formula in formulas {
                self.assert(*formula)?;
            }
            return Ok(());
        }
        let btor = self.btor();
        let mut nodes = Vec::new();
        for formula in formulas {
            nodes.push((*formula, self.formula(*formula, "an assumption")?));
        }
        // Those of the last check are not meant.
        call!(boolector_reset_assumptions(btor));
        for (_, node) in &nodes {
            call!(boolector_assume(btor, *node));
        }
        call!(boolector_fixate_assumptions(btor));
        for (formula, node) in nodes {
            self.assertions.assert(formula, node);
        }
        self.assertions_changed();
        Ok(())
    }

    /// Assumes formulas, and takes that back.
    pub(crate) fn take_back(&mut self, formulas: &[TermId]) -> Result<(), SolverError> {
        let btor = self.btor();
        for formula in formulas {
            let node = self.formula(*formula, "an assumption")?;
            call!(boolector_assume(btor, node));
        }
        call!(boolector_reset_assumptions(btor));
        self.assertions_changed();
        Ok(())
    }

    /// Checks what is asserted, as far as so many lemmas or conflicts lead.
    pub(crate) fn check_with_limit(&mut self, limit: &str) -> Result<(), SolverError> {
        let Ok(limit) = limit.parse::<i32>() else { return rejected("the limit is a number") };
        if !self.options.incremental && self.was_checked {
            return rejected("a second check needs the option incremental");
        }
        let btor = self.btor();
        let all = if self.assumes_all() { self.assertions.formulas() } else { &[] };
        for (_, node) in all {
            call!(boolector_assume(btor, *node));
        }
        self.assertions_changed();
        self.was_checked = true;
        self.terminator.begin();
        let result = call!(boolector_limited_sat(btor, limit, limit));
        answer_of(result).map(|_| ())
    }
}
