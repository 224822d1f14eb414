//! Calls that make terms, but for applications.

use murxla_api::{ActionKind, Literal, Sort, SortShape, SpecialValue};

use super::exporter::{Exporter, Known, Why};
use crate::smt::{Command, Definition, Node, Symbol, Term, Variable};
use crate::trace::{Call, CallArg, TermName, WrittenLiteral};

impl Exporter<'_> {
    pub(super) fn make(&mut self, call: &Call, rotated: bool) -> Result<(), Why> {
        let term = match (call.action.kind(), call.args.as_slice()) {
            (ActionKind::MkConst, [CallArg::Sort(sort), CallArg::Text(name)]) => {
                let sort = self.sort(*sort)?;
                self.require_declarable(&sort)?;
                self.begin_commands();
                let symbol = self.script.graph.add_symbol(name, sort);
                self.say(Command::Declare(symbol));
                self.script.graph.constant(symbol)
            }
            (ActionKind::MkVar, [CallArg::Sort(sort), CallArg::Text(name)]) => {
                let sort = self.sort(*sort)?;
                let variable = self.script.graph.add_variable(name, sort);
                self.script.graph.variable_term(variable)
            }
            (ActionKind::MkValue, [CallArg::Sort(sort), CallArg::Literal(written)]) => {
                let sort = self.sort(*sort)?;
                self.value(&sort, written)?
            }
            (ActionKind::MkSpecialValue, [CallArg::Sort(sort), CallArg::Text(key)]) => {
                let sort = self.sort(*sort)?;
                let special = SpecialValue::from_key(key)
                    .ok_or_else(|| format!("there is no special value {key}"))?;
                self.literal(&sort, &Literal::Special(special))?
            }
            (ActionKind::MkTerm, [CallArg::Applied(applied)]) => self.applied(applied, rotated)?,
            (
                ActionKind::MkFun,
                [CallArg::Text(name), CallArg::Terms(vars), CallArg::Term(body)],
            ) => self.function(name, vars, *body)?,
            (
                ActionKind::MkLet,
                [CallArg::Terms(vars), CallArg::Terms(values), CallArg::Term(body)],
            ) => self.binding(vars, values, *body)?,
            (ActionKind::MkRecFun, [CallArg::Sort(sort), CallArg::Text(name)]) => {
                if self.dialect().lacks.contains(&"define-fun-rec") {
                    return Err("there is no text for recursive functions".to_owned());
                }
                let sort = self.sort(*sort)?;
                self.require_declarable(&sort)?;
                let symbol = self.script.graph.add_symbol(name, sort);
                self.recursive.insert(symbol, None);
                self.script.graph.constant(symbol)
            }
            (
                ActionKind::DefineRecFun,
                [CallArg::Term(function), CallArg::Terms(vars), CallArg::Term(body)],
            ) => return self.recursive_definition(*function, vars, *body),
            _ => return Err("it has other arguments than its row says".to_owned()),
        };
        self.define(call, term);
        Ok(())
    }

    /// An error if a symbol of this sort cannot be declared.
    fn require_declarable(&self, sort: &Sort) -> Result<(), Why> {
        match sort.shape() {
            SortShape::Fun(..) | SortShape::RegLan if self.dialect().higher_order => Ok(()),
            SortShape::Fun(domain, codomain) => {
                let mut parts = domain.iter().chain([codomain]);
                match parts.find(|part| matches!(part.shape(), SortShape::Fun(..))) {
                    Some(part) => Err(format!("there is no text for {part} inside of a sort")),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn value(&mut self, sort: &Sort, written: &WrittenLiteral) -> Result<Term, Why> {
        let literal =
            written.literal(sort).ok_or_else(|| format!("the sort {sort} has no such literal"))?;
        self.literal(sort, &literal)
    }

    /// The variables that terms are.
    pub(super) fn variables(&self, terms: &[Term]) -> Result<Vec<Variable>, Why> {
        let variable = |term: &Term| match self.script.graph.node(*term) {
            Node::Variable(variable) => Ok(variable),
            _ => Err("a binder has something else than a variable".to_owned()),
        };
        terms.iter().map(variable).collect()
    }

    /// Variables that no other binder has: these if they are new, or else others for them in all of `parts`.
    pub(super) fn own_variables(
        &mut self,
        variables: Vec<Variable>,
        parts: &mut [Term],
    ) -> Result<Vec<Variable>, Why> {
        if variables.iter().all(|variable| !self.bound.contains(variable)) {
            self.bound.extend(variables.iter().copied());
            return Ok(variables);
        }
        let graph = &mut self.script.graph;
        let (mut fresh, mut map) = (Vec::new(), Vec::new());
        for variable in variables {
            let definition = graph.variable(variable).clone();
            let new = graph.add_variable(&definition.name, definition.sort);
            map.push((variable, graph.variable_term(new)));
            fresh.push(new);
        }
        for part in parts {
            *part = graph.substitute(*part, &map).map_err(|error| error.to_string())?;
        }
        self.bound.extend(fresh.iter().copied());
        Ok(fresh)
    }

    fn function(&mut self, name: &str, vars: &[TermName], body: TermName) -> Result<Term, Why> {
        let (variables, body) = (self.all_known(vars)?, self.known(body)?);
        let variables = self.variables(&variables)?;
        let mut parts = [body];
        let variables = self.own_variables(variables, &mut parts)?;
        let [body] = parts;
        let graph = &mut self.script.graph;
        let codomain = graph.sort(body).clone();
        let domain: Vec<Sort> =
            variables.iter().map(|one| graph.variable(*one).sort.clone()).collect();
        let sort = if domain.is_empty() { codomain } else { Sort::fun(domain, codomain) };
        let symbol = graph.add_symbol(name, sort.clone());
        self.require_declarable(&sort)?;
        self.begin_commands();
        let definition = Definition { symbol, variables, body };
        if self.waits(&definition) {
            self.recursive.insert(symbol, Some(definition));
            self.define_recursive();
        } else {
            self.say(Command::Define(definition));
        }
        Ok(self.script.graph.constant(symbol))
    }

    /// `let` is done: the values stand where the variables stood.
    fn binding(
        &mut self,
        vars: &[TermName],
        values: &[TermName],
        body: TermName,
    ) -> Result<Term, Why> {
        let (variables, values) = (self.all_known(vars)?, self.all_known(values)?);
        let variables = self.variables(&variables)?;
        let map: Vec<(Variable, Term)> = variables.into_iter().zip(values).collect();
        let body = self.known(body)?;
        let substituted = self.script.graph.substitute(body, &map);
        substituted.map_err(|error| error.to_string())
    }

    fn recursive_definition(
        &mut self,
        function: TermName,
        vars: &[TermName],
        body: TermName,
    ) -> Result<(), Why> {
        let function = self.known(function)?;
        let Node::Constant(symbol) = self.script.graph.node(function) else {
            return Err("what is defined is no function".to_owned());
        };
        if !matches!(self.recursive.get(&symbol), Some(None)) {
            return Err("the function is defined already".to_owned());
        }
        let (variables, body) = (self.all_known(vars)?, self.known(body)?);
        let variables = self.variables(&variables)?;
        let mut parts = [body];
        let variables = self.own_variables(variables, &mut parts)?;
        let [body] = parts;
        self.recursive.insert(symbol, Some(Definition { symbol, variables, body }));
        self.begin_commands();
        self.define_recursive();
        Ok(())
    }

    /// Whether a definition uses functions that the script does not define yet.
    fn waits(&self, definition: &Definition) -> bool {
        let waiting = self.symbols_of(definition.body);
        waiting.iter().any(|symbol| self.recursive.contains_key(symbol))
    }

    /// The symbols in a term that are recursive functions the script does not define yet.
    fn symbols_of(&self, term: Term) -> Vec<Symbol> {
        let graph = &self.script.graph;
        let mut seen = std::collections::HashSet::new();
        let (mut open, mut symbols) = (vec![term], Vec::new());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match graph.node(term) {
                Node::Constant(symbol) if self.recursive.contains_key(&symbol) => {
                    symbols.push(symbol);
                }
                _ => graph.visit_children(term, |child| open.push(child)),
            }
        }
        symbols
    }

    /// Writes all definitions that wait, if all that they need is there.
    fn define_recursive(&mut self) {
        if self.recursive.values().any(Option::is_none) {
            return;
        }
        let mut definitions: Vec<Definition> =
            self.recursive.drain().filter_map(|(_, definition)| definition).collect();
        definitions.sort_by_key(|definition| definition.symbol);
        if !definitions.is_empty() {
            self.say(Command::DefineRec(definitions));
        }
    }

    /// Before a command that may use them: functions that are declared only, and all definitions that wait for them.
    pub(super) fn declare_recursive(&mut self) {
        let mut undefined: Vec<Symbol> = self
            .recursive
            .iter()
            .filter(|(_, definition)| definition.is_none())
            .map(|(symbol, _)| *symbol)
            .collect();
        undefined.sort();
        for symbol in undefined {
            self.recursive.remove(&symbol);
            self.say(Command::Declare(symbol));
        }
        self.define_recursive();
    }

    /// Makes a name for a term, as a constant that is defined.
    pub(super) fn name_term(&mut self, name: &str, body: Term) -> Term {
        let sort = self.script.graph.sort(body).clone();
        let symbol = self.script.graph.add_symbol(name, sort);
        self.say(Command::Define(Definition { symbol, variables: Vec::new(), body }));
        self.script.graph.constant(symbol)
    }

    /// All names of the trace are gone.
    pub(super) fn forget_terms(&mut self) {
        self.terms = std::collections::HashMap::<TermName, Known>::new();
        self.datatypes.clear();
        self.tuples.clear();
        self.recursive.clear();
    }
}
