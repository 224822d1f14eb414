//! Owners of native objects. Every function of Boolector that makes a sort or a node gives a reference of its own, to be released
//! once, in the instance that made it.

use std::ffi::c_char;

use murxla_api::SolverError;

use crate::errors::present;
use crate::ffi::{BoolectorSort, Btor, Node, call, text};

/// A node with one reference, released when this goes out of scope.
pub(crate) struct OwnedNode {
    btor: *mut Btor,
    pub(crate) node: Node,
}

impl OwnedNode {
    /// Owns a node that was just made.
    pub(crate) fn new(btor: *mut Btor, node: Node) -> OwnedNode {
        OwnedNode { btor, node }
    }

    /// The node, whose reference is now the caller's to release.
    pub(crate) fn into_native(self) -> Node {
        let node = self.node;
        std::mem::forget(self);
        node
    }
}

impl Drop for OwnedNode {
    fn drop(&mut self) {
        // Nobody is left to tell of a failure.
        let _ = release(self.btor, self.node);
    }
}

/// Releases one reference of a node.
pub(crate) fn release(btor: *mut Btor, node: Node) -> Result<(), SolverError> {
    call!(boolector_release(btor, node));
    Ok(())
}

/// Releases one reference of a sort.
pub(crate) fn release_sort(btor: *mut Btor, sort: BoolectorSort) -> Result<(), SolverError> {
    call!(boolector_release_sort(btor, sort));
    Ok(())
}

/// A native instance that is deleted when this goes out of scope, with all its nodes.
pub(crate) struct Instance(pub(crate) *mut Btor);

impl Instance {
    /// A new one.
    pub(crate) fn new() -> Result<Instance, SolverError> {
        present(call!(boolector_new()), "boolector_new").map(Instance)
    }

    /// A copy of another one, with the same nodes under the same numbers.
    pub(crate) fn clone_of(btor: *mut Btor) -> Result<Instance, SolverError> {
        present(call!(boolector_clone(btor)), "boolector_clone").map(Instance)
    }

    fn delete(&self) -> Result<(), SolverError> {
        call!(boolector_release_all(self.0));
        call!(boolector_delete(self.0));
        Ok(())
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let _ = self.delete();
    }
}

/// A copy of a text that Boolector made for us, which is freed by the function that is given.
pub(crate) fn taken_text(
    string: *const c_char,
    free: impl FnOnce(*const c_char) -> Result<(), SolverError>,
) -> Result<String, SolverError> {
    let copy = text(string).unwrap_or_default();
    free(string)?;
    Ok(copy)
}
