//! Renames the sorts and terms that a call uses.

use std::collections::BTreeMap;
use std::convert::Infallible;

use crate::trace::{Call, CallArg, Name, SortName, TermName};

/// Other names for names; those that are not in it stay.
#[derive(Clone, Debug, Default)]
pub(super) struct Renaming {
    names: BTreeMap<Name, Name>,
}

impl Renaming {
    /// `to` stands for `from`.
    pub(super) fn add(&mut self, from: Name, to: Name) {
        self.names.insert(from, to);
    }

    pub(super) fn clear(&mut self) {
        self.names.clear();
    }

    pub(super) fn has(&self, name: Name) -> bool {
        self.names.contains_key(&name)
    }

    /// What stands for a name at last: what stands for it may itself be replaced.
    pub(super) fn followed(&self, mut name: Name) -> Name {
        // A chain is at most as long as the table; a circle would be an error of ours, and ends.
        for _ in 0..=self.names.len() {
            match self.names.get(&name) {
                Some(next) if *next != name => name = *next,
                _ => break,
            }
        }
        name
    }

    /// What stands for a name, in one step.
    pub(super) fn once(&self, name: Name) -> Name {
        self.names.get(&name).copied().unwrap_or(name)
    }
}

/// The same arguments with other names.
pub(super) fn renamed(call: &Call, name: impl Fn(Name) -> Name) -> Vec<CallArg> {
    let sort = |old: &SortName| match name(Name::Sort(*old)) {
        Name::Sort(new) => new,
        Name::Term(_) => *old,
    };
    let term = |old: &TermName| match name(Name::Term(*old)) {
        Name::Term(new) => new,
        Name::Sort(_) => *old,
    };
    let terms = |list: &[TermName]| list.iter().map(term).collect::<Vec<_>>();
    let sorts = |list: &[SortName]| list.iter().map(sort).collect::<Vec<_>>();
    let arg = |arg: &CallArg| match arg {
        CallArg::Shape(shape) => {
            let Ok(shape) = shape.try_map(|child| Ok::<_, Infallible>(sort(child)));
            CallArg::Shape(shape)
        }
        CallArg::Datatypes(group) => {
            let mut renamed = Vec::with_capacity(group.len());
            for definition in group {
                let Ok(definition) =
                    definition.try_map(&mut |child: &SortName| Ok::<_, Infallible>(sort(child)));
                renamed.push(definition);
            }
            CallArg::Datatypes(renamed)
        }
        CallArg::Sort(one) => CallArg::Sort(sort(one)),
        CallArg::Sorts(list) => CallArg::Sorts(sorts(list)),
        CallArg::Term(one) => CallArg::Term(term(one)),
        CallArg::Terms(list) => CallArg::Terms(terms(list)),
        CallArg::Applied(applied) => {
            let mut applied = applied.clone();
            applied.sorts = sorts(&applied.sorts);
            applied.args = terms(&applied.args);
            applied.patterns = applied.patterns.iter().map(|pattern| terms(pattern)).collect();
            CallArg::Applied(applied)
        }
        CallArg::Number(_) | CallArg::Text(_) | CallArg::Word(_) | CallArg::Literal(_) => {
            arg.clone()
        }
    };
    call.args.iter().map(arg).collect()
}
