//! cvc5's own options, as the library lists them.

use std::ffi::c_char;

use murxla_api::{OptionDef, OptionKind, SolverError};

use crate::ffi::{self, NativeSolver, call};

/// `Cvc5OptionInfo` with integers in place of enums and truth values. Its layout is the same in 1.3 and 1.4, and
/// shorter in 1.2; `spare` keeps a longer one of another version from writing beyond it.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct RawOptionInfo {
    kind: u32,
    name: *const c_char,
    num_aliases: usize,
    aliases: *const *const c_char,
    num_no_supports: usize,
    no_supports: *const *const c_char,
    is_set_by_user: u8,
    is_expert: u8,
    is_regular: u8,
    category: u32,
    bool_default: u8,
    bool_current: u8,
    text_default: *const c_char,
    text_current: *const c_char,
    int: RawRange<i64>,
    uint: RawRange<u64>,
    double: RawRange<f64>,
    mode_default: *const c_char,
    mode_current: *const c_char,
    num_modes: usize,
    modes: *const *const c_char,
    cpp_info: usize,
    spare: [u64; 34],
}

#[repr(C)]
#[derive(Clone, Copy)]
struct RawRange<T> {
    default: T,
    current: T,
    min: T,
    max: T,
    has_min: u8,
    has_max: u8,
}

// The layout of the declarations, of which only the types of the fields differ.
const _: () = {
    use std::mem::offset_of;
    type Declared = cvc5_sys::OptionInfo;
    assert!(offset_of!(RawOptionInfo, category) == offset_of!(Declared, category));
    assert!(offset_of!(RawOptionInfo, bool_default) == offset_of!(Declared, info_bool));
    assert!(offset_of!(RawOptionInfo, text_default) == offset_of!(Declared, info_str));
    assert!(offset_of!(RawOptionInfo, int) == offset_of!(Declared, info_int));
    assert!(offset_of!(RawOptionInfo, uint) == offset_of!(Declared, info_uint));
    assert!(offset_of!(RawOptionInfo, double) == offset_of!(Declared, info_double));
    assert!(offset_of!(RawOptionInfo, mode_default) == offset_of!(Declared, info_mode));
    assert!(offset_of!(RawOptionInfo, cpp_info) == offset_of!(Declared, d_cpp_info));
    assert!(offset_of!(RawOptionInfo, spare) == size_of::<Declared>());
};

/// What the end is filled with, to see how far the library wrote.
const UNTOUCHED: u64 = 0xa5a5_a5a5_a5a5_a5a5;

/// What an option has, as its description tells it.
pub(crate) enum Told {
    Text(String),
    Number(f64),
    /// Nothing, or of no type that we know.
    Nothing,
}

impl RawOptionInfo {
    pub(crate) fn empty() -> RawOptionInfo {
        // SAFETY: all fields are integers or pointers, for which zero is a value.
        unsafe { std::mem::zeroed() }
    }

    pub(crate) fn category(&self) -> u32 {
        self.category
    }

    pub(crate) fn is_set_by_user(&self) -> bool {
        self.is_set_by_user != 0
    }

    /// The value that it has now.
    ///
    /// # Safety
    /// The library filled it, and was not asked for another one since.
    pub(crate) unsafe fn current(&self) -> Told {
        // SAFETY: as the caller promised; C strings are where pointers are.
        let text = |pointer| Told::Text(unsafe { ffi::text(pointer) });
        match self.kind {
            1 => Told::Text((self.bool_current != 0).to_string()),
            2 => text(self.text_current),
            3 => Told::Number(self.int.current as f64),
            4 => Told::Number(self.uint.current as f64),
            5 => Told::Number(self.double.current),
            6 => text(self.mode_current),
            _ => Told::Nothing,
        }
    }
}

/// Options whose value names a file that cvc5 opens for writing or reading, or `stdout`. They are not listed:
/// a run with random values must not leave files behind. Who sets one by name gets what it does.
const FILES: &[&str] = &[
    "diagnostic-output-channel",
    "err",
    "in",
    "out",
    "partitions-out",
    "regular-output-channel",
    "write-partitions-to",
];

/// The options of the library. `Broken` if its description of options is not laid out as we know it.
pub(crate) fn list(solver: NativeSolver) -> Result<Vec<OptionDef>, SolverError> {
    let mut count = 0;
    let names = call!(cvc5_get_option_names(solver, &mut count));
    // SAFETY: the library gave a list of that many C strings, valid until the next call.
    let names: Vec<String> = unsafe {
        ffi::list(names.cast_const(), count).into_iter().map(|name| ffi::text(name)).collect()
    };
    names
        .into_iter()
        .filter(|name| !FILES.contains(&name.as_str()))
        .map(|name| {
            let kind = read(solver, &name)?;
            Ok(OptionDef { name, kind })
        })
        .collect()
}

fn read(solver: NativeSolver, name: &str) -> Result<OptionKind, SolverError> {
    let asked = ffi::c_string(name)?;
    let mut info = RawOptionInfo::empty();
    info.cpp_info = UNTOUCHED as usize;
    info.spare = [UNTOUCHED; 34];
    call!(cvc5_get_option_info(solver, asked.as_ptr(), &mut info));
    let strange = |what: &str| {
        SolverError::Broken(format!(
            "the library's description of option {name} has another layout than murxla knows: {what}"
        ))
    };
    if info.spare != [UNTOUCHED; 34] {
        return Err(strange("it is longer"));
    }
    if info.cpp_info == UNTOUCHED as usize {
        return Err(strange("it is shorter"));
    }
    // SAFETY: the name is the first pointer in every version; the library fills it with a C string.
    let found = unsafe { ffi::text(info.name) };
    // SAFETY: the list of aliases goes with the name.
    let aliases = unsafe { texts(info.aliases, info.num_aliases.min(100)) };
    if found != name && !aliases.iter().any(|alias| alias == name) {
        return Err(strange("it is of another name"));
    }
    // SAFETY: the library filled the part that `kind` names, with C strings where pointers are.
    let text = |pointer| unsafe { ffi::text(pointer) };
    Ok(match info.kind {
        // "No native type" in cvc5's words: it takes a text, of which these two make a truth value.
        0 if name == "quiet" || name == "verbose" => OptionKind::Bool { default: None },
        0 => OptionKind::Text { default: None },
        1 if info.bool_default <= 1 => OptionKind::Bool { default: Some(info.bool_default == 1) },
        2 => OptionKind::Text { default: Some(text(info.text_default)) },
        3 => {
            let (min, max) = info.int.bounds(i64::MIN, i64::MAX);
            let default = Some(info.int.default.into());
            OptionKind::Integer { min: min.into(), max: max.into(), default }
        }
        4 => {
            let (min, max) = info.uint.bounds(u64::MIN, u64::MAX);
            let default = Some(info.uint.default.into());
            OptionKind::Integer { min: min.into(), max: max.into(), default }
        }
        5 => {
            let (min, max) = info.double.bounds(f64::MIN, f64::MAX);
            OptionKind::Double { min, max, default: Some(info.double.default) }
        }
        6 if info.num_modes < 1000 => OptionKind::Modes {
            // SAFETY: the library gave that many C strings.
            modes: unsafe { texts(info.modes, info.num_modes) },
            default: Some(text(info.mode_default)),
        },
        kind => return Err(strange(&format!("kind {kind}"))),
    })
}

impl<T: Copy> RawRange<T> {
    fn bounds(&self, least: T, greatest: T) -> (T, T) {
        (
            if self.has_min != 0 { self.min } else { least },
            if self.has_max != 0 { self.max } else { greatest },
        )
    }
}

/// # Safety
/// `list` is NULL or points to `count` C strings.
unsafe fn texts(list: *const *const c_char, count: usize) -> Vec<String> {
    // SAFETY: as the caller promised.
    unsafe { ffi::list(list, count).into_iter().map(|text| ffi::text(text)).collect() }
}
