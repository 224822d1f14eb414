//! Differences between the API and the front end of a solver that are explained.

/// A difference that is explained.
pub struct Known {
    pub solver: &'static str,
    /// The scripts of the check that meets it, as its report calls them.
    pub of: &'static str,
    /// A part of what differs.
    pub words: &'static str,
    /// Parts of the script.
    pub script: &'static [&'static str],
    pub why: &'static str,
}

impl Known {
    pub fn explains(&self, script: &str, what: &str) -> bool {
        what.contains(self.words) && self.script.iter().all(|part| script.contains(part))
    }
}

/// A row that explains nothing in its whole check is an error.
pub const KNOWN: &[Known] = &[
    Known {
        solver: "z3",
        of: "corpus",
        words: "theory_finite_set",
        script: &["(set.card ", "(forall "],
        why: "Z3's sizes of finite sets, which its front end calls otherwise: traces/found/z3-finite-set-size-quantified.c",
    },
    Known {
        solver: "z3",
        of: "corpus",
        words: "sat in process, unsat by the front end",
        script: &["(set-option :encoding ascii)"],
        why: "which characters there are is an option of Z3's front end, and no parameter of a solver object",
    },
    Known {
        solver: "z3",
        of: "corpus",
        words: "sat in process, unsat by the front end",
        script: &["(declare-fun e () (Set (_ BitVec 1)))"],
        why: "for Z3's front end (Set T) is an array; ours are its finite sets, which show traces/found/z3-finite-sets-of-few-elements.smt2",
    },
    Known {
        solver: "z3",
        of: "generated runs",
        words: "theory_special_relations",
        script: &["-order "],
        why: "Z3's special relations in models: traces/found/z3-segv-special-relation-*.trace",
    },
    Known {
        solver: "z3",
        of: "generated runs",
        words: "theory_datatype",
        script: &["-order ", "(declare-datatypes "],
        why: "seed 1: a crash where a datatype is internalized, beside special relations, which damage memory; the old wrapper crashed there, too",
    },
    Known {
        solver: "z3",
        of: "generated runs",
        words: "theory_finite_set",
        script: &["(set.size "],
        why: "Z3's sizes of finite sets: traces/found/z3-segv-finite-set-range-of-size.trace and its like",
    },
];
