//! Refuses options by which a solver would read or write files: a trace from someone else must not choose them.

/// Whether options that name or write files are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionPolicy {
    /// They are refused.
    NoFiles,
    /// They are executed: the user trusts the trace.
    All,
}

/// What is refused for a solver; for all of them if it has no name.
struct Rule {
    solver: Option<&'static str>,
    /// Words of which the name consists, between `.`, `_` and `-`.
    words: &'static [&'static str],
    /// Beginnings of the name.
    prefixes: &'static [&'static str],
    /// Whole names.
    names: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule {
        solver: None,
        words: &["file", "files", "filename", "filesystem", "dump", "dimacs", "drat", "channel"],
        prefixes: &["write-"],
        names: &[],
    },
    Rule {
        solver: Some("z3"),
        words: &["log", "trace", "axioms2files", "benchmarks"],
        prefixes: &[],
        names: &[],
    },
    // A binary may be any solver.
    Rule {
        solver: Some("smtlib"),
        words: &["log", "trace", "axioms2files", "benchmarks"],
        prefixes: &[],
        names: &["in", "out", "err", "plugin"],
    },
    Rule {
        solver: Some("cvc5"),
        words: &["log"],
        prefixes: &[],
        names: &["in", "out", "err", "plugin"],
    },
];

/// Why this setting of an option may write or read a file on this solver; `None` if it does not.
pub fn file_option(solver: &str, name: &str, value: &str) -> Option<String> {
    // As solvers read them: case, a colon in front, and the kind of dash do not matter.
    let name = name.trim_start_matches([':', '-']).to_ascii_lowercase().replace('_', "-");
    let words = || name.split(['.', '-']);
    let forbidden =
        RULES.iter().filter(|rule| rule.solver.is_none_or(|only| only == solver)).any(|rule| {
            rule.names.contains(&name.as_str())
                || rule.prefixes.iter().any(|prefix| name.starts_with(prefix))
                || words().any(|word| rule.words.contains(&word))
        });
    if forbidden {
        return Some(format!("the option {name} can write or read files"));
    }
    let path = value.starts_with('~')
        || value.contains("..")
        || (value.contains('/') && value.bytes().any(|byte| byte.is_ascii_alphabetic()));
    path.then(|| format!("the value of the option {name} looks like a path"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_write_files_are_known() {
        let check = |solver: &str, name: &str, value: &str, expected: bool| {
            assert_eq!(file_option(solver, name, value).is_some(), expected, "{solver} {name}");
        };
        check("bitwuzla", "write-aiger", "x", true);
        check("bitwuzla", "write-cnf", "x", true);
        check("bitwuzla", "log-level", "1", false);
        check("bitwuzla", "rewrite-level", "1", false);
        check("cvc5", "regular-output-channel", "x", true);
        check("cvc5", ":diagnostic-output-channel", "x", true);
        check("cvc5", "out", "x", true);
        check("cvc5", "dump-models", "true", true);
        check("cvc5", "array-read-over-write", "true", false);
        check("cvc5", "force-logic", "ALL", false);
        check("cvc5", "produce-proofs", "true", false);
        check("z3", "trace_file_name", "x", true);
        check("z3", "solver.smtlib2_log", "x", true);
        check("z3", "SOLVER.PROOF.LOG", "x", true);
        check("z3", "sat.drat.file", "x", true);
        check("z3", "opt.dump_benchmarks", "true", true);
        check("z3", "solver.axioms2files", "true", true);
        check("z3", "dot-proof-file", "x", true);
        check("z3", "smt.logic", "QF_BV", false);
        check("yices", "mode", "push-pop", false);
        check("mock", "seed", "7", false);
        check("mock", "anything", "/etc/passwd", true);
        check("mock", "anything", "1/2", false);
    }
}
