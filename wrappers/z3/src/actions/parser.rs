//! Z3's parser and printer in one context: what is printed of formulas means the same when it is read, by each of the functions that
//! read.

use std::ffi::c_uint;

use murxla_api::{ANYWHERE, ActionDef, ArgKind, ReplyKind, SolverError, TermId};

use super::{Engine, Outcome, Own, Run, disagreement};
use crate::context::{Context, c_string, counted, text};
use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, Z3_symbol, call};
use crate::solver::Z3Solver;

pub(super) const ENGINE: Engine = Engine {
    actions: &[
        Own::new(
            ActionDef::own("z3-parser-context", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::parse_in_context),
            &[(ANYWHERE, 1500)],
        ),
        Own::new(
            ActionDef::own("z3-parse-with-declarations", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::parse_with_declarations),
            &[(ANYWHERE, 1500)],
        ),
        Own::new(
            ActionDef::own("z3-eval-script", &[ArgKind::Formulas], ReplyKind::Done),
            Run::Terms(Z3Solver::evaluate_script),
            &[(ANYWHERE, 3000)],
        ),
        Own::new(
            ActionDef::own("z3-print-modes", &[ArgKind::Term], ReplyKind::Done),
            Run::Term(Z3Solver::print_in_modes),
            &[(ANYWHERE, 3000)],
        ),
    ],
    states: &[],
    transitions: &[],
};

/// A symbol of formulas that a parser must be told.
struct Declared {
    name: Z3_symbol,
    function: Z3_func_decl,
}

/// Whether SMT-LIB writes the name as it is, and nothing that Z3 knows has it.
fn is_plain_name(name: &str) -> bool {
    let starts = name.chars().next().is_some_and(|first| first.is_ascii_alphabetic());
    starts && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_') && name.len() > 1
}

impl Z3Solver {
    /// The free constants and functions of formulas; `None` if there is one that cannot be declared to a parser by its name.
    fn declarations_in(&self, formulas: &[Z3_ast]) -> Result<Option<Vec<Declared>>, SolverError> {
        const TEXT: u32 = 1;
        let context = &self.context;
        let raw = context.raw;
        let mut found: Vec<(Declared, String)> = Vec::new();
        for formula in formulas {
            let below = self.terms_below(*formula)?;
            if below.len() >= super::inspection::MOST_BELOW {
                return Ok(None);
            }
            for term in below {
                let Some(function) = self.declaration(term)? else { continue };
                if self.decl_kind(term)? != Some(crate::ffi::DeclKind::Uninterpreted as c_uint) {
                    continue;
                }
                if found.iter().any(|(known, _)| known.function == function) {
                    continue;
                }
                let name = call!(Z3_get_decl_name(raw, function));
                let name = context.checked(name)?;
                let kind = call!(Z3_get_symbol_kind(raw, name));
                context.check()?;
                let written = text(call!(Z3_get_symbol_string(raw, name)));
                let is_known = found.iter().any(|(_, other)| *other == written);
                if kind != TEXT || is_known || !is_plain_name(&written) {
                    return Ok(None);
                }
                found.push((Declared { name, function }, written));
            }
        }
        Ok(Some(found.into_iter().map(|(declared, _)| declared).collect()))
    }

    /// The uninterpreted sorts in declarations.
    fn sorts_in(&self, declared: &[Declared]) -> Result<Vec<(Z3_symbol, Z3_sort)>, SolverError> {
        let context = &self.context;
        let raw = context.raw;
        let uninterpreted = crate::ffi::SortKind::Uninterpreted as c_uint;
        let mut sorts: Vec<(Z3_symbol, Z3_sort)> = Vec::new();
        for one in declared {
            let mut all = Vec::new();
            for place in 0..call!(Z3_get_domain_size(raw, one.function)) {
                let sort = call!(Z3_get_domain(raw, one.function, place));
                all.push(context.checked(sort)?);
            }
            let range = call!(Z3_get_range(raw, one.function));
            all.push(context.checked(range)?);
            for sort in all {
                let kind = call!(Z3_get_sort_kind(raw, sort));
                context.check()?;
                if kind == uninterpreted && !sorts.iter().any(|(_, known)| *known == sort) {
                    let name = call!(Z3_get_sort_name(raw, sort));
                    sorts.push((context.checked(name)?, sort));
                }
            }
        }
        Ok(sorts)
    }

    /// The text of assertions over declared symbols; `None` if Z3 prints what it cannot be sure to read.
    fn assertions_text(&self, formulas: &[Z3_ast]) -> Result<Option<String>, SolverError> {
        let mut written = String::new();
        for formula in formulas {
            let printed = self.context.print(*formula)?;
            written += &format!("(assert {printed})\n");
        }
        Ok(Some(written))
    }

    fn may_print(&self) -> bool {
        self.context.symbols_are_writable() && !self.lacks_a_definition()
    }

    /// What was read must mean what was printed.
    fn require_same_meaning(&self, formulas: &[Z3_ast], read: &[Z3_ast], how: &str) -> Outcome {
        let context = &self.context;
        if formulas.len() != read.len() {
            return Err(disagreement(
                "Z3_ast_to_string",
                "the number of formulas that are printed and read",
                "the same",
                format!("{} formulas are printed, and {} read ({how})", formulas.len(), read.len()),
            ));
        }
        for (one, other) in formulas.iter().zip(read) {
            if one == other {
                continue;
            }
            let differ = context.differ(*one, *other)?;
            if context.brief_answer(&[differ])? == Some(murxla_api::Answer::Sat) {
                return Err(disagreement(
                    "Z3_ast_to_string",
                    "a formula that is printed and read",
                    "the same meaning",
                    format!("a formula that is printed and read ({how}) can differ from it"),
                ));
            }
        }
        Ok(())
    }

    fn parse_in_context(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        if !self.may_print() {
            return Ok(());
        }
        let Some(declared) = self.declarations_in(&natives)? else { return Ok(()) };
        let Some(written) = self.assertions_text(&natives)? else { return Ok(()) };
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_mk_parser_context(raw));
        let parser = counted!(context, made, Z3_parser_context_inc_ref, Z3_parser_context_dec_ref);
        for (_, sort) in self.sorts_in(&declared)? {
            call!(Z3_parser_context_add_sort(raw, parser.raw, sort));
            context.check()?;
        }
        for one in &declared {
            call!(Z3_parser_context_add_decl(raw, parser.raw, one.function));
            context.check()?;
        }
        let written = c_string(&written)?;
        let made = call!(Z3_parser_context_from_string(raw, parser.raw, written.as_ptr()));
        if context.check().is_err() {
            // What is refused depends on what Z3 can print.
            return Ok(());
        }
        let mut read = Vec::new();
        for formula in context.vector(made)?.elements()? {
            read.push(context.keep(formula)?);
        }
        self.require_same_meaning(&natives, &read, "by a parser context")
    }

    fn parse_with_declarations(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        if !self.may_print() {
            return Ok(());
        }
        let Some(declared) = self.declarations_in(&natives)? else { return Ok(()) };
        let Some(written) = self.assertions_text(&natives)? else { return Ok(()) };
        let (sort_names, sorts): (Vec<Z3_symbol>, Vec<Z3_sort>) =
            self.sorts_in(&declared)?.into_iter().unzip();
        let names: Vec<Z3_symbol> = declared.iter().map(|one| one.name).collect();
        let functions: Vec<Z3_func_decl> = declared.iter().map(|one| one.function).collect();
        let context = &self.context;
        let written = c_string(&written)?;
        let (sort_count, count) = (sorts.len() as c_uint, functions.len() as c_uint);
        let made = call!(Z3_parse_smtlib2_string(
            context.raw,
            written.as_ptr(),
            sort_count,
            sort_names.as_ptr(),
            sorts.as_ptr(),
            count,
            names.as_ptr(),
            functions.as_ptr()
        ));
        if context.check().is_err() {
            return Ok(());
        }
        let mut read = Vec::new();
        for formula in context.vector(made)?.elements()? {
            read.push(context.keep(formula)?);
        }
        self.require_same_meaning(&natives, &read, "with declarations")
    }

    /// A benchmark of the formulas, as a script in another context, is answered as they are here.
    fn evaluate_script(&mut self, formulas: &[TermId]) -> Outcome {
        let natives = self.plain_terms(formulas)?;
        if !self.may_print() || self.declarations_in(&natives)?.is_none() {
            return Ok(());
        }
        let context = &self.context;
        let Some((last, rest)) = natives.split_last() else { return Ok(()) };
        let (count, rest) = (rest.len() as c_uint, rest.as_ptr());
        // Only what can be written whole is evaluated: a script can hold any command.
        let printed = text(call!(Z3_benchmark_to_smtlib_string(
            context.raw,
            c"run".as_ptr(),
            c"ALL".as_ptr(),
            c"unknown".as_ptr(),
            c"".as_ptr(),
            count,
            rest,
            *last
        )));
        context.check()?;
        let other = Context::new()?;
        let script = format!("(set-option :rlimit {})\n{printed}", crate::side::EFFORT);
        let script = c_string(&script)?;
        let told = text(call!(Z3_eval_smtlib2_string(other.raw, script.as_ptr())));
        if other.check().is_err() || told.contains("error") {
            return Ok(());
        }
        let answers: Vec<&str> =
            told.lines().filter(|line| ["sat", "unsat"].contains(line)).collect();
        let Some(plain) = context.brief_answer(&natives)? else { return Ok(()) };
        let contradicts = answers.iter().any(|answer| match plain {
            murxla_api::Answer::Sat => *answer == "unsat",
            murxla_api::Answer::Unsat => *answer == "sat",
            murxla_api::Answer::Unknown => false,
        });
        if contradicts {
            return Err(disagreement(
                "Z3_eval_smtlib2_string",
                "the answer of a script",
                "that of a plain check",
                format!(
                    "formulas are {plain}, and as a script that Z3 prints {}",
                    answers.join(", ")
                ),
            ));
        }
        Ok(())
    }

    /// A term is printed in each mode, and all parts of it that print on their own.
    fn print_in_modes(&mut self, term: TermId) -> Outcome {
        const MODES: c_uint = 3;
        let crate::terms::Native::Term(native) = self.terms.native(term)? else { return Ok(()) };
        let context = &self.context;
        if self.terms_below(native)?.len() >= super::inspection::MOST_BELOW {
            // What is shared is printed each time in some modes.
            return Ok(());
        }
        for mode in 0..MODES {
            call!(Z3_set_ast_print_mode(context.raw, mode));
            context.check()?;
            let printed = context.print(native)?;
            if printed.is_empty() {
                return Err(SolverError::Broken("a term is printed as nothing".to_owned()));
            }
        }
        // As a new context has it.
        const PLAIN: c_uint = 2;
        call!(Z3_set_ast_print_mode(context.raw, PLAIN));
        context.check()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_known() {
        for (name, expected) in [
            ("x1", true),
            ("_x", false),
            ("x!1", false),
            ("", false),
            ("1x", false),
            ("a b", false),
        ] {
            assert_eq!(is_plain_name(name), expected, "{name}");
        }
    }
}
