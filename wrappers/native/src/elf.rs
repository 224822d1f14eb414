//! Reads an ELF file before it is loaded: the functions that it exports, the texts and calls in it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use murxla_api::LoadError;
use object::elf::{EM_X86_64, ET_DYN};
use object::read::elf::{ElfFile64, ElfSymbol64, FileHeader};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SymbolIndex};

use crate::mapped::Mapped;

/// A shared library on disk.
pub struct ElfFile {
    path: PathBuf,
    bytes: Mapped,
}

impl ElfFile {
    /// Reads the file and makes sure that this process could load it.
    pub fn read(path: &Path) -> Result<ElfFile, LoadError> {
        let bytes = Mapped::open(path).map_err(|error| {
            LoadError(format!("cannot read the library {}: {error}", path.display()))
        })?;
        let file = ElfFile { path: path.to_owned(), bytes };
        let header = match file.parse() {
            Some(elf) => elf.elf_header().to_owned(),
            None => return Err(file.refuse("it is not a 64-bit ELF shared library")),
        };
        let endian = object::Endianness::Little;
        let machine = header.e_machine(endian);
        if !header.is_little_endian() || machine != EM_X86_64 {
            return Err(file.refuse(&format!(
                "it was built for another architecture ({}), this program for x86_64",
                machine_name(machine)
            )));
        }
        if header.e_type(endian) != ET_DYN {
            return Err(file.refuse("it is an ELF file, but not a shared library"));
        }
        Ok(file)
    }

    fn refuse(&self, why: &str) -> LoadError {
        LoadError(format!(
            "{} cannot be loaded: {why}; give the path of a shared library (.so) for x86_64 Linux",
            self.path.display()
        ))
    }

    fn parse(&self) -> Option<ElfFile64<'_>> {
        ElfFile64::parse(&*self.bytes).ok()
    }

    /// The names of exported functions that begin with `prefix`.
    pub fn exported(&self, prefix: &str) -> HashSet<String> {
        let Some(elf) = self.parse() else { return HashSet::new() };
        elf.dynamic_symbols()
            .filter(|symbol| symbol.is_definition() && symbol.kind() == object::SymbolKind::Text)
            .filter_map(|symbol| symbol.name_bytes().ok())
            .filter(|name| name.starts_with(prefix.as_bytes()))
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect()
    }

    /// Whether the file holds the name of this other library, as it does if it needs it.
    pub fn names_library(&self, name: &str) -> bool {
        let needle = [b"\0", name.as_bytes(), b"\0"].concat();
        memchr::memmem::find(&self.bytes, &needle).is_some()
    }

    /// Whether read-only data holds this text as a whole C string.
    pub fn contains_string(&self, text: &str) -> bool {
        let needle = [b"\0", text.as_bytes(), b"\0"].concat();
        let Some(elf) = self.parse() else { return false };
        elf.sections()
            .filter(|section| section.name().is_ok_and(|name| name.starts_with(".rodata")))
            .filter_map(|section| section.data().ok())
            .any(|data| memchr::memmem::find(data, &needle).is_some())
    }

    /// How many places call the imported function `name`. A library that was built with C assertions has
    /// thousands of calls to `__assert_fail`, one without has a handful that are written out by hand.
    pub fn calls_to(&self, name: &str) -> usize {
        let Some(elf) = self.parse() else { return 0 };
        let Some(relocations) = elf.dynamic_relocations() else { return 0 };
        let is_wanted = |symbol: &ElfSymbol64<'_, '_>| symbol.name_bytes() == Ok(name.as_bytes());
        let wanted: Vec<SymbolIndex> =
            elf.dynamic_symbols().filter(is_wanted).map(|symbol| symbol.index()).collect();
        // There are a few of both at most.
        let table_entries: Vec<u64> = relocations
            .filter(|(_, relocation)| match relocation.target() {
                RelocationTarget::Symbol(index) => wanted.contains(&index),
                _ => false,
            })
            .map(|(address, _)| address)
            .collect();
        if table_entries.is_empty() {
            return 0;
        }
        // A call goes to a stub in a .plt section, which jumps (ff 25) through the table; the stub may begin
        // with endbr64 (4 bytes) and a bnd prefix (1 byte). Or it goes through the table at once (ff 15).
        let mut stubs = Vec::new();
        for section in elf.sections().filter(|s| s.name().is_ok_and(|n| n.starts_with(".plt"))) {
            let Ok(code) = section.data() else { continue };
            for at in memchr::memchr_iter(0xff, code) {
                let jump = section.address() + at as u64;
                if let Some([_, 0x25, to @ ..]) = code.get(at..)
                    && relative(jump + 6, to).is_some_and(|to| table_entries.contains(&to))
                {
                    stubs.extend([jump, jump - 4, jump - 5]);
                }
            }
        }
        let calls_in = |code: &[u8], address: u64| {
            let is_call = |at: &usize| {
                let here = address + *at as u64;
                match code.get(*at..) {
                    Some([0xe8, to @ ..]) => {
                        relative(here + 5, to).is_some_and(|to| stubs.contains(&to))
                    }
                    Some([0xff, 0x15, to @ ..]) => {
                        relative(here + 6, to).is_some_and(|to| table_entries.contains(&to))
                    }
                    _ => false,
                }
            };
            memchr::memchr2_iter(0xe8, 0xff, code).filter(is_call).count()
        };
        let text = elf.sections().filter(|section| section.name() == Ok(".text"));
        text.filter_map(|section| Some(calls_in(section.data().ok()?, section.address()))).sum()
    }
}

/// The address that lies so far from the next instruction as the first four bytes say.
fn relative(next: u64, code: &[u8]) -> Option<u64> {
    let displacement = i32::from_le_bytes(*code.first_chunk()?);
    Some(next.wrapping_add_signed(displacement.into()))
}

fn machine_name(machine: object::elf::Machine) -> String {
    match machine {
        object::elf::EM_AARCH64 => "aarch64".to_owned(),
        object::elf::EM_386 => "i386".to_owned(),
        object::elf::EM_ARM => "arm".to_owned(),
        object::elf::EM_RISCV => "riscv".to_owned(),
        object::elf::EM_PPC64 => "ppc64".to_owned(),
        object::elf::EM_S390 => "s390".to_owned(),
        other => format!("ELF machine {}", other.0),
    }
}
