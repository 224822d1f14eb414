//! What Boolector prints, read back by its own parsers.

use std::ffi::{CStr, CString, c_char};

use murxla_api::{Answer, SolverError, TermId, inspect, mismatch};

use crate::commands::answer_of;
use crate::errors::present;
use crate::ffi::{FILE, c_string, call, text};
use crate::handles::Instance;
use crate::solver::BoolectorSolver;
use crate::text_stream::{Sink, printed_by};

/// What a parser gives where there was no check.
const NO_CHECK: i32 = 2;

/// What a parser gives where it found an error.
const PARSE_ERROR: i32 = 1;

/// The formats that Boolector reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Btor,
    Btor2,
    Smt1,
    Smt2,
}

/// Small problems in each format, with their answers.
const PROBLEMS: &[(Format, &str, Answer)] = &[
    (Format::Btor, "1 var 4\n2 constd 4 3\n3 eq 1 1 2\n4 root 1 3\n", Answer::Sat),
    (Format::Btor, "1 var 4\n2 ult 1 1 1\n3 root 1 2\n", Answer::Unsat),
    (
        Format::Btor2,
        "1 sort bitvec 4\n2 sort bitvec 1\n3 input 1 a\n4 constd 1 3\n5 eq 2 3 4\n6 constraint 5\n",
        Answer::Sat,
    ),
    (
        Format::Btor2,
        "1 sort bitvec 4\n2 sort bitvec 1\n3 input 1 a\n4 ult 2 3 3\n5 constraint 4\n",
        Answer::Unsat,
    ),
    (
        Format::Smt1,
        "(benchmark b :logic QF_BV :extrafuns ((a BitVec[4])) :formula (= a bv3[4]))\n",
        Answer::Sat,
    ),
    (
        Format::Smt1,
        "(benchmark b :logic QF_BV :extrafuns ((a BitVec[4])) :formula (bvult a a))\n",
        Answer::Unsat,
    ),
    (
        Format::Smt2,
        "(set-logic QF_BV)\n(declare-const a (_ BitVec 4))\n(assert (= a #x3))\n(check-sat)\n(exit)\n",
        Answer::Sat,
    ),
    (
        Format::Smt2,
        "(set-logic QF_BV)\n(declare-const a (_ BitVec 4))\n(assert (bvult a a))\n(check-sat)\n(exit)\n",
        Answer::Unsat,
    ),
];

/// Texts that are of no format.
const NONSENSE: &[(Format, &str)] = &[
    (Format::Btor, "1 var\n"),
    (Format::Btor, "1 var 4\n2 add 4 1 7\n"),
    (Format::Btor2, "1 sort bitvec\n"),
    (Format::Btor2, "1 sort bitvec 4\n2 input 9\n"),
    (Format::Smt1, "(benchmark b :formula (= a"),
    (Format::Smt1, "(benchmark b :logic QF_BV :formula (= a b))"),
    (Format::Smt2, "(set-logic QF_BV)\n(assert (= a #x3))\n"),
    (Format::Smt2, "(set-logic QF_BV)\n(declare-const a (_ BitVec 0))\n"),
    (Format::Smt2, "(assert"),
];

/// A stream that reads a text.
struct Source {
    stream: *mut libc::FILE,
    /// What it reads.
    _text: CString,
}

impl Source {
    fn open(content: &str) -> Result<Source, SolverError> {
        let text = c_string(content)?;
        let size = text.as_bytes().len();
        // SAFETY: the text lives as long as the stream, and is only read.
        let stream =
            unsafe { libc::fmemopen(text.as_ptr().cast_mut().cast(), size.max(1), c"r".as_ptr()) };
        Ok(Source { stream: present(stream, "opening a text")?, _text: text })
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        // SAFETY: it was opened by `open` and is closed once.
        unsafe { libc::fclose(self.stream) };
    }
}

/// What a parser gave: its result and its message.
struct Parsed {
    result: i32,
    message: Option<String>,
}

/// Reads a text into a new instance, by the parser of its format or by the one that finds the format out.
fn parse(
    instance: &Instance,
    format: Format,
    content: &str,
    by_name: bool,
) -> Result<Parsed, SolverError> {
    let (source, sink) = (Source::open(content)?, Sink::open()?);
    let (from, to): (*mut FILE, _) = (source.stream.cast(), sink.stream());
    let btor = instance.0;
    let name: &CStr = match format {
        Format::Btor => c"problem.btor",
        Format::Btor2 => c"problem.btor2",
        Format::Smt1 => c"problem.smt",
        Format::Smt2 => c"problem.smt2",
    };
    let name = name.as_ptr();
    let mut message: *mut c_char = std::ptr::null_mut();
    let (mut status, mut is_smt2) = (0, false);
    let (told, state, kind) = (&raw mut message, &raw mut status, &raw mut is_smt2);
    let result = match format {
        _ if by_name => call!(boolector_parse(btor, from, name, to, told, state, kind)),
        Format::Btor => call!(boolector_parse_btor(btor, from, name, to, told, state)),
        Format::Btor2 => call!(boolector_parse_btor2(btor, from, name, to, told, state)),
        Format::Smt1 => call!(boolector_parse_smt1(btor, from, name, to, told, state)),
        Format::Smt2 => call!(boolector_parse_smt2(btor, from, name, to, told, state)),
    };
    if by_name {
        let known = format == Format::Smt2;
        inspect("boolector_parse", "whether it is SMT-LIB 2", known, is_smt2)?;
    }
    Ok(Parsed { result, message: text(message) })
}

/// The answer to a text.
fn answer(format: Format, content: &str, by_name: bool) -> Result<Answer, SolverError> {
    let instance = Instance::new()?;
    let parsed = parse(&instance, format, content, by_name)?;
    match parsed.result {
        PARSE_ERROR => Err(mismatch(
            "boolector_parse",
            "whether it reads a problem",
            "that it does",
            &parsed.message.unwrap_or_default(),
        )),
        NO_CHECK => answer_of(call!(boolector_sat(instance.0))),
        result => answer_of(result),
    }
}

impl BoolectorSolver {
    /// What is asserted, printed and read by another instance, has the same answer.
    pub(crate) fn read_dumped(&mut self) -> Result<(), SolverError> {
        let Some(known) = self.last_answer else { return Ok(()) };
        let has_others = self.assertions.open_levels() > 0
            || !self.assumptions.is_empty()
            || self.assumes_all()
            || self.parts.quantifiers
            || known == Answer::Unknown;
        if has_others {
            // What is assumed is not printed, and what is open is assumed.
            return Ok(());
        }
        let btor = self.btor();
        // The format has no functions.
        let as_btor = !self.parts.functions && self.seed.pick(2) == 0;
        let (format, printed) = match as_btor {
            true => (
                Format::Btor,
                printed_by(|stream| {
                    call!(boolector_dump_btor(btor, stream));
                    Ok(())
                })?,
            ),
            false => (
                Format::Smt2,
                printed_by(|stream| {
                    call!(boolector_dump_smt2(btor, stream));
                    Ok(())
                })?,
            ),
        };
        let by_name = self.seed.pick(2) == 0;
        let told = match answer(format, &printed, by_name) {
            Err(SolverError::Mismatch(mismatch)) => {
                let function = match as_btor {
                    true => "boolector_dump_btor",
                    false => "boolector_dump_smt2",
                };
                let wrong = murxla_api::Mismatch { function, ..*mismatch };
                return Err(SolverError::Mismatch(Box::new(wrong)));
            }
            other => other?,
        };
        let function = if as_btor { "boolector_dump_btor" } else { "boolector_dump_smt2" };
        if told == Answer::Unknown {
            return Ok(());
        }
        inspect(function, "the answer to what was printed", known, told)
    }

    /// Texts in each format, and texts in none.
    pub(crate) fn read_nonsense(&mut self) -> Result<(), SolverError> {
        let by_name = self.seed.pick(2) == 0;
        let (format, content, known) = PROBLEMS[self.seed.pick(PROBLEMS.len())];
        // SMT-LIB 1 is not known by its name.
        let by_name = by_name && matches!(format, Format::Btor | Format::Smt2);
        let told = answer(format, content, by_name)?;
        inspect("boolector_parse", "the answer to a small problem", known, told)?;
        let (format, content) = NONSENSE[self.seed.pick(NONSENSE.len())];
        let instance = Instance::new()?;
        let parsed = parse(&instance, format, content, false)?;
        let is_error = parsed.result == PARSE_ERROR && parsed.message.is_some();
        inspect("boolector_parse", "whether it refuses nonsense", true, is_error)
    }

    /// Prints terms in both formats to nowhere.
    pub(crate) fn dump_terms(&mut self, terms: &[TermId]) -> Result<(), SolverError> {
        let (btor, sink) = (self.btor(), Sink::open()?);
        let stream = sink.stream();
        for term in terms {
            let node = self.terms.closed(*term, "the term");
            // What has parameters is printed as a part of what binds them.
            let Ok(node) = node else { continue };
            call!(boolector_dump_smt2_node(btor, stream, node));
            if !self.parts.functions && !self.parts.quantifiers {
                call!(boolector_dump_btor_node(btor, stream, node));
            }
        }
        Ok(())
    }

    /// Prints what is asserted in all formats that have it to nowhere.
    pub(crate) fn dump_formula(&mut self) -> Result<(), SolverError> {
        let (btor, sink) = (self.btor(), Sink::open()?);
        let (stream, parts) = (sink.stream(), self.parts);
        call!(boolector_dump_smt2(btor, stream));
        if !parts.functions && !parts.quantifiers {
            call!(boolector_dump_btor(btor, stream));
        }
        if !parts.functions && !parts.quantifiers && !parts.arrays && !parts.variables {
            let merged = self.seed.pick(2) == 0;
            match self.seed.pick(2) {
                0 => call!(boolector_dump_aiger_ascii(btor, stream, merged)),
                _ => call!(boolector_dump_aiger_binary(btor, stream, merged)),
            }
        }
        Ok(())
    }
}
