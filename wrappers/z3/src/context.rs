//! A Z3 context whose errors are values.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_uint};

use murxla_api::SolverError;

use crate::ffi::{self, Z3_ast, Z3_context, Z3_string, Z3_symbol, call};

/// A context. Everything made in it dies with it.
pub(crate) struct Context {
    pub(crate) raw: Z3_context,
    /// What is kept alive, to be given back before the context is deleted: Z3 4.8.12 was seen to end the
    /// process (code 114, in the destructor of its term table) when references were left.
    kept: RefCell<Vec<Z3_ast>>,
}

/// Errors are asked for after each call; without a handler Z3 would print and exit.
unsafe extern "C" fn ignore_error(_: Z3_context, _: c_uint) {}

impl Context {
    pub(crate) fn new() -> Result<Context, SolverError> {
        let no_context = || SolverError::Broken("Z3 gave no context".to_owned());
        call!(Z3_toggle_warning_messages(false));
        let config = call!(Z3_mk_config()).ok_or_else(no_context)?;
        let raw = call!(Z3_mk_context_rc(config));
        call!(Z3_del_config(config));
        let raw = raw.ok_or_else(no_context)?;
        let context = Context { raw, kept: RefCell::new(Vec::new()) };
        call!(Z3_set_error_handler(context.raw, Some(ignore_error)));
        Ok(context)
    }

    /// The error of the last call, if it had one.
    pub(crate) fn check(&self) -> Result<(), SolverError> {
        let code = call!(Z3_get_error_code(self.raw));
        if code == ffi::ErrorCode::Ok as c_uint {
            return Ok(());
        }
        let message = call!(Z3_get_error_msg(self.raw, code));
        Err(SolverError::Rejected(text(message)))
    }

    /// The result of the last call, unless it had an error.
    pub(crate) fn checked<T>(&self, result: Option<T>) -> Result<T, SolverError> {
        self.check()?;
        result.ok_or_else(|| {
            SolverError::Broken("Z3 returned nothing and reported no error".to_owned())
        })
    }

    pub(crate) fn symbol(&self, name: &str) -> Result<Z3_symbol, SolverError> {
        let name = c_string(name)?;
        let symbol = call!(Z3_mk_string_symbol(self.raw, name.as_ptr()));
        self.checked(symbol)
    }

    /// Keeps a term alive as long as the context.
    pub(crate) fn keep(&self, ast: Z3_ast) -> Result<Z3_ast, SolverError> {
        call!(Z3_inc_ref(self.raw, ast));
        self.check()?;
        self.kept.borrow_mut().push(ast);
        Ok(ast)
    }

    /// How Z3 prints a term.
    pub(crate) fn print(&self, ast: Z3_ast) -> Result<String, SolverError> {
        let printed = call!(Z3_ast_to_string(self.raw, ast));
        self.check()?;
        Ok(text(printed))
    }

    fn delete(&self) -> Result<(), SolverError> {
        for ast in self.kept.take().into_iter().rev() {
            call!(Z3_dec_ref(self.raw, ast));
        }
        call!(Z3_del_context(self.raw));
        Ok(())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // It cannot fail: without that function no context would have been made.
        let _ = self.delete();
    }
}

/// A copy of a string that Z3 returned; it owns it until the next call.
pub(crate) fn text(string: Z3_string) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: Z3 returns NULL or a C string that lives until the next call.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

pub(crate) fn c_string(text: &str) -> Result<CString, SolverError> {
    CString::new(text)
        .map_err(|_| SolverError::Unsupported("a C string cannot hold a NUL byte".to_owned()))
}
