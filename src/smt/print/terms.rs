//! Prints terms without recursion: what is still to be written lies on a stack.

use std::fmt::Write;
use std::rc::Rc;

use murxla_api::smtlib::{
    Dialect, Form, FunctionStyle, SortText, Spelling, SymbolText, form, tester_with_sorts,
    write_literal,
};
use murxla_api::{Binder, QuickMap};

use super::error::PrintError;
use super::names::{Names, SHARED};
use super::plan::{Plan, case_variables, is_case};
use super::said::{Said, name_given};
use super::written::Written;
use crate::smt::{Attribute, Graph, Head, Node, Term, Variable};

/// A pattern of more parts than this is left out: it is a hint, and its parts cannot be shared.
const LARGEST_PATTERN: usize = 10_000;

/// What is still to be written.
enum Task {
    /// A term: its name, if it has one.
    Term(Term),
    /// A term in full, with what is named around it.
    Whole(Term),
    /// A term in full, without what is named around it.
    Node(Term),
    /// A part of a pattern, in which nothing is named.
    Bare(Term),
    /// The name of a shared term, which holds from here on.
    Name(Term),
    Text(&'static str),
    Close(String),
    /// What stands between both parts of an application.
    Middle(Rc<Form>),
    /// What comes last in an application.
    End(Rc<Form>),
    /// So many closing parentheses.
    Parentheses(usize),
    /// The variables that this term binds are not in scope any more.
    Unbind(Term),
}

/// What is kept from one script to the next: tables, and names.
#[derive(Default)]
pub(super) struct Workings {
    pub(super) names: Names,
    plan: Plan,
    /// The numbers of shared terms, by term; they begin anew with each term that is written.
    numbers: QuickMap<u32, u32>,
    /// How operators alone are written, by the address of the operator and the number of arguments.
    plain_forms: QuickMap<(usize, usize), Rc<Form>>,
    tasks: Vec<Task>,
}

impl Workings {
    pub(super) fn new(names: Names) -> Workings {
        Workings { names, ..Workings::default() }
    }
}

/// Writes the terms of a graph.
pub(super) struct TermWriter<'g> {
    graph: &'g Graph,
    dialect: &'g Dialect,
    written: Written<'g>,
    pub(super) names: Names,
    plan: Plan,
    numbers: QuickMap<u32, u32>,
    last_number: u32,
    /// How operators with all that they have beside their arguments are written, by the address of the head.
    forms: QuickMap<(usize, usize), Rc<Form>>,
    plain_forms: QuickMap<(usize, usize), Rc<Form>>,
    tasks: Vec<Task>,
    /// Terms that are given a name in what is being written.
    given: Vec<Term>,
}

impl<'g> TermWriter<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        dialect: &'g Dialect,
        workings: Workings,
    ) -> TermWriter<'g> {
        let Workings { names, plan, numbers, plain_forms, tasks } = workings;
        TermWriter {
            graph,
            dialect,
            written: Written::new(graph, dialect),
            names,
            plan,
            numbers,
            last_number: 0,
            forms: QuickMap::default(),
            plain_forms,
            tasks,
            given: Vec::new(),
        }
    }

    /// What can be kept for another script.
    pub(super) fn end(self) -> Workings {
        let TermWriter { names, plan, numbers, plain_forms, tasks, .. } = self;
        Workings { names, plan, numbers, plain_forms, tasks }
    }

    /// The terms that have names of the script's own.
    pub(super) fn said(&mut self) -> &mut Said {
        &mut self.written.said
    }

    /// Writes a term.
    pub(super) fn write(&mut self, out: &mut String, term: Term) -> Result<(), PrintError> {
        let term = self.written.heard(term);
        self.plan.make(&self.written, term);
        self.numbers.clear();
        self.last_number = 0;
        self.given.clear();
        self.tasks.clear();
        self.tasks.push(Task::Whole(term));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Text(text) => out.push_str(text),
                Task::Close(text) => out.push_str(&text),
                Task::Middle(form) => out.push_str(&form.middle),
                Task::End(form) => out.push_str(&form.close),
                Task::Parentheses(count) => out.extend(std::iter::repeat_n(')', count)),
                Task::Term(term) if self.plan.is_named(self.written.heard(term)) => {
                    let term = self.written.heard(term);
                    let number = self.numbers.get(&term.0).copied().unwrap_or_default();
                    shared(out, number);
                }
                Task::Name(term) => {
                    // A term that is written twice in full names its parts twice, each time anew.
                    self.last_number += 1;
                    self.numbers.insert(term.0, self.last_number);
                    shared(out, self.last_number);
                }
                Task::Term(term) | Task::Whole(term) => {
                    let term = self.written.heard(term);
                    if self.binds(term) {
                        self.tasks.push(Task::Node(term));
                    } else {
                        self.surround(term, Task::Node(term));
                    }
                }
                Task::Node(term) => self.node(out, term, false)?,
                Task::Bare(term) => self.node(out, term, true)?,
                Task::Unbind(term) => {
                    for variable in self.bound_variables(term) {
                        self.names.unbind(variable);
                    }
                }
            }
        }
        self.given.drain(..).for_each(|term| self.written.said.add(term));
        Ok(())
    }

    fn binds(&self, term: Term) -> bool {
        match self.graph.node(term) {
            Node::Bind { .. } => true,
            Node::Apply { head, .. } => is_case(head),
            _ => false,
        }
    }

    fn bound_variables(&self, term: Term) -> Vec<Variable> {
        match self.graph.node(term) {
            Node::Bind { variables, .. } => variables.to_vec(),
            Node::Apply { head, args } => {
                let variables = case_variables(head, args).iter();
                let variables = variables.filter_map(|term| match self.graph.node(*term) {
                    Node::Variable(variable) => Some(variable),
                    _ => None,
                });
                variables.collect()
            }
            _ => Vec::new(),
        }
    }

    /// Puts `inner` on the stack, inside of the names that are given at this term.
    fn surround(&mut self, place: Term, inner: Task) {
        let lets = self.plan.lets(place);
        if lets.is_empty() {
            self.tasks.push(inner);
            return;
        }
        // From the last to the first, as they lie on the stack.
        let same_level =
            |one: &Term, other: &Term| self.plan.level(*one) == self.plan.level(*other);
        self.tasks.push(Task::Parentheses(lets.chunk_by(same_level).count()));
        self.tasks.push(inner);
        self.tasks.push(Task::Text(")) "));
        let mut first = true;
        for level in lets.chunk_by(same_level).rev() {
            if !std::mem::take(&mut first) {
                self.tasks.push(Task::Text(")) (let (("));
            }
            for (number, term) in level.iter().enumerate().rev() {
                self.tasks.push(Task::Whole(*term));
                self.tasks.push(Task::Text(" "));
                self.tasks.push(Task::Name(*term));
                if number > 0 {
                    self.tasks.push(Task::Text(") ("));
                }
            }
        }
        self.tasks.push(Task::Text("(let (("));
    }

    fn node(&mut self, out: &mut String, term: Term, bare: bool) -> Result<(), PrintError> {
        let graph = self.graph;
        match graph.node(term) {
            Node::Constant(symbol) => {
                out.push_str(self.names.symbol(graph, symbol));
            }
            Node::Variable(variable) => {
                let _ = write!(out, "{}", SymbolText(&self.names.variable(graph, variable)));
            }
            Node::Value(literal) => {
                write_literal(out, literal, graph.sort(term), self.dialect)?;
            }
            Node::Apply { head, args } => self.application(out, term, head, args, bare)?,
            Node::Bind { .. } => self.binder(out, term, bare)?,
            Node::Opaque(_) => return Err(PrintError::Opaque),
            Node::Annotated { term: inner, attributes } => {
                let name = name_given(graph, term);
                if let Some(name) = name
                    && self.written.said.contains(term)
                {
                    let _ = write!(out, "{}", SymbolText(name));
                    return Ok(());
                }
                // Inside of a binder, a name is none that others could use.
                if name.is_some() && !self.names.any_in_scope() {
                    self.given.push(term);
                }
                out.push_str("(! ");
                self.tasks.push(Task::Close(attribute_text(attributes) + ")"));
                self.tasks.push(if bare { Task::Bare(inner) } else { Task::Term(inner) });
            }
        }
        Ok(())
    }

    fn application(
        &mut self,
        out: &mut String,
        term: Term,
        head: &'g Head,
        args: &'g [Term],
        bare: bool,
    ) -> Result<(), PrintError> {
        let part = |term| if bare { Task::Bare(term) } else { Task::Term(term) };
        if is_case(head) {
            for variable in self.bound_variables(term) {
                self.names.bind_simply(self.graph, variable);
            }
        }
        let form = match self.tester_with_sorts(head, args) {
            Some(form) => Rc::new(form),
            None => self.form(head, args.len())?,
        };
        let split = form.split.min(args.len());
        out.push_str(&form.open);
        let mut rest = args;
        if let Some((function, others)) = self.named_function(head, args) {
            out.push_str(self.names.symbol(self.graph, function));
            rest = others;
        } else if head.op().key == "OP_UF_APPLY" {
            out.push_str(self.application_of_term(args));
        }
        let written = args.len() - rest.len();
        if is_case(head) {
            self.tasks.push(Task::Unbind(term));
        }
        match form.close.as_str() {
            "" => {}
            ")" => self.tasks.push(Task::Text(")")),
            _ => self.tasks.push(Task::End(Rc::clone(&form))),
        }
        for (number, arg) in rest.iter().enumerate().rev() {
            let number = number + written;
            let body = is_case(head) && number + 1 == args.len() && !bare;
            if body {
                self.surround(term, part(*arg));
            } else {
                self.tasks.push(part(*arg));
            }
            if number == split {
                self.tasks.push(Task::Middle(Rc::clone(&form)));
            } else if number > 0 {
                self.tasks.push(Task::Text(" "));
            }
        }
        Ok(())
    }

    /// The function that stands by its name in front of the other arguments.
    fn named_function(
        &self,
        head: &Head,
        args: &'g [Term],
    ) -> Option<(crate::smt::Symbol, &'g [Term])> {
        let by_name = head.op().key == "OP_UF_APPLY"
            || matches!(self.dialect.spelling(head.op().key), Some(Spelling::FunctionIndex(_)));
        let (first, rest) = args.split_first()?;
        match self.graph.node(*first) {
            Node::Constant(symbol) if by_name => Some((symbol, rest)),
            _ => None,
        }
    }

    /// What applies a function that is not there by its name.
    fn application_of_term(&self, args: &[Term]) -> &'static str {
        match (self.dialect.functions, args.first().map(|first| self.graph.node(*first))) {
            (FunctionStyle::Arrays, _) => "select ",
            (FunctionStyle::Terms, Some(Node::Variable(_))) => "",
            (FunctionStyle::Terms, _) => "@ ",
        }
    }

    /// How a tester is written whose text depends on the sort of its argument.
    fn tester_with_sorts(&self, head: &Head, args: &[Term]) -> Option<Form> {
        match (head.op().key, &*head.names, args) {
            ("OP_DT_APPLY_TESTER", [name], [arg]) => {
                tester_with_sorts(name, self.graph.sort(*arg), self.dialect)
            }
            _ => None,
        }
    }

    fn form(&mut self, head: &'g Head, count: usize) -> Result<Rc<Form>, PrintError> {
        let plain = head.indices.is_empty() && head.sorts.is_empty() && head.names.is_empty();
        let (forms, address) = match plain {
            true => (&mut self.plain_forms, std::ptr::from_ref(head.op()).addr()),
            false => (&mut self.forms, std::ptr::from_ref(head).addr()),
        };
        if let Some(known) = forms.get(&(address, count)) {
            return Ok(Rc::clone(known));
        }
        let names: Vec<&str> = head.names.iter().map(|name| &**name).collect();
        let made = form(head.op(), &head.sorts, &names, &head.indices, count, self.dialect)?;
        let made = Rc::new(made);
        forms.insert((address, count), Rc::clone(&made));
        Ok(made)
    }

    fn binder(&mut self, out: &mut String, mut term: Term, bare: bool) -> Result<(), PrintError> {
        let graph = self.graph;
        let mut all_variables = Vec::new();
        while let Some(inner) = self.written.inner_lambda(term) {
            all_variables.extend(self.bound_variables(term));
            self.tasks.push(Task::Unbind(term));
            term = inner;
        }
        let Node::Bind { binder, variables, patterns, bodies } = graph.node(term) else {
            return Ok(());
        };
        all_variables.extend_from_slice(variables);
        if self.dialect.no_binders.contains(&binder) {
            return Err(PrintError::Binder(binder));
        }
        let head = match binder {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
            Binder::Witness => "witness",
            Binder::Comprehension => "set.comprehension",
        };
        let _ = write!(out, "({head} (");
        for (number, variable) in all_variables.iter().enumerate() {
            let name = self.names.bind(graph, *variable);
            let sort = SortText(&graph.variable(*variable).sort, self.dialect);
            let space = if number > 0 { " " } else { "" };
            let _ = write!(out, "{space}({} {sort})", SymbolText(&name));
        }
        out.push(')');
        let patterns: Vec<&Vec<Term>> = match self.dialect.patterns && !bare {
            true => patterns.iter().filter(|pattern| is_small(graph, pattern)).collect(),
            false => Vec::new(),
        };
        let (mut bodies, mut attributes) = (bodies.to_vec(), String::new());
        if let Some(body) = self.written.grown_together(term)
            && let Node::Annotated { term: inner, attributes: all } = graph.node(body)
        {
            attributes = attribute_text(all);
            bodies = vec![inner];
        }
        let annotated = !patterns.is_empty() || !attributes.is_empty();
        self.tasks.push(Task::Unbind(term));
        self.tasks.push(Task::Text(if annotated { "))" } else { ")" }));
        for pattern in patterns.iter().rev() {
            self.tasks.push(Task::Text(")"));
            for (number, part) in pattern.iter().enumerate().rev() {
                self.tasks.push(Task::Bare(*part));
                if number > 0 {
                    self.tasks.push(Task::Text(" "));
                }
            }
            self.tasks.push(Task::Text(" :pattern ("));
        }
        self.tasks.push(Task::Close(attributes));
        for (number, body) in bodies.iter().enumerate().rev() {
            if bare {
                self.tasks.push(Task::Bare(*body));
            } else {
                self.surround(term, Task::Term(*body));
            }
            if number > 0 {
                self.tasks.push(Task::Text(" "));
            }
        }
        self.tasks.push(Task::Text(if annotated { " (! " } else { " " }));
        Ok(())
    }
}

/// Writes the name of the shared term with this number.
fn shared(out: &mut String, number: u32) {
    out.push(SHARED);
    match u8::try_from(number) {
        Ok(digit @ 0..10) => out.push(char::from(b'0' + digit)),
        _ => _ = write!(out, "{number}"),
    }
}

/// The attributes behind a term.
fn attribute_text(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        let _ = write!(text, " :{}", attribute.keyword);
        if &*attribute.keyword == "named" {
            let _ = write!(text, " {}", SymbolText(&attribute.value));
        } else if !attribute.value.is_empty() {
            let _ = write!(text, " {}", attribute.value);
        }
    }
    text
}

/// Whether a pattern has few parts, each counted as often as it occurs.
fn is_small(graph: &Graph, pattern: &[Term]) -> bool {
    let mut open = pattern.to_vec();
    let mut parts = 0;
    while let Some(term) = open.pop() {
        parts += 1;
        if parts > LARGEST_PATTERN {
            return false;
        }
        graph.visit_children(term, |child| open.push(child));
    }
    true
}
