//! Bitwuzla's parser: what Bitwuzla prints is read again, and must be what was printed.

use std::collections::{HashMap, HashSet};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

use murxla_api::{Answer, SolverError, Sort, SortShape, TermId, inspect, mismatch};

use crate::children::{children, same_but_for_variables};
use crate::commands::answer_of;
use crate::errors::present;
use crate::ffi::{
    Bitwuzla, BitwuzlaOptions, BitwuzlaParser, BitwuzlaTerm, BitwuzlaTermManager, c_string, call,
    copy_array, text,
};
use crate::handles::{OwnedSort, OwnedTerm};
use crate::inspect_sort::has_uninterpreted;
use crate::model::BASES;
use crate::solver::BitwuzlaSolver;
use crate::sorts::structure_of;
use crate::substitution::replace;
use crate::terminator::count_down;
use crate::text_stream::printed_by;

/// A term with more parts is not printed and read.
const MOST_PARTS: usize = 2_000;

/// So often a check of what was read is asked whether to give up before it is.
const PATIENCE: u64 = 2_000;

/// A text that is no SMT-LIB.
const NONSENSE: &str = "(assert (not-declared ";

/// A parser, which has an instance of its own, with default options.
pub(crate) struct Parser {
    native: *mut BitwuzlaParser,
    options: *mut BitwuzlaOptions,
    /// Behind a box, since Bitwuzla keeps its address.
    patience: Box<AtomicU64>,
}

impl Drop for Parser {
    fn drop(&mut self) {
        // Nobody is left to tell of a failure.
        let _ = self.delete();
    }
}

impl Parser {
    pub(crate) fn new(manager: *mut BitwuzlaTermManager, base: u8) -> Result<Parser, SolverError> {
        let options = present(call!(bitwuzla_options_new()), "bitwuzla_options_new")?;
        let mut parser = Parser {
            native: std::ptr::null_mut(),
            options,
            patience: Box::new(AtomicU64::new(PATIENCE)),
        };
        let (language, sink) = (c"smt2".as_ptr(), c"/dev/null".as_ptr());
        let native = call!(bitwuzla_parser_new(manager, options, language, base, sink));
        parser.native = present(native, "bitwuzla_parser_new")?;
        let state: *const AtomicU64 = &raw const *parser.patience;
        let state = state.cast_mut().cast::<c_void>();
        call!(bitwuzla_parser_set_termination_callback(parser.native, Some(count_down), state));
        let told = call!(bitwuzla_parser_get_termination_callback_state(parser.native));
        let function = "bitwuzla_parser_get_termination_callback_state";
        inspect(function, "the state that was set", state, told)?;
        Ok(parser)
    }

    fn delete(&self) -> Result<(), SolverError> {
        if !self.native.is_null() {
            call!(bitwuzla_parser_delete(self.native));
        }
        call!(bitwuzla_options_delete(self.options));
        Ok(())
    }

    /// Reads a script; `false` only reads, `true` also does its checks, whose answers go nowhere.
    fn script(&self, script: &str, with_checks: bool) -> Result<Option<String>, SolverError> {
        let script = c_string(script)?;
        let mut message: *const c_char = std::ptr::null();
        let script = script.as_ptr();
        call!(bitwuzla_parser_parse(self.native, script, !with_checks, false, &mut message));
        Ok(text(message))
    }

    /// Reads a sort.
    pub(crate) fn sort(&self, printed: &str) -> Result<OwnedSort, SolverError> {
        let input = c_string(printed)?;
        let mut message: *const c_char = std::ptr::null();
        let sort = call!(bitwuzla_parser_parse_sort(self.native, input.as_ptr(), &mut message));
        match text(message) {
            Some(why) => {
                let got = format!("{why} in {printed}");
                let function = "bitwuzla_parser_parse_sort";
                Err(mismatch(function, "a printed sort is read", "no error", &got))
            }
            None => present(sort, "bitwuzla_parser_parse_sort").map(OwnedSort),
        }
    }

    /// Reads a term.
    fn term(&self, printed: &str) -> Result<OwnedTerm, SolverError> {
        let input = c_string(printed)?;
        let mut message: *const c_char = std::ptr::null();
        let term = call!(bitwuzla_parser_parse_term(self.native, input.as_ptr(), &mut message));
        match text(message) {
            Some(why) => {
                let got = format!("{why} in {printed}");
                let function = "bitwuzla_parser_parse_term";
                Err(mismatch(function, "a printed term is read", "no error", &got))
            }
            None => present(term, "bitwuzla_parser_parse_term").map(OwnedTerm),
        }
    }

    /// What was declared.
    fn functions(&self) -> Result<Vec<OwnedTerm>, SolverError> {
        let mut size = 0;
        let first = call!(bitwuzla_parser_get_declared_funs(self.native, &mut size));
        Ok(copy_array(first.cast_const(), size).into_iter().map(OwnedTerm).collect())
    }

    fn sorts(&self) -> Result<Vec<OwnedSort>, SolverError> {
        let mut size = 0;
        let first = call!(bitwuzla_parser_get_declared_sorts(self.native, &mut size));
        Ok(copy_array(first.cast_const(), size).into_iter().map(OwnedSort).collect())
    }

    /// Checks what was read.
    fn check(&self) -> Result<Answer, SolverError> {
        self.patience.store(PATIENCE, Ordering::Relaxed);
        let instance: *mut Bitwuzla = call!(bitwuzla_parser_get_bitwuzla(self.native));
        let instance = present(instance, "bitwuzla_parser_get_bitwuzla")?;
        answer_of(call!(bitwuzla_check_sat(instance)))
    }

    fn statistics(&self) -> Result<(), SolverError> {
        let (mut keys, mut values) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut size = 0;
        call!(bitwuzla_parser_get_statistics(self.native, &mut keys, &mut values, &mut size));
        Ok(())
    }
}

/// The symbols of a term.
struct Symbols {
    /// Free constants and functions.
    constants: Vec<OwnedTerm>,
    /// Whether the text of the term means the term: each symbol is a plain word, and stands for one thing.
    are_plain: bool,
    has_declared_sorts: bool,
}

impl BitwuzlaSolver {
    /// A term that is printed and read is the same term.
    pub(crate) fn read_printed_term(&mut self, term: TermId) -> Result<(), SolverError> {
        self.free.require_closed(term, "the term")?;
        let native = self.terms.native(term)?;
        let Some(symbols) = self.symbols_in(&[native])? else { return Ok(()) };
        if !symbols.are_plain || symbols.has_declared_sorts {
            return Ok(());
        }
        let base = BASES[self.seed.pick(BASES.len())];
        let parser = Parser::new(self.native.manager, base)?;
        let mut script = String::new();
        for constant in &symbols.constants {
            let name = text(call!(bitwuzla_term_to_string(constant.0))).unwrap_or_default();
            script.push_str(&declaration(&name, constant.0)?);
        }
        // An empty text is misuse.
        let refusal = if script.is_empty() { None } else { parser.script(&script, false)? };
        if let Some(why) = refusal {
            let got = format!("{why} in {script}");
            let function = "bitwuzla_parser_parse";
            return Err(mismatch(function, "declarations are read", "no error", &got));
        }
        let read = parser.functions()?;
        let function = "bitwuzla_parser_get_declared_funs";
        inspect(function, "how many there are", symbols.constants.len(), read.len())?;
        inspect(
            "bitwuzla_parser_get_declared_sorts",
            "how many there are",
            0,
            parser.sorts()?.len(),
        )?;
        let mut ours = Vec::new();
        for function in &read {
            let name = text(call!(bitwuzla_term_get_symbol(function.0)));
            let same = |term: &&OwnedTerm| -> Result<bool, SolverError> {
                Ok(text(call!(bitwuzla_term_get_symbol(term.0))) == name)
            };
            let mut found = None;
            for constant in &symbols.constants {
                if same(&constant)? {
                    found = Some(constant.0);
                }
            }
            let Some(found) = found else {
                let got = name.unwrap_or_default();
                let names = "one of those that were declared";
                return Err(mismatch("bitwuzla_parser_get_declared_funs", "a name", names, &got));
            };
            ours.push(found);
        }
        let printed = text(call!(bitwuzla_term_to_string_fmt(native, base))).unwrap_or_default();
        let parsed = parser.term(&printed)?;
        let keys = read.iter().map(|function| function.0).collect();
        let back = if ours.is_empty() { parsed } else { replace(parsed.0, keys, ours, false)? };
        let again = text(call!(bitwuzla_term_to_string_fmt(back.0, base))).unwrap_or_default();
        // Values may be read as applications to values, and bound variables are others: then what is common to several parts may
        // come in another order.
        if back.0 == native || again == printed || same_but_for_variables(back.0, native)? {
            return parser.statistics();
        }
        let aspect = "a printed term that is read";
        Err(mismatch("bitwuzla_parser_parse_term", aspect, &printed, &again))
    }

    /// What is asserted, printed and read by another instance, has the same answer.
    pub(crate) fn read_printed_formula(&mut self) -> Result<(), SolverError> {
        let Some(known) = self.last_answer.filter(|_| self.native.has_instance()) else {
            return Ok(());
        };
        let base = BASES[self.seed.pick(BASES.len())];
        let instance = self.native.instance()?;
        let printed = printed_by(|stream| {
            call!(bitwuzla_print_formula(instance, c"smt2".as_ptr(), stream, base));
            Ok(())
        })?;
        self.same_answer_from(&printed, known, base, "bitwuzla_print_formula")
    }

    /// An unsat core, printed and read by another instance, is unsatisfiable.
    pub(crate) fn read_printed_core(&mut self) -> Result<(), SolverError> {
        let base = BASES[self.seed.pick(BASES.len())];
        let instance = self.native.instance()?;
        let printed = printed_by(|stream| {
            call!(bitwuzla_print_unsat_core(instance, c"smt2".as_ptr(), stream, base));
            Ok(())
        })?;
        self.same_answer_from(&printed, Answer::Unsat, base, "bitwuzla_print_unsat_core")
    }

    fn same_answer_from(
        &mut self,
        printed: &str,
        known: Answer,
        base: u8,
        function: &'static str,
    ) -> Result<(), SolverError> {
        let asserted: Vec<BitwuzlaTerm> =
            self.assertions.formulas().iter().chain(&self.assumptions).map(|(_, it)| *it).collect();
        let Some(symbols) = self.symbols_in(&asserted)? else { return Ok(()) };
        // Declared sorts are not printed: `traces/found/bitwuzla-print-formula-sorts.c`.
        if !symbols.are_plain || symbols.has_declared_sorts {
            return Ok(());
        }
        let parser = Parser::new(self.native.manager, base)?;
        call!(bitwuzla_parser_configure_auto_print_model(parser.native, self.seed.pick(2) == 0));
        let with_checks = self.seed.pick(4) == 0;
        // For the models that are printed without being asked for.
        // No logic is named for quantified Booleans: `traces/found/bitwuzla-print-formula-logic.c`.
        let printed = printed.replacen("(set-logic )", "(set-logic ALL)", 1);
        let script = format!("(set-option :produce-models true)\n{printed}");
        if let Some(why) = parser.script(&script, with_checks)? {
            let got = format!("{why} in {printed}");
            return Err(mismatch(function, "what is printed is read", "no error", &got));
        }
        parser.functions()?;
        parser.sorts()?;
        let told = parser.check()?;
        parser.statistics()?;
        if known.contradicts(told) {
            let got = format!("{told} of {printed}");
            return Err(mismatch(function, "the answer to it", &known.to_string(), &got));
        }
        Ok(())
    }

    /// A text that is no SMT-LIB gives an error, and the parser tells it again.
    pub(crate) fn read_nonsense(&mut self) -> Result<(), SolverError> {
        let parser = Parser::new(self.native.manager, 2)?;
        let told = parser.script(NONSENSE, false)?;
        inspect("bitwuzla_parser_parse", "nonsense is an error", true, told.is_some())?;
        let again = text(call!(bitwuzla_parser_get_error_msg(parser.native)));
        inspect("bitwuzla_parser_get_error_msg", "the last error", told, again)
    }

    /// The symbols of these terms; `None` if they are too large.
    fn symbols_in(&self, roots: &[BitwuzlaTerm]) -> Result<Option<Symbols>, SolverError> {
        let kinds = &self.knowledge.kinds;
        let mut symbols =
            Symbols { constants: Vec::new(), are_plain: true, has_declared_sorts: false };
        // A term that is alive has one address, so `owners` keeps all that was seen.
        let (mut owners, mut seen, mut named) = (Vec::new(), HashSet::new(), HashMap::new());
        let mut stack = Vec::new();
        for root in roots {
            let copy = call!(bitwuzla_term_copy(*root));
            stack.push(OwnedTerm(present(copy, "bitwuzla_term_copy")?));
        }
        while let Some(current) = stack.pop() {
            if !seen.insert(current.0) {
                continue;
            }
            if seen.len() > MOST_PARTS {
                return Ok(None);
            }
            let sort = structure_of(current.0)?;
            symbols.has_declared_sorts |= has_uninterpreted(&sort);
            symbols.are_plain &= has_plain_names(&sort);
            let kind = kinds.name(call!(bitwuzla_term_get_kind(current.0)));
            if matches!(kind, "CONSTANT" | "VARIABLE") {
                let name = text(call!(bitwuzla_term_get_symbol(current.0))).unwrap_or_default();
                symbols.are_plain &= is_plain(&name);
                let known = named.insert(name, current.0);
                symbols.are_plain &= known.is_none_or(|other| other == current.0);
                if kind == "CONSTANT" {
                    let copy = call!(bitwuzla_term_copy(current.0));
                    symbols.constants.push(OwnedTerm(present(copy, "bitwuzla_term_copy")?));
                }
            }
            stack.extend(children(current.0)?);
            owners.push(current);
        }
        Ok(Some(symbols))
    }
}

/// Whether a name is a word that no printer quotes and that means nothing in SMT-LIB.
fn is_plain(name: &str) -> bool {
    let Some((letter, digits)) = name.split_at_checked(1) else { return false };
    letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The same for the sorts that are declared in a sort.
fn has_plain_names(sort: &Sort) -> bool {
    match sort.shape() {
        SortShape::Uninterpreted(name) => is_plain(name),
        shape => shape.children().all(has_plain_names),
    }
}

/// The command that declares a constant or a function.
fn declaration(name: &str, term: BitwuzlaTerm) -> Result<String, SolverError> {
    let sort = structure_of(term)?;
    Ok(match sort.shape() {
        SortShape::Fun(domain, codomain) => {
            let domain: Vec<String> = domain.iter().map(ToString::to_string).collect();
            format!("(declare-fun {name} ({}) {codomain})\n", domain.join(" "))
        }
        _ => format!("(declare-const {name} {sort})\n"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_letters_with_digits() {
        assert!(is_plain("x1") && is_plain("f20"));
        for name in ["", "x", "and", "let", "x!1", "1x", "|x|", "é1"] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
