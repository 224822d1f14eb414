//! Higher-order logics: sets one where functions are terms and the solver demands that the logic says so.

use std::collections::HashSet;

use murxla_api::smtlib::HIGHER_ORDER_PREFIX;
use murxla_api::{ActionDef, ActionKind, Binder, Demand, Profile, SortShape, base_action};

use crate::trace::{Call, CallArg, Name, Operator, SortName, TermName};

/// Calls whose logics must say that functions are terms.
pub(super) struct HigherOrderLogic {
    set_logic: &'static ActionDef,
}

impl HigherOrderLogic {
    /// What it takes, if functions are terms in these calls and the solver demands that logics say so.
    pub(super) fn demanded(calls: &[Call], profile: &Profile) -> Option<HigherOrderLogic> {
        let is_demanded = profile.demands().any(|demand| demand == Demand::HigherOrderLogic);
        let set_logic = base_action("set-logic").filter(|_| is_demanded)?;
        has_functions_as_terms(calls).then_some(HigherOrderLogic { set_logic })
    }

    /// The call; if it sets a logic, one that says so.
    pub(super) fn in_call(&self, call: &Call) -> Call {
        let mut call = call.clone();
        if call.action.kind() == ActionKind::SetLogic
            && let [CallArg::Text(logic)] = call.args.as_mut_slice()
            && !logic.starts_with(HIGHER_ORDER_PREFIX)
        {
            *logic = format!("{HIGHER_ORDER_PREFIX}{logic}").into();
        }
        call
    }

    /// A call that sets such a logic, for calls that set none.
    pub(super) fn set_before(&self, calls: &[Call]) -> Option<Call> {
        if sets_logic(calls) {
            return None;
        }
        let logic = CallArg::Text(format!("{HIGHER_ORDER_PREFIX}ALL").into());
        Some(Call::new(0, self.set_logic, vec![logic]))
    }
}

/// Whether a logic is set before all is reset.
fn sets_logic(calls: &[Call]) -> bool {
    let kinds = calls.iter().map(|call| call.action.kind());
    let mut part = kinds.take_while(|kind| !matches!(kind, ActionKind::New | ActionKind::Reset));
    part.any(|kind| kind == ActionKind::SetLogic)
}

/// Whether a function stands where terms do, and not only in front of its arguments.
fn has_functions_as_terms(calls: &[Call]) -> bool {
    let mut function_sorts: HashSet<SortName> = HashSet::new();
    let mut functions: HashSet<TermName> = HashSet::new();
    for call in calls {
        let makes_function = match (call.action.kind(), call.args.as_slice()) {
            (ActionKind::MkSort, [CallArg::Shape(SortShape::Fun(domain, codomain))]) => {
                if domain.iter().chain([codomain]).any(|sort| function_sorts.contains(sort)) {
                    return true;
                }
                function_sorts.extend(call.rets.iter().filter_map(|name| match name {
                    Name::Sort(sort) => Some(*sort),
                    Name::Term(_) => None,
                }));
                false
            }
            (ActionKind::MkVar, [CallArg::Sort(sort), ..]) if function_sorts.contains(sort) => {
                return true;
            }
            (ActionKind::MkConst, [CallArg::Sort(sort), ..]) => function_sorts.contains(sort),
            (ActionKind::MkFun | ActionKind::MkRecFun, _) => true,
            (ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
                let args = match &applied.operator {
                    Operator::Binder(Binder::Lambda) => return true,
                    Operator::Base(op) if op.key == "OP_HO_APPLY" => return true,
                    Operator::Base(op) if op.key == "OP_UF_APPLY" => applied.args.get(1..),
                    _ => Some(applied.args.as_slice()),
                };
                if args.unwrap_or_default().iter().any(|arg| functions.contains(arg)) {
                    return true;
                }
                false
            }
            _ => false,
        };
        if makes_function {
            functions.extend(call.rets.iter().filter_map(|name| match name {
                Name::Term(term) => Some(*term),
                Name::Sort(_) => None,
            }));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read;

    #[test]
    fn functions_are_terms_or_not() {
        let check = |lines: &str, expected: bool| {
            let declared = "0 mk-sort SORT_INT\nreturn s0\n0 mk-sort SORT_FUN s0 s0\nreturn s1\n\
                            0 mk-const s0 \"x\"\nreturn t0\n0 mk-const s1 \"f\"\nreturn t1\n";
            let (trace, _) = read(format!("0 new\n{declared}{lines}").as_bytes()).unwrap();
            assert_eq!(has_functions_as_terms(&trace.calls), expected, "{lines}");
        };
        check("0 mk-term OP_UF_APPLY SORT_INT 2 t1 t0\nreturn t2\n", false);
        check("0 mk-var s0 \"v\"\nreturn t2\n0 mk-fun \"g\" 1 t2 t2\nreturn t3\n", false);
        check("0 mk-term OP_EQUAL SORT_BOOL 2 t1 t1\nreturn t2\n", true);
        check("0 mk-term OP_HO_APPLY SORT_INT 2 t1 t0\nreturn t2\n", true);
        check("0 mk-var s1 \"v\"\nreturn t2\n", true);
        check("0 mk-sort SORT_FUN s1 s0\nreturn s2\n", true);
    }
}
