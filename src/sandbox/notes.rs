//! The memory that a batch and its parent share besides the log: which run is under way, and a ring of notes.
//!
//! There is one writer, the child, and one reader, the parent; a note costs no system call. The child may be hit
//! by stray writes of a solver, so the parent believes no number here before it has looked whether it can be.

#![allow(unsafe_code)]

use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The longest note, in bytes.
pub const LONGEST_NOTE: usize = 64 << 10;
/// Room for what a busy batch notes between two looks of the parent. Pages that are not used cost nothing.
const RING: usize = 1 << 20;
/// In front of each note: the run, which begin it belongs to, and the length.
const WORDS: usize = 3;
const HEAD: usize = WORDS * size_of::<u64>();
/// Between two looks of a child that waits for room.
const WAIT: Duration = Duration::from_micros(200);
/// A parent that reads nothing for so long will not read any more. It may have been stopped for a while.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// The fixed part. All zero at first.
#[repr(C)]
struct Header {
    /// How many runs have begun.
    begun: AtomicU64,
    /// The run that began last.
    run: AtomicU64,
    /// How many bytes were ever written to the ring, and read from it.
    written: AtomicU64,
    read: AtomicU64,
}

/// One mapping, made by the parent before the fork.
pub(super) struct Notes {
    start: NonNull<Header>,
}

const LENGTH: usize = size_of::<Header>() + RING;

impl Notes {
    pub(super) fn new() -> io::Result<Notes> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping wherever there is room.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), LENGTH, access, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Notes { start: NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)? })
    }

    fn header(&self) -> &Header {
        // SAFETY: the mapping is aligned to pages, larger than a header, and lives as long as `self`; every
        // content is a valid header, since it holds numbers only.
        unsafe { self.start.as_ref() }
    }

    /// How many runs have begun.
    pub(super) fn begun(&self) -> u64 {
        self.header().begun.load(Ordering::Acquire)
    }

    /// The run that began last.
    pub(super) fn run(&self) -> u64 {
        self.header().run.load(Ordering::Relaxed)
    }

    /// In the child: a run begins.
    pub(super) fn begin(&self, run: u64) {
        let header = self.header();
        header.run.store(run, Ordering::Relaxed);
        // Last: when the parent sees it, everything else tells of the new run.
        header.begun.fetch_add(1, Ordering::Release);
    }

    /// In the child: the note of the run that began last; waits while there is no room.
    pub(super) fn send(&self, note: &[u8]) {
        assert!(note.len() <= LONGEST_NOTE, "a note of {} bytes", note.len());
        let header = self.header();
        let written = header.written.load(Ordering::Relaxed);
        let next = written + (HEAD + note.len()) as u64;
        let mut since = None;
        while next.saturating_sub(header.read.load(Ordering::Acquire)) > RING as u64 {
            let since = *since.get_or_insert_with(Instant::now);
            assert!(since.elapsed() < LONGEST_WAIT, "nobody reads the notes of the batch");
            std::thread::sleep(WAIT);
        }
        let words = [self.run(), self.begun(), note.len() as u64];
        for (word, position) in words.iter().zip((written..).step_by(size_of::<u64>())) {
            self.put(position, &word.to_ne_bytes());
        }
        self.put(written + HEAD as u64, note);
        // Last, and at once: the note is there, and the run has ended.
        header.written.store(next, Ordering::Release);
    }

    /// A place in the ring, and how many bytes follow before it begins anew.
    fn place(&self, position: u64) -> (*mut u8, usize) {
        let inside = (position % RING as u64) as usize;
        // SAFETY: the ring follows the header in the mapping, and is longer than `inside`.
        let place = unsafe { self.start.as_ptr().add(1).cast::<u8>().add(inside) };
        (place, RING - inside)
    }

    fn put(&self, position: u64, bytes: &[u8]) {
        let (place, straight) = self.place(position);
        let (first, second) = bytes.split_at(straight.min(bytes.len()));
        // SAFETY: both parts are inside the ring, since a note is shorter than it; the parent does not read
        // there before it is told to, and the child has no reference to these bytes.
        unsafe {
            place.copy_from_nonoverlapping(first.as_ptr(), first.len());
            self.place(0).0.copy_from_nonoverlapping(second.as_ptr(), second.len());
        }
    }

    /// Copies bytes out; `bytes` is not longer than the ring.
    fn get(&self, position: u64, bytes: &mut [u8]) {
        let (place, straight) = self.place(position);
        let (first, second) = bytes.split_at_mut(straight.min(bytes.len()));
        // SAFETY: both parts are inside the ring. The child published them and does not write there before
        // `read` is moved on; a stray write of a solver can change what is read, but nothing else.
        unsafe {
            first.as_mut_ptr().copy_from_nonoverlapping(place, first.len());
            second.as_mut_ptr().copy_from_nonoverlapping(self.place(0).0, second.len());
        }
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing refers to it any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), LENGTH) };
    }
}

/// The numbers in the shared memory cannot be.
#[derive(Debug)]
pub(super) struct Damaged;

/// A note, as the parent reads it.
pub(super) struct Note {
    pub(super) run: u64,
    /// Which begin it belongs to.
    pub(super) begun: u64,
    pub(super) bytes: Vec<u8>,
}

/// The parent's side of the ring.
pub(super) struct Reader<'a> {
    notes: &'a Notes,
    /// Our own figure: the one in the shared memory is for the child.
    read: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(notes: &'a Notes) -> Reader<'a> {
        Reader { notes, read: 0 }
    }

    /// The next note, if there is one.
    pub(super) fn next(&mut self) -> Result<Option<Note>, Damaged> {
        let header = self.notes.header();
        let written = header.written.load(Ordering::Acquire);
        if written == self.read {
            return Ok(None);
        }
        let there = written.checked_sub(self.read).filter(|there| *there <= RING as u64);
        let there = there.ok_or(Damaged)?;
        let notes = there.checked_sub(HEAD as u64).ok_or(Damaged)?;
        let mut head = [0; HEAD];
        self.notes.get(self.read, &mut head);
        let mut words = head.chunks_exact(size_of::<u64>()).map(|word| {
            let mut bytes = [0; size_of::<u64>()];
            bytes.copy_from_slice(word);
            u64::from_ne_bytes(bytes)
        });
        let mut word = || words.next().ok_or(Damaged);
        let (run, begun, length) = (word()?, word()?, word()?);
        if length > notes || length > LONGEST_NOTE as u64 {
            return Err(Damaged);
        }
        let mut bytes = vec![0; length as usize];
        self.notes.get(self.read + HEAD as u64, &mut bytes);
        self.read += HEAD as u64 + length;
        header.read.store(self.read, Ordering::Release);
        Ok(Some(Note { run, begun, bytes }))
    }
}

#[cfg(test)]
mod tests {
    use super::{HEAD, LONGEST_NOTE, Notes, RING, Reader};
    use std::sync::atomic::Ordering;

    #[test]
    fn notes_come_round_the_ring() {
        let notes = Notes::new().unwrap();
        let mut reader = Reader::new(&notes);
        for run in 0..1000_u64 {
            let note = vec![run as u8; run as usize * 61 % LONGEST_NOTE];
            notes.begin(run);
            notes.send(&note);
            let read = reader.next().unwrap().unwrap();
            assert_eq!((read.run, read.begun), (run, run + 1));
            assert_eq!(read.bytes, note);
            assert!(reader.next().unwrap().is_none());
        }
    }

    /// Whatever number is overwritten, reading ends.
    #[test]
    fn no_number_is_believed() {
        for written in [1, HEAD as u64 - 1, RING as u64 + 1, u64::MAX] {
            let notes = Notes::new().unwrap();
            notes.header().written.store(written, Ordering::Relaxed);
            assert!(Reader::new(&notes).next().is_err(), "{written} bytes written");
        }
        for length in [4, LONGEST_NOTE as u64 + 1, RING as u64, u64::MAX] {
            let notes = Notes::new().unwrap();
            notes.begin(1);
            notes.send(b"one");
            notes.put(HEAD as u64 - 8, &length.to_ne_bytes());
            assert!(Reader::new(&notes).next().is_err(), "a note of {length} bytes");
        }
    }
}
