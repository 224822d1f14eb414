//! The reader: from text to calls. It accepts or refuses any bytes, in time linear in their number and without
//! recursion.

use murxla_api::base_action;

use super::lex::{Cursor, LineError};
use super::read_args::{read_arg, read_own_args};
use super::read_error::shown;
use super::read_reply::read_reply;
use super::{Action, Call, PROOF, ReadError, Trace, owner};

/// The line of each call of a trace, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines(Vec<usize>);

impl Lines {
    /// The line of the call with this number, counted from 0.
    pub fn of(&self, call: usize) -> Option<usize> {
        self.0.get(call).copied()
    }
}

/// Reads a trace.
pub fn read(bytes: &[u8]) -> Result<(Trace, Lines), ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    let mut reader = Reader::default();
    for (index, line) in text.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        reader.line(index + 1, line).map_err(|error| ReadError { line: index + 1, ..*error })?;
    }
    Ok((reader.trace, reader.lines))
}

fn not_text(bytes: &[u8], valid: usize) -> ReadError {
    let before = bytes.get(..valid).unwrap_or_default();
    let begin = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line_before = String::from_utf8_lossy(before.get(begin..).unwrap_or_default());
    ReadError {
        line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
        column: line_before.chars().count() + 1,
        problem: "expected UTF-8".to_owned(),
        found: match bytes.get(valid) {
            Some(byte) => format!("the byte 0x{byte:02x}"),
            None => shown(""),
        },
    }
}

#[derive(Default)]
struct Reader {
    trace: Trace,
    lines: Lines,
    /// Whether anything but comments and the header was read.
    begun: bool,
    /// The oracle that asked for the next call.
    asked_by: Option<Box<str>>,
    /// The planted value of the constant that the next call makes.
    planted: Option<Box<str>>,
    /// The right answer of the next call.
    promised: Option<Box<str>>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), LineError> {
        let mut cursor = Cursor::new(line);
        if cursor.at_end() {
            return Ok(());
        }
        if cursor.skip("#!") {
            if self.begun {
                return Err(Cursor::new(line).error_here("the header comes before the first call"));
            }
            let mut rest = cursor;
            rest.skip_blanks();
            return self.trace.header.read(&mut rest);
        }
        if cursor.skip("#?") {
            // Anything else that begins so is a comment.
            cursor.skip_blanks();
            if let Ok(name) = cursor.word("the name of an oracle")
                && cursor.at_end()
            {
                self.asked_by = Some(name.into());
            }
            return Ok(());
        }
        if cursor.skip("#=") {
            cursor.skip_blanks();
            self.planted = Some(cursor.rest().into());
            return Ok(());
        }
        if cursor.skip("#:") {
            cursor.skip_blanks();
            self.promised = Some(cursor.rest().into());
            return Ok(());
        }
        if cursor.skip(PROOF) {
            if let Some(call) = self.trace.calls.last_mut()
                && let Some(violated) = &mut call.violated
            {
                let line = cursor.rest();
                let line = line.strip_prefix(' ').unwrap_or(line);
                violated.proof = format!("{}{line}\n", violated.proof).into();
            }
            return Ok(());
        }
        if cursor.skip("#") {
            return Ok(());
        }
        let first = !std::mem::replace(&mut self.begun, true);
        let seeded = cursor.rest().starts_with(|character: char| character.is_ascii_digit());
        let seed = if seeded { cursor.seed()? } else { 0 };
        let mark = cursor.mark();
        let word = cursor.word("an action")?;
        if !seeded {
            match word {
                "set-murxla-options" if first => {
                    return self.trace.header.read_original(&mut cursor);
                }
                "return" | "rejected" | "skipped" | "broken" | "violated" => {
                    return match self.trace.calls.last_mut() {
                        Some(call) => read_reply(word, call, &mut cursor, mark),
                        None => Err(cursor.error_at(mark, "expected a call first")),
                    };
                }
                _ => {}
            }
        }
        let (action, args) = if let Some(action) = base_action(word) {
            let mut args = Vec::with_capacity(action.args.len());
            for kind in action.args {
                args.push(read_arg(*kind, &mut cursor)?);
            }
            (Action::Base(action), args)
        } else if owner(word).is_some() {
            (Action::Own(word.into()), read_own_args(&mut cursor)?)
        } else {
            let problem = "expected an action (`murxla list actions` shows them)";
            return Err(cursor.error_at(mark, problem));
        };
        cursor.end()?;
        let mut call = Call::of_action(seed, action, args);
        call.asked_by = self.asked_by.take();
        call.planted = self.planted.take();
        call.promised = self.promised.take();
        self.trace.calls.push(call);
        self.lines.0.push(number);
        Ok(())
    }
}
