//! The evaluator: a machine with a stack of its own, so that no depth of terms, binders or calls is recursed on.

use murxla_api::meaning::{Arg, Call, Datum, Unknown, apply};
use murxla_api::{Binder, QuickMap, QuickSet, Sort};

use super::Assignment;
use super::domain::Domain;
use super::frame::{Frame, Purpose, Work};
use crate::smt::{Graph, Head, Node, Term, Variable};

/// The value of a term, or why it has none.
pub type Known = Result<Datum, Unknown>;

/// So many steps are made for one term that is asked for, if nothing else is said.
const STEPS: u64 = 20_000_000;

/// So many calls and binders may be nested.
const NESTED: usize = 10_000;

/// Where values are that were found before.
pub(super) type Before<'a> = &'a dyn Fn(Term) -> Option<Known>;

/// Evaluates terms of a graph under an assignment; a term is evaluated once.
pub struct Evaluator<'a> {
    graph: &'a Graph,
    assignment: &'a Assignment,
    before: Option<Before<'a>>,
    values: QuickMap<Term, Known>,
    frames: Vec<Frame>,
    /// Constants whose definitions are evaluated.
    begun: QuickSet<Term>,
    /// Values of variables that no binder binds.
    given: Vec<(Variable, Known)>,
    /// The values of the variables that decided the last quantifier.
    decided: Option<Vec<(Variable, Known)>>,
    budget: u64,
    steps: u64,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of the terms that the graph has now.
    pub fn new(graph: &'a Graph, assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator::with(graph, assignment, None)
    }

    pub(super) fn with(
        graph: &'a Graph,
        assignment: &'a Assignment,
        before: Option<Before<'a>>,
    ) -> Evaluator<'a> {
        Evaluator {
            graph,
            assignment,
            before,
            values: QuickMap::default(),
            frames: Vec::new(),
            begun: QuickSet::default(),
            given: Vec::new(),
            decided: None,
            budget: STEPS,
            steps: 0,
        }
    }

    /// Makes at most so many steps for a term that is asked for.
    pub fn with_budget(mut self, steps: u64) -> Evaluator<'a> {
        self.set_budget(steps);
        self
    }

    /// The same for the terms that are asked for from now on.
    pub fn set_budget(&mut self, steps: u64) {
        self.budget = steps;
    }

    /// The same evaluator with nothing evaluated yet, under these values of variables, too.
    pub(super) fn under(&self, values: &[(Variable, Known)]) -> Evaluator<'a> {
        let mut under = Evaluator::with(self.graph, self.assignment, None);
        under.budget = self.budget;
        // The innermost value of a variable comes first.
        under.given.extend(values.iter().chain(&self.given).cloned());
        under
    }

    /// Values of the variables of a quantifier that decide it alone: a witness, or a counterexample. They are unknown if they do not
    /// matter.
    pub(super) fn deciding(&self, quantifier: Term) -> Option<Vec<(Variable, Known)>> {
        let mut anew = self.under(&[]);
        anew.evaluate(quantifier).ok()?;
        anew.decided.take()
    }

    /// The body of the defined function that is called with these arguments (the function is the first of them), and what
    /// evaluates it as in this call.
    pub(super) fn called(&mut self, args: &[Term]) -> Option<(Term, Evaluator<'a>)> {
        let (function, given) = args.split_first()?;
        let Node::Constant(symbol) = self.graph.node(*function) else { return None };
        let definition = self.assignment.definition(symbol)?;
        if self.assignment.value(symbol).is_some() || definition.variables.len() != given.len() {
            return None;
        }
        let values = given.iter().map(|arg| self.evaluate(*arg));
        let variables = definition.variables.iter().copied();
        let values: Vec<(Variable, Known)> = variables.zip(values).collect();
        Some((definition.body, self.under(&values)))
    }

    /// How many steps the last term took that was asked for.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The value of a term.
    pub fn evaluate(&mut self, term: Term) -> Known {
        self.steps = 0;
        self.frames.clear();
        self.begun.clear();
        let mut frame = Frame::new(term, Purpose::Answer);
        frame.variables.clone_from(&self.given);
        self.frames.push(frame);
        loop {
            self.steps += 1;
            if self.steps > self.budget {
                return Err(Unknown::TooLarge("the number of steps that its evaluation takes"));
            }
            let Some(frame) = self.frames.last_mut() else {
                return Err(Unknown::cannot_tell("nothing was asked for"));
            };
            let Some(work) = frame.stack.last().copied() else {
                if let Some(answer) = self.end_frame() {
                    return answer;
                }
                continue;
            };
            if self.known(work.term).is_some() {
                self.top().stack.pop();
                continue;
            }
            let before = self.before.filter(|_| self.is_global(work.term));
            if let Some(value) = before.and_then(|before| before(work.term)) {
                self.values.insert(work.term, value);
            } else if let Some(value) = self.step(work) {
                self.set(work.term, value);
            }
        }
    }

    fn top(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Whether values of a term are those of the whole evaluation, not of the frame.
    fn is_global(&self, term: Term) -> bool {
        self.frames.len() == 1 || !self.graph.has_variables(term)
    }

    fn known(&self, term: Term) -> Option<&Known> {
        if self.is_global(term) {
            return self.values.get(&term);
        }
        self.frames.last().and_then(|frame| frame.values.get(&term))
    }

    fn set(&mut self, term: Term, value: Known) {
        let value = match value {
            Err(Unknown::Open(_) | Unknown::CannotTell(_)) => {
                self.assignment.term(term).map_or(value, |told| Ok(told.clone()))
            }
            value => value,
        };
        if self.is_global(term) {
            self.values.insert(term, value);
        } else {
            self.top().values.insert(term, value);
        }
    }

    /// Lets a part be evaluated before the term is looked at again.
    fn need(&mut self, part: Term) -> Option<Known> {
        self.top().stack.push(Work { term: part, next: 0 });
        None
    }

    /// The value of a part; if there is none yet, it is asked for.
    fn value_of(&mut self, part: Term) -> Option<Known> {
        match self.known(part) {
            Some(known) => Some(known.clone()),
            None => self.need(part),
        }
    }

    /// The value of what the topmost frame was made for is known.
    fn end_frame(&mut self) -> Option<Known> {
        let root = self.frames.last()?.root;
        let value = self.known(root).cloned();
        let value = value.unwrap_or_else(|| Err(Unknown::cannot_tell("a term without value")));
        let mut frame = self.frames.pop()?;
        match frame.purpose {
            Purpose::Answer => return Some(value),
            Purpose::ValueOf(term) => self.set(term, value),
            Purpose::Body(term, ref mut domain) => {
                if let Some(decided) = domain.take(value) {
                    if self.frames.len() == 1 {
                        self.decided = Some(frame.variables);
                    }
                    self.set(term, Ok(decided));
                } else if let Some(next) = domain.advance() {
                    let next: Vec<Known> = next.iter().cloned().map(Ok).collect();
                    frame.restart(next.into_iter());
                    self.frames.push(frame);
                } else if let Purpose::Body(term, domain) = frame.purpose {
                    self.set(term, domain.end());
                }
            }
        }
        None
    }

    /// Looks at a term that has no value yet: gives it, or sees to it that a part of it gets one.
    fn step(&mut self, work: Work) -> Option<Known> {
        let graph = self.graph;
        match graph.node(work.term) {
            Node::Value(literal) => Some(Datum::of_literal(literal, graph.sort(work.term))),
            Node::Variable(variable) => Some(self.variable(variable)),
            Node::Annotated { term, .. } => self.value_of(term),
            Node::Opaque(opaque) => match opaque.same() {
                Some(same) => self.value_of(same),
                None => Some(Err(Unknown::cannot_tell("a term that only a solver knows"))),
            },
            Node::Constant(symbol) => {
                let assignment = self.assignment;
                if let Some(value) = assignment.value(symbol) {
                    return Some(Ok(value.clone()));
                }
                match assignment.definition(symbol) {
                    None => {
                        let name = &graph.symbol(symbol).name;
                        Some(Err(Unknown::cannot_tell(format!("{name} has no value"))))
                    }
                    Some(definition) if definition.variables.is_empty() => {
                        // Met again before it has a value: on the way to itself.
                        if work.next == 0 && !self.begun.insert(work.term) {
                            let name = &graph.symbol(symbol).name;
                            let why = format!("the definition of {name} needs itself");
                            return Some(Err(Unknown::cannot_tell(why)));
                        }
                        self.remember(1);
                        self.value_of(definition.body)
                    }
                    Some(definition) => {
                        let (variables, body) = (&definition.variables, definition.body);
                        self.bind(work.term, Binder::Lambda, variables, body, None)
                    }
                }
            }
            Node::Bind { binder, variables, bodies, .. } => {
                let around = Some(self.frames.len() - 1);
                let body = *bodies.first()?;
                self.bind(work.term, binder, variables, body, around)
            }
            Node::Apply { head, args } => match head.op().key {
                "OP_ITE" => self.choice(work, head, args),
                "OP_AND" => self.until(work, head, args, |_, value| !value),
                "OP_OR" => self.until(work, head, args, |_, value| value),
                "OP_IMPLIES" => self.until(work, head, args, |last, value| value == last),
                "OP_DT_MATCH" => self.matched(work, args),
                "OP_UF_APPLY" => self.call(work, head, args),
                _ => self.strict(work, head, args),
            },
        }
    }

    fn variable(&self, variable: Variable) -> Known {
        let mut next = self.frames.len().checked_sub(1);
        while let Some(frame) = next.map(|place| &self.frames[place]) {
            if let Some((_, value)) = frame.variables.iter().find(|(one, _)| *one == variable) {
                return value.clone();
            }
            next = frame.around;
        }
        let name = &self.graph.variable(variable).name;
        Err(Unknown::cannot_tell(format!("the variable {name} is not bound")))
    }

    /// All arguments, then the operator.
    fn strict(&mut self, work: Work, head: &'a Head, args: &'a [Term]) -> Option<Known> {
        for (place, arg) in args.iter().enumerate().skip(work.next) {
            if self.known(*arg).is_none() {
                self.remember(place);
                return self.need(*arg);
            }
        }
        Some(self.apply(work.term, head, args))
    }

    /// The first arguments of the term that is looked at are known.
    fn remember(&mut self, place: usize) {
        if let Some(work) = self.top().stack.last_mut() {
            work.next = place;
        }
    }

    /// Arguments one after the other until one decides.
    fn until(
        &mut self,
        work: Work,
        head: &'a Head,
        args: &'a [Term],
        decides: fn(bool, bool) -> bool,
    ) -> Option<Known> {
        for (place, arg) in args.iter().enumerate().skip(work.next) {
            match self.known(*arg) {
                None => {
                    self.remember(place);
                    return self.need(*arg);
                }
                Some(Ok(Datum::Bool(value))) if decides(place + 1 == args.len(), *value) => {
                    return Some(Ok(Datum::Bool(head.op().key != "OP_AND")));
                }
                Some(_) => {}
            }
        }
        Some(self.apply(work.term, head, args))
    }

    fn choice(&mut self, work: Work, head: &'a Head, args: &'a [Term]) -> Option<Known> {
        let [condition, then, otherwise] = args else { return self.strict(work, head, args) };
        match self.value_of(*condition)? {
            Ok(Datum::Bool(true)) => self.value_of(*then),
            Ok(Datum::Bool(false)) => self.value_of(*otherwise),
            _ => self.strict(work, head, args),
        }
    }

    fn apply(&self, term: Term, head: &Head, args: &[Term]) -> Known {
        let missing = Err(Unknown::cannot_tell("an argument without value"));
        let args: Vec<Arg<'_>> =
            args.iter().map(|arg| self.known(*arg).unwrap_or(&missing).as_ref()).collect();
        let call = Call {
            op: head.op(),
            sorts: &head.sorts,
            names: &head.names,
            indices: &head.indices,
            result: self.graph.sort(term),
        };
        apply(&call, &args, self.assignment)
    }

    /// A function that is defined, or written as lambda, is its body.
    fn call(&mut self, work: Work, head: &'a Head, args: &'a [Term]) -> Option<Known> {
        let Some((function, given)) = args.split_first() else {
            return self.strict(work, head, args);
        };
        let graph = self.graph;
        let assignment = self.assignment;
        let (variables, body, around): (&[Variable], Term, Option<usize>) =
            match graph.node(*function) {
                Node::Constant(symbol) if assignment.value(symbol).is_none() => {
                    match assignment.definition(symbol) {
                        Some(definition) => (&definition.variables, definition.body, None),
                        None => (&[], *function, None),
                    }
                }
                Node::Bind { binder: Binder::Lambda, variables, bodies: [body], .. } => {
                    (variables, *body, Some(self.frames.len() - 1))
                }
                _ => (&[], *function, None),
            };
        if variables.is_empty() || variables.len() != given.len() {
            return self.strict(work, head, args);
        }
        for arg in given {
            if self.known(*arg).is_none() {
                return self.need(*arg);
            }
        }
        let values = given.iter().map(|arg| self.known(*arg).cloned());
        let values: Option<Vec<Known>> = values.collect();
        let mut frame = Frame::new(body, Purpose::ValueOf(work.term));
        frame.around = around;
        frame.variables = variables.iter().copied().zip(values?).collect();
        self.push(frame)
    }

    fn push(&mut self, frame: Frame) -> Option<Known> {
        if self.frames.len() >= NESTED {
            return Some(Err(Unknown::TooLarge("the nesting of calls and binders")));
        }
        self.frames.push(frame);
        None
    }

    /// The body of a binder under one value after the other.
    fn bind(
        &mut self,
        term: Term,
        binder: Binder,
        variables: &[Variable],
        body: Term,
        around: Option<usize>,
    ) -> Option<Known> {
        let graph = self.graph;
        let sorts: Vec<Sort> =
            variables.iter().map(|one| graph.variable(*one).sort.clone()).collect();
        let mut domain = match Domain::new(binder, &sorts, graph.sort(term)) {
            Ok(domain) => Box::new(domain),
            Err(unknown) => return Some(Err(unknown)),
        };
        let values = match domain.begin() {
            Some(values) => values,
            None => match domain.advance() {
                Some(first) => first.iter().cloned().map(Ok).collect(),
                None => return Some(domain.end()),
            },
        };
        let mut frame = Frame::new(body, Purpose::Body(term, domain));
        frame.around = around;
        frame.variables = variables.iter().copied().zip(values).collect();
        self.push(frame)
    }

    /// The body of the first case that fits.
    fn matched(&mut self, work: Work, args: &'a [Term]) -> Option<Known> {
        let (matched, cases) = args.split_first()?;
        let value = match self.value_of(*matched)? {
            Ok(Datum::Datatype(value)) => value,
            Ok(_) => return Some(Err(Unknown::cannot_tell("a match of something else"))),
            Err(unknown) => return Some(Err(unknown)),
        };
        let graph = self.graph;
        for case in cases {
            let Node::Apply { head, args } = graph.node(*case) else { continue };
            let (body, variables) = args.split_last()?;
            let fits = head.names.first().is_none_or(|name| *name == value.constructor);
            if !fits {
                continue;
            }
            let mut frame = Frame::new(*body, Purpose::ValueOf(work.term));
            frame.around = Some(self.frames.len() - 1);
            let whole = [Datum::Datatype(value.clone())];
            let bound = if head.names.is_empty() { whole.as_slice() } else { &value.fields };
            for (variable, value) in variables.iter().zip(bound) {
                if let Node::Variable(variable) = graph.node(*variable) {
                    frame.variables.push((variable, Ok(value.clone())));
                }
            }
            return self.push(frame);
        }
        Some(Err(Unknown::cannot_tell("a match without a case that fits")))
    }
}
