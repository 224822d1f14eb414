//! Gives short names to constants, functions, datatypes and their members.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use murxla_api::{ActionKind, DatatypeDef, SortShape};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, SortName};

/// Gives short names, the same everywhere. In later rounds other ones: what a solver does may hang on the order of names.
pub(super) struct Symbols;

/// How many names are tried for each symbol.
const NAMES: usize = 8;

impl TracePass for Symbols {
    fn name(&self) -> &'static str {
        "symbols"
    }

    fn changes_operators(&self) -> bool {
        false
    }

    fn rounds(&self) -> usize {
        NAMES
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut fresh = Fresh::new(typed, round);
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            match (call.action.kind(), call.args.as_slice()) {
                (
                    ActionKind::MkConst
                    | ActionKind::MkVar
                    | ActionKind::MkFun
                    | ActionKind::MkRecFun
                    | ActionKind::AssertNamed,
                    args,
                ) => {
                    let Some(place) = args.iter().position(|arg| matches!(arg, CallArg::Text(_)))
                    else {
                        continue;
                    };
                    let CallArg::Text(old) = &args[place] else { continue };
                    let Some(new) = fresh.shorter(old) else { continue };
                    let mut args = args.to_vec();
                    args[place] = CallArg::Text(new.into());
                    edits.push(Edit::one(at, Change::Become(Call { args, ..call.clone() })));
                }
                (_, [CallArg::Shape(SortShape::Uninterpreted(old))]) => {
                    let Some(new) = fresh.shorter(old) else { continue };
                    let args = vec![CallArg::Shape(SortShape::Uninterpreted(new.into()))];
                    edits.push(Edit::one(at, Change::Become(Call { args, ..call.clone() })));
                }
                (_, [CallArg::Datatypes(group)]) => {
                    edits.extend(renamed_group(typed, at, call, group, &mut fresh));
                }
                _ => {}
            }
        }
        edits
    }
}

/// Short names that are not in use.
struct Fresh {
    used: BTreeSet<String>,
    next: u32,
}

impl Fresh {
    fn new(typed: &Typed<'_>, round: usize) -> Fresh {
        let mut used = BTreeSet::new();
        for (_, call) in typed.calls() {
            for arg in &call.args {
                match arg {
                    CallArg::Text(text) => _ = used.insert(text.to_string()),
                    CallArg::Shape(SortShape::Uninterpreted(name)) => {
                        used.insert(name.to_string());
                    }
                    CallArg::Datatypes(group) => used.extend(names_of(group).map(str::to_owned)),
                    _ => {}
                }
            }
        }
        // Each round begins elsewhere in the alphabet.
        Fresh { used, next: round as u32 * 3 }
    }

    /// A name that is shorter, if there is one; letters first, then letters with numbers.
    fn shorter(&mut self, old: &str) -> Option<String> {
        let is_short = |text: &str| text.len() == 1 && text.bytes().all(|b| b.is_ascii_lowercase());
        if is_short(old) {
            return None;
        }
        loop {
            let (letter, round) = (self.next % 26, self.next / 26);
            let letter = char::from(b'a' + letter as u8);
            let name = if round == 0 { letter.to_string() } else { format!("{letter}{round}") };
            if name.len() >= old.chars().count() && !name.chars().eq(old.chars()) && round > 0 {
                return None;
            }
            self.next += 1;
            if self.used.insert(name.clone()) {
                return Some(name);
            }
        }
    }
}

fn names_of(group: &[DatatypeDef<SortName>]) -> impl Iterator<Item = &str> {
    group.iter().flat_map(|definition| {
        let params = definition.params.iter();
        let members = definition.constructors.iter().flat_map(|constructor| {
            std::iter::once(&constructor.name)
                .chain(constructor.fields.iter().map(|(name, _)| name))
        });
        std::iter::once(&definition.name).chain(params).chain(members).map(|name| &**name)
    })
}

/// All names of a group, in its declaration and wherever its members are used.
fn renamed_group(
    typed: &Typed<'_>,
    at: usize,
    call: &Call,
    group: &[DatatypeDef<SortName>],
    fresh: &mut Fresh,
) -> Option<Edit> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for old in names_of(group) {
        if !names.contains_key(old)
            && let Some(new) = fresh.shorter(old)
        {
            names.insert(old.to_owned(), new);
        }
    }
    if names.is_empty() {
        return None;
    }
    let new = |old: &str| names.get(old).map_or(old, String::as_str).to_owned();
    let mut group = group.to_vec();
    for definition in &mut group {
        definition.name = Arc::from(new(&definition.name));
        definition.params.iter_mut().for_each(|name| *name = Arc::from(new(name)));
        for constructor in &mut definition.constructors {
            constructor.name = Arc::from(new(&constructor.name));
            constructor.fields.iter_mut().for_each(|(name, _)| *name = Arc::from(new(name)));
        }
    }
    let declared = Call { args: vec![CallArg::Datatypes(group)], ..call.clone() };
    let mut changes = vec![(at, Change::Become(declared))];
    for (user, call) in typed.calls().skip(at) {
        let Some(applied) = typed.applied_at(user) else { continue };
        if applied.names.iter().any(|name| names.contains_key(&**name)) {
            let mut applied = applied.clone();
            applied.names.iter_mut().for_each(|name| *name = new(name).into());
            let args = vec![CallArg::Applied(Box::new(applied))];
            changes.push((user, Change::Become(Call { args, ..call.clone() })));
        }
    }
    Some(Edit::of(changes).strictly())
}
