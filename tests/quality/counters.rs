//! The counters inside of a solver: the library `counters.c`, which is preloaded into the process that measures.

#![allow(unsafe_code)]

use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::Failed;

/// What was counted, as in `counters.c`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    pub checks: u64,
    pub conflicts: u64,
    pub decisions: u64,
    pub searches: u64,
    pub nanoseconds: u64,
    pub counting: u64,
    pub folded_true: u64,
    pub folded_false: u64,
    pub not_folded: u64,
}

type ReadFunction = unsafe extern "C" fn(*mut Counters, *mut Counters);
type FoldFunction = unsafe extern "C" fn(i32);

/// The functions of the preloaded library.
#[derive(Clone, Copy)]
pub struct Counting {
    read: ReadFunction,
    fold: FoldFunction,
}

impl Counting {
    /// Those of this process.
    pub fn find() -> Result<Counting, Failed> {
        // SAFETY: the names are C strings.
        let symbols = unsafe {
            [c"quality_read", c"quality_fold"]
                .map(|name| libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()))
        };
        if symbols.iter().any(|symbol| symbol.is_null()) {
            return Err("the library that counts is not preloaded".into());
        }
        // SAFETY: these are the types of the two functions in counters.c, which is a part of this test.
        let (read, fold) = unsafe {
            (
                std::mem::transmute::<*mut libc::c_void, ReadFunction>(symbols[0]),
                std::mem::transmute::<*mut libc::c_void, FoldFunction>(symbols[1]),
            )
        };
        Ok(Counting { read, fold })
    }

    /// All that was counted in this process, and what the last check added.
    pub fn read(self) -> (Counters, Counters) {
        let (mut all, mut last) = (Counters::default(), Counters::default());
        // SAFETY: it fills both.
        unsafe { (self.read)(&raw mut all, &raw mut last) };
        (all, last)
    }

    /// Whether each formula is simplified before it is asserted or assumed.
    pub fn fold(self, on: bool) {
        // SAFETY: it takes any number.
        unsafe { (self.fold)(on.into()) }
    }
}

/// Compiles the library that counts.
pub fn compile() -> Result<PathBuf, Failed> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/quality/counters.c");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let library = folder.join("libcounters.so");
    // Another run of the tests may be using the library: it is replaced whole.
    let new = folder.join(format!("libcounters-{}.so", std::process::id()));
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]).arg(&new);
    if !compiler.arg(source).arg("-ldl").status()?.success() {
        return Err("the library that counts does not compile".into());
    }
    std::fs::rename(&new, &library)?;
    Ok(library)
}

/// The processor time that this process and its children that ended have used, in seconds.
pub fn processor_seconds() -> [f64; 2] {
    let of = |who: i32| {
        // SAFETY: `rusage` is plain data, filled by the call.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::getrusage(who, &raw mut usage);
            usage
        };
        let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
        seconds(usage.ru_utime) + seconds(usage.ru_stime)
    };
    [of(libc::RUSAGE_SELF), of(libc::RUSAGE_CHILDREN)]
}
