//! All that is printed goes through here: solvers, scripts and traces of strangers say things that must not reach a
//! terminal as they are.

use std::io::{self, IsTerminal, StdoutLock, Write};

use murxla_api::{visible, visible_bytes};

/// Says a line to people, on standard error.
macro_rules! say {
    ($($parts:tt)*) => { $crate::cli::print::to_stderr(&format!($($parts)*)) };
}
pub(super) use say;

/// A line on standard error; one that is closed is no reason to stop.
pub(super) fn to_stderr(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(text));
}

/// Standard output, for text that people read.
pub(super) fn stdout() -> Visible<StdoutLock<'static>> {
    Visible { inner: io::stdout().lock(), cut: Vec::new() }
}

/// Prints data: as it is to a program or a file, so that they read what is meant, and visibly to a terminal.
pub(super) fn data(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        return out.write_all(visible_bytes(bytes).as_bytes());
    }
    out.write_all(bytes)
}

/// Writes text on, without what steers a terminal.
pub(super) struct Visible<W: Write> {
    inner: W,
    /// The beginning of a character whose end is not written yet.
    cut: Vec<u8>,
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.cut.extend_from_slice(bytes);
        let ready = match std::str::from_utf8(&self.cut) {
            // No length: the end is cut off, and may still come.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.cut.len(),
        };
        let rest = self.cut.split_off(ready);
        let text = visible_bytes(&std::mem::replace(&mut self.cut, rest));
        self.inner.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_may_come_in_parts() {
        let mut out = Visible { inner: Vec::new(), cut: Vec::new() };
        for byte in "a\u{1b}ä\u{202e}\n".as_bytes() {
            out.write_all(&[*byte]).expect("written");
        }
        out.write_all(b"\xffb").expect("written");
        assert_eq!(String::from_utf8(out.inner).expect("text"), "a\\x1bä\\u{202e}\n\\xffb");
    }
}
