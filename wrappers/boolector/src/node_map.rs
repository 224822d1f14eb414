//! Boolector's maps of nodes, by which it replaces terms in terms that are of bit-vectors alone.

use std::ffi::c_void;

use murxla_api::{SolverError, TermId, inspect};

use crate::errors::{present, rejected};
use crate::ffi::{BoolectorNodeMap, Btor, Node, call};
use crate::handles::{OwnedNode, release};
use crate::solver::BoolectorSolver;
use crate::terms::{Made, copy};

/// A map, deleted when this goes out of scope.
struct Map(*mut BoolectorNodeMap);

impl Map {
    fn new(btor: *mut Btor) -> Result<Map, SolverError> {
        present(call!(boolector_nodemap_new(btor)), "boolector_nodemap_new").map(Map)
    }

    fn delete(&self) -> Result<(), SolverError> {
        call!(boolector_nodemap_delete(self.0));
        Ok(())
    }

    /// Maps nodes, of which the first of several that are the same counts. Tells how many were mapped.
    fn fill(&self, from: &[Node], to: &[Node]) -> Result<u32, SolverError> {
        let mut count = 0;
        for (from, to) in from.iter().zip(to) {
            if call!(boolector_nodemap_mapped(self.0, *from)).is_null() {
                call!(boolector_nodemap_map(self.0, *from, *to));
                count += 1;
            }
        }
        Ok(count)
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // Nobody is left to tell of a failure.
        let _ = self.delete();
    }
}

/// Maps nothing by itself.
unsafe extern "C" fn map_nothing(_: *mut Btor, _: *mut c_void, _: Node) -> Node {
    std::ptr::null_mut()
}

unsafe extern "C" fn release_mapped(btor: *mut Btor, node: Node) {
    // It is called for what the function above gives, and that is nothing.
    let _ = release(btor, node);
}

/// A term with all of `from` replaced at once.
pub(crate) fn substituted(
    btor: *mut Btor,
    term: Node,
    from: &[Node],
    to: &[Node],
) -> Result<OwnedNode, SolverError> {
    let map = Map::new(btor)?;
    map.fill(from, to)?;
    let node = call!(boolector_nodemap_substitute_node(btor, map.0, term));
    copy(btor, present(node, "boolector_nodemap_substitute_node")?)
}

impl BoolectorSolver {
    /// A term with all of `from` replaced at once, by a map.
    pub(crate) fn substitute(
        &mut self,
        term: TermId,
        from: &[TermId],
        to: &[TermId],
    ) -> Result<TermId, SolverError> {
        if from.len() != to.len() {
            return rejected("as many replacements as terms are needed");
        }
        let parts = self.parts;
        // They are made for model checking: functions and binders they refuse in the midst of it.
        if parts.arrays || parts.functions || parts.quantifiers || parts.variables {
            return Err(SolverError::Unsupported(
                "maps of nodes that are no bit-vectors".to_owned(),
            ));
        }
        let btor = self.btor();
        let node = self.terms.closed(term, "the term")?;
        let close = |solver: &BoolectorSolver, all: &[TermId]| -> Result<Vec<Node>, SolverError> {
            all.iter().map(|one| solver.terms.closed(*one, "the term")).collect()
        };
        let (natives, values) = (close(self, from)?, close(self, to)?);
        let map = Map::new(btor)?;
        let count = map.fill(&natives, &values)?;
        let told = call!(boolector_nodemap_count(map.0));
        inspect("boolector_nodemap_count", "the number of nodes", count, told)?;
        let is_extended = self.seed.pick(2) == 0;
        let replaced = match is_extended {
            true => call!(boolector_nodemap_extended_substitute_node(
                btor,
                map.0,
                std::ptr::null_mut(),
                Some(map_nothing),
                Some(release_mapped),
                node
            )),
            false => call!(boolector_nodemap_substitute_node(btor, map.0, node)),
        };
        let replaced = copy(btor, present(replaced, "boolector_nodemap_substitute_node")?)?;
        let sort = self.terms.sort(term)?.clone();
        let made = Made::Mapped { term, from: from.to_vec(), to: to.to_vec() };
        Ok(self.terms.add_closed(replaced, sort, made))
    }
}
