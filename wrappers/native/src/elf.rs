//! What an ELF file tells before it is loaded.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use murxla_api::LoadError;
use object::elf::{EM_X86_64, ET_DYN};
use object::read::elf::{ElfFile64, FileHeader};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget};

/// A shared library on disk.
pub struct ElfFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl ElfFile {
    /// Reads the file and makes sure that this process could load it.
    pub fn read(path: &Path) -> Result<ElfFile, LoadError> {
        let bytes = std::fs::read(path).map_err(|error| {
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
            .filter_map(|symbol| symbol.name().ok().map(str::to_owned))
            .filter(|name| name.starts_with(prefix))
            .collect()
    }

    /// Whether read-only data holds this text as a whole C string.
    pub fn contains_string(&self, text: &str) -> bool {
        let needle = [b"\0", text.as_bytes(), b"\0"].concat();
        let Some(elf) = self.parse() else { return false };
        elf.sections()
            .filter(|section| section.name().is_ok_and(|name| name.starts_with(".rodata")))
            .filter_map(|section| section.data().ok())
            .any(|data| data.windows(needle.len()).any(|window| window == needle))
    }

    /// How many places call the imported function `name`. A library that was built with C assertions has
    /// thousands of calls to `__assert_fail`, one without has a handful that are written out by hand.
    pub fn calls_to(&self, name: &str) -> usize {
        let Some(elf) = self.parse() else { return 0 };
        let Some(relocations) = elf.dynamic_relocations() else { return 0 };
        let table_entries: HashSet<u64> = relocations
            .filter(|(_, relocation)| match relocation.target() {
                RelocationTarget::Symbol(index) => elf
                    .dynamic_symbol_table()
                    .and_then(|table| {
                        object::ObjectSymbolTable::symbol_by_index(&table, index).ok()
                    })
                    .is_some_and(|symbol| symbol.name() == Ok(name)),
                _ => false,
            })
            .map(|(address, _)| address)
            .collect();
        // A call goes to a stub in a .plt section, which jumps (ff 25) through the table; the stub may begin
        // with endbr64 (4 bytes) and a bnd prefix (1 byte). Or it goes through the table at once (ff 15).
        let mut stubs = HashSet::new();
        for section in elf.sections().filter(|s| s.name().is_ok_and(|n| n.starts_with(".plt"))) {
            let Ok(code) = section.data() else { continue };
            for (offset, target) in indirect(code, section.address(), 0x25) {
                if table_entries.contains(&target) {
                    let jump = section.address() + offset;
                    stubs.extend([jump, jump - 4, jump - 5]);
                }
            }
        }
        let mut calls = 0;
        for section in elf.sections().filter(|s| s.name() == Ok(".text")) {
            let Ok(code) = section.data() else { continue };
            calls += indirect(code, section.address(), 0x15)
                .filter(|(_, target)| table_entries.contains(target))
                .count();
            calls += code
                .windows(5)
                .enumerate()
                .filter(|(offset, window)| {
                    window[0] == 0xe8
                        && stubs.contains(&relative(
                            section.address() + *offset as u64 + 5,
                            &window[1..],
                        ))
                })
                .count();
        }
        calls
    }
}

/// Offsets and targets of the instructions `ff OP rel32`.
fn indirect(code: &[u8], address: u64, opcode: u8) -> impl Iterator<Item = (u64, u64)> {
    code.windows(6)
        .enumerate()
        .filter(move |(_, window)| window[0] == 0xff && window[1] == opcode)
        .map(move |(offset, window)| {
            let offset = offset as u64;
            (offset, relative(address + offset + 6, &window[2..]))
        })
}

fn relative(next: u64, displacement: &[u8]) -> u64 {
    let displacement =
        i32::from_le_bytes([displacement[0], displacement[1], displacement[2], displacement[3]]);
    next.wrapping_add_signed(displacement.into())
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
