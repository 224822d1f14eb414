//! Inlines definitions: applications of defined functions, and lets.

use std::collections::BTreeMap;

use murxla_api::ActionKind;

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::instantiate::instantiate;
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, Name, Operator, TermName};

/// Inlines definitions.
pub(super) struct Definitions;

impl TracePass for Definitions {
    fn name(&self) -> &'static str {
        "definitions"
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        let last = typed.last();
        let calls = typed.calls().rev().filter(|(at, _)| *at != last);
        calls.filter_map(|(at, call)| inlined(typed, at, call)).collect()
    }
}

fn inlined(typed: &Typed<'_>, at: usize, call: &Call) -> Option<Edit> {
    let (vars, values, body) = match (call.action.kind(), call.args.as_slice()) {
        (
            ActionKind::MkLet,
            [CallArg::Terms(vars), CallArg::Terms(values), CallArg::Term(body)],
        ) => (vars.as_slice(), values.as_slice(), *body),
        (ActionKind::MkTerm, [CallArg::Applied(applied)]) if matches!(&applied.operator, Operator::Base(op) if op.key == "OP_UF_APPLY") =>
        {
            let (function, values) = applied.args.split_first()?;
            let defined = typed.call(typed.maker(*function)?);
            match (defined.action.kind(), defined.args.as_slice()) {
                (
                    ActionKind::MkFun,
                    [CallArg::Text(_), CallArg::Terms(vars), CallArg::Term(body)],
                ) => (vars.as_slice(), values, *body),
                _ => return None,
            }
        }
        _ => return None,
    };
    if vars.len() != values.len() {
        return None;
    }
    let terms: BTreeMap<TermName, TermName> =
        vars.iter().copied().zip(values.iter().copied()).collect();
    let mut before = Vec::new();
    let term = instantiate(typed, body, &terms, &mut before)?;
    Some(Edit::of(vec![(at, Change::Before(before)), (at, Change::Alias(Name::Term(term)))]))
}
