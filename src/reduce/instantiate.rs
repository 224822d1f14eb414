//! Instantiates a body: copies its calls with terms in place of its variables.

use std::collections::BTreeMap;

use super::names::renamed;
use super::typed::Typed;
use crate::trace::check::Free;
use crate::trace::{Call, Name, TermName};

/// So many calls are copied at most: copies must pay.
const MOST_COPIES: usize = 40;

/// The term that `body` is when terms stand for variables; new calls, to stand before the call at `at`, are added to
/// `before`. `None` if it cannot be told.
pub(super) fn instantiate(
    typed: &Typed<'_>,
    body: TermName,
    terms: &BTreeMap<TermName, TermName>,
    before: &mut Vec<Call>,
) -> Option<TermName> {
    let mut stands: BTreeMap<Name, Name> =
        terms.iter().map(|(from, to)| (Name::Term(*from), Name::Term(*to))).collect();
    let last = typed.maker(body)?;
    for at in typed.cone(last) {
        let Some(term) = typed.term_at(at) else { continue };
        if stands.contains_key(&Name::Term(term)) {
            continue;
        }
        match &typed.facts(at)?.free {
            Free::These(free) if free.iter().any(|name| terms.contains_key(name)) => {}
            Free::Unknown => return None,
            _ => continue,
        }
        if typed.facts(at)?.variable || before.len() >= MOST_COPIES {
            return None;
        }
        let call = typed.call(at);
        let copy = typed.fresh_term();
        let args = renamed(call, |name| stands.get(&name).copied().unwrap_or(name));
        before.push(Call { args, rets: vec![Name::Term(copy)], ..call.clone() });
        stands.insert(Name::Term(term), Name::Term(copy));
    }
    match stands.get(&Name::Term(body)) {
        Some(Name::Term(term)) => Some(*term),
        _ => Some(body),
    }
}
