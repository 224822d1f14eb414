//! The sandbox, with the faults of the mock. One thread, the main one: the tests look at all children of
//! this process.

mod batches;
mod endings;
mod faults;
mod limits;
mod normal;
mod processes;
mod watching;

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::Arguments;

/// The library that the mock's fault `exception` loads.
const THROWER: &str = "MURXLA_TEST_THROWER";

/// The argument of a process that loads a library and writes a file.
const LOAD: &str = "--load";
/// A library whose constructor writes a file.
const WRITER: &str = "MURXLA_TEST_WRITER";

fn main() {
    let mut given = std::env::args();
    if given.nth(1).as_deref() == Some(LOAD)
        && let (Some(how), Some(library)) = (given.next(), given.next())
    {
        normal::load_and_write(&how, library.as_ref());
        return;
    }
    if std::env::var_os(THROWER).is_none() {
        start_again();
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let mut trials = faults::trials();
    trials.extend(batches::trials());
    trials.extend(endings::trials());
    trials.extend(limits::trials());
    trials.extend(normal::trials());
    trials.extend(watching::trials());
    libtest_mimic::run(&arguments, trials).exit();
}

/// Replaces this process by itself with what the tests need in the environment: the thrower, and a mark by
/// which every process that comes from here is known.
fn start_again() -> ! {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sandbox/thrower.cpp");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let library = folder.join("libthrower.so");
    // Another run of the tests may be using the library: it is replaced whole.
    let new = folder.join(format!("libthrower-{}.so", std::process::id()));
    let mut compiler = Command::new("c++");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&new).arg(source);
    let status = compiler.status().expect("c++, to compile the thrower");
    assert!(status.success(), "the thrower does not compile");
    std::fs::rename(&new, &library).expect("a place for the thrower");
    let writer = folder.join("libwriter.so");
    let new = folder.join(format!("libwriter-{}.so", std::process::id()));
    let mut compiler = Command::new("c++");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&new);
    compiler.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sandbox/writer.cpp"));
    assert!(compiler.status().expect("c++").success(), "the writer does not compile");
    std::fs::rename(&new, &writer).expect("a place for the writer");
    let program = std::env::current_exe().expect("the path of this program");
    let mut again = Command::new(program);
    again.args(std::env::args_os().skip(1)).env(THROWER, library).env(WRITER, writer);
    panic!("{}", again.env(processes::MARK, std::process::id().to_string()).exec());
}
