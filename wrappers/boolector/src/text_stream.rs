//! C streams into which Boolector prints: one to nowhere, one whose text is read.

use std::ffi::c_char;

use murxla_api::SolverError;

use crate::errors::present;
use crate::ffi::FILE;

/// A stream to nowhere, closed when this goes out of scope.
pub(crate) struct Sink(*mut libc::FILE);

impl Sink {
    pub(crate) fn open() -> Result<Sink, SolverError> {
        // SAFETY: both are C strings.
        let file = unsafe { libc::fopen(c"/dev/null".as_ptr(), c"w".as_ptr()) };
        present(file, "opening the null device").map(Sink)
    }

    pub(crate) fn stream(&self) -> *mut FILE {
        self.0.cast()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        // SAFETY: it was opened by `open` and is closed once.
        unsafe { libc::fclose(self.0) };
    }
}

/// What is printed by `print` into a stream in memory.
pub(crate) fn printed_by(
    print: impl FnOnce(*mut FILE) -> Result<(), SolverError>,
) -> Result<String, SolverError> {
    let (mut buffer, mut size): (*mut c_char, usize) = (std::ptr::null_mut(), 0);
    // SAFETY: the two outlive the stream, which is closed below.
    let stream = unsafe { libc::open_memstream(&raw mut buffer, &raw mut size) };
    let stream = present(stream, "opening a stream in memory")?;
    let printed = print(stream.cast());
    // SAFETY: the stream is open, and nobody keeps it: it is closed once.
    unsafe { libc::fclose(stream) };
    let text = if buffer.is_null() {
        String::new()
    } else {
        // SAFETY: closing the stream left `size` bytes in a buffer that is ours now.
        let bytes = unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), size) };
        let text = String::from_utf8_lossy(bytes).into_owned();
        // SAFETY: allocated by the C library, and not used any more.
        unsafe { libc::free(buffer.cast()) };
        text
    };
    printed.map(|()| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read() {
        let text = printed_by(|stream| {
            // SAFETY: the stream is open, and the text a C string.
            unsafe { libc::fputs(c"(x)\n".as_ptr(), stream.cast()) };
            Ok(())
        });
        assert_eq!(text.as_deref(), Ok("(x)\n"));
        assert_eq!(printed_by(|_| Ok(())).as_deref(), Ok(""));
    }
}
