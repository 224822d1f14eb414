//! Quantifiers: the rows of a body for one value of the variables after the other.

use murxla_api::meaning::Unknown;
use murxla_api::{Binder, Sort};

use super::rows::{Rows, columns_of};
use super::{Columns, demand};
use crate::eval::domain::Domain;
use crate::smt::{Graph, Term, Variable};

impl Columns {
    /// Computes the row of a quantifier; `false` if that cannot be done row by row.
    pub(super) fn quantified(
        &mut self,
        graph: &Graph,
        term: Term,
        binder: Binder,
        variables: &[Variable],
        bodies: &[Term],
    ) -> bool {
        let (Some(cone), [body]) = (self.cones.get(term), bodies) else { return false };
        let sorts: Vec<Sort> =
            variables.iter().map(|one| graph.variable(*one).sort.clone()).collect();
        let Ok(mut domain) = Domain::new(binder, &sorts, graph.sort(term)) else { return false };
        // The columns that one value decides are those of a counterexample or of a witness.
        let decides_if = binder == Binder::Exists;
        let all = self.rows.all();
        let mut decided = 0;
        let mut doubts: [Option<Unknown>; 64] = [const { None }; 64];
        let mut doubtful = 0;
        let mut cut_short = false;
        while let Some(values) = domain.advance() {
            self.spend(demand::STEP);
            match self.steps.checked_sub(1 + cone.terms.len() as u64) {
                Some(rest) if self.may_work() => self.steps = rest,
                _ => {
                    (cut_short, self.out_of_steps) = (true, true);
                    break;
                }
            }
            for (place, value) in cone.variables.iter().zip(values) {
                if let Some(place) = *place {
                    self.rows.set_each(place, graph.sort(place), |_, _| Ok(value.clone()));
                }
            }
            for part in &cone.terms {
                self.compute(graph, *part);
            }
            let truths = self.truths_of(self.rows.row(*body));
            let holds = if decides_if { truths.holds } else { !truths.holds & truths.known };
            decided |= holds;
            let unknown = !truths.known & all & !doubtful;
            if self.rows.keeps_reasons() {
                let row = self.rows.row(*body);
                for column in columns_of(unknown) {
                    doubts[column] = Some(self.rows.reason(row, column));
                }
            }
            doubtful |= unknown;
            if decided == all {
                break;
            }
        }
        let certain = domain.is_complete() && !cut_short;
        let known = if certain { decided | (all & !doubtful) } else { decided };
        let holds = if decides_if { decided } else { !decided & all };
        self.rows.set_truths(term, holds, known, |_: &Rows, column| match doubts[column].take() {
            Some(doubt) => doubt,
            None if cut_short => Unknown::TooLarge("the number of steps that its evaluation takes"),
            None => Domain::incomplete(),
        });
        true
    }
}
