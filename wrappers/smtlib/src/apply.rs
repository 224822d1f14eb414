//! Applications of operators.

use murxla_api::smtlib::form;
use murxla_api::{
    Application, ApplicationSorts, Fold, Op, SolverError, Sort, SortKind, TermId,
    higher_order_sort_of, theory,
};

use crate::solver::{SmtlibSolver, rejected, unsupported};
use crate::terms::Made;

impl SmtlibSolver {
    /// An application to arguments of which each has its place; more arguments than an operator takes are written out.
    pub(crate) fn apply(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        let Application { op, names, indices, args, .. } = *application;
        let sorts = self.sorts_of(application.sorts)?;
        let arg_sorts = self.term_sorts(args)?;
        let seen = ApplicationSorts { sorts: &sorts, names, indices, args: &arg_sorts };
        let sort = higher_order_sort_of(op, &seen).or_else(|error| rejected(error.to_string()))?;
        let two_only = self.known.binary.contains(&op.key);
        if two_only && args.len() > 2 && op.fold != Fold::None {
            return self.fold(application);
        }
        self.require_first_order(op, args)?;
        let form = form(op, &sorts, names, indices, args.len(), self.known.dialect)
            .or_else(|error| unsupported(error.to_string()))?;
        let free = match (op.key, args.split_last()) {
            // The variables of the pattern are bound in the body.
            ("OP_DT_MATCH_BIND_CASE", Some((body, bound))) => {
                let mut free = self.terms.free(&[*body]);
                free.retain(|var| !bound.contains(var));
                free
            }
            _ => self.terms.free(args),
        };
        self.keep(sort, Made::Applied(form, args.to_vec()), free)
    }

    /// Where functions are no terms they can only be applied, by name.
    pub(crate) fn require_first_order(&self, op: &Op, args: &[TermId]) -> Result<(), SolverError> {
        for (place, id) in args.iter().enumerate() {
            let term = self.term(*id)?;
            if term.sort.kind() != SortKind::Fun {
                continue;
            }
            let is_head = place == 0 && op.key == "OP_UF_APPLY" && term.is_symbol;
            if !is_head && (!self.known.file.higher_order || op.key == "OP_UF_APPLY") {
                return unsupported(format!("a function as an argument of {}", op.key));
            }
        }
        Ok(())
    }

    pub(crate) fn keep(
        &mut self,
        sort: Sort,
        made: Made,
        free: Vec<TermId>,
    ) -> Result<TermId, SolverError> {
        let id = self.terms.add(sort, made, free);
        match self.terms.is_too_long(id) {
            true => unsupported("a term whose text is very long"),
            false => Ok(id),
        }
    }

    pub(crate) fn fold(&mut self, application: &Application<'_>) -> Result<TermId, SolverError> {
        let args = application.args;
        let and = theory::operator("OP_AND");
        let two = |solver: &mut SmtlibSolver, one: TermId, other: TermId| {
            solver.apply(&Application { args: &[one, other], ..*application })
        };
        let Some((last, before)) = args.split_last() else { return rejected("no arguments") };
        match application.op.fold {
            Fold::RightAssoc => {
                let mut folded = *last;
                for arg in before.iter().rev() {
                    folded = two(self, *arg, folded)?;
                }
                Ok(folded)
            }
            Fold::Chainable | Fold::Pairwise => {
                let pairwise = application.op.fold == Fold::Pairwise;
                let mut parts = Vec::new();
                for (place, one) in args.iter().enumerate() {
                    let others = args.iter().skip(place + 1);
                    for other in others.take(if pairwise { usize::MAX } else { 1 }) {
                        parts.push(two(self, *one, *other)?);
                    }
                }
                match and {
                    Some(op) => self.apply(&Application {
                        op,
                        sorts: &[],
                        names: &[],
                        indices: &[],
                        args: &parts,
                    }),
                    None => unsupported("a conjunction"),
                }
            }
            _ => {
                let mut folded = *args.first().unwrap_or(last);
                for arg in args.iter().skip(1) {
                    folded = two(self, folded, *arg)?;
                }
                Ok(folded)
            }
        }
    }
}
