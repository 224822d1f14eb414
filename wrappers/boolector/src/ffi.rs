//! The C API as declared by bindgen, and the one way to call it.

#[allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    missing_docs,
    dead_code,
    clippy::all
)]
mod declarations {
    include!("bindings.rs");
}

#[path = "functions.rs"]
pub(crate) mod functions;

// Enums are integers here, so values that another version of the library returns are harmless.
pub(crate) use declarations::*;

/// A node: a term.
pub(crate) type Node = *mut BoolectorNode;

/// Calls a function of the C API: `call!(boolector_add(btor, a, b))`. In a function that returns a
/// `Result<_, SolverError>` it gives `Unsupported` if the library lacks the function, and `Rejected` with Boolector's message if
/// Boolector refused. Arguments own nothing: a refusal leaves the call in the midst of it (`fence.rs`).
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        $crate::ffi::functions::slot::$name.require(stringify!($name))?;
        // SAFETY: the slot is filled with the function of this name. Handles are alive: they come from tables that hold a
        // reference, or from owners on the stack; pointers to buffers outlive the call.
        $crate::fence::fenced(|| unsafe { $crate::ffi::$name($($argument),*) })
            .map_err($crate::errors::refusal)?
    }};
}

pub(crate) use call;

use std::ffi::{CStr, CString, c_char};

use murxla_api::SolverError;

/// A copy of a C string that Boolector keeps; `None` for NULL.
pub(crate) fn text(string: *const c_char) -> Option<String> {
    if string.is_null() {
        return None;
    }
    // SAFETY: Boolector returns C strings that stay valid until what they are of is released.
    Some(unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned())
}

/// A C string, or a refusal for a text that is none.
pub(crate) fn c_string(text: &str) -> Result<CString, SolverError> {
    CString::new(text)
        .map_err(|_| SolverError::Rejected(format!("{text:?} contains a NUL character")))
}

/// A copy of an array that Boolector keeps.
pub(crate) fn copy_array<T: Copy>(first: *const T, size: usize) -> Vec<T> {
    if first.is_null() || size == 0 {
        return Vec::new();
    }
    // SAFETY: Boolector gives a pointer to `size` elements.
    unsafe { std::slice::from_raw_parts(first, size) }.to_vec()
}
