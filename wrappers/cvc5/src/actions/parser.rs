//! cvc5's parser, a library of its own: what cvc5 prints is read again, and must be what was printed.

use std::ffi::{CStr, CString, c_char};

use murxla_api::{
    ANYWHERE, ActionDef, Answer, ArgKind, ReplyKind, SolverError, TermId, inspect, mismatch,
};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeTerm, TermManager, call, told};
use crate::parser_ffi::{
    NativeCommand, NativeParser, NativeSymbols, is_there, parser_call, parser_told,
};
use crate::side::{Held, Side};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-parse-term", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(Instance::parse_term),
        &[(ANYWHERE, 2000)],
    ),
    Own::new(
        ActionDef::own("cvc5-parse-script", &[ArgKind::Formulas], ReplyKind::Done),
        Run::Terms(Instance::parse_script),
        &[("check_sat", 300)],
    ),
    Own::new(
        ActionDef::own("cvc5-parse-nonsense", &[], ReplyKind::Done),
        Run::Alone(Instance::parse_nonsense),
        &[(ANYWHERE, 10_000)],
    ),
];

/// SMT-LIB, as the API counts languages.
const SMT_LIB: u32 = 0;

/// Kinds that are printed in a way that the parser does not know.
const NOT_READ: &[&str] = &["BITVECTOR_SLTBV", "BITVECTOR_ULTBV"];

/// A name for error messages.
const STREAM: &CStr = c"murxla";

/// A table of symbols and a parser that fills it.
struct Parser {
    symbols: NativeSymbols,
    native: NativeParser,
}

impl Drop for Parser {
    fn drop(&mut self) {
        let delete = || -> Result<(), SolverError> {
            if !self.native.is_null() {
                parser_call!(cvc5_parser_release(self.native));
                parser_call!(cvc5_parser_delete(self.native));
            }
            parser_call!(cvc5_symbol_manager_delete(self.symbols));
            Ok(())
        };
        // Nobody is left to tell of a failure.
        let _ = delete();
    }
}

impl Parser {
    fn new(tm: TermManager, side: &Side) -> Result<Parser, SolverError> {
        let symbols = ffi::live(parser_call!(cvc5_symbol_manager_new(tm)), "symbol manager")?;
        let mut parser = Parser { symbols, native: std::ptr::null_mut() };
        parser.native = ffi::live(parser_call!(cvc5_parser_new(side.native, symbols)), "parser")?;
        let solver = parser_call!(cvc5_parser_get_solver(parser.native));
        inspect("cvc5_parser_get_solver", "the solver", side.native, solver)?;
        let told = parser_call!(cvc5_parser_get_sm(parser.native));
        inspect("cvc5_parser_get_sm", "the table of symbols", symbols, told)?;
        Ok(parser)
    }

    /// What is to be read, as a whole or piece by piece.
    fn give(&self, script: &str, by_pieces: bool) -> Result<(), SolverError> {
        let (parser, name) = (self.native, STREAM.as_ptr());
        if !by_pieces {
            let script = ffi::c_string(script)?;
            parser_call!(cvc5_parser_set_str_input(parser, SMT_LIB, script.as_ptr(), name));
            return Ok(());
        }
        parser_call!(cvc5_parser_set_inc_str_input(parser, SMT_LIB, name));
        let lines: Vec<CString> = script.lines().map(ffi::c_string).collect::<Result<_, _>>()?;
        for line in lines {
            parser_call!(cvc5_parser_append_inc_str_input(parser, line.as_ptr()));
        }
        Ok(())
    }

    /// Reads and executes all that was given; gives what the commands said.
    fn execute(&self, side: &Side) -> Result<Told, SolverError> {
        let mut told = Told::default();
        loop {
            let mut message: *const c_char = std::ptr::null();
            let mut next = || Ok(parser_call!(cvc5_parser_next_command(self.native, &mut message)));
            let command: Result<NativeCommand, SolverError> = next();
            // SAFETY: the library gave a C string, or none.
            let said = unsafe { ffi::text(message) };
            let command = match command {
                Ok(command) if !command.is_null() => command,
                Err(SolverError::Rejected(why)) => {
                    told.error = Some(why);
                    return Ok(told);
                }
                Err(error) => return Err(error),
                Ok(_) => {
                    told.error = (!said.is_empty()).then_some(said);
                    return Ok(told);
                }
            };
            let copy = ffi::live(parser_call!(cvc5_cmd_copy(command)), "command")?;
            inspect("cvc5_cmd_copy", "the copy", command, copy)?;
            parser_call!(cvc5_cmd_release(copy));
            let invoked = side.unless_refused(|| {
                Ok(parser_told!(cvc5_cmd_invoke(command, side.native, self.symbols)))
            })?;
            let name = parser_told!(cvc5_cmd_get_name(command));
            let shown = parser_told!(cvc5_cmd_to_string(command));
            let output = invoked.unwrap_or_else(|| "(error)".to_owned());
            let begins = shown.starts_with(&format!("({name}"));
            inspect("cvc5_cmd_to_string", "the command", true, begins)?;
            if output.starts_with("(error") {
                told.error.get_or_insert(output.clone());
            }
            if name == "check-sat" {
                told.answer = answer(output.trim());
            }
            told.names.push(name);
        }
    }

    /// What was declared.
    fn declared(&self, held: &Held) -> Result<Vec<NativeTerm>, SolverError> {
        let mut count = 0;
        let terms = parser_call!(cvc5_sm_get_declared_terms(self.symbols, &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        unsafe { held.terms(terms, count) }
    }

    /// Terms that have names, with them.
    fn named(&self, held: &Held) -> Result<Vec<(String, NativeTerm)>, SolverError> {
        let (mut count, mut terms, mut names) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        let symbols = self.symbols;
        parser_call!(cvc5_sm_get_named_terms(symbols, &mut count, &mut terms, &mut names));
        // SAFETY: the library gave that many of both, valid until the next call of this function.
        let (terms, names) = unsafe { (held.terms(terms, count)?, ffi::list(names, count)) };
        // SAFETY: the names are C strings.
        let names = names.into_iter().map(|name| unsafe { ffi::text(name) });
        Ok(names.zip(terms).collect())
    }
}

/// What commands said.
#[derive(Default)]
struct Told {
    names: Vec<String>,
    answer: Option<Answer>,
    error: Option<String>,
}

fn answer(word: &str) -> Option<Answer> {
    match word {
        "sat" => Some(Answer::Sat),
        "unsat" => Some(Answer::Unsat),
        "unknown" => Some(Answer::Unknown),
        _ => None,
    }
}

/// Constants with names that stand for one of them each, and their declarations.
struct Declarations {
    constants: Vec<NativeTerm>,
    text: String,
    /// Sorts that were declared.
    sorts: usize,
}

impl Instance {
    /// The declarations of the constants of the formulas, if their names can be written, and mean one thing each.
    fn declarations(
        &self,
        formulas: &[NativeTerm],
        held: &Held,
    ) -> Result<Option<Declarations>, SolverError> {
        let Some(parts) = self.parts(formulas, held)? else { return Ok(None) };
        if NOT_READ.iter().any(|kind| parts.has(kind)) {
            return Ok(None);
        }
        // Such as `(as bag.empty (Bag S))`, which names a sort that no constant has.
        for leaf in &parts.all {
            if call!(cvc5_term_get_num_children(*leaf)) == 0
                && self.names_a_declared_sort(call!(cvc5_term_get_sort(*leaf)), held)?
            {
                return Ok(None);
            }
        }
        let mut all = Declarations { constants: Vec::new(), text: String::new(), sorts: 0 };
        let mut names: Vec<String> = Vec::new();
        for constant in parts.constants {
            let sort = held.sort(call!(cvc5_term_get_sort(constant)))?;
            let name = self.shown(constant)?;
            // Functions have a form of their own, and what names mean that are declared elsewhere is no matter of this.
            if !self.is_plain_sort(sort)? || !is_plain(&name) || names.contains(&name) {
                return Ok(None);
            }
            let sort = told!(cvc5_sort_to_string(sort));
            all.text.push_str(&format!("(declare-const {name} {sort})\n"));
            all.constants.push(constant);
            names.push(name);
        }
        Ok(Some(all))
    }

    /// Whether elements of a sort of collections, or theirs, are of a sort that must be declared.
    fn names_a_declared_sort(
        &self,
        sort: ffi::NativeSort,
        held: &Held,
    ) -> Result<bool, SolverError> {
        let mut todo = vec![held.sort(sort)?];
        while let Some(sort) = todo.pop() {
            if call!(cvc5_sort_is_uninterpreted_sort(sort)) {
                return Ok(true);
            }
            if call!(cvc5_sort_is_set(sort)) {
                todo.push(held.sort(call!(cvc5_sort_set_get_element_sort(sort)))?);
            } else if call!(cvc5_sort_is_bag(sort)) {
                todo.push(held.sort(call!(cvc5_sort_bag_get_element_sort(sort)))?);
            } else if call!(cvc5_sort_is_sequence(sort)) {
                todo.push(held.sort(call!(cvc5_sort_sequence_get_element_sort(sort)))?);
            } else if call!(cvc5_sort_is_array(sort)) {
                todo.push(held.sort(call!(cvc5_sort_array_get_index_sort(sort)))?);
                todo.push(held.sort(call!(cvc5_sort_array_get_element_sort(sort)))?);
            }
        }
        Ok(false)
    }

    /// Whether a sort needs no declaration.
    fn is_plain_sort(&self, sort: ffi::NativeSort) -> Result<bool, SolverError> {
        Ok(call!(cvc5_sort_is_boolean(sort))
            || call!(cvc5_sort_is_integer(sort))
            || call!(cvc5_sort_is_real(sort))
            || call!(cvc5_sort_is_bv(sort))
            || call!(cvc5_sort_is_fp(sort))
            || call!(cvc5_sort_is_rm(sort))
            || call!(cvc5_sort_is_string(sort))
            || call!(cvc5_sort_is_regexp(sort)))
    }

    /// A formula that is printed and read is the same formula.
    fn parse_term(&mut self, formula: TermId) -> Outcome {
        let by_pieces = self.seed.pick(2) == 0;
        let held = Held::default();
        let Some(natives) = self.plain_formulas(&[formula], &held)? else { return Ok(()) };
        let Some(declarations) = self.declarations(&natives, &held)? else { return Ok(()) };
        if !is_there() {
            return Ok(());
        }
        let side = self.side(&[])?;
        let parser = Parser::new(self.tm, &side)?;
        let logic = if self.conduct.higher_order { "HO_ALL" } else { "ALL" };
        let before = match self.conduct.higher_order {
            // It was set, and is told to the parser by that.
            true => declarations.text.clone(),
            false => format!("(set-logic {logic})\n{}", declarations.text),
        };
        parser.give(&before, by_pieces)?;
        let told = parser.execute(&side)?;
        if let Some(why) = told.error {
            return self.unless_lent("cvc5_parser_next_command", "declarations", &why);
        }
        let done = parser_call!(cvc5_parser_done(parser.native));
        inspect("cvc5_parser_done", "at the end", true, done)?;
        if parser_call!(cvc5_sm_is_logic_set(parser.symbols)) {
            let told = parser_told!(cvc5_sm_get_logic(parser.symbols));
            inspect("cvc5_sm_get_logic", "the logic", logic, &told)?;
        }
        let read = parser.declared(&held)?;
        let count = declarations.constants.len();
        inspect("cvc5_sm_get_declared_terms", "the number", count, read.len())?;
        let mut ours = Vec::new();
        for constant in &read {
            let name = self.shown(*constant)?;
            let mut same = None;
            for known in &declarations.constants {
                if self.shown(*known)? == name {
                    same = Some(*known);
                }
            }
            let Some(same) = same else {
                let function = "cvc5_sm_get_declared_terms";
                return Err(mismatch(function, "a name", "one of those declared", &name));
            };
            ours.push(same);
        }
        let mut count = 0;
        call!(cvc5_term_to_string(natives[0]));
        let sorts = parser_call!(cvc5_sm_get_declared_sorts(parser.symbols, &mut count));
        // SAFETY: the library gave that many sorts, valid until the next call of this function.
        let sorts = unsafe { held.sorts(sorts, count)? };
        inspect("cvc5_sm_get_declared_sorts", "the number", declarations.sorts, sorts.len())?;
        let printed = self.shown(natives[0])?;
        parser.give(&printed, false)?;
        let mut message: *const c_char = std::ptr::null();
        let mut read_term = || Ok(parser_call!(cvc5_parser_next_term(parser.native, &mut message)));
        let term: Result<NativeTerm, SolverError> = read_term();
        // SAFETY: the library gave a C string, or none.
        let said = unsafe { ffi::text(message) };
        let function = "cvc5_parser_next_term";
        let term = match term {
            Ok(term) if !term.is_null() => held.term(term)?,
            Ok(_) | Err(SolverError::Rejected(_)) => {
                let why = format!("{said} in {printed}");
                return self.unless_lent(function, "a printed term is read", &why);
            }
            Err(error) => return Err(error),
        };
        let back = self.replaced(term, &read, &ours, &held)?;
        if back == natives[0] {
            return Ok(());
        }
        // Bound variables are others, and values that are written as applications are read as values.
        let again = self.shown(back)?;
        if again == printed {
            return Ok(());
        }
        let same = self.made("EQUAL", &[natives[0], back], &held)?;
        self.must_hold(function, "a printed term that is read", same, &held)
    }

    /// Formulas that are printed and read have the answer that they have.
    fn parse_script(&mut self, formulas: &[TermId]) -> Outcome {
        let (by_pieces, names) = (self.seed.pick(2) == 0, self.seed.pick(2) == 0);
        let held = Held::default();
        let Some(formulas) = self.plain_formulas(formulas, &held)? else { return Ok(()) };
        let Some(declarations) = self.declarations(&formulas, &held)? else { return Ok(()) };
        if !is_there() || self.conduct.higher_order {
            return Ok(());
        }
        let side = self.side(&[])?;
        let parser = Parser::new(self.tm, &side)?;
        let mut script = format!("(set-logic ALL)\n{}", declarations.text);
        for (place, formula) in formulas.iter().enumerate() {
            let shown = self.shown(*formula)?;
            script.push_str(&match names {
                true => format!("(assert (! {shown} :named name{place}))\n"),
                false => format!("(assert {shown})\n"),
            });
        }
        script.push_str("(check-sat)\n");
        parser.give(&script, by_pieces)?;
        let told = parser.execute(&side)?;
        if let Some(why) = &told.error {
            // Some theories are refused by checks.
            if told.answer.is_none() && told.names.iter().all(|name| name != "check-sat") {
                return self.unless_lent("cvc5_parser_next_command", "a script", why);
            }
            return Ok(());
        }
        let expected = declarations.constants.len() + formulas.len() + 2;
        inspect("cvc5_parser_next_command", "the number", expected, told.names.len())?;
        let named = parser.named(&held)?;
        let expected = if names { formulas.len() } else { 0 };
        inspect("cvc5_sm_get_named_terms", "the number", expected, named.len())?;
        let known = named.iter().all(|(name, _)| name.starts_with("name"));
        inspect("cvc5_sm_get_named_terms", "a name", true, known)?;
        self.same_answer("cvc5_cmd_invoke", "the answer", told.answer, &formulas)
    }

    /// An error is a finding, unless options of the run may have asked for it: some want the strict form of a text.
    fn unless_lent(&self, function: &'static str, aspect: &'static str, why: &str) -> Outcome {
        match self.lends_settings {
            true => Ok(()),
            false => Err(mismatch(function, aspect, "no error", why)),
        }
    }

    /// A text that is no SMT-LIB gives an error.
    fn parse_nonsense(&mut self) -> Outcome {
        if !is_there() {
            return Ok(());
        }
        let side = self.side(&[])?;
        let parser = Parser::new(self.tm, &side)?;
        parser.give("(assert (not-declared ", false)?;
        let told = parser.execute(&side)?;
        inspect("cvc5_parser_next_command", "nonsense is an error", true, told.error.is_some())
    }
}

/// Whether a name is a word that no printer quotes and that means nothing in SMT-LIB.
fn is_plain(name: &str) -> bool {
    let Some((letter, digits)) = name.split_at_checked(1) else { return false };
    letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}
