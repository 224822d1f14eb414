//! What an API lacks, said with what it has.

use std::sync::Arc;

use murxla_api::{Op, QuickMap, SortShape, theory};

use super::build::{Builder, Built};
use super::defined::by_definition;
use super::graph::Graph;
use super::substitute::rebuilt;
use super::{Command, Head, Node, Script, Term};

/// Rewrites operators that are lacking, where others can say the same: those that the standard defines by others, and
/// `match`. What cannot be said otherwise stays.
pub(super) fn lower(script: &mut Script, lacks: impl Fn(&Op) -> bool) {
    let graph = &mut script.graph;
    // Scripts have many terms and few operators, and a table is not asked for nothing.
    let mut known: QuickMap<&str, bool> = QuickMap::default();
    let mut is_lacking = |graph: &Graph, term| match graph.node(term) {
        Node::Apply { head, .. } => *known.entry(head.op().key).or_insert_with(|| lacks(head.op())),
        _ => false,
    };
    let Some(first) = graph.terms().find(|term| is_lacking(graph, *term)) else { return };
    // Terms come after what they are made of.
    let mut lowered: Vec<Term> = graph.terms().collect();
    for term in graph.terms().skip(first.index()) {
        let is_lacking = is_lacking(graph, term);
        let part = |part: Term| lowered[part.index()];
        let mut changes = false;
        graph.visit_children(term, |child| changes |= part(child) != child);
        let mut same = term;
        if changes {
            same = rebuilt(graph, term, part, |_, variable| variable).unwrap_or(term);
        }
        let other = if is_lacking { otherwise(graph, same) } else { None };
        lowered[term.index()] = other.unwrap_or(same);
    }
    for command in &mut script.commands {
        let replace = |term: &mut Term| *term = lowered[term.index()];
        match command {
            Command::Assert(term) => replace(term),
            Command::CheckSatAssuming(terms) | Command::GetValue(terms) => {
                terms.iter_mut().for_each(replace);
            }
            Command::Define(definition) => replace(&mut definition.body),
            Command::DefineRec(definitions) => {
                definitions.iter_mut().for_each(|definition| replace(&mut definition.body));
            }
            _ => {}
        }
    }
}

/// An application of an operator that is lacking, said with others.
fn otherwise(graph: &mut Graph, term: Term) -> Option<Term> {
    let Node::Apply { head, args } = graph.node(term) else { return None };
    let (key, args) = (head.op().key, args.to_vec());
    let mut build = Builder { graph };
    match (key, args.as_slice()) {
        ("OP_DT_MATCH", [matched, cases @ ..]) => build.chosen(*matched, cases),
        _ => by_definition(&mut build, key, &args)?,
    }
    .ok()
}

/// A case of a `match`.
struct Case {
    /// The constructor; none if the case takes whatever is left.
    constructor: Option<Arc<str>>,
    body: Term,
}

impl Builder<'_> {
    /// A `match` as questions for constructors, one after the other.
    fn chosen(&mut self, matched: Term, cases: &[Term]) -> Built {
        let mut list = Vec::new();
        for case in cases {
            list.push(self.case(matched, *case)?);
        }
        let mut chosen = None;
        for Case { constructor, body } in list.into_iter().rev() {
            chosen = Some(match (chosen, constructor) {
                // One of the cases fits, so the last one needs no question.
                (None, _) | (_, None) => body,
                (Some(rest), Some(constructor)) => {
                    let is_it = self.member("OP_DT_APPLY_TESTER", vec![constructor], matched)?;
                    self.apply("OP_ITE", &[is_it, body, rest])?
                }
            });
        }
        chosen.ok_or_else(|| "a match without cases".to_owned())
    }

    /// A case, with fields of what is matched for its variables.
    fn case(&mut self, matched: Term, case: Term) -> Result<Case, String> {
        let Node::Apply { head, args: [variables @ .., body] } = self.graph.node(case) else {
            return Err("a case of a match is no application".to_owned());
        };
        let (constructor, body) = (head.names.first().cloned(), *body);
        let variables: Vec<_> = variables
            .iter()
            .filter_map(|term| match self.graph.node(*term) {
                Node::Variable(variable) => Some(variable),
                _ => None,
            })
            .collect();
        let mut map = Vec::new();
        for (place, variable) in variables.into_iter().enumerate() {
            let value = match &constructor {
                None => matched,
                Some(constructor) => {
                    let selector = self.selector(matched, constructor, place)?;
                    let names = vec![Arc::clone(constructor), selector];
                    self.member("OP_DT_APPLY_SEL", names, matched)?
                }
            };
            map.push((variable, value));
        }
        let body = self.graph.substitute(body, &map).map_err(|error| error.to_string())?;
        Ok(Case { constructor, body })
    }

    /// The name of a field of this constructor of the term's datatype.
    fn selector(&self, of: Term, constructor: &str, place: usize) -> Result<Arc<str>, String> {
        let constructor = match self.graph.sort(of).shape() {
            SortShape::Datatype(datatype, _) => datatype.constructor(constructor),
            _ => None,
        };
        let field = constructor.and_then(|constructor| constructor.fields.get(place));
        field.map(|(name, _)| Arc::clone(name)).ok_or_else(|| "there is no such field".to_owned())
    }

    /// A selector or tester of the term's datatype.
    fn member(&mut self, key: &str, names: Vec<Arc<str>>, of: Term) -> Built {
        let op = theory::operator(key);
        let op = op.ok_or_else(|| format!("there is no operator {key}"))?;
        let head = Head { names: names.into(), ..Head::plain(op) };
        self.graph.apply_head(head, &[of]).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::smtlib::STANDARD;

    use super::*;
    use crate::smt::{print, read};

    #[test]
    fn what_is_lacking_is_said_otherwise() {
        let check = |lacking: &[&str], text: &str, expected: &str| {
            let mut script = read(text.as_bytes(), &[]).unwrap();
            lower(&mut script, |op| lacking.contains(&op.key));
            let printed = print(&script, &STANDARD).unwrap();
            let last = printed.lines().last().unwrap();
            assert_eq!(last, expected);
        };
        let bits = |formula: &str| {
            format!(
                "(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(assert {formula})"
            )
        };
        check(
            &["OP_BV_COMP"],
            &bits("(= #b1 (bvcomp (bvadd a (concat (bvcomp a b) #b000)) b))"),
            "(assert (= #b1 (ite (= (bvadd a (concat (ite (= a b) #b1 #b0) #b000)) b) #b1 #b0)))",
        );
        // What is there stays.
        check(&[], &bits("(= #b1 (bvcomp a b))"), "(assert (= #b1 (bvcomp a b)))");
        let overflow = ["OP_BV_NEGO", "OP_BV_SDIVO", "OP_BV_UADDO", "OP_BV_SMULO"];
        check(&overflow, &bits("(bvnego a)"), "(assert (= a #x8))");
        check(&overflow, &bits("(bvuaddo a b)"), "(assert (bvult (bvadd a b) a))");
        check(&overflow, &bits("(bvsdivo a b)"), "(assert (and (= a #x8) (= b #xf)))");
        check(
            &overflow,
            &bits("(bvsmulo a b)"),
            "(assert (distinct (bvmul ((_ sign_extend 4) a) ((_ sign_extend 4) b)) ((_ sign_extend 4) (bvmul a b))))",
        );
    }

    #[test]
    fn matches_ask_for_constructors() {
        let check = |cases: &str, expected: &str| {
            let text = format!(
                "(declare-datatypes ((L 0)) (((nil) (one (only Int)) (cons (head Int) (tail L)))))\
                 (declare-const x L)(assert (= 1 (match x ({cases}))))"
            );
            let mut script = read(text.as_bytes(), &[]).unwrap();
            lower(&mut script, |op| op.key.starts_with("OP_DT_MATCH"));
            let printed = print(&script, &STANDARD).unwrap();
            assert_eq!(printed.lines().last().unwrap(), expected);
        };
        check(
            "(nil 0) ((one y) (+ y 2)) ((cons h t) (match t ((nil h) (rest (head rest)))))",
            "(assert (= 1 (ite ((_ is nil) x) 0 (ite ((_ is one) x) (+ (only x) 2) \
             (let (($1 (tail x))) (ite ((_ is nil) $1) (head x) (head $1)))))))",
        );
        check("((cons h t) h) (other 5)", "(assert (= 1 (ite ((_ is cons) x) (head x) 5)))");
        check("(other (head other))", "(assert (= 1 (head x)))");
    }

    #[test]
    fn definitions_and_binders_are_lowered() {
        let text = "(define-fun f ((v (_ BitVec 4))) Bool (bvnego v))(assert (exists ((w (_ BitVec 4))) (! (f (ite (bvnego w) w w)) :weight n)))";
        let mut script = read(text.as_bytes(), &[]).unwrap();
        lower(&mut script, |op| op.key == "OP_BV_NEGO");
        let expected = "(define-fun f ((v (_ BitVec 4))) Bool (= v #x8))\n\
                        (assert (exists ((w (_ BitVec 4))) (! (f (ite (= w #x8) w w)) :weight n)))\n";
        assert_eq!(print(&script, &STANDARD).unwrap(), expected);
    }
}
