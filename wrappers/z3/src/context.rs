//! A Z3 context whose errors are values.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_uint};

use murxla_api::SolverError;

use crate::ffi::{self, Z3_ast, Z3_ast_vector, Z3_context, Z3_string, Z3_symbol, call};

/// A context. Everything made in it dies with it.
pub(crate) struct Context {
    pub(crate) raw: Z3_context,
    /// What is kept alive, to be given back before the context is deleted: Z3 4.8.12 was seen to end the
    /// process (code 114, in the destructor of its term table) when references were left.
    kept: RefCell<Vec<Z3_ast>>,
    /// Whether there is a symbol that SMT-LIB cannot write, so that what Z3 prints may read as something else.
    has_unwritable_symbol: Cell<bool>,
}

/// An object of a context that counts its references, given back when it goes.
pub(crate) struct Counted<'a, T: Copy> {
    pub(crate) context: &'a Context,
    pub(crate) raw: T,
    pub(crate) release: fn(&Context, T) -> Result<(), SolverError>,
}

impl<T: Copy> Drop for Counted<'_, T> {
    fn drop(&mut self) {
        // A function that releases is missing only if the one that makes is, too.
        let _ = (self.release)(self.context, self.raw);
    }
}

/// The object that a call made, or returns its error; `$counts` and `$releases` are the functions for its references.
macro_rules! counted {
    ($context:expr, $made:expr, $counts:ident, $releases:ident) => {{
        let context: &$crate::context::Context = $context;
        let raw = context.checked($made)?;
        call!($counts(context.raw, raw));
        $crate::context::Counted {
            context,
            raw,
            release: |context, raw| {
                call!($releases(context.raw, raw));
                Ok(())
            },
        }
    }};
}
pub(crate) use counted;

/// An object that counts its references and stays from call to call. Its owner must drop it before the context.
pub(crate) struct Held<T: Copy> {
    pub(crate) context: Z3_context,
    pub(crate) raw: T,
    pub(crate) release: fn(Z3_context, T) -> Result<(), SolverError>,
}

impl<T: Copy> Drop for Held<T> {
    fn drop(&mut self) {
        // A function that releases is missing only if the one that makes is, too.
        let _ = (self.release)(self.context, self.raw);
    }
}

/// As [`counted!`], for an object that stays.
macro_rules! held {
    ($context:expr, $made:expr, $counts:ident, $releases:ident) => {{
        let context: &$crate::context::Context = $context;
        let raw = context.checked($made)?;
        call!($counts(context.raw, raw));
        $crate::context::Held {
            context: context.raw,
            raw,
            release: |context, raw| {
                call!($releases(context, raw));
                Ok(())
            },
        }
    }};
}
pub(crate) use held;

/// Errors are asked for after each call; without a handler Z3 would print and exit.
unsafe extern "C" fn ignore_error(_: Z3_context, _: c_uint) {}

impl Context {
    pub(crate) fn new() -> Result<Context, SolverError> {
        Context::with(&[])
    }

    /// A context with these parameters.
    pub(crate) fn with(parameters: &[(&str, &str)]) -> Result<Context, SolverError> {
        let no_context = || SolverError::Broken("Z3 gave no context".to_owned());
        call!(Z3_toggle_warning_messages(false));
        let config = call!(Z3_mk_config()).ok_or_else(no_context)?;
        for (name, value) in parameters {
            let (name, value) = (c_string(name)?, c_string(value)?);
            call!(Z3_set_param_value(config, name.as_ptr(), value.as_ptr()));
        }
        let raw = call!(Z3_mk_context_rc(config));
        call!(Z3_del_config(config));
        let raw = raw.ok_or_else(no_context)?;
        let context = Context {
            raw,
            kept: RefCell::new(Vec::new()),
            has_unwritable_symbol: Cell::new(false),
        };
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
        if name.contains(['|', '\\']) {
            self.has_unwritable_symbol.set(true);
        }
        let name = c_string(name)?;
        // Z3 takes no characters for no symbol; a number is none that text could be.
        let symbol = match name.is_empty() {
            true => call!(Z3_mk_int_symbol(self.raw, 0)),
            false => call!(Z3_mk_string_symbol(self.raw, name.as_ptr())),
        };
        self.checked(symbol)
    }

    /// Keeps a term alive as long as the context.
    pub(crate) fn keep(&self, ast: Z3_ast) -> Result<Z3_ast, SolverError> {
        call!(Z3_inc_ref(self.raw, ast));
        self.check()?;
        self.kept.borrow_mut().push(ast);
        Ok(ast)
    }

    /// Whether all symbols can be written in SMT-LIB.
    pub(crate) fn symbols_are_writable(&self) -> bool {
        !self.has_unwritable_symbol.get()
    }

    /// An empty vector of terms.
    pub(crate) fn new_vector(&self) -> Result<Counted<'_, Z3_ast_vector>, SolverError> {
        let made = call!(Z3_mk_ast_vector(self.raw));
        Ok(counted!(self, made, Z3_ast_vector_inc_ref, Z3_ast_vector_dec_ref))
    }

    /// The vector of terms that the last call made.
    pub(crate) fn vector(
        &self,
        made: Option<Z3_ast_vector>,
    ) -> Result<Counted<'_, Z3_ast_vector>, SolverError> {
        Ok(counted!(self, made, Z3_ast_vector_inc_ref, Z3_ast_vector_dec_ref))
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

impl Counted<'_, Z3_ast_vector> {
    /// The terms in it, which live as long as it does.
    pub(crate) fn elements(&self) -> Result<Vec<Z3_ast>, SolverError> {
        let size = call!(Z3_ast_vector_size(self.context.raw, self.raw));
        self.context.check()?;
        let mut elements = Vec::new();
        for position in 0..size {
            let element = call!(Z3_ast_vector_get(self.context.raw, self.raw, position));
            elements.push(self.context.checked(element)?);
        }
        Ok(elements)
    }

    /// One more.
    pub(crate) fn add(&self, element: Z3_ast) -> Result<(), SolverError> {
        call!(Z3_ast_vector_push(self.context.raw, self.raw, element));
        self.context.check()
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
