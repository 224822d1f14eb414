//! Solvers on the side: formulas asked of a native solver of their own, with little effort, over the same terms, so that what
//! an engine says can be compared with it and nothing of it stays behind.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::{CStr, CString};

use murxla_api::{Answer, SolverError, TermId};

use crate::ffi::{self, NativeResult, NativeSolver, NativeSort, NativeTerm, call};
use crate::solver::Instance;

/// The effort of what is asked on the side, in cvc5's own units.
const EFFORT: &CStr = c"3000";

/// The same for what looks for a term, which asks many questions.
pub(crate) const EFFORT_OF_SEARCH: Setting<'_> = (c"rlimit-per", c"15000");

/// Operators that cvc5 takes with these alone.
const EXPERIMENTAL: &[&CStr] = &[c"arrays-exp", c"fp-exp", c"sets-exp", c"strings-exp"];

/// A term with more parts is not asked about on the side.
const MOST_PARTS: usize = 400;

/// An option and its value.
pub(crate) type Setting<'a> = (&'a CStr, &'a CStr);

/// A native solver that is deleted with its last use.
pub(crate) struct Side {
    pub(crate) native: NativeSolver,
}

impl Drop for Side {
    fn drop(&mut self) {
        let delete = || -> Result<(), SolverError> {
            call!(cvc5_delete(self.native));
            Ok(())
        };
        // Nobody is left to tell of a failure.
        let _ = delete();
    }
}

impl Side {
    pub(crate) fn assert(&self, formula: NativeTerm) -> Result<(), SolverError> {
        call!(cvc5_assert_formula(self.native, formula));
        Ok(())
    }

    /// What a check says; `None` if cvc5 refuses it.
    pub(crate) fn check(&self) -> Result<Option<Answer>, SolverError> {
        self.unless_refused(|| answer_of(call!(cvc5_check_sat(self.native))))
    }

    /// What comes of a call in which cvc5 works; `None` if it is refused, as some theories are by some engines.
    pub(crate) fn unless_refused<T>(
        &self,
        call: impl FnOnce() -> Result<T, SolverError>,
    ) -> Result<Option<T>, SolverError> {
        match call() {
            Ok(given) => Ok(Some(given)),
            Err(SolverError::Rejected(_) | SolverError::Unsupported(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The answer that a result is; its handle is given back.
pub(crate) fn answer_of(result: NativeResult) -> Result<Answer, SolverError> {
    let result = ffi::live(result, "result")?;
    let answer = answer_told(result)?;
    call!(cvc5_result_release(result));
    Ok(answer)
}

/// The answer that a result is.
pub(crate) fn answer_told(result: NativeResult) -> Result<Answer, SolverError> {
    Ok(if call!(cvc5_result_is_sat(result)) {
        Answer::Sat
    } else if call!(cvc5_result_is_unsat(result)) {
        Answer::Unsat
    } else {
        Answer::Unknown
    })
}

/// Handles that are given back together.
#[derive(Default)]
pub(crate) struct Held {
    terms: RefCell<Vec<NativeTerm>>,
    sorts: RefCell<Vec<NativeSort>>,
}

impl Held {
    /// A term that was given to us.
    pub(crate) fn term(&self, native: NativeTerm) -> Result<NativeTerm, SolverError> {
        let native = ffi::live(native, "term")?;
        self.terms.borrow_mut().push(native);
        Ok(native)
    }

    /// A term that was given to us, or NULL.
    pub(crate) fn term_or_none(
        &self,
        native: NativeTerm,
    ) -> Result<Option<NativeTerm>, SolverError> {
        if native.is_null() { Ok(None) } else { self.term(native).map(Some) }
    }

    /// A list of terms that was given to us.
    ///
    /// # Safety
    /// `list` is NULL or points to `count` terms.
    pub(crate) unsafe fn terms(
        &self,
        list: *const NativeTerm,
        count: usize,
    ) -> Result<Vec<NativeTerm>, SolverError> {
        // SAFETY: as the caller promised.
        let terms = unsafe { ffi::list(list, count) };
        if terms.len() != count {
            return Err(SolverError::Broken("cvc5 gave no list of terms".to_owned()));
        }
        terms.into_iter().map(|term| self.term(term)).collect()
    }

    /// A sort that was given to us.
    pub(crate) fn sort(&self, native: NativeSort) -> Result<NativeSort, SolverError> {
        let native = ffi::live(native, "sort")?;
        self.sorts.borrow_mut().push(native);
        Ok(native)
    }

    /// A list of sorts that was given to us.
    ///
    /// # Safety
    /// `list` is NULL or points to `count` sorts.
    pub(crate) unsafe fn sorts(
        &self,
        list: *const NativeSort,
        count: usize,
    ) -> Result<Vec<NativeSort>, SolverError> {
        // SAFETY: as the caller promised.
        let sorts = unsafe { ffi::list(list, count) };
        sorts.into_iter().map(|sort| self.sort(sort)).collect()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let release = || -> Result<(), SolverError> {
            for term in self.terms.borrow_mut().drain(..) {
                call!(cvc5_term_release(term));
            }
            for sort in self.sorts.borrow_mut().drain(..) {
                call!(cvc5_sort_release(sort));
            }
            Ok(())
        };
        // Nobody is left to tell of a failure.
        let _ = release();
    }
}

/// What terms are made of.
#[derive(Default)]
pub(crate) struct Parts {
    /// All of them, each once; what holds another comes before it.
    pub(crate) all: Vec<NativeTerm>,
    /// Free constants and functions.
    pub(crate) constants: Vec<NativeTerm>,
    /// Their kinds.
    kinds: HashSet<String>,
}

impl Parts {
    pub(crate) fn has(&self, kind: &str) -> bool {
        self.kinds.contains(kind)
    }

    pub(crate) fn has_binders(&self) -> bool {
        ["FORALL", "EXISTS", "LAMBDA", "WITNESS", "SET_COMPREHENSION", "MATCH_BIND_CASE"]
            .iter()
            .any(|kind| self.has(kind))
    }
}

impl Instance {
    /// A solver with the same terms in which nothing is asserted, for an engine: with few options, or with those of the run.
    pub(crate) fn side(&self, options: &[Setting<'_>]) -> Result<Side, SolverError> {
        let lent = if self.lends_settings { self.settings.as_slice() } else { &[] };
        self.new_side(lent, options)
    }

    fn new_side(
        &self,
        lent: &[(CString, CString)],
        options: &[Setting<'_>],
    ) -> Result<Side, SolverError> {
        let side = Side { native: ffi::live(call!(cvc5_new(self.tm)), "solver")? };
        let set = |name: &CStr, value: &CStr| -> Result<(), SolverError> {
            call!(cvc5_set_option(side.native, name.as_ptr(), value.as_ptr()));
            Ok(())
        };
        for (name, value) in lent {
            set(name, value)?;
        }
        let known = |name: &CStr| {
            let options = &self.library.options;
            options.iter().any(|option| option.name.as_bytes() == name.to_bytes())
        };
        for name in EXPERIMENTAL.iter().filter(|name| known(name)) {
            set(name, c"true")?;
        }
        set(c"rlimit-per", EFFORT)?;
        for (name, value) in options {
            set(name, value)?;
        }
        if self.conduct.higher_order {
            call!(cvc5_set_logic(side.native, c"HO_ALL".as_ptr()));
        }
        Ok(side)
    }

    /// A solver without options, which judges.
    pub(crate) fn plain_side(&self) -> Result<Side, SolverError> {
        self.new_side(&[], &[])
    }

    /// The same with formulas asserted; `None` if cvc5 refuses one of them.
    pub(crate) fn side_with(
        &self,
        options: &[Setting<'_>],
        formulas: &[NativeTerm],
    ) -> Result<Option<Side>, SolverError> {
        let side = self.side(options)?;
        let asserted =
            side.unless_refused(|| formulas.iter().try_for_each(|it| side.assert(*it)))?;
        Ok(asserted.map(|()| side))
    }

    /// Whether formulas can be true together, as a plain solver says with little effort; `None` if it refuses them.
    pub(crate) fn brief_answer(
        &self,
        formulas: &[NativeTerm],
    ) -> Result<Option<Answer>, SolverError> {
        let side = self.plain_side()?;
        let asserted =
            side.unless_refused(|| formulas.iter().try_for_each(|it| side.assert(*it)))?;
        match asserted {
            Some(()) => side.check(),
            None => Ok(None),
        }
    }

    /// Formulas that can be asked about on the side: none about a heap, none that is large or that only cvc5 can make, and each
    /// once.
    pub(crate) fn plain_formulas(
        &self,
        formulas: &[TermId],
        held: &Held,
    ) -> Result<Option<Vec<NativeTerm>>, SolverError> {
        let natives = self.terms.natives(formulas)?;
        let Some(parts) = self.parts(&natives, held)? else { return Ok(None) };
        let is_strange = |kind: &String| {
            kind.starts_with("SEP_") || matches!(kind.as_str(), "SKOLEM" | "INTERNAL_KIND" | "")
        };
        if parts.kinds.iter().any(is_strange) {
            return Ok(None);
        }
        let mut once = Vec::new();
        for native in natives {
            if !once.contains(&native) {
                once.push(native);
            }
        }
        Ok(Some(once))
    }

    /// What terms are made of; `None` if that is much.
    pub(crate) fn parts(
        &self,
        roots: &[NativeTerm],
        held: &Held,
    ) -> Result<Option<Parts>, SolverError> {
        let mut parts = Parts::default();
        let mut seen = HashSet::new();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(call!(cvc5_term_get_id(term))) {
                continue;
            }
            if seen.len() > MOST_PARTS {
                return Ok(None);
            }
            let kind = self.kind_name(term)?;
            if kind == "CONSTANT" {
                parts.constants.push(term);
            }
            if !parts.kinds.contains(kind) {
                parts.kinds.insert(kind.to_owned());
            }
            parts.all.push(term);
            for place in 0..call!(cvc5_term_get_num_children(term)) {
                stack.push(held.term(call!(cvc5_term_get_child(term, place)))?);
            }
        }
        Ok(Some(parts))
    }

    /// An application of a kind.
    pub(crate) fn made(
        &self,
        kind: &str,
        args: &[NativeTerm],
        held: &Held,
    ) -> Result<NativeTerm, SolverError> {
        held.term(self.apply_kind(self.library.kinds.require(kind)?, args)?)
    }

    /// Whether `formula` follows from `premises`, unless somebody proves the contrary: then the term that does not follow.
    pub(crate) fn may_follow(
        &self,
        premises: &[NativeTerm],
        formula: NativeTerm,
        held: &Held,
    ) -> Result<bool, SolverError> {
        let mut asked = premises.to_vec();
        asked.push(self.made("NOT", &[formula], held)?);
        Ok(self.brief_answer(&asked)? != Some(Answer::Sat))
    }

    /// The term with constants replaced.
    pub(crate) fn replaced(
        &self,
        term: NativeTerm,
        from: &[NativeTerm],
        to: &[NativeTerm],
        held: &Held,
    ) -> Result<NativeTerm, SolverError> {
        let (count, from, to) = (from.len().min(to.len()), from.as_ptr(), to.as_ptr());
        held.term(call!(cvc5_term_substitute_terms(term, count, from, to)))
    }

    /// How cvc5 prints a term.
    pub(crate) fn shown(&self, term: NativeTerm) -> Result<String, SolverError> {
        let shown = call!(cvc5_term_to_string(term));
        // SAFETY: the library gave a C string.
        Ok(unsafe { ffi::text(shown) })
    }
}
