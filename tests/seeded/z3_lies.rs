//! Checks of Z3's engines against a libz3 that tells lies: each row of `z3_lies.txt` is found with the lie, and nothing without it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;

/// The calls are made with these seeds, one after the other.
const SEEDS: std::ops::RangeInclusive<u32> = 1..=12;

/// What is there before the calls of a row.
const BEFORE: &str = r#"1 new
1 set-option produce-models true
1 set-option incremental true
1 mk-sort SORT_INT
  return s1
1 mk-sort SORT_STRING
  return s2
1 mk-sort SORT_FP 5 11
  return s3
1 mk-sort SORT_FUN s1 s1
  return s4
1 mk-const s1 "xx"
  return t1
1 mk-const s1 "yy"
  return t2
1 mk-value s1 "5"
  return t3
1 mk-term OP_EQUAL SORT_BOOL 2 t1 t3
  return t4
1 mk-term OP_INT_GT SORT_BOOL 2 t1 t3
  return t5
1 mk-term OP_NOT SORT_BOOL 1 t4
  return t6
1 mk-value s2 "abc"
  return t7
2 mk-value s3 "0011100000000000"
  return t8
1 mk-const s4 "ff"
  return t10
1 mk-term OP_UF_APPLY SORT_INT 2 t10 t1
  return t9
1 mk-var s1 "zz"
  return t11
1 mk-term OP_EQUAL SORT_BOOL 2 t11 t11
  return t12
1 mk-term OP_FORALL SORT_BOOL 2 t11 t12
  return t13
1 mk-term OP_INT_LT SORT_BOOL 2 t1 t2
  return t14
1 mk-term OP_INT_ADD SORT_INT 2 t1 t3
  return t15
1 mk-term OP_AND SORT_BOOL 2 t4 t14
  return t16
"#;

/// All rows: with the lie a verdict, without it none.
pub fn check() -> Result<(), Failed> {
    let real = Locator::new(&[])?.load(&Choice::parse("z3")?, &Silent)?;
    let real = real.info().path.clone().ok_or("z3 has no file")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("z3-lies");
    std::fs::create_dir_all(&folder)?;
    let library = compile(&real, &folder)?;
    let mut wrong = Vec::new();
    let rows = include_str!("z3_lies.txt").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let (lie, calls) = row.split_once(' ').ok_or("a row without calls")?;
        let file = folder.join("lie.trace");
        std::fs::write(&file, trace(calls))?;
        let honest = replay(&library, &file, None)?;
        let lying = replay(&library, &file, Some(lie))?;
        if honest.contains("violated") || honest.contains("rejected") {
            wrong.push(format!("{lie}: found where there is none\n{honest}"));
        }
        // Some functions are used when the library is loaded.
        let at_load = lying.contains("does not behave as Z3 does") && lying.contains(lie);
        if !lying.contains("violated \"inspection\"") && !at_load {
            wrong.push(format!("{lie}: not found by {calls}\n{lying}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn trace(calls: &str) -> String {
    let mut text = BEFORE.to_owned();
    let mut sorts = 4;
    for seed in SEEDS {
        for call in calls.split(';').map(str::trim) {
            let _ = writeln!(text, "{seed} {call}");
            if call.starts_with("mk-sort") {
                sorts += 1;
                let _ = writeln!(text, "  return s{sorts}");
            }
        }
    }
    text
}

/// The library that stands before the real one, which it names by its own name.
fn compile(real: &Path, folder: &Path) -> Result<PathBuf, Failed> {
    let told = Command::new("objdump").arg("-p").arg(real).output()?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let name = told.lines().find_map(|line| line.trim().strip_prefix("SONAME"));
    let link = folder.join(name.ok_or("libz3 has no name of its own")?.trim());
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(real, &link)?;
    let library = folder.join("libz3-lies.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/seeded/z3_lies.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
    compiler.arg(&library).arg(source).arg(&link).arg("-Wl,--no-as-needed");
    compiler.arg(format!("-Wl,-rpath,{}", folder.display())).arg("-ldl");
    if !compiler.status()?.success() {
        return Err("the library that tells lies does not compile".into());
    }
    Ok(library)
}

fn replay(library: &Path, file: &Path, lie: Option<&str>) -> Result<String, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.arg("replay").arg("--lib").arg(format!("z3={}", library.display()));
    command.args(["--solver", "z3"]).arg(file).env_remove("Z3_LIE");
    command.envs(lie.map(|lie| ("Z3_LIE", lie)));
    let output = command.output()?;
    let (said, told) = (output.stdout, output.stderr);
    Ok([String::from_utf8_lossy(&said), String::from_utf8_lossy(&told)].join("\n"))
}
