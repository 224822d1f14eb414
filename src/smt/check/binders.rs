//! Checks `let`, quantifiers and other binders.

use murxla_api::{Binder, Sort};

use super::Checker;
use super::error::{Checked, expected, fault};
use super::terms::{Frame, FrameKind};
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::TextId;
use crate::smt::{Term, Variable};

/// Variables of one name and sort. Those in scope come first, so the next one is the first that is not: equal
/// terms get equal variables, and no variable is bound where it is bound already.
#[derive(Default)]
pub(super) struct VariablePool {
    variables: Vec<Variable>,
    in_scope: usize,
}

impl Checker<'_> {
    /// A variable of this name and sort, which is in scope from now on.
    pub(super) fn bind_variable(&mut self, name: TextId, sort: &Sort) -> Variable {
        let pools = &mut self.pools;
        let number = *self.pool_numbers.entry((name, sort.clone())).or_insert_with(|| {
            pools.push(VariablePool::default());
            pools.len() as u32 - 1
        });
        let pool = &mut pools[number as usize];
        if pool.in_scope == pool.variables.len() {
            let variable = self.graph.add_variable(self.source.texts.get(name), sort.clone());
            pool.variables.push(variable);
        }
        let variable = pool.variables[pool.in_scope];
        pool.in_scope += 1;
        self.bound.push((variable, number));
        let term = self.graph.variable_term(variable);
        self.scope.bind_local(name, term);
        variable
    }

    /// Takes everything out of scope that came into it since the frame was opened.
    pub(super) fn leave(&mut self, frame: Frame) {
        self.scope.undo_locals(frame.locals);
        for (_, pool) in self.bound.drain(frame.bound as usize..) {
            self.pools[pool as usize].in_scope -= 1;
        }
    }

    /// Reads `((name sort)…)` and binds the variables.
    pub(super) fn bind_variables(&mut self, list: CellId) -> Checked<Vec<Variable>> {
        if self.source.kind(list) != Kind::List {
            return expected(list, "a list of variables");
        }
        let mut variables = Vec::new();
        for item in self.items(list) {
            let [name, sort] = self.exactly(item, "a variable with its sort")?;
            let name = self.name(name)?;
            let sort = self.sort(sort)?;
            variables.push((name, sort));
        }
        Ok(variables.into_iter().map(|(name, sort)| self.bind_variable(name, &sort)).collect())
    }

    /// Reads `((name sort)…)`, the parameters of a definition, and binds them. Unlike variables of a quantifier, of which
    /// the last of a name is meant, they are told apart.
    pub(super) fn bind_parameters(&mut self, list: CellId) -> Checked<Vec<Variable>> {
        let names: Vec<CellId> = self.items(list).into_iter().map(|item| item + 1).collect();
        let variables = self.bind_variables(list)?;
        self.distinct("parameter", &names)?;
        Ok(variables)
    }

    /// `(binder ((name sort)…) body…)`
    pub(super) fn open_binder(&mut self, list: CellId, binder: Binder) -> Checked<()> {
        let (variables, end) = (list + 2, self.source.after(list));
        if variables >= end {
            return expected(list, "a list of variables");
        }
        self.open(FrameKind::Bind(binder), list, self.source.after(variables), end);
        self.bind_variables(variables)?;
        Ok(())
    }

    pub(super) fn finish_binder(&mut self, frame: Frame, binder: Binder) -> Checked<Term> {
        let variables: Vec<Variable> =
            self.bound[frame.bound as usize..].iter().map(|(variable, _)| *variable).collect();
        self.leave(frame);
        let number = self.frames.len() - 1;
        let mut patterns = Vec::new();
        while let Some((_, pattern)) = self.patterns.pop_if(|(of, _)| *of == number) {
            patterns.push(pattern);
        }
        patterns.reverse();
        let bodies = self.values[frame.base..].to_vec();
        // Nothing is bound: the body alone is meant.
        if let (true, Binder::Forall | Binder::Exists, [body]) =
            (variables.is_empty(), binder, bodies.as_slice())
        {
            return Ok(*body);
        }
        let term = self.graph.bind(binder, &variables, patterns, &bodies);
        let term = term.map_err(|error| fault(frame.list, error))?;
        self.limited(frame.list, term)
    }

    /// `(let ((name term)…) body)`
    pub(super) fn open_let(&mut self, list: CellId) -> Checked<()> {
        let [_, bindings, _] = self.exactly(list, "bindings and a body of 'let'")?;
        if self.source.kind(bindings) != Kind::List {
            return expected(bindings, "a list of bindings");
        }
        self.open(FrameKind::Let, list, bindings + 1, self.source.after(bindings));
        Ok(())
    }

    pub(super) fn visit_binding(&mut self, binding: CellId) -> Checked<()> {
        let [name, term] = self.exactly(binding, "a name with its term")?;
        self.name(name)?;
        self.visit(term)
    }

    /// All terms of the bindings are there: from now on, their names mean them.
    pub(super) fn bind_let(&mut self, frame: Frame) -> Checked<()> {
        let names: Vec<CellId> = self.items(frame.list + 2).iter().map(|item| item + 1).collect();
        self.distinct("variable", &names)?;
        let mut binding = frame.list + 3;
        for number in frame.base..self.values.len() {
            let name = self.source.text_id(binding + 1);
            self.scope.bind_local(name, self.values[number]);
            binding = self.source.after(binding);
        }
        self.values.truncate(frame.base);
        let end = self.source.after(frame.list);
        if let Some(top) = self.frames.last_mut() {
            *top = Frame { kind: FrameKind::LetBody, next: frame.end, end, ..frame };
        }
        Ok(())
    }
}
