//! Copies of an instance.

use murxla_api::{Answer, SolverError, inspect};

use crate::commands::answer_of;
use crate::ffi::call;
use crate::handles::{Instance, OwnedNode};
use crate::solver::BoolectorSolver;

/// How many terms are looked for in a copy.
const LOOKED_FOR: usize = 20;

impl BoolectorSolver {
    /// A copy has the same nodes and options, and gives the same answer.
    pub(crate) fn ask_clone(&mut self) -> Result<(), SolverError> {
        let btor = self.btor();
        let copy = Instance::clone_of(btor)?;
        let known = call!(boolector_get_refs(btor));
        let told = call!(boolector_get_refs(copy.0));
        inspect("boolector_clone", "the number of references", known, told)?;
        for option in self.knowledge.options.list.iter().step_by(7) {
            let known = self.knowledge.options.value(btor, &option.name)?;
            let told = self.knowledge.options.value(copy.0, &option.name)?;
            inspect("boolector_clone", "the value of an option", known, told)?;
        }
        let symbols: Vec<_> = self.symbols.iter().take(LOOKED_FOR).cloned().collect();
        for symbol in &symbols {
            let node = self.terms.node(symbol.term)?;
            let there = OwnedNode::new(copy.0, call!(boolector_match_node(copy.0, node)));
            let known = call!(boolector_get_node_id(btor, node));
            let told = call!(boolector_get_node_id(copy.0, there.node));
            inspect("boolector_match_node", "the number in a copy", known, told)?;
            let known = call!(boolector_get_width(btor, node));
            let told = call!(boolector_get_width(copy.0, there.node));
            inspect("boolector_match_node", "the width in a copy", known, told)?;
        }
        let may_check = self.options.incremental || !self.was_checked;
        let has_assumptions = !self.assumptions.is_empty() || self.assumes_all();
        let Some(answer) = self.last_answer.filter(|_| may_check && !has_assumptions) else {
            return Ok(());
        };
        if answer == Answer::Unknown {
            return Ok(());
        }
        // It asks the callback of the one that it was copied from.
        self.terminator.begin();
        let again = answer_of(call!(boolector_sat(copy.0)))?;
        if again != Answer::Unknown {
            inspect("boolector_sat", "the answer of a copy", answer, again)?;
        }
        Ok(())
    }
}
