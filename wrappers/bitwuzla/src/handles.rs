//! Owners of native objects. Every function of Bitwuzla that returns a sort or a term gives a reference of
//! its own, to be released once.

use murxla_api::SolverError;

use crate::errors::present;
use crate::ffi::{
    Bitwuzla, BitwuzlaOptions, BitwuzlaSort, BitwuzlaTerm, BitwuzlaTermManager, call,
};
use crate::terminator::Terminator;

/// A term with one reference, released when this goes out of scope.
pub(crate) struct OwnedTerm(pub(crate) BitwuzlaTerm);

/// A sort with one reference, released when this goes out of scope.
pub(crate) struct OwnedSort(pub(crate) BitwuzlaSort);

pub(crate) fn release_term(term: BitwuzlaTerm) -> Result<(), SolverError> {
    call!(bitwuzla_term_release(term));
    Ok(())
}

pub(crate) fn release_sort(sort: BitwuzlaSort) -> Result<(), SolverError> {
    call!(bitwuzla_sort_release(sort));
    Ok(())
}

impl OwnedTerm {
    /// The term, whose reference is now the caller's to release.
    pub(crate) fn into_native(self) -> BitwuzlaTerm {
        let native = self.0;
        std::mem::forget(self);
        native
    }
}

impl Drop for OwnedTerm {
    fn drop(&mut self) {
        // A library without this function frees the term with its term manager.
        let _ = release_term(self.0);
    }
}

impl Drop for OwnedSort {
    fn drop(&mut self) {
        let _ = release_sort(self.0);
    }
}

/// A native instance that is deleted when this goes out of scope, before its term manager.
pub(crate) struct Aside(pub(crate) *mut Bitwuzla);

impl Aside {
    fn delete(&self) -> Result<(), SolverError> {
        call!(bitwuzla_delete(self.0));
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // Nobody is left to tell of a failure.
        let _ = self.delete();
    }
}

/// What one instance of the solver consists of natively.
pub(crate) struct Native {
    pub(crate) manager: *mut BitwuzlaTermManager,
    pub(crate) options: *mut BitwuzlaOptions,
    /// NULL until the first command that needs it.
    instance: *mut Bitwuzla,
    /// Bounds the checks of the instance.
    pub(crate) terminator: Terminator,
}

impl Native {
    pub(crate) fn new() -> Result<Native, SolverError> {
        let mut native = Native {
            manager: std::ptr::null_mut(),
            options: std::ptr::null_mut(),
            instance: std::ptr::null_mut(),
            terminator: Terminator::default(),
        };
        native.manager = present(call!(bitwuzla_term_manager_new()), "bitwuzla_term_manager_new")?;
        native.options = present(call!(bitwuzla_options_new()), "bitwuzla_options_new")?;
        native.silence()?;
        Ok(native)
    }

    /// Keeps warnings off the standard streams. The stream belongs to the options, which therefore live
    /// longer than the instance.
    fn silence(&self) -> Result<(), SolverError> {
        let quiet = || -> Result<(), SolverError> {
            let sink = c"/dev/null".as_ptr();
            call!(bitwuzla_options_set_diagnostic_output_stream(self.options, sink));
            Ok(())
        };
        match quiet() {
            // Versions without this function print; the sandbox catches that.
            Err(SolverError::Unsupported(_)) => Ok(()),
            other => other,
        }
    }

    /// Whether the options are fixed.
    pub(crate) fn has_instance(&self) -> bool {
        !self.instance.is_null()
    }

    /// The native instance, made now if it is not there.
    pub(crate) fn instance(&mut self) -> Result<*mut Bitwuzla, SolverError> {
        if self.instance.is_null() {
            self.instance = self.new_instance()?;
        }
        Ok(self.instance)
    }

    /// An empty native instance with the same options and the same term manager in place of the old one.
    pub(crate) fn renew_instance(&mut self) -> Result<(), SolverError> {
        let fresh = self.new_instance()?;
        let _ = self.delete_instance();
        self.instance = fresh;
        Ok(())
    }

    /// Another native instance with the same options and the same term manager, for one question.
    pub(crate) fn aside(&self) -> Result<Aside, SolverError> {
        self.new_instance().map(Aside)
    }

    fn new_instance(&self) -> Result<*mut Bitwuzla, SolverError> {
        let instance = present(call!(bitwuzla_new(self.manager, self.options)), "bitwuzla_new")?;
        self.terminator.begin();
        self.terminator.watch(instance)?;
        Ok(instance)
    }

    /// Releases all terms and sorts at once; none may be used after.
    pub(crate) fn release_all(&self) -> Result<(), SolverError> {
        call!(bitwuzla_term_manager_release(self.manager));
        Ok(())
    }

    /// Back to the state in which options can be set.
    pub(crate) fn delete_instance(&mut self) -> Result<(), SolverError> {
        let instance = std::mem::replace(&mut self.instance, std::ptr::null_mut());
        if !instance.is_null() {
            call!(bitwuzla_delete(instance));
        }
        Ok(())
    }

    fn delete_options(&mut self) -> Result<(), SolverError> {
        let options = std::mem::replace(&mut self.options, std::ptr::null_mut());
        if !options.is_null() {
            call!(bitwuzla_options_delete(options));
        }
        Ok(())
    }

    fn delete_manager(&mut self) -> Result<(), SolverError> {
        let manager = std::mem::replace(&mut self.manager, std::ptr::null_mut());
        if !manager.is_null() {
            call!(bitwuzla_term_manager_delete(manager));
        }
        Ok(())
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        // In this order: the instance uses the options' stream and the manager's terms. The manager frees
        // all terms and sorts, also those with references.
        let _ = self.delete_instance();
        let _ = self.delete_options();
        let _ = self.delete_manager();
    }
}
