//! Which options of each solver a trace may not set, because they read or write files.

use libtest_mimic::Failed;
use murxla_api::Library;

/// Solver, option, value, and whether it is refused.
const TABLE: &[(&str, &str, &str, bool)] = &[
    ("bitwuzla", "write-aiger", "x", true),
    ("bitwuzla", "WRITE_CNF", "x", true),
    ("bitwuzla", "log-level", "1", false),
    ("bitwuzla", "rewrite-level", "1", false),
    ("cvc5", "regular-output-channel", "x", true),
    ("cvc5", ":diagnostic-output-channel", "x", true),
    ("cvc5", "out", "x", true),
    ("cvc5", "dump-models", "true", true),
    ("cvc5", "array-read-over-write", "true", false),
    ("cvc5", "force-logic", "ALL", false),
    ("cvc5", "produce-proofs", "true", false),
    ("z3", "trace_file_name", "x", true),
    ("z3", "solver.smtlib2_log", "x", true),
    ("z3", "SOLVER.PROOF.LOG", "x", true),
    ("z3", "sat.drat.file", "x", true),
    ("z3", "opt.dump_benchmarks", "true", true),
    ("z3", "solver.axioms2files", "true", true),
    ("z3", "dot-proof-file", "x", true),
    ("z3", "smt.logic", "QF_BV", false),
    ("yices", "mode", "push-pop", false),
    ("yices", "anything", "/etc/passwd", true),
    ("yices", "anything", "1/2", false),
];

pub fn quick(name: &str, library: &'static dyn Library) -> Result<(), Failed> {
    let options = library.profile().demands.file_options;
    for (_, option, value, refused) in TABLE.iter().filter(|(solver, ..)| *solver == name) {
        if options.refusal(option, value).is_some() != *refused {
            return Err(format!("{option} {value}: refused is {}", !refused).into());
        }
    }
    Ok(())
}
