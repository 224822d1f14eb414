//! Lowering: operators that an API lacks, rewritten with those that it has.

use std::collections::HashMap;

use murxla_api::{ActionDef, ActionKind, Op, Profile, SortKind, SortShape, base_action, theory};

use crate::smt::build::Builder;
use crate::smt::defined::by_definition;
use crate::smt::import::calls_of_term;
use crate::smt::{Graph, Term};
use crate::trace::check::Context;
use crate::trace::{Applied, Call, CallArg, Name, Operator, SortName, TermName};

/// Goes through the calls of a trace and says operators that are lacking with others: those that the standard defines by
/// others, and `match`. What cannot be said otherwise stays.
pub(super) struct Lowering<'p> {
    profile: &'p Profile,
    context: Context,
    /// Cases of matches that were made.
    cases: HashMap<TermName, Case>,
    fresh: FreshNames,
    make_term: &'static ActionDef,
    make_let: &'static ActionDef,
}

/// Names that a trace does not have.
#[derive(Clone, Copy)]
struct FreshNames {
    sort: u32,
    term: u32,
}

/// A case of a `match`.
#[derive(Clone)]
struct Case {
    /// The constructor; none if the case takes whatever is left.
    constructor: Option<Box<str>>,
    variables: Vec<TermName>,
    body: TermName,
}

impl<'p> Lowering<'p> {
    /// What it takes, if an operator is lacking.
    pub(super) fn needed(calls: &[Call], profile: &'p Profile) -> Option<Lowering<'p>> {
        calls.iter().find_map(|call| lacking(call, profile))?;
        Some(Lowering {
            profile,
            context: Context::default(),
            cases: HashMap::new(),
            fresh: FreshNames::after(calls),
            make_term: base_action("mk-term")?,
            make_let: base_action("mk-let")?,
        })
    }

    /// The calls that do what this one does, of which the last takes its place; none if it stays.
    pub(super) fn lowered(&mut self, call: &Call) -> Vec<Call> {
        let calls = self.otherwise(call).unwrap_or_default();
        if let Ok(effect) = self.context.examine(call, self.profile) {
            self.context.commit(call, effect);
        }
        calls
    }

    fn otherwise(&mut self, call: &Call) -> Option<Vec<Call>> {
        let (op, applied) = lacking(call, self.profile)?;
        let [Name::Term(name)] = *call.rets.as_slice() else { return None };
        let made = match (op.key, applied.args.as_slice()) {
            ("OP_DT_MATCH_CASE" | "OP_DT_MATCH_BIND_CASE", [variables @ .., body]) => {
                let constructor = applied.names.first().cloned();
                let variables = variables.to_vec();
                self.cases.insert(name, Case { constructor, variables, body: *body });
                return None;
            }
            ("OP_DT_MATCH", [matched, cases @ ..]) => self.chosen(*matched, cases, applied.kind)?,
            (key, args) => self.defined(key, args)?,
        };
        let Made { mut calls, term } = made;
        let last = calls.last_mut().filter(|last| last.rets == [Name::Term(term)])?;
        last.rets = vec![Name::Term(name)];
        Some(calls)
    }

    /// An application of an operator that the standard defines by others.
    fn defined(&mut self, key: &str, args: &[TermName]) -> Option<Made> {
        let mut graph = Graph::new();
        // Equal arguments are one constant.
        let mut known: Vec<(TermName, Term)> = Vec::new();
        let mut terms = Vec::new();
        for arg in args {
            let before = known.iter().find(|(name, _)| name == arg).map(|(_, term)| *term);
            let term = match before {
                Some(term) => term,
                None => {
                    let sort = self.context.term(*arg).ok()?.sort.clone()?;
                    let symbol = graph.add_symbol("", sort);
                    graph.constant(symbol)
                }
            };
            known.push((*arg, term));
            terms.push(term);
        }
        let term = by_definition(&mut Builder { graph: &mut graph }, key, &terms)?.ok()?;
        let next = (SortName(self.fresh.sort), TermName(self.fresh.term));
        let (calls, term) = calls_of_term(&graph, term, &known, next);
        self.fresh.skip(&calls);
        Some(Made { calls, term })
    }

    /// A `match` as questions for constructors, one after the other.
    fn chosen(
        &mut self,
        matched: TermName,
        cases: &[TermName],
        kind: Option<SortKind>,
    ) -> Option<Made> {
        let cases: Option<Vec<Case>> =
            cases.iter().map(|one| self.cases.get(one).cloned()).collect();
        let mut calls = Vec::new();
        let mut list = Vec::new();
        for case in cases? {
            let body = self.case(matched, &case, &mut calls)?;
            list.push((case.constructor, body));
        }
        let (_, last) = list.last()?;
        let mut chosen = *last;
        // One of the cases fits, so the last one needs no question; but a single one must be a new term, too.
        let asked = if list.len() > 1 { &list[..list.len() - 1] } else { &list[..] };
        for (constructor, body) in asked.iter().rev() {
            match constructor {
                None => chosen = *body,
                Some(constructor) => {
                    let bool = Some(SortKind::Bool);
                    let mut tester = applied("OP_DT_APPLY_TESTER", bool, vec![matched])?;
                    tester.names.push(constructor.clone());
                    let is_it = self.term(tester, &mut calls);
                    let ite = applied("OP_ITE", kind, vec![is_it, *body, chosen])?;
                    chosen = self.term(ite, &mut calls);
                }
            }
        }
        Some(Made { calls, term: chosen })
    }

    /// The body of a case, with fields of what is matched for its variables.
    fn case(&mut self, matched: TermName, case: &Case, calls: &mut Vec<Call>) -> Option<TermName> {
        let mut values = Vec::new();
        for (place, variable) in case.variables.iter().enumerate() {
            let Some(constructor) = &case.constructor else {
                values.push(matched);
                continue;
            };
            let kind = self.kind_of(*variable);
            let mut selected = applied("OP_DT_APPLY_SEL", kind, vec![matched])?;
            selected.names.push(constructor.clone());
            selected.names.push(self.selector(matched, constructor, place)?);
            values.push(self.term(selected, calls));
        }
        if values.is_empty() {
            return Some(case.body);
        }
        let variables = CallArg::Terms(case.variables.clone());
        let args = vec![variables, CallArg::Terms(values), CallArg::Term(case.body)];
        Some(self.made(self.make_let, args, calls))
    }

    /// The name of a field of this constructor of the term's datatype.
    fn selector(&self, of: TermName, constructor: &str, place: usize) -> Option<Box<str>> {
        match self.context.term(of).ok()?.sort.as_ref()?.shape() {
            SortShape::Datatype(datatype, _) => {
                let (name, _) = datatype.constructor(constructor)?.fields.get(place)?;
                Some((**name).into())
            }
            _ => None,
        }
    }

    fn kind_of(&self, term: TermName) -> Option<SortKind> {
        Some(self.context.term(term).ok()?.sort.as_ref()?.kind())
    }

    fn term(&mut self, applied: Applied, calls: &mut Vec<Call>) -> TermName {
        self.made(self.make_term, vec![CallArg::Applied(Box::new(applied))], calls)
    }

    fn made(
        &mut self,
        action: &'static ActionDef,
        args: Vec<CallArg>,
        calls: &mut Vec<Call>,
    ) -> TermName {
        let name = TermName(self.fresh.term);
        self.fresh.term += 1;
        calls.push(Call::new(0, action, args).returning(vec![Name::Term(name)]));
        name
    }
}

/// Calls that make a term.
struct Made {
    calls: Vec<Call>,
    term: TermName,
}

impl FreshNames {
    /// Names beyond those that calls make.
    fn after(calls: &[Call]) -> FreshNames {
        let mut fresh = FreshNames { sort: 0, term: 0 };
        fresh.skip(calls);
        fresh
    }

    fn skip(&mut self, calls: &[Call]) {
        for name in calls.iter().flat_map(|call| &call.rets) {
            let (next, number) = match name {
                Name::Sort(name) => (&mut self.sort, name.0),
                Name::Term(name) => (&mut self.term, name.0),
            };
            *next = (*next).max(number.saturating_add(1));
        }
    }
}

/// The operator that a call applies and this solver lacks.
fn lacking<'c>(call: &'c Call, profile: &Profile) -> Option<(&'static Op, &'c Applied)> {
    match (call.action.kind(), call.args.as_slice()) {
        (ActionKind::MkTerm, [CallArg::Applied(applied)]) => match applied.operator {
            Operator::Base(op) if !profile.supports(op) => Some((op, applied)),
            _ => None,
        },
        _ => None,
    }
}

fn applied(key: &str, kind: Option<SortKind>, args: Vec<TermName>) -> Option<Applied> {
    let mut applied = Applied::plain(Operator::Base(theory::operator(key)?), SortKind::Bool, args);
    applied.kind = kind;
    Some(applied)
}

#[cfg(test)]
mod tests {
    use murxla_api::Wrapper;

    use super::super::Prepared;
    use crate::smt::{script_text, script_trace};

    /// The last command of a script that is prepared for a solver that lacks these operators.
    fn lowered(lacking: &[&str], script: &str) -> String {
        let library = murxla_mock::WRAPPER.load(std::path::Path::new("")).expect("the mock");
        let mut profile = library.profile().clone();
        profile.operators.retain(|key| !lacking.contains(key));
        let mut trace = script_trace(script.as_bytes(), None).expect("a script").trace;
        trace.calls = Prepared::new(&trace.header, &trace.calls, "some", &profile).calls().to_vec();
        let text = String::from_utf8(script_text(&trace, None)).expect("text");
        text.lines().last().expect("a line").to_owned()
    }

    #[test]
    fn what_is_lacking_is_said_otherwise() {
        let check = |lacking: &[&str], formula: &str, expected: &str| {
            let declared = "(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))";
            let script = format!("{declared}(assert {formula})");
            assert_eq!(lowered(lacking, &script), format!("(assert {expected})"));
        };
        check(
            &["OP_BV_COMP"],
            "(= #b1 (bvcomp (bvadd a (concat (bvcomp a b) #b000)) b))",
            "(= #b1 (ite (= (bvadd a (concat (ite (= a b) #b1 #b0) #b000)) b) #b1 #b0))",
        );
        // What is there stays.
        check(&[], "(= #b1 (bvcomp a b))", "(= #b1 (bvcomp a b))");
        let overflow = ["OP_BV_NEGO", "OP_BV_SDIVO", "OP_BV_UADDO", "OP_BV_SMULO"];
        check(&overflow, "(bvnego a)", "(= a #x8)");
        check(&overflow, "(bvuaddo a a)", "(bvult (bvadd a a) a)");
        check(&overflow, "(bvsdivo a b)", "(and (= a #x8) (= b #xf))");
        check(
            &overflow,
            "(bvsmulo a b)",
            "(distinct (bvmul ((_ sign_extend 4) a) ((_ sign_extend 4) b)) ((_ sign_extend 4) (bvmul a b)))",
        );
        // What nothing else can say stays.
        check(&["OP_BV_ADD"], "(= a (bvadd a b))", "(= a (bvadd a b))");
    }

    #[test]
    fn matches_ask_for_constructors() {
        let check = |cases: &str, expected: &str| {
            let script = format!(
                "(declare-datatypes ((L 0)) (((nil) (one (only Int)) (cons (head Int) (tail L)))))\
                 (declare-const x L)(assert (= 1 (match x ({cases}))))"
            );
            let lacking = ["OP_DT_MATCH", "OP_DT_MATCH_CASE", "OP_DT_MATCH_BIND_CASE"];
            assert_eq!(lowered(&lacking, &script), format!("(assert (= 1 {expected}))"));
        };
        check(
            "(nil 0) ((one y) (+ y 2)) ((cons h t) (match t ((nil h) (rest (head rest)))))",
            "(ite ((_ is nil) x) 0 (ite ((_ is one) x) (+ (only x) 2) \
             (let (($1 (tail x))) (ite ((_ is nil) $1) (head x) (head $1)))))",
        );
        check("((cons h t) h) (other 5)", "(ite ((_ is cons) x) (head x) 5)");
        check("(other (head other))", "(head x)");
        check("(other 5)", "5");
    }

    #[test]
    fn definitions_and_binders_are_lowered() {
        let script = "(define-fun f ((v (_ BitVec 4))) Bool (bvnego v))\
                      (assert (exists ((w (_ BitVec 4))) (f (ite (bvnego w) w w))))";
        let expected = "(assert (exists ((w (_ BitVec 4))) (f (ite (= w #x8) w w))))";
        assert_eq!(lowered(&["OP_BV_NEGO"], script), expected);
    }
}
