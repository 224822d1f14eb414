//! What maintainers say of the parts of their solver that a small trace uses: findings are ranked by it.

use murxla_api::{ActionKind, Demands, ScopeRow, Standing};

use super::Finding;
use crate::trace::{Call, CallArg};

/// Of the parts that the calls use, the one with which the maintainers care least.
pub fn least_cared_for(calls: &[Call], demands: &Demands) -> Option<&'static ScopeRow> {
    if demands.scope.is_empty() {
        return None;
    }
    let rows = calls.iter().filter_map(|call| demands.scope_of(name_of(call)?));
    rows.max_by_key(|row| row.standing)
}

/// Where it stands among others: what the maintainers vouch for comes first.
pub fn rank(row: Option<&ScopeRow>) -> Option<Standing> {
    row.map(|row| row.standing)
}

/// What the maintainers say of the parts of a finding, as its diagnosis tells it.
pub fn scope_of(finding: &Finding) -> Option<Standing> {
    let scope = finding.diagnosis.as_ref()?.scope.as_deref()?;
    let all = [Standing::Expert, Standing::Experimental, Standing::WontFix];
    all.into_iter().find(|standing| scope.starts_with(&format!("{standing}: ")))
}

/// The name of what a call uses: of an operator, an option, or the action itself.
fn name_of(call: &Call) -> Option<&str> {
    Some(match (call.action.kind(), call.args.as_slice()) {
        (ActionKind::MkTerm, [CallArg::Applied(applied)]) => applied.operator.key(),
        (ActionKind::SetOption, [CallArg::Text(name), _]) => name,
        _ => call.action.name(),
    })
}

#[cfg(test)]
mod tests {
    use murxla_api::Part;

    use super::*;
    use crate::trace::read;

    const SCOPE: &[ScopeRow] = &[
        ScopeRow { part: Part::Names(&["OP_NOT"]), standing: Standing::Expert, source: "a list" },
        ScopeRow {
            part: Part::Names(&["mock-*"]),
            standing: Standing::WontFix,
            source: "an issue",
        },
    ];

    #[test]
    fn traces_are_ranked_by_the_least_of_their_parts() {
        let demands = Demands { scope: SCOPE, ..Demands::default() };
        let check = |text: &str, expected: Option<Standing>| {
            let (trace, _) = read(text.as_bytes()).expect("a trace");
            assert_eq!(rank(least_cared_for(&trace.calls, &demands)), expected, "{text}");
        };
        let start = "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n";
        let negated = format!("{start}1 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2 s1\n");
        check(start, None);
        check(&negated, Some(Standing::Expert));
        check(&format!("{negated}1 mock-do\n"), Some(Standing::WontFix));
        assert!(None < Some(Standing::Expert) && Standing::Expert < Standing::WontFix);
    }
}
