//! Boolector's errors: a callback stores the message and leaves the call.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};

use murxla_api::SolverError;

use crate::fence::{Left, leave};
use crate::ffi::call;

/// A message, and whether the call had begun to work when it was refused.
#[derive(Clone)]
struct Refusal {
    message: String,
    is_late: bool,
}

thread_local! {
    /// The message of a call that was left.
    static REFUSAL: RefCell<Option<Refusal>> = const { RefCell::new(None) };
    /// Why a call was left in the midst of its work.
    static LATE: RefCell<Option<String>> = const { RefCell::new(None) };
}

unsafe extern "C" fn refused(message: *const c_char) {
    let text = if message.is_null() {
        "refused without a message".to_owned()
    } else {
        // SAFETY: Boolector gives a C string that lives until this function returns.
        unsafe { CStr::from_ptr(message) }.to_string_lossy().trim().to_owned()
    };
    let refusal = split(&text);
    let is_stored = REFUSAL.try_with(|place| match place.try_borrow_mut() {
        Ok(mut place) => {
            place.get_or_insert(refusal);
            true
        }
        Err(_) => false,
    });
    if is_stored == Ok(true) {
        // The text must not be lost when its owner is.
        drop(text);
        leave();
    }
    // Not in a call of ours: as Boolector itself does.
    std::process::exit(1);
}

/// `[file] function: message`: what functions of the API themselves find wrong they find before they do anything.
fn split(text: &str) -> Refusal {
    let rest = text.split_once("] ").map_or(text, |(_, rest)| rest);
    let (function, message) = rest.split_once(": ").unwrap_or(("", rest));
    let is_late = !function.starts_with("boolector_");
    Refusal { message: message.trim().to_owned(), is_late }
}

/// Makes errors come back as values; without it Boolector prints and ends the process.
pub(crate) fn catch() -> Result<(), SolverError> {
    call!(boolector_set_abort(Some(refused)));
    Ok(())
}

/// Why a call was left.
pub(crate) fn refusal(_: Left) -> SolverError {
    let refusal = REFUSAL.with(|place| place.borrow_mut().take());
    let Some(Refusal { message, is_late }) = refusal else {
        return SolverError::Broken("a call was left without a message".to_owned());
    };
    if is_late {
        LATE.with(|place| _ = place.borrow_mut().get_or_insert_with(|| message.clone()));
    }
    SolverError::Rejected(message)
}

/// Why a call was left in the midst of its work since this was asked last, if one was.
pub(crate) fn take_late() -> Option<String> {
    LATE.with(|place| place.borrow_mut().take())
}

/// A pointer that Boolector must not leave empty when it does not refuse.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_split() {
        let check = |text: &str, message: &str, is_late: bool| {
            let refusal = split(text);
            assert_eq!((&*refusal.message, refusal.is_late), (message, is_late), "{text}");
        };
        check("[boolector] boolector_add: sorts: no\n", "sorts: no", false);
        check("[btorsat] btor_sat_x: out of it", "out of it", true);
        check("out of memory", "out of memory", true);
    }
}
