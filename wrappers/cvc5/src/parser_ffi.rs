//! The C API of cvc5's parser, which is a library of its own beside the solver's: it works with the term manager of the other.

use std::ffi::{CStr, c_char};
use std::path::PathBuf;

use murxla_native::{Bound, Identity, bind};

use crate::ffi::{NativeSolver, NativeSort, NativeTerm, TermManager};

/// A table of symbols.
pub(crate) type NativeSymbols = *mut std::ffi::c_void;
/// A parser.
pub(crate) type NativeParser = *mut std::ffi::c_void;
/// A command that was read.
pub(crate) type NativeCommand = *mut std::ffi::c_void;

pub(crate) mod functions {
    //! The functions that are bound at run time.

    murxla_native::functions! {
        cvc5_cmd_copy
        cvc5_cmd_get_name
        cvc5_cmd_invoke
        cvc5_cmd_release
        cvc5_cmd_to_string
        cvc5_parser_append_inc_str_input
        cvc5_parser_delete
        cvc5_parser_done
        cvc5_parser_get_sm
        cvc5_parser_get_solver
        cvc5_parser_new
        cvc5_parser_next_command
        cvc5_parser_next_term
        cvc5_parser_release
        cvc5_parser_set_file_input
        cvc5_parser_set_inc_str_input
        cvc5_parser_set_str_input
        cvc5_sm_get_declared_sorts
        cvc5_sm_get_declared_terms
        cvc5_sm_get_logic
        cvc5_sm_get_named_terms
        cvc5_sm_is_logic_set
        cvc5_symbol_manager_delete
        cvc5_symbol_manager_new
    }
}

#[allow(clashing_extern_declarations)]
unsafe extern "C" {
    pub(crate) fn cvc5_cmd_copy(command: NativeCommand) -> NativeCommand;
    pub(crate) fn cvc5_cmd_get_name(command: NativeCommand) -> *const c_char;
    pub(crate) fn cvc5_cmd_invoke(
        command: NativeCommand,
        solver: NativeSolver,
        symbols: NativeSymbols,
    ) -> *const c_char;
    pub(crate) fn cvc5_cmd_release(command: NativeCommand);
    pub(crate) fn cvc5_cmd_to_string(command: NativeCommand) -> *const c_char;
    pub(crate) fn cvc5_parser_append_inc_str_input(parser: NativeParser, input: *const c_char);
    pub(crate) fn cvc5_parser_delete(parser: NativeParser);
    pub(crate) fn cvc5_parser_done(parser: NativeParser) -> bool;
    pub(crate) fn cvc5_parser_get_sm(parser: NativeParser) -> NativeSymbols;
    pub(crate) fn cvc5_parser_get_solver(parser: NativeParser) -> NativeSolver;
    pub(crate) fn cvc5_parser_new(solver: NativeSolver, symbols: NativeSymbols) -> NativeParser;
    pub(crate) fn cvc5_parser_next_command(
        parser: NativeParser,
        error: *mut *const c_char,
    ) -> NativeCommand;
    pub(crate) fn cvc5_parser_next_term(
        parser: NativeParser,
        error: *mut *const c_char,
    ) -> NativeTerm;
    pub(crate) fn cvc5_parser_release(parser: NativeParser);
    pub(crate) fn cvc5_parser_set_inc_str_input(
        parser: NativeParser,
        language: u32,
        name: *const c_char,
    );
    pub(crate) fn cvc5_parser_set_str_input(
        parser: NativeParser,
        language: u32,
        input: *const c_char,
        name: *const c_char,
    );
    pub(crate) fn cvc5_sm_get_declared_sorts(
        symbols: NativeSymbols,
        size: *mut usize,
    ) -> *const NativeSort;
    pub(crate) fn cvc5_sm_get_declared_terms(
        symbols: NativeSymbols,
        size: *mut usize,
    ) -> *const NativeTerm;
    pub(crate) fn cvc5_sm_get_logic(symbols: NativeSymbols) -> *const c_char;
    pub(crate) fn cvc5_sm_get_named_terms(
        symbols: NativeSymbols,
        size: *mut usize,
        terms: *mut *mut NativeTerm,
        names: *mut *mut *const c_char,
    );
    pub(crate) fn cvc5_sm_is_logic_set(symbols: NativeSymbols) -> bool;
    pub(crate) fn cvc5_symbol_manager_delete(symbols: NativeSymbols);
    pub(crate) fn cvc5_symbol_manager_new(tm: TermManager) -> NativeSymbols;
}

/// As `call!`, of a function of the parser's.
macro_rules! parser_call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        $crate::parser_ffi::functions::slot::$name.require(stringify!($name))?;
        // SAFETY: the slot is filled, the declaration is that of the library's own header, and handles are alive.
        let result = unsafe { $crate::parser_ffi::$name($($argument),*) };
        $crate::ffi::refusal()?;
        result
    }};
}
pub(crate) use parser_call;

/// As `told!`, of a function of the parser's.
macro_rules! parser_told {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let told: *const std::ffi::c_char = $crate::parser_ffi::parser_call!($name($($argument),*));
        // SAFETY: the library gave a C string, valid until its next call.
        unsafe { $crate::ffi::text(told) }
    }};
}
pub(crate) use parser_told;

const IDENTITY: Identity = Identity {
    name: "cvc5",
    prefix: "cvc5_",
    essential: &["cvc5_parser_new", "cvc5_symbol_manager_new"],
    left_out: &[],
};

/// How the names of its files begin.
const FILE: &str = "libcvc5parser";

/// A function of the solver's that is no part of its C API: where it is tells whether two libraries use one solver.
const WITNESS: &CStr = c"_ZN4cvc511TermManagerC1Ev";

/// Binds the parser that lies beside the solver's library; `None` if there is none, or it would bring a solver of its own.
pub(crate) fn bind_beside(library: &Bound) -> Option<Bound> {
    let is_parser = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(FILE) && name.contains(".so")
    };
    let entries = std::fs::read_dir(library.path.parent()?).ok()?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_parser).min()?;
    let solver = library.symbol(WITNESS)?;
    let bound = bind(&files, &IDENTITY, functions::FUNCTIONS).ok()?;
    if bound.symbol(WITNESS) == Some(solver) {
        return Some(bound);
    }
    functions::FUNCTIONS.iter().for_each(|function| function.slot.clear());
    None
}

/// Whether there is a parser.
pub(crate) fn is_there() -> bool {
    functions::slot::cvc5_parser_next_term.is_present()
}
