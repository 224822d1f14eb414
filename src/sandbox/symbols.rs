//! Symbolizes the raw addresses of a crash: library, offset, function.

#![allow(unsafe_code)]

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::sync::atomic::Ordering;

use object::read::elf::ElfFile64;
use object::{Object, ObjectSegment, ObjectSymbol, SymbolKind};

use super::outcome::Frame;
use super::shared::{MAX_FRAMES, Record};

/// The calls on the stack, innermost first. Only once the child is dead.
pub(super) fn frames(record: &Record) -> Vec<Frame> {
    if record.signal.load(Ordering::Acquire) == 0 {
        return Vec::new();
    }
    let maps = record.maps.to_vec();
    let maps = String::from_utf8_lossy(&maps);
    let mappings: Vec<Mapping> = maps.lines().filter_map(Mapping::parse).collect();
    let mut frames: Vec<Frame> = addresses(record).map(|at| locate(&mappings, at)).collect();
    name(&mut frames);
    frames
}

/// Where each call was: the instruction that failed, and the calls that led there.
fn addresses(record: &Record) -> impl Iterator<Item = u64> {
    let failed = record.instruction.load(Ordering::Relaxed);
    let count = record.frame_count.load(Ordering::Acquire).min(MAX_FRAMES);
    let walked: Vec<usize> =
        record.frames[..count].iter().map(|address| address.load(Ordering::Relaxed)).collect();
    // The walk starts in the handler.
    let inner = walked.iter().position(|address| *address == failed).map_or(count, |at| at + 1);
    let outer = walked[inner..].to_vec();
    // A return address is that of the next instruction, maybe of the next function.
    let calls = outer.into_iter().map(|address| address.wrapping_sub(1));
    std::iter::once(failed).chain(calls).filter(|address| *address != 0).map(|at| at as u64)
}

/// A line of `/proc/PID/maps`: START-END PERMISSIONS OFFSET DEVICE INODE PATH
struct Mapping<'a> {
    start: u64,
    end: u64,
    offset: u64,
    path: &'a str,
}

impl Mapping<'_> {
    fn parse(line: &str) -> Option<Mapping<'_>> {
        let mut rest = line;
        let mut next = || {
            let (word, tail) = rest.split_once(' ')?;
            rest = tail.trim_start();
            Some(word)
        };
        let (start, end) = next()?.split_once('-')?;
        let (_permissions, offset, _device) = (next()?, next()?, next()?);
        let path = next().map(|_inode| rest)?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        let path = path.strip_suffix(" (deleted)").unwrap_or(path);
        let (start, end, offset) = (number(start)?, number(end)?, number(offset)?);
        path.starts_with('/').then_some(Mapping { start, end, offset, path })
    }
}

/// The frame with the offset in the file; [`name`] makes it an address.
fn locate(mappings: &[Mapping<'_>], address: u64) -> Frame {
    let found = mappings.iter().find(|mapping| (mapping.start..mapping.end).contains(&address));
    match found {
        Some(mapping) => Frame {
            library: mapping.path.to_owned(),
            offset: address - mapping.start + mapping.offset,
            symbol: None,
        },
        None => Frame { library: "?".to_owned(), offset: address, symbol: None },
    }
}

/// Fills in addresses and symbols. Nothing is kept from one crash to the next, since the parent must stay
/// small; so each file is mapped, gone through once for all of its frames, and unmapped.
fn name(frames: &mut [Frame]) {
    let mut by_library: HashMap<String, Vec<&mut Frame>> = HashMap::new();
    for frame in frames.iter_mut().filter(|frame| frame.library != "?") {
        by_library.entry(frame.library.clone()).or_default().push(frame);
    }
    for (library, mut frames) in by_library {
        let Ok(file) = MappedFile::open(&library) else { continue };
        let Ok(elf) = ElfFile64::<object::Endianness>::parse(file.bytes()) else { continue };
        for frame in &mut frames {
            let segment = elf.segments().find_map(|segment| {
                let (start, size) = segment.file_range();
                let inside = frame.offset.checked_sub(start).filter(|inside| *inside < size)?;
                Some(segment.address() + inside)
            });
            frame.offset = segment.unwrap_or(frame.offset);
        }
        // The full table holds the dynamic one, but is often stripped.
        if elf.symbols().next().is_some() {
            name_by(elf.symbols(), &mut frames);
        } else {
            name_by(elf.dynamic_symbols(), &mut frames);
        }
    }
}

fn name_by<'a, S: ObjectSymbol<'a>>(symbols: impl Iterator<Item = S>, frames: &mut [&mut Frame]) {
    for symbol in symbols.filter(|symbol| symbol.kind() == SymbolKind::Text) {
        let code = symbol.address()..symbol.address() + symbol.size();
        for frame in frames.iter_mut().filter(|frame| frame.symbol.is_none()) {
            if code.contains(&frame.offset) {
                frame.symbol = symbol.name().ok().map(str::to_owned);
            }
        }
    }
}

/// A file in memory, without a copy on our heap.
struct MappedFile {
    start: *mut libc::c_void,
    length: usize,
}

impl MappedFile {
    fn open(path: &str) -> io::Result<MappedFile> {
        let file = File::open(path)?;
        let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        let (null, fd) = (std::ptr::null_mut(), file.as_raw_fd());
        // SAFETY: a new private mapping wherever there is room.
        let start = unsafe { libc::mmap(null, length, libc::PROT_READ, libc::MAP_PRIVATE, fd, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(MappedFile { start, length })
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: the mapping lives as long as `self`. It is a library that was just loaded, or our own
        // program: whoever shortens that file in place breaks every process that runs it.
        unsafe { std::slice::from_raw_parts(self.start.cast(), self.length) }
    }
}

impl Drop for MappedFile {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and `bytes` borrowed from it at most as long as we lived.
        unsafe { libc::munmap(self.start, self.length) };
    }
}
