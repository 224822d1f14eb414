//! Options that are never drawn, with the reasons. Those that touch files are not listed here: the player knows
//! them ([`file_option`](crate::exec::file_option)), and the drawing of options asks it.

/// Options of a solver that are not drawn.
#[derive(Clone, Copy, Debug)]
pub struct Denied {
    /// The solver's name; empty for all solvers.
    pub solver: &'static str,
    /// Parts of an option's name: a name that contains one is not drawn. `^` in front: it begins so; `=`: it is so.
    pub names: &'static [&'static str],
    /// Why.
    pub reason: &'static str,
}

const ROWS: &[Denied] = &[
    Denied {
        solver: "",
        names: &[
            "timeout",
            "time-limit",
            "time_limit",
            "tlimit",
            "^time",
            "rlimit",
            "max_memory",
            "memory",
        ],
        reason: "its effect depends on the clock or the memory",
    },
    Denied {
        solver: "",
        names: &["thread", "parallel", "nthreads"],
        reason: "its effect depends on threads",
    },
    Denied {
        solver: "",
        names: &["=logic", "=force-logic"],
        reason: "the logic is set by an action of its own",
    },
    Denied {
        solver: "",
        names: &[
            "verbos",
            "debug",
            "statistics",
            "stats",
            "display",
            "print",
            "help",
            "version",
            "copyright",
            "show",
            "profile",
            "trace",
            "log-level",
        ],
        reason: "it prints, or prints and exits",
    },
    Denied {
        solver: "",
        names: &[
            "=incremental",
            "=produce-models",
            "=produce-unsat-cores",
            "=produce-unsat-assumptions",
        ],
        reason: "it is a standard option, which the model follows",
    },
    Denied {
        solver: "cvc5",
        names: &[
            "^output",
            "=in",
            "=out",
            "=err",
            "=lang",
            "input-language",
            "output-language",
            "=quiet",
            "interactive",
            "=preprocess-only",
            "parse-only",
            "exit",
            "=safe-mode",
            "=safe-options",
            "channel",
            "filename",
            "seg-fault",
            "segv",
            "early-exit",
            "=check-models",
            "=debug-check-models",
            "sygus-stream",
            "=incremental",
            "stdin",
            "=models",
            "=proof",
            "plugin",
            "unsat-cores-mode",
            "=produce-assertions",
            "dag-thresh",
            "expr-depth",
            "bv-print",
            "model-format",
            "portfolio",
            "strict-parsing",
            "=print-success",
            "semantic",
            "global-declarations",
            "fresh-binders",
        ],
        reason: "it belongs to the command line, ends the process, or changes what other calls may ask",
    },
    Denied {
        solver: "cvc5",
        names: &["=global-negate", "partition", "sygus", "abduct", "interpol"],
        reason: "it changes the question, or serves another command than the checks",
    },
    Denied {
        solver: "z3",
        names: &[
            "model.user_functions",
            "=unsat_core",
            "=proof",
            "=model",
            "smtlib2_log",
            "ctrl_c",
            "=type_check",
            "well_sorted_check",
            "cancel",
            "=dot_proof",
        ],
        reason: "it changes what other calls may ask, or concerns signals",
    },
    Denied {
        solver: "bitwuzla",
        names: &["=produce-interpolants", "=nthreads", "=memory-limit", "=relevant-terms"],
        reason: "it changes what other calls may ask, or depends on memory",
    },
    Denied {
        solver: "yices",
        names: &[
            "=mode",
            "solver-type",
            "arith-fragment",
            "uf-solver",
            "bv-solver",
            "array-solver",
            "arith-solver",
            "=model-interpolation",
        ],
        reason: "the wrapper chooses it with the logic and the mode, and it excludes theories",
    },
    Denied { solver: "mock", names: &["fault"], reason: "faults are asked for by tests" },
];

/// Why an option is not drawn; `None` if it may be.
pub fn denied(solver: &str, option: &str) -> Option<&'static Denied> {
    let option = option.to_ascii_lowercase();
    ROWS.iter().filter(|row| row.solver.is_empty() || row.solver == solver).find(|row| {
        row.names.iter().any(|name| match (name.strip_prefix('^'), name.strip_prefix('=')) {
            (Some(start), _) => option.starts_with(start),
            (_, Some(whole)) => option == whole,
            _ => option.contains(name),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_denied_by_their_names() {
        let check = |solver: &str, option: &str, expected: bool| {
            assert_eq!(denied(solver, option).is_some(), expected, "{solver} {option}");
        };
        check("z3", "timeout", true);
        check("z3", "smt.random_seed", false);
        check("cvc5", "in", true);
        check("cvc5", "inst-when", false);
        check("mock", "seed", false);
        check("mock", "fault", true);
        check("bitwuzla", "log-level", true);
        check("bitwuzla", "prop-path-sel", false);
        check("bitwuzla", "rewrite-level", false);
    }
}
