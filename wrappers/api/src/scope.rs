//! The scope of a solver: which parts of it its maintainers call experimental, for experts, or will not mend.

use std::fmt;

use crate::Theory;

/// What maintainers say of a part of their solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// For experts: not switched on by default, or left out of what they call safe.
    Expert,
    /// Experimental, or known to be incomplete.
    Experimental,
    /// They will not mend it.
    WontFix,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Standing::Expert => "expert",
            Standing::Experimental => "experimental",
            Standing::WontFix => "won't fix",
        })
    }
}

/// A part of a solver.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// All of a theory.
    Theory(Theory),
    /// Operators, binders, actions or options of these names; one that ends with `*` stands for all that begin so.
    Names(&'static [&'static str]),
    /// Functions as arguments and results.
    HigherOrder,
}

impl Part {
    /// Whether it is about an operator, a binder, an action or an option of this name.
    pub fn has_name(self, name: &str) -> bool {
        match self {
            Part::Names(names) => names.iter().any(|known| match known.strip_suffix('*') {
                Some(beginning) => name.starts_with(beginning),
                None => *known == name,
            }),
            Part::Theory(theory) => theory.operators().iter().any(|op| op.key == name),
            Part::HigherOrder => matches!(name, "OP_HO_APPLY" | "OP_LAMBDA"),
        }
    }
}

/// What maintainers say of a part of their solver, and where.
#[derive(Clone, Copy, Debug)]
pub struct ScopeRow {
    /// The part.
    pub part: Part,
    /// What they say.
    pub standing: Standing,
    /// Where they say it.
    pub source: &'static str,
}

/// Which parts of a solver are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All but what its maintainers will not mend.
    #[default]
    Default,
    /// Everything.
    All,
    /// Only what they vouch for.
    Safe,
}

impl Scope {
    /// All of them, with their names.
    pub const ALL: [(Scope, &'static str); 3] =
        [(Scope::Default, "default"), (Scope::All, "all"), (Scope::Safe, "safe")];

    /// The scope of this name.
    pub fn from_name(name: &str) -> Option<Scope> {
        Scope::ALL.iter().find(|(_, known)| *known == name).map(|(scope, _)| *scope)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Scope::ALL.iter().find(|(scope, _)| *scope == self).map_or("default", |(_, name)| name)
    }

    /// Whether what has this standing is drawn.
    pub const fn has(self, standing: Standing) -> bool {
        match self {
            Scope::All => true,
            Scope::Default => !matches!(standing, Standing::WontFix),
            Scope::Safe => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_have_names() {
        for (scope, name) in Scope::ALL {
            assert_eq!((Scope::from_name(name), scope.name()), (Some(scope), name));
        }
        assert_eq!(Scope::from_name("some"), None);
        let kept = |scope: Scope| {
            [Standing::Expert, Standing::Experimental, Standing::WontFix]
                .map(|standing| scope.has(standing))
        };
        assert_eq!(kept(Scope::All), [true; 3]);
        assert_eq!(kept(Scope::Default), [true, true, false]);
        assert_eq!(kept(Scope::Safe), [false; 3]);
    }

    #[test]
    fn parts_know_names() {
        let names = Part::Names(&["OP_X", "z3-OP_SPECIAL_*"]);
        assert!(names.has_name("OP_X") && names.has_name("z3-OP_SPECIAL_TREE"));
        assert!(!names.has_name("OP_XY"));
        assert!(Part::Theory(Theory::Arrays).has_name("OP_ARRAY_SELECT"));
    }
}
