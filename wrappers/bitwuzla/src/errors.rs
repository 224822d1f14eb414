//! Bitwuzla's errors: a callback stores the message and returns, and every call looks for it.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};

use murxla_api::SolverError;

use crate::ffi::call;

thread_local! {
    /// The message of a call that was refused. Bitwuzla's callback belongs to a thread, and so does this.
    static REFUSAL: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Bitwuzla calls this while a C++ exception is handled or from a destructor, so it must not unwind: every
/// step that can fail is skipped instead.
unsafe extern "C" fn store_refusal(message: *const c_char) {
    let text = if message.is_null() {
        "refused without a message".to_owned()
    } else {
        // SAFETY: Bitwuzla gives a C string that lives until this function returns.
        let message = unsafe { CStr::from_ptr(message) }.to_string_lossy();
        let message = message.trim();
        message.strip_prefix("bitwuzla: error:").unwrap_or(message).trim().to_owned()
    };
    let _ = REFUSAL.try_with(|refusal| {
        if let Ok(mut refusal) = refusal.try_borrow_mut() {
            refusal.get_or_insert(text);
        }
    });
}

/// Makes errors in this thread come back as values; without it Bitwuzla prints and ends the process.
pub(crate) fn catch_in_this_thread() -> Result<(), SolverError> {
    call!(bitwuzla_set_abort_callback(Some(store_refusal)));
    Ok(())
}

/// The result of a call, unless Bitwuzla refused it.
pub(crate) fn check<T>(result: T) -> Result<T, SolverError> {
    let refusal = REFUSAL
        .try_with(|refusal| refusal.try_borrow_mut().ok().and_then(|mut refusal| refusal.take()));
    match refusal.ok().flatten() {
        Some(message) => Err(SolverError::Rejected(message)),
        None => Ok(result),
    }
}

/// A pointer that Bitwuzla must not leave empty when it does not refuse.
pub(crate) fn present<T>(pointer: *mut T, what: &str) -> Result<*mut T, SolverError> {
    if pointer.is_null() {
        return Err(SolverError::Broken(format!("{what} returned NULL without an error")));
    }
    Ok(pointer)
}

/// The wrapper refuses, because the solver would not although it should.
pub(crate) fn rejected<T>(why: impl Into<String>) -> Result<T, SolverError> {
    Err(SolverError::Rejected(why.into()))
}
