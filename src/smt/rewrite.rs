//! Rewriting of terms, from their parts upwards.

use std::collections::HashMap;

use murxla_api::{QuickMap, TypeError};
use thiserror::Error;

use super::graph::BindError;
use super::{Graph, Head, Node, Opaque, Term, Variable};

/// Why there is no such term: something in it has another sort than before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RewriteError {
    /// An application has no sort any more.
    #[error(transparent)]
    Apply(#[from] TypeError),
    /// A binder has no sort any more.
    #[error(transparent)]
    Bind(#[from] BindError),
}

/// What becomes of the variables of binders around what changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundVariables {
    /// They stay: what takes the place of a term has no free variable that the term does not have.
    Stay,
    /// Each binder gets new variables of the same names: so nothing is captured, whatever takes the place of a term, and
    /// a variable stays bound at one place.
    Renewed,
}

/// Variables with what they stand for inside of one binder, and what holds around it.
struct Layer {
    around: Option<u32>,
    map: HashMap<Variable, Variable>,
}

/// What is still to be done: look at a term, or build it of parts that are done.
enum Task {
    Look(Term, u32),
    Build { term: Term, outer: u32, inner: u32 },
}

impl Graph {
    /// Rewrites terms with all that they are made of, each once and after its parts. `concerns` tells which terms may be
    /// replaced; `replacement` gets such a term when its parts are rewritten already, and tells what takes its place, or
    /// nothing. The list has a term for each of `roots`, in their order.
    ///
    /// With [`BoundVariables::Renewed`], `replacement` sees the new variables of binders, and is not asked about them: only
    /// free variables are replaced.
    pub fn rewrite<E: From<RewriteError>>(
        &mut self,
        roots: &[Term],
        bound: BoundVariables,
        concerns: impl FnMut(&Graph, Term) -> bool,
        replacement: impl FnMut(&mut Graph, Term) -> Result<Option<Term>, E>,
    ) -> Result<Vec<Term>, E> {
        self.rewrite_within(roots, bound, |_, _| true, concerns, replacement)
    }

    /// The same where nobody looks into terms of which `may_concern` says no: neither they nor their parts are replaced.
    pub(super) fn rewrite_within<E: From<RewriteError>>(
        &mut self,
        roots: &[Term],
        bound: BoundVariables,
        may_concern: impl Fn(&Graph, Term) -> bool,
        concerns: impl FnMut(&Graph, Term) -> bool,
        mut replacement: impl FnMut(&mut Graph, Term) -> Result<Option<Term>, E>,
    ) -> Result<Vec<Term>, E> {
        let reach = Reach::of(self, roots, may_concern, concerns);
        if !roots.iter().any(|root| reach.touches(*root)) {
            return Ok(roots.to_vec());
        }
        let mut work = Rewriting {
            bound,
            reach,
            layers: vec![Layer { around: None, map: HashMap::new() }],
            done: QuickMap::default(),
        };
        for root in roots {
            let mut tasks = vec![Task::Look(*root, OUTERMOST)];
            while let Some(task) = tasks.pop() {
                match task {
                    Task::Look(term, layer) => work.look(self, term, layer, &mut tasks),
                    Task::Build { term, outer, inner } => {
                        let mut built = work.build(self, term, inner)?;
                        if work.reach.concerns(term) && work.renamed(self, term, outer).is_none() {
                            built = replacement(self, built)?.unwrap_or(built);
                        }
                        work.done.insert((term, outer), built);
                    }
                }
            }
        }
        Ok(roots.iter().map(|root| work.part(*root, OUTERMOST)).collect())
    }
}

/// The layer around all binders.
const OUTERMOST: u32 = 0;

/// Which terms a rewriting reaches.
struct Reach {
    /// Of each term whether it may be replaced itself, and whether that or a part of it may.
    terms: QuickMap<Term, (bool, bool)>,
}

impl Reach {
    fn of(
        graph: &Graph,
        roots: &[Term],
        may_concern: impl Fn(&Graph, Term) -> bool,
        mut concerns: impl FnMut(&Graph, Term) -> bool,
    ) -> Reach {
        let mut terms: QuickMap<Term, (bool, bool)> = QuickMap::default();
        let mut open: Vec<(Term, bool)> = roots.iter().map(|root| (*root, false)).collect();
        while let Some((term, ready)) = open.pop() {
            if ready {
                let itself = concerns(graph, term);
                let mut touched = itself;
                graph.visit_children(term, |child| {
                    touched |= terms.get(&child).is_some_and(|(_, touched)| *touched);
                });
                terms.insert(term, (itself, touched));
            } else if !terms.contains_key(&term) {
                open.push((term, true));
                graph.visit_children(term, |child| {
                    if may_concern(graph, child) {
                        open.push((child, false));
                    }
                });
            }
        }
        Reach { terms }
    }

    fn concerns(&self, term: Term) -> bool {
        self.terms.get(&term).is_some_and(|(itself, _)| *itself)
    }

    fn touches(&self, term: Term) -> bool {
        self.terms.get(&term).is_some_and(|(_, touched)| *touched)
    }
}

struct Rewriting {
    bound: BoundVariables,
    reach: Reach,
    layers: Vec<Layer>,
    /// What became of a term inside of the binders of a layer.
    done: QuickMap<(Term, u32), Term>,
}

impl Rewriting {
    /// What a variable is inside of a layer, if a binder there binds it.
    fn find(&self, variable: Variable, layer: u32) -> Option<Variable> {
        let mut layer = Some(layer);
        while let Some(number) = layer {
            let Layer { around, map } = &self.layers[number as usize];
            if let Some(renewed) = map.get(&variable) {
                return Some(*renewed);
            }
            layer = *around;
        }
        None
    }

    /// The same for a term that is a variable.
    fn renamed(&self, graph: &Graph, term: Term, layer: u32) -> Option<Variable> {
        match graph.node(term) {
            Node::Variable(variable) => self.find(variable, layer),
            _ => None,
        }
    }

    fn look(&mut self, graph: &mut Graph, term: Term, layer: u32, tasks: &mut Vec<Task>) {
        if self.done.contains_key(&(term, layer)) {
            return;
        }
        // Inside of binders what has no variables stays, too.
        if (layer == OUTERMOST || !graph.has_variables(term)) && !self.reach.touches(term) {
            self.done.insert((term, layer), term);
            return;
        }
        let inner = self.layer_inside(graph, term, layer);
        tasks.push(Task::Build { term, outer: layer, inner });
        graph.visit_children(term, |child| tasks.push(Task::Look(child, inner)));
    }

    /// The layer of what a term is made of: a new one if it binds variables.
    fn layer_inside(&mut self, graph: &mut Graph, term: Term, around: u32) -> u32 {
        let variables = match self.bound {
            BoundVariables::Stay => return around,
            BoundVariables::Renewed => bound_variables(graph, term),
        };
        if variables.is_empty() {
            return around;
        }
        let mut map = HashMap::new();
        for variable in variables {
            let definition = graph.variable(variable).clone();
            map.insert(variable, graph.add_variable(&definition.name, definition.sort));
        }
        self.layers.push(Layer { around: Some(around), map });
        self.layers.len() as u32 - 1
    }

    fn part(&self, part: Term, layer: u32) -> Term {
        self.done.get(&(part, layer)).copied().unwrap_or(part)
    }

    /// The term of its rewritten parts; a binder with its new variables.
    fn build(&self, graph: &mut Graph, term: Term, inner: u32) -> Result<Term, RewriteError> {
        let parts = |list: &[Term]| -> Vec<Term> {
            list.iter().map(|part| self.part(*part, inner)).collect()
        };
        match graph.node(term) {
            Node::Constant(_) | Node::Value(_) => Ok(term),
            Node::Variable(variable) => Ok(match self.find(variable, inner) {
                Some(renewed) => graph.variable_term(renewed),
                None => term,
            }),
            Node::Apply { head, args } => {
                let changed = parts(args);
                if changed == args {
                    return Ok(term);
                }
                let head: Head = head.clone();
                Ok(graph.apply_head(head, &changed)?)
            }
            Node::Annotated { term: inside, attributes } => {
                let (inside, attributes) = (self.part(inside, inner), attributes.to_vec());
                Ok(graph.annotate(inside, attributes))
            }
            Node::Opaque(opaque) => {
                let opaque = Opaque { parts: parts(&opaque.parts).into(), ..opaque.clone() };
                let sort = graph.sort(term).clone();
                Ok(graph.opaque(opaque, sort))
            }
            Node::Bind { binder, variables, patterns, bodies } => {
                let renewed = |variable: &Variable| self.find(*variable, inner);
                let variables: Vec<Variable> =
                    variables.iter().map(|one| renewed(one).unwrap_or(*one)).collect();
                let patterns = patterns.iter().map(|list| parts(list)).collect();
                let bodies = parts(bodies);
                Ok(graph.bind(binder, &variables, patterns, &bodies)?)
            }
        }
    }
}

/// The variables that a term binds: a binder, or a case of a `match`.
pub(super) fn bound_variables(graph: &Graph, term: Term) -> Vec<Variable> {
    match graph.node(term) {
        Node::Bind { variables, .. } => variables.to_vec(),
        Node::Apply { head, args: [variables @ .., _] }
            if head.op().key == "OP_DT_MATCH_BIND_CASE" =>
        {
            let variables = variables.iter().filter_map(|term| match graph.node(*term) {
                Node::Variable(variable) => Some(variable),
                _ => None,
            });
            variables.collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::smtlib::STANDARD;

    use super::*;
    use crate::smt::{print, read};

    /// The formula with the constant b for a.
    fn replaced(declarations: &str, formula: &str, bound: BoundVariables) -> String {
        let text = format!("{declarations}(assert a)(assert b)(assert {formula})");
        let mut script = read(text.as_bytes(), &[]).unwrap();
        let asserted: Vec<Term> = script.commands.iter().flat_map(|one| one.terms()).collect();
        let [from, to, formula] = asserted[..] else { panic!("three assertions") };
        let rewritten = script.graph.rewrite(
            &[formula],
            bound,
            |_, term| term == from,
            |_, _| Ok::<_, RewriteError>(Some(to)),
        );
        script.commands.truncate(script.commands.len() - 3);
        script.commands.push(crate::smt::Command::Assert(rewritten.unwrap()[0]));
        print(&script, &STANDARD).unwrap().lines().last().unwrap().to_owned()
    }

    const TWO: &str = "(declare-const a Bool)(declare-const b Bool)";

    #[test]
    fn terms_are_rewritten_below_binders_and_annotations() {
        for bound in [BoundVariables::Stay, BoundVariables::Renewed] {
            assert_eq!(
                replaced(TWO, "(forall ((x Bool)) (! (or x a (not a)) :pattern (a)))", bound),
                "(assert (forall ((x Bool)) (! (or x b (not b)) :pattern (b))))"
            );
            assert_eq!(
                replaced(TWO, "(! (not a) :named n)", bound),
                "(assert (! (not b) :named n))"
            );
            assert_eq!(replaced(TWO, "(not b)", bound), "(assert (not b))");
        }
    }

    #[test]
    fn what_does_not_change_stays_the_same_term() {
        let text = "(declare-const a Bool)(assert (exists ((x Bool)) (or x a)))(assert (not a))";
        let mut script = read(text.as_bytes(), &[]).unwrap();
        let before = script.graph.len();
        let roots: Vec<Term> = script.commands.iter().flat_map(|one| one.terms()).collect();
        let same = script.graph.rewrite(
            &roots,
            BoundVariables::Renewed,
            |_, _| false,
            |_, _| Ok::<_, RewriteError>(None),
        );
        assert_eq!(same.unwrap(), roots);
        assert_eq!((script.graph.len(), script.graph.variable_count()), (before, 1));
    }

    #[test]
    fn shared_terms_are_rewritten_once() {
        let depth = 200;
        let mut text = "(declare-const a Bool)(define-fun t0 () Bool (not a))".to_owned();
        for level in 0..depth {
            text += &format!("(define-fun t{} () Bool (and t{level} t{level}))", level + 1);
        }
        let mut script = read(text.as_bytes(), &[]).unwrap();
        let mut asked = 0;
        let rewritten = script.rewrite(
            BoundVariables::Stay,
            |_, _| true,
            |_, _| {
                asked += 1;
                Ok::<_, RewriteError>(None)
            },
        );
        rewritten.unwrap();
        assert!(asked <= script.graph.len(), "{asked}");
    }

    #[test]
    fn a_replacement_of_another_sort_is_an_error() {
        let text = "(declare-const a Bool)(declare-const i Int)(assert (not a))(assert (= i i))";
        let mut script = read(text.as_bytes(), &[]).unwrap();
        let number = script.graph.symbols().nth(1).map(|(symbol, _)| symbol).unwrap();
        let number = script.graph.constant(number);
        let before = script.commands.clone();
        let rewritten = script.rewrite(
            BoundVariables::Stay,
            |graph, term| matches!(graph.node(term), Node::Constant(_)),
            |_, _| Ok::<_, RewriteError>(Some(number)),
        );
        assert!(matches!(rewritten, Err(RewriteError::Apply(_))), "{rewritten:?}");
        assert_eq!(script.commands, before);
    }
}
