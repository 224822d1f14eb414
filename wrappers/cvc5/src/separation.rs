//! The heap of separation logic. cvc5 wants its sorts declared before it sees a formula about it, while no
//! command says them: the first terms about a heap do.

use murxla_api::{Op, SolverError, SortId, Theory};

use crate::ffi::{self, NativeSort, NativeTerm, call};
use crate::guard;
use crate::solver::Instance;

/// What is known of the heap.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heap {
    /// A term about a heap was made.
    used: bool,
    /// The sort of locations.
    location: Option<NativeSort>,
    /// The sort of what they hold.
    data: Option<NativeSort>,
    /// The solver knows.
    declared: bool,
    /// Terms were made about heaps of several sorts, while there is one heap.
    mixed: bool,
}

impl Heap {
    /// Whether the solver knows of a heap.
    pub(crate) fn is_declared(&self) -> bool {
        self.declared
    }
}

impl Instance {
    /// Takes note of the sorts that a term about a heap has. The handles live as long as the instance.
    pub(crate) fn note_heap(
        &mut self,
        op: &Op,
        args: &[NativeTerm],
        sorts: &[SortId],
    ) -> Result<(), SolverError> {
        if op.theory != Theory::Separation {
            return Ok(());
        }
        self.heap.used = true;
        match (op.key, args, sorts) {
            ("OP_SEP_PTO", [location, data], _) => {
                let (location, data) =
                    (call!(cvc5_term_get_sort(*location)), call!(cvc5_term_get_sort(*data)));
                self.heap.mixed |= is_other(self.heap.location, location)?;
                self.heap.mixed |= is_other(self.heap.data, data)?;
                self.heap.location.get_or_insert(location);
                self.heap.data.get_or_insert(data);
            }
            ("OP_SEP_NIL", _, [sort]) => {
                let location = self.sorts.native(*sort)?;
                self.heap.mixed |= is_other(self.heap.location, location)?;
                self.heap.location.get_or_insert(location);
            }
            _ => {}
        }
        Ok(())
    }

    /// Tells the solver of the heap, once, before it sees a formula about it.
    pub(crate) fn declare_heap(&mut self) -> Result<(), SolverError> {
        // cvc5 does not look at it, and breaks on it later.
        if self.heap.mixed {
            return Err(SolverError::Unsupported("heaps of several sorts in one run".to_owned()));
        }
        if !self.heap.used || self.heap.declared {
            return Ok(());
        }
        if self.library.ends_process() {
            guard::need(!self.conduct.started, "the heap is declared before the first assertion")?;
        }
        // The heap can be declared only after a logic was set; without one, cvc5 takes this.
        if !self.conduct.logic_set {
            call!(cvc5_set_logic(self.solver, c"ALL".as_ptr()));
            self.conduct.logic_set = true;
        }
        // What no term has said is of no importance; integers are always there.
        let unsaid = ffi::live(call!(cvc5_get_integer_sort(self.tm)), "sort")?;
        let location = self.heap.location.unwrap_or(unsaid);
        let data = self.heap.data.unwrap_or(unsaid);
        call!(cvc5_declare_sep_heap(self.solver, location, data));
        self.heap.location = Some(location);
        self.heap.data = Some(data);
        self.heap.declared = true;
        Ok(())
    }
}

/// Whether a sort is another than the one that is known.
fn is_other(known: Option<NativeSort>, sort: NativeSort) -> Result<bool, SolverError> {
    match known {
        None => Ok(false),
        Some(known) => Ok(!call!(cvc5_sort_is_equal(known, sort))),
    }
}
