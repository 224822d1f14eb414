//! Separation logic: a run has one heap, of one sort of locations and one sort of what they hold.

use murxla_api::{DrawnApplication, Op, Sort, Theory};

use super::database::Term;
use super::generator::Generator;

const POINTS_TO: &str = "OP_SEP_PTO";

impl Generator<'_> {
    /// Whether arguments are of the heap: an argument may have told its sorts after the others were drawn.
    pub(super) fn is_of_heap(&self, op: &Op, args: &[Term]) -> bool {
        match (&self.session.heap, args) {
            (Some((location, data)), [first, second]) if op.key == POINTS_TO => {
                *location == first.sort && *data == second.sort
            }
            _ => true,
        }
    }

    /// A term of this operator was made.
    pub(super) fn remember_heap(&mut self, op: &Op, args: &[Term]) {
        if let ([location, data], None) = (args, &self.session.heap)
            && op.key == POINTS_TO
        {
            self.session.heap = Some((location.sort.clone(), data.sort.clone()));
        }
    }

    /// Gives the application the sorts of the heap; `None` if there cannot be one.
    pub(super) fn fit_heap(
        &mut self,
        op: &Op,
        wanted: Option<&Sort>,
        drawn: &mut DrawnApplication,
    ) -> Option<()> {
        if op.theory != Theory::Separation {
            return Some(());
        }
        let Some((location, data)) = &self.session.heap else {
            // The first term about the heap tells its sorts, before the solver sees any formula.
            if op.key != POINTS_TO || self.session.solving {
                return None;
            }
            return Some(());
        };
        *drawn = match (op.key, drawn.sorts.len()) {
            (POINTS_TO, _) => {
                let args = vec![location.clone(), data.clone()];
                DrawnApplication::plain(args, drawn.result.clone())
            }
            // The location that points nowhere.
            (_, 1) if wanted.is_some_and(|wanted| wanted != location) => return None,
            (_, 1) => DrawnApplication {
                sorts: vec![location.clone()],
                ..DrawnApplication::plain(Vec::new(), location.clone())
            },
            _ => return Some(()),
        };
        Some(())
    }
}
