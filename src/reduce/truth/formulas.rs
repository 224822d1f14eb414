//! What a script asserts when it is checked, as terms in which equal ones are one.

use std::collections::HashMap;

use murxla_api::ActionKind;

use crate::reduce::TraceCandidate;
use crate::reduce::typed::Typed;
use crate::trace::check::Free;
use crate::trace::{Call, CallArg, Name, SortName, TermName};

/// A term.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What it is, but for its arguments; `None` if only a solver knows.
    pub(super) label: Option<String>,
    pub(super) args: Vec<usize>,
    /// The text of its sort.
    pub(super) sort: String,
    /// Whether it has no free variables.
    pub(super) closed: bool,
    /// The name of a constant.
    pub(super) constant: Option<String>,
}

/// The formulas of the one check of a script.
#[derive(Clone, Debug, Default)]
pub(super) struct Formulas {
    pub(super) nodes: Vec<Node>,
    pub(super) asserted: Vec<usize>,
    /// Declarations of datatypes.
    pub(super) datatypes: Vec<String>,
}

impl Formulas {
    /// The formulas of a candidate; `None` if it does anything but assert and check once.
    pub(super) fn of(candidate: &TraceCandidate) -> Option<Formulas> {
        let typed = Typed::new(candidate);
        let mut reader = Reader {
            typed: &typed,
            formulas: Formulas::default(),
            known: HashMap::new(),
            terms: HashMap::new(),
            variables: HashMap::new(),
        };
        let mut checks = 0;
        for (at, call) in typed.calls() {
            match call.action.kind() {
                ActionKind::Assert | ActionKind::AssertNamed if checks == 0 => {
                    let Some(CallArg::Term(formula)) = call.args.first() else { return None };
                    let formula = *reader.terms.get(formula)?;
                    reader.formulas.asserted.push(formula);
                }
                ActionKind::DefineRecFun if checks == 0 => {
                    let node = reader.node(at, Some("define-rec".to_owned()), terms_of(call));
                    reader.formulas.asserted.push(node);
                }
                ActionKind::CheckSat => checks += 1,
                ActionKind::New if at == 0 => {}
                ActionKind::Own => return None,
                _ if call.effects(typed.bench().own()).matters_to_answers() => return None,
                _ => reader.make(at, call)?,
            }
        }
        (checks == 1).then_some(reader.formulas)
    }
}

struct Reader<'a> {
    typed: &'a Typed<'a>,
    formulas: Formulas,
    /// Terms by what they are.
    known: HashMap<(String, Vec<usize>), usize>,
    terms: HashMap<TermName, usize>,
    /// How many variables have a name.
    variables: HashMap<String, usize>,
}

/// All terms that a call names, in its order.
fn terms_of(call: &Call) -> Vec<TermName> {
    let mut terms = Vec::new();
    for arg in &call.args {
        match arg {
            CallArg::Term(term) => terms.push(*term),
            CallArg::Terms(list) => terms.extend(list),
            CallArg::Applied(applied) => terms.extend(&applied.args),
            _ => {}
        }
    }
    terms
}

impl Reader<'_> {
    fn node(&mut self, at: usize, label: Option<String>, args: Vec<TermName>) -> usize {
        let args: Option<Vec<usize>> =
            args.iter().map(|term| self.terms.get(term).copied()).collect();
        let label = label.filter(|_| args.is_some());
        let args = args.unwrap_or_default();
        let key = label.clone().map(|label| (label, args.clone()));
        if let Some(known) = key.as_ref().and_then(|key| self.known.get(key)) {
            return *known;
        }
        let facts = self.typed.facts(at);
        let sort = facts.and_then(|facts| facts.sort.as_ref());
        let closed = facts.is_some_and(|facts| facts.free == Free::None && !facts.variable);
        let sort = sort.map_or_else(String::new, ToString::to_string);
        let number = self.formulas.nodes.len();
        self.formulas.nodes.push(Node { label, args, sort, closed, constant: None });
        if let Some(key) = key {
            self.known.insert(key, number);
        }
        number
    }

    fn sort_text(&self, name: SortName) -> Option<String> {
        self.typed.sort_named(name).map(ToString::to_string)
    }

    /// What a call makes; `None` if it cannot be told.
    fn make(&mut self, at: usize, call: &Call) -> Option<()> {
        if let [CallArg::Datatypes(group)] = call.args.as_slice() {
            let mut texts = Vec::new();
            for definition in group {
                let sort = &mut |name: &SortName| self.sort_text(*name).ok_or(());
                texts.push(definition.try_map(sort).ok()?);
            }
            self.formulas.datatypes.push(format!("{texts:?}"));
            return Some(());
        }
        let Some(Name::Term(term)) = call.rets.first() else { return Some(()) };
        let sort = self.typed.sort_at(at).map_or_else(String::new, ToString::to_string);
        let name = call.args.iter().find_map(|arg| match arg {
            CallArg::Text(text) => Some(text.to_string()),
            _ => None,
        });
        let name = name.unwrap_or_default();
        let node = match call.action.kind() {
            ActionKind::MkConst => {
                // Two of the same name are two.
                let node = self.node(at, Some(format!("const {at}")), Vec::new());
                self.formulas.nodes[node].constant = Some(name);
                node
            }
            ActionKind::MkVar => {
                let same = self.variables.entry(name.clone()).or_default();
                *same += 1;
                let label = format!("var {name} {same} {sort}");
                self.node(at, Some(label), Vec::new())
            }
            ActionKind::MkValue | ActionKind::MkSpecialValue => {
                let label = format!("value {:?} {sort}", call.args.get(1)?);
                self.node(at, Some(label), Vec::new())
            }
            ActionKind::MkRecFun => self.node(at, Some(format!("rec {name} {sort}")), Vec::new()),
            ActionKind::MkFun => self.node(at, Some("define".to_owned()), terms_of(call)),
            ActionKind::MkLet => self.node(at, Some("let".to_owned()), terms_of(call)),
            ActionKind::MkTerm => {
                let applied = self.typed.applied_at(at)?;
                let sorts: Option<Vec<String>> =
                    applied.sorts.iter().map(|name| self.sort_text(*name)).collect();
                let label = format!(
                    "{} {:?} {:?} {:?}",
                    applied.operator.key(),
                    applied.indices,
                    applied.names,
                    sorts?
                );
                // Patterns are hints.
                self.node(at, Some(label), applied.args.clone())
            }
            _ => self.node(at, None, Vec::new()),
        };
        self.terms.insert(*term, node);
        Some(())
    }
}
