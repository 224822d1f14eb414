//! Draws definitions: functions, recursive functions, and `let`.

use murxla_api::{ActionKind, Draw, DrawnApplication, Sort, SortKind};

use super::database::{Term, Variables, Which};
use super::generator::{ActionOutcome, Generator};
use super::terms::free_of;
use crate::trace::{CallArg, TermName};

impl Generator<'_> {
    /// Defines a function over new variables.
    pub(super) fn define_function(&mut self) -> ActionOutcome {
        // The body may use no variables but the function's own.
        if !self.database.open().is_empty() || !self.swarm.kinds().contains(&SortKind::Fun) {
            return ActionOutcome::NotNow;
        }
        let variables = self.make_parameters();
        let names: Vec<TermName> = variables.iter().map(|variable| variable.name).collect();
        let did = self.define_over(&variables, &names);
        self.database.close(&names);
        did
    }

    fn define_over(&mut self, variables: &[Term], names: &[TermName]) -> ActionOutcome {
        let Some(first) = variables.first() else { return ActionOutcome::NotNow };
        let mut body = first.clone();
        for variable in variables {
            if let Some(grown) = self.grow(variable, None) {
                body = grown;
            }
        }
        let within = body.free.iter().all(|name| names.contains(name));
        let domain: Vec<Sort> = variables.iter().map(|variable| variable.sort.clone()).collect();
        let sort = Sort::fun(domain, body.sort.clone());
        if !within || !body.sort.is_first_class() || !self.drawer(None).allows(&sort) {
            return ActionOutcome::NotNow;
        }
        let symbol = self.symbol("f");
        let args = vec![
            CallArg::Text(symbol.into()),
            CallArg::Terms(names.to_vec()),
            CallArg::Term(body.name),
        ];
        match self.make_named(ActionKind::MkFun, args, &sort) {
            Ok(name) => {
                let free = Variables::default();
                self.database.add_term(&Term { name, sort, free, literal: false });
                ActionOutcome::Done
            }
            Err(heard) => ActionOutcome::after(heard),
        }
    }

    /// New variables of sorts of the run.
    fn make_parameters(&mut self) -> Vec<Term> {
        let mut variables = Vec::new();
        for _ in 0..self.few(self.numbers.arity_most) {
            let sort = self.drawer(None).sort();
            variables.extend(self.make_variable(&sort));
        }
        variables
    }

    /// Declares a function, makes a body in which it may occur, and defines it.
    pub(super) fn define_recursive_function(&mut self) -> ActionOutcome {
        if !self.database.open().is_empty() || !self.swarm.kinds().contains(&SortKind::Fun) {
            return ActionOutcome::NotNow;
        }
        // Such a definition says something of all arguments: cvc5 refuses it in a logic without quantifiers, Z3 overlooks it there.
        if self.swarm.logic().contains("QF_") {
            return ActionOutcome::NotNow;
        }
        let variables = self.make_parameters();
        let names: Vec<TermName> = variables.iter().map(|variable| variable.name).collect();
        let did = self.recur_over(&variables, &names);
        self.database.close(&names);
        did
    }

    fn recur_over(&mut self, variables: &[Term], names: &[TermName]) -> ActionOutcome {
        if variables.is_empty() {
            return ActionOutcome::NotNow;
        }
        let codomain = self.drawer(None).sort();
        let domain: Vec<Sort> = variables.iter().map(|variable| variable.sort.clone()).collect();
        let sort = Sort::fun(domain.clone(), codomain.clone());
        if !codomain.is_first_class() || !self.drawer(None).allows(&sort) {
            return ActionOutcome::NotNow;
        }
        let Some(sort_name) = self.sort_name(&sort) else { return ActionOutcome::NotNow };
        let symbol = self.symbol("r");
        let args = vec![CallArg::Sort(sort_name), CallArg::Text(symbol.into())];
        let function = match self.make_named(ActionKind::MkRecFun, args, &sort) {
            Ok(name) => Term { name, sort, free: Variables::default(), literal: false },
            Err(heard) => return ActionOutcome::after(heard),
        };
        let Some(body) = self.recursive_body(&function, variables, &domain, &codomain) else {
            return ActionOutcome::NotNow;
        };
        let within = body.free.iter().all(|name| names.contains(name));
        if !within {
            return ActionOutcome::NotNow;
        }
        let args = vec![
            CallArg::Term(function.name),
            CallArg::Terms(names.to_vec()),
            CallArg::Term(body.name),
        ];
        let heard = self.command(ActionKind::DefineRecFun, args);
        if heard.accepted() {
            self.database.add_term(&function);
        }
        ActionOutcome::after(heard)
    }

    /// A body of the wanted sort; in half of the cases the function calls itself.
    fn recursive_body(
        &mut self,
        function: &Term,
        variables: &[Term],
        domain: &[Sort],
        codomain: &Sort,
    ) -> Option<Term> {
        if self.rng.chance(1, 2)
            && let Some(apply) = murxla_api::theory::operator("OP_UF_APPLY")
        {
            let mut args = vec![function.clone()];
            for sort in domain {
                args.push(self.argument(sort, 1)?);
            }
            let mut sorts = vec![function.sort.clone()];
            sorts.extend(domain.iter().cloned());
            let drawn = DrawnApplication::plain(sorts, codomain.clone());
            // It is defined only after this: nobody else may use it before.
            let call = self.make_unstored(apply, &drawn, &args)?;
            if let Some(body) = self.grow(&call, Some(codomain)) {
                return Some(body);
            }
            return Some(call);
        }
        let variable = self.rng.pick(variables)?.clone();
        let grown = self.grow(&variable, Some(codomain));
        grown.or_else(|| self.argument(codomain, 1))
    }

    /// Variables that stand for terms in a body.
    pub(super) fn make_let(&mut self) -> ActionOutcome {
        let mut values = Vec::new();
        for _ in 0..self.few(self.numbers.replaced_most) {
            // There are no variables of regular languages.
            let value = self.any_term(Which::Any);
            values.extend(value.filter(|value| value.sort.kind() != SortKind::RegLan));
        }
        let mut bound = Vec::new();
        let mut meant = Vec::new();
        for value in values {
            if let Some(variable) = self.make_variable(&value.sort) {
                bound.push(variable);
                meant.push(value);
            }
        }
        let names: Vec<TermName> = bound.iter().map(|variable| variable.name).collect();
        let did = self.let_be(&bound, &names, &meant);
        self.database.close(&names);
        did
    }

    fn let_be(&mut self, bound: &[Term], names: &[TermName], values: &[Term]) -> ActionOutcome {
        let Some(first) = bound.first() else { return ActionOutcome::NotNow };
        let mut body = first.clone();
        for variable in bound {
            if let Some(grown) = self.grow(variable, None) {
                body = grown;
            }
        }
        let args = vec![
            CallArg::Terms(names.to_vec()),
            CallArg::Terms(values.iter().map(|value| value.name).collect()),
            CallArg::Term(body.name),
        ];
        match self.make_named(ActionKind::MkLet, args, &body.sort) {
            Ok(name) => {
                let kept = body.free.iter().copied().filter(|free| !names.contains(free));
                let of_values = free_of(values);
                let mut free: Vec<TermName> = kept.chain(of_values.iter().copied()).collect();
                free.sort_unstable();
                free.dedup();
                let free = Variables::from(free.as_slice());
                self.database.add_term(&Term { name, sort: body.sort, free, literal: false });
                ActionOutcome::Done
            }
            Err(heard) => ActionOutcome::after(heard),
        }
    }
}
