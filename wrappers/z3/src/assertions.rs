//! The assertions of an instance with their labels, and the cores that name them.

use murxla_api::{Answer, Reply, SolverError, TermId};
use murxla_native::ids_of;

use crate::ffi::{Z3_ast, call};
use crate::solver::Z3Solver;

/// An asserted formula.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asserted {
    pub(crate) formula: Z3_ast,
    /// The Boolean constant that stands for it in cores.
    label: Option<Z3_ast>,
}

impl Z3Solver {
    pub(crate) fn assert(&mut self, id: TermId) -> Result<Reply, SolverError> {
        let formula = self.plain_term(id)?;
        let context = &self.context;
        if self.standard.unsat_cores {
            let bool = call!(Z3_mk_bool_sort(context.raw));
            let bool = context.checked(bool)?;
            let made = call!(Z3_mk_fresh_const(context.raw, c"track".as_ptr(), bool));
            let label = context.keep(context.checked(made)?)?;
            return self.assert_labelled(id, formula, label);
        }
        call!(Z3_solver_assert(context.raw, self.raw, formula));
        context.check()?;
        self.asserted.assert(id, Asserted { formula, label: None });
        self.last_answer = None;
        Ok(Reply::Done)
    }

    /// The label is the constant of that name, so nothing else may have it.
    pub(crate) fn assert_named(&mut self, id: TermId, name: &str) -> Result<Reply, SolverError> {
        let formula = self.plain_term(id)?;
        let context = &self.context;
        let symbol = context.symbol(name)?;
        let bool = call!(Z3_mk_bool_sort(context.raw));
        let bool = context.checked(bool)?;
        let made = call!(Z3_mk_const(context.raw, symbol, bool));
        let label = context.keep(context.checked(made)?)?;
        if self.labels.contains(&label) || self.constants.contains(&label) {
            return Err(SolverError::Rejected(format!(
                "murxla refuses it: the name {name} is in use"
            )));
        }
        let reply = self.assert_labelled(id, formula, label)?;
        self.labels.insert(label);
        Ok(reply)
    }

    fn assert_labelled(
        &mut self,
        id: TermId,
        formula: Z3_ast,
        label: Z3_ast,
    ) -> Result<Reply, SolverError> {
        call!(Z3_solver_assert_and_track(self.context.raw, self.raw, formula, label));
        self.context.check()?;
        self.asserted.assert(id, Asserted { formula, label: Some(label) });
        self.last_answer = None;
        Ok(Reply::Done)
    }

    /// The labels of asserted formulas, with the formulas.
    fn labelled(&self) -> Vec<(TermId, Z3_ast)> {
        let asserted = self.asserted.formulas().iter();
        asserted.filter_map(|(id, asserted)| Some((*id, asserted.label?))).collect()
    }

    /// The literals of the last core: labels of asserted formulas, and assumptions.
    fn core(&self) -> Result<Vec<Z3_ast>, SolverError> {
        let made = call!(Z3_solver_get_unsat_core(self.context.raw, self.raw));
        self.context.vector(made)?.elements()
    }

    pub(crate) fn unsat_core(&self) -> Result<Reply, SolverError> {
        if !self.standard.unsat_cores {
            return Err(SolverError::Rejected("produce-unsat-cores is off".to_owned()));
        }
        // The core holds assumptions too; they belong to get-unsat-assumptions.
        let assumed = self.assumptions.as_deref().unwrap_or_default();
        let labelled = self.labelled();
        let labels = self.core()?.into_iter().filter(|literal| {
            let is_label = labelled.iter().any(|(_, label)| label == literal);
            is_label || !assumed.iter().any(|(_, assumption)| assumption == literal)
        });
        ids_of(&labelled, labels, "the unsat core").map(Reply::Terms)
    }

    pub(crate) fn unsat_assumptions(&self) -> Result<Reply, SolverError> {
        let Some(assumed) = &self.assumptions else {
            return Err(SolverError::Rejected("the last check had no assumptions".to_owned()));
        };
        if !self.standard.unsat_assumptions {
            return Err(SolverError::Rejected("produce-unsat-assumptions is off".to_owned()));
        }
        let labelled = self.labelled();
        let failed = self.core()?.into_iter().filter(|literal| {
            let is_assumption = assumed.iter().any(|(_, assumption)| assumption == literal);
            is_assumption || !labelled.iter().any(|(_, label)| label == literal)
        });
        ids_of(assumed, failed, "the list of unsat assumptions").map(Reply::Terms)
    }

    /// The assertions that Z3 tells, as far as they are what was asserted: it may have taken them apart.
    pub(crate) fn assertions(&self) -> Result<Reply, SolverError> {
        let made = call!(Z3_solver_get_assertions(self.context.raw, self.raw));
        let told = self.context.vector(made)?;
        let mut ids = Vec::new();
        for formula in told.elements()? {
            let parts = self.label_and_formula(formula)?;
            let asserted = self.asserted.formulas().iter();
            let mut same = asserted.filter(|(_, asserted)| match asserted.label {
                None => asserted.formula == formula,
                Some(label) => parts == Some((label, asserted.formula)),
            });
            ids.extend(same.next().map(|(id, _)| *id));
        }
        Ok(Reply::Terms(ids))
    }

    /// Z3 keeps a formula with a label as an implication.
    fn label_and_formula(&self, formula: Z3_ast) -> Result<Option<(Z3_ast, Z3_ast)>, SolverError> {
        if self.decl_kind(formula)? != self.kinds.of("OP_IMPLIES") {
            return Ok(None);
        }
        Ok(match self.children(formula)?.as_slice() {
            [label, formula] => Some((*label, *formula)),
            _ => None,
        })
    }

    /// The answer of the last check without assumptions, if nothing changed since.
    pub(crate) fn plain_answer(&self) -> Option<Answer> {
        self.last_answer.filter(|_| self.assumptions.is_none())
    }
}
