//! Errors of Yices: a negative or null result, with a code and a message kept aside.

use std::ffi::{CStr, CString, c_char};

use murxla_api::SolverError;

use crate::ffi::{call, error_code, term_t, type_t};

/// What Yices said when it refused a call.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The code.
    pub code: error_code::Type,
    /// The message.
    pub message: String,
}

impl Refusal {
    /// Takes the error that the last refused call left behind.
    pub fn take() -> Result<Refusal, SolverError> {
        let code = call!(yices_error_code());
        let text = call!(yices_error_string());
        let message = owned_text(text)?;
        call!(yices_clear_error());
        Ok(Refusal { code, message })
    }

    /// Whether a context was in the middle of reading a formula, so that a part of it may have stayed.
    pub fn left_traces(&self) -> bool {
        !matches!(
            self.code,
            error_code::INVALID_TERM
                | error_code::TYPE_MISMATCH
                | error_code::CTX_INVALID_OPERATION
                | error_code::CTX_OPERATION_NOT_SUPPORTED
        )
    }
}

impl From<Refusal> for SolverError {
    fn from(refusal: Refusal) -> SolverError {
        if refusal.code == error_code::NO_ERROR {
            return SolverError::Broken("a call failed without leaving an error".to_owned());
        }
        SolverError::Rejected(format!("{} (code {})", refusal.message, refusal.code))
    }
}

/// The last refused call as an error.
pub fn refused() -> SolverError {
    match Refusal::take() {
        Ok(refusal) => refusal.into(),
        Err(missing) => missing,
    }
}

/// A term, unless the call that should have made it failed.
pub fn term(result: term_t) -> Result<term_t, SolverError> {
    if result < 0 { Err(refused()) } else { Ok(result) }
}

/// A type, unless the call that should have made it failed.
pub fn type_of(result: type_t) -> Result<type_t, SolverError> {
    if result < 0 { Err(refused()) } else { Ok(result) }
}

/// Nothing, unless the call failed.
pub fn done(result: i32) -> Result<(), SolverError> {
    if result < 0 { Err(refused()) } else { Ok(()) }
}

/// A length as Yices takes it.
pub fn count(length: usize) -> Result<u32, SolverError> {
    u32::try_from(length).map_err(|_| SolverError::Rejected(format!("{length} are too many")))
}

/// A text as Yices takes it.
pub fn c_text(text: &str) -> Result<CString, SolverError> {
    CString::new(text).map_err(|_| SolverError::Rejected(format!("{text:?} contains a NUL byte")))
}

/// Takes over a text that Yices allocated.
pub fn owned_text(text: *mut c_char) -> Result<String, SolverError> {
    if text.is_null() {
        return Ok("no message".to_owned());
    }
    // SAFETY: not null, so it is a C string that lives until it is freed below.
    let copy = unsafe { CStr::from_ptr(text) }.to_string_lossy().trim().to_owned();
    call!(yices_free_string(text));
    Ok(copy)
}
