//! Adds calls that make terms to the graph.

use std::sync::Arc;

use murxla_api::{ActionKind, Binder, Literal, Op, Sort, SpecialValue};

use super::{FromCalls, Made};
use crate::smt::{Definition, Head, Meaning, Node, Term, Variable};
use crate::trace::check::{OwnRows, may_be_rotated};
use crate::trace::{Applied, Call, CallArg, Name, Operator, TermName};

impl FromCalls {
    /// Binds the names of what a call makes; what cannot be told has no structure.
    pub(super) fn make(&mut self, call: &Call, sort: Option<&Sort>, own: &dyn OwnRows) {
        match (call.action.kind(), call.args.as_slice()) {
            (
                ActionKind::DefineRecFun,
                [CallArg::Term(function), CallArg::Terms(vars), CallArg::Term(body)],
            ) => {
                self.define_recursive(*function, vars, *body);
            }
            (ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
                let term = self.applied(applied, sort, own);
                self.bind(call, term, &applied.args);
            }
            (
                ActionKind::MkFun,
                [CallArg::Text(name), CallArg::Terms(vars), CallArg::Term(body)],
            ) => {
                let term = self.function(name, vars, *body);
                self.bind(call, term, &[*body]);
            }
            (
                ActionKind::MkLet,
                [CallArg::Terms(vars), CallArg::Terms(values), CallArg::Term(body)],
            ) => {
                let term = self.binding(vars, values, *body);
                self.bind(call, term, &[*body]);
            }
            (_, args) => {
                let term = self.leaf(call.action.kind(), args);
                if let (Some(planted), Some(term)) = (&call.planted, term)
                    && let Node::Constant(symbol) = self.graph.node(term)
                {
                    self.planted.push((symbol, planted.clone()));
                }
                self.bind(call, term, &[]);
            }
        }
    }

    /// Gives the names that a call returns to a term. One of which only the solver knows what it is has the sort that the
    /// trace names, if it does.
    fn bind(&mut self, call: &Call, term: Option<Term>, parts: &[TermName]) {
        let named = || {
            call.rets.iter().find_map(|name| match name {
                Name::Sort(name) => self.sort(*name).cloned(),
                Name::Term(_) => None,
            })
        };
        let term = match term {
            Some(term) => Some(term),
            None => named().map(|sort| {
                let parts = self.known_parts(parts);
                self.opaque(0, parts, Meaning::Unknown, sort)
            }),
        };
        for name in &call.rets {
            match name {
                Name::Term(name) => self.terms.add(name.0, Made { term, call: self.calls }),
                Name::Sort(_) => {
                    self.bind_sort(*name, term.map(|term| self.graph.sort(term).clone()));
                }
            }
        }
    }

    /// Gives the names that a call returns to terms that the solver made of others. The first of them has the sort of the first
    /// part, as the rows of such actions say; of more, only the solver knows the sorts.
    pub(super) fn bind_rewritten(&mut self, call: &Call, parts: &[TermName], meaning: Meaning) {
        let first = parts.first().and_then(|name| self.term(*name));
        let sort = first.map(|term| self.graph.sort(term).clone());
        let is_one = call.rets.iter().filter(|name| matches!(name, Name::Term(_))).count() == 1;
        let term = sort.clone().filter(|_| is_one).map(|sort| {
            let parts = self.known_parts(parts);
            self.opaque(0, parts, meaning, sort)
        });
        for name in &call.rets {
            match name {
                Name::Term(name) => self.terms.add(name.0, Made { term, call: self.calls }),
                Name::Sort(_) => self.bind_sort(*name, sort.clone()),
            }
        }
    }

    pub(super) fn known_parts(&self, names: &[TermName]) -> Vec<Term> {
        names.iter().filter_map(|name| self.term(*name)).collect()
    }

    fn all_known(&self, names: &[TermName]) -> Option<Vec<Term>> {
        names.iter().map(|name| self.term(*name)).collect()
    }

    /// Constants, variables and values.
    fn leaf(&mut self, kind: ActionKind, args: &[CallArg]) -> Option<Term> {
        let [CallArg::Sort(sort), what] = args else { return None };
        let sort = self.sort(*sort)?.clone();
        Some(match (kind, what) {
            (ActionKind::MkConst, CallArg::Text(name)) => {
                let symbol = self.graph.add_symbol(name, sort);
                self.graph.constant(symbol)
            }
            (ActionKind::MkRecFun, CallArg::Text(name)) => {
                let symbol = self.graph.add_symbol(name, sort);
                self.recursive.push(symbol);
                self.graph.constant(symbol)
            }
            (ActionKind::MkVar, CallArg::Text(name)) => {
                let variable = self.graph.add_variable(name, sort);
                self.graph.variable_term(variable)
            }
            (ActionKind::MkValue, CallArg::Literal(written)) => {
                let literal = written.literal(&sort)?;
                self.graph.value(sort, literal)
            }
            (ActionKind::MkSpecialValue, CallArg::Text(key)) => {
                let special = SpecialValue::from_key(key)?;
                self.graph.value(sort, Literal::Special(special))
            }
            _ => return None,
        })
    }

    fn applied(
        &mut self,
        applied: &Applied,
        sort: Option<&Sort>,
        own: &dyn OwnRows,
    ) -> Option<Term> {
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        for name in &applied.args {
            args.push(self.term(*name)?);
        }
        let op = match &applied.operator {
            Operator::Binder(binder) => return self.bind_variables(*binder, applied, &args),
            Operator::Base(op) => *op,
            Operator::Own(key) => own.operator(key)?,
        };
        // Rows of solvers are looked at again.
        let sort = sort.filter(|_| matches!(applied.operator, Operator::Base(_)));
        if op.key == "OP_DT_MATCH_BIND_CASE"
            && let Some((body, variables)) = args.split_last()
        {
            let variables = self.variables(variables)?;
            let mut parts = [*body];
            let variables = self.own_variables(variables, &mut parts)?;
            args = variables.iter().map(|one| self.graph.variable_term(*one)).collect();
            args.extend(parts);
        }
        if let Some(term) = self.application(op, applied, &args, sort) {
            self.args = args;
            return Some(term);
        }
        if !may_be_rotated(op) || args.is_empty() {
            return None;
        }
        args.rotate_left(1);
        self.application(op, applied, &args, None)
    }

    #[inline]
    fn application(
        &mut self,
        op: &'static Op,
        applied: &Applied,
        args: &[Term],
        sort: Option<&Sort>,
    ) -> Option<Term> {
        let Applied { sorts, names, indices, .. } = applied;
        if sorts.is_empty() && names.is_empty() && indices.is_empty() {
            return self.graph.apply_known(op, args, sort).ok();
        }
        let sorts: Result<Vec<Sort>, ()> =
            sorts.iter().map(|name| self.known_sort(*name)).collect();
        let names: Vec<Arc<str>> = names.iter().map(|name| (&**name).into()).collect();
        let head = Head {
            sorts: sorts.ok()?.into(),
            names: names.into(),
            indices: indices.as_slice().into(),
            ..Head::plain(op)
        };
        self.graph.apply_head(head, args).ok()
    }

    fn bind_variables(&mut self, binder: Binder, applied: &Applied, args: &[Term]) -> Option<Term> {
        let bodies = applied.bound(binder)?.1.len();
        let (variables, bodies_of) = args.split_at(args.len() - bodies);
        let variables = self.variables(variables)?;
        let mut parts = bodies_of.to_vec();
        for pattern in &applied.patterns {
            parts.extend(self.all_known(pattern)?);
        }
        let variables = self.own_variables(variables, &mut parts)?;
        let mut rest = parts.split_off(bodies).into_iter();
        let lengths = applied.patterns.iter().map(Vec::len);
        let patterns = lengths.map(|length| rest.by_ref().take(length).collect()).collect();
        self.graph.bind(binder, &variables, patterns, &parts).ok()
    }

    /// The variables that terms are.
    fn variables(&self, terms: &[Term]) -> Option<Vec<Variable>> {
        let variable = |term: &Term| match self.graph.node(*term) {
            Node::Variable(variable) => Some(variable),
            _ => None,
        };
        terms.iter().map(variable).collect()
    }

    /// Variables that no other binder has: these if they are new, or else others for them in all of `parts`.
    fn own_variables(
        &mut self,
        variables: Vec<Variable>,
        parts: &mut [Term],
    ) -> Option<Vec<Variable>> {
        if variables.iter().all(|variable| !self.bound.contains(variable)) {
            self.bound.extend(variables.iter().copied());
            return Some(variables);
        }
        let (mut fresh, mut map) = (Vec::new(), Vec::new());
        for variable in variables {
            let definition = self.graph.variable(variable).clone();
            let new = self.graph.add_variable(&definition.name, definition.sort);
            map.push((variable, self.graph.variable_term(new)));
            fresh.push(new);
        }
        for part in parts {
            *part = self.graph.substitute(*part, &map).ok()?;
        }
        self.bound.extend(fresh.iter().copied());
        Some(fresh)
    }

    /// `let`: the values stand where the variables stood.
    fn binding(&mut self, vars: &[TermName], values: &[TermName], body: TermName) -> Option<Term> {
        let variables = self.variables(&self.all_known(vars)?)?;
        let values = self.all_known(values)?;
        let map: Vec<(Variable, Term)> = variables.into_iter().zip(values).collect();
        self.graph.substitute(self.term(body)?, &map).ok()
    }

    fn function(&mut self, name: &str, vars: &[TermName], body: TermName) -> Option<Term> {
        let (variables, body) = self.defined(vars, body)?;
        let codomain = self.graph.sort(body).clone();
        let domain: Vec<Sort> =
            variables.iter().map(|one| self.graph.variable(*one).sort.clone()).collect();
        let sort = if domain.is_empty() { codomain } else { Sort::fun(domain, codomain) };
        let symbol = self.graph.add_symbol(name, sort);
        self.definitions.insert(symbol, Definition { symbol, variables, body });
        Some(self.graph.constant(symbol))
    }

    fn define_recursive(
        &mut self,
        function: TermName,
        vars: &[TermName],
        body: TermName,
    ) -> Option<()> {
        let declaration = self.terms.get(function.0)?.call;
        self.dependencies.define(declaration, self.calls);
        let Node::Constant(symbol) = self.graph.node(self.term(function)?) else { return None };
        let (variables, body) = self.defined(vars, body)?;
        let definition = Definition { symbol, variables, body };
        self.definitions.entry(symbol).or_insert(definition);
        Some(())
    }

    /// The parameters and the body of a definition.
    fn defined(&mut self, vars: &[TermName], body: TermName) -> Option<(Vec<Variable>, Term)> {
        let variables = self.variables(&self.all_known(vars)?)?;
        let mut parts = [self.term(body)?];
        let variables = self.own_variables(variables, &mut parts)?;
        let [body] = parts;
        Some((variables, body))
    }
}
