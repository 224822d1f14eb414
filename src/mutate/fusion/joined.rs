//! Two scripts in one graph, whose symbols and sorts are kept apart.

use murxla_api::{Datatype, QuickMap, Sort, SortKind, SortShape};

use crate::eval::Assignment;
use crate::mutate::{Seed, Unusable};
use crate::smt::{Command, Definition, Graph, Head, Node, Symbol, Term, Variable};

/// Two scripts together.
pub(super) struct Joined {
    pub(super) graph: Graph,
    /// What they declare and define.
    pub(super) declarations: Vec<Command>,
    /// What each asserts.
    pub(super) formulas: [Vec<Term>; 2],
    /// The values of both, if both have some.
    pub(super) model: Option<Assignment>,
}

/// One script on its way into the graph of both.
struct Moving<'a> {
    seed: &'a Seed,
    /// What its symbols begin with, as in yinyang.
    prefix: &'a str,
    /// Sorts that the other script declares, too.
    apart: Vec<String>,
    symbols: QuickMap<Symbol, Symbol>,
    variables: QuickMap<Variable, Variable>,
    terms: QuickMap<Term, Term>,
}

fn unusable<T>(what: impl Into<String>) -> Result<T, Unusable> {
    Err(Unusable(what.into()))
}

/// Joins two scripts that ask one question each.
pub(super) fn join(seeds: [&Seed; 2]) -> Result<Joined, Unusable> {
    let [first, second] = seeds;
    let declared = |seed: &Seed| -> Vec<(String, u32)> {
        let sort = |command: &Command| match command {
            Command::DeclareSort { name, arity } => Some((name.to_string(), *arity)),
            _ => None,
        };
        seed.script.commands.iter().filter_map(sort).collect()
    };
    let of_first = declared(first);
    let mut apart = Vec::new();
    for (name, arity) in declared(second) {
        if of_first.iter().any(|(other, _)| *other == name) {
            if arity > 0 {
                return unusable(format!(
                    "both seeds declare the sort {name}, which has parameters"
                ));
            }
            apart.push(name);
        }
    }
    let (datatypes, of_second) = (datatypes(first), datatypes(second));
    for one in &of_second {
        for other in &datatypes {
            let clash =
                one != other && members(one).iter().any(|member| members(other).contains(member));
            if clash {
                let name = one.name();
                return unusable(format!("the datatype {name} has names of one of the other seed"));
            }
        }
    }
    let mut graph = Graph::new();
    let mut declarations = Vec::new();
    let mut formulas = [Vec::new(), Vec::new()];
    let mut model = (first.model.is_some() && second.model.is_some()).then(Assignment::new);
    for (place, seed) in seeds.into_iter().enumerate() {
        let mut moving = Moving {
            seed,
            prefix: ["scr1_", "scr2_"][place],
            apart: if place == 0 { Vec::new() } else { apart.clone() },
            symbols: QuickMap::default(),
            variables: QuickMap::default(),
            terms: QuickMap::default(),
        };
        let Some(asserted) = seed.one_question() else {
            return unusable("it asks more than one question");
        };
        for command in &seed.script.commands {
            let moved = moving.declaration(&mut graph, command)?;
            if let Some(moved) = moved.filter(|one| !declarations.contains(one)) {
                declarations.push(moved);
            }
        }
        for formula in asserted {
            formulas[place].push(moving.term(&mut graph, formula)?);
        }
        if let (Some(model), Some(known)) = (&mut model, &seed.model) {
            for (old, new) in &moving.symbols {
                if let Some(value) = known.value(*old) {
                    model.set(*new, value.clone());
                }
            }
        }
    }
    if let Some(model) = &mut model {
        for command in &declarations {
            match command {
                Command::Define(definition) => model.define(definition.clone()),
                Command::DefineRec(all) => all.iter().for_each(|one| model.define(one.clone())),
                _ => {}
            }
        }
    }
    Ok(Joined { graph, declarations, formulas, model })
}

fn datatypes(seed: &Seed) -> Vec<Datatype> {
    let group = |command: &Command| match command {
        Command::DeclareDatatypes(group) => group.clone(),
        _ => Vec::new(),
    };
    seed.script.commands.iter().flat_map(group).collect()
}

/// The names that a datatype gives.
fn members(datatype: &Datatype) -> Vec<&str> {
    let mut names = vec![datatype.name()];
    for constructor in &datatype.definition().constructors {
        names.push(&constructor.name);
        names.extend(constructor.fields.iter().map(|(name, _)| &**name));
    }
    names
}

impl Moving<'_> {
    fn sort(&self, sort: &Sort) -> Result<Sort, Unusable> {
        if self.apart.is_empty() {
            return Ok(sort.clone());
        }
        match sort.shape() {
            SortShape::Uninterpreted(name) if self.apart.iter().any(|one| **one == **name) => {
                Ok(Sort::uninterpreted(&format!("{name}!2")))
            }
            // What it is declared with is not looked into.
            SortShape::Datatype(..) => {
                unusable("both seeds declare a sort of the same name, and one has datatypes")
            }
            shape if sort.kinds().contains(SortKind::Uninterpreted) => {
                Ok(Sort::new(shape.try_map(|part| self.sort(part))?))
            }
            _ => Ok(sort.clone()),
        }
    }

    fn symbol(&mut self, graph: &mut Graph, symbol: Symbol) -> Result<Symbol, Unusable> {
        if let Some(known) = self.symbols.get(&symbol) {
            return Ok(*known);
        }
        let definition = self.seed.script.graph.symbol(symbol);
        let sort = self.sort(&definition.sort)?;
        let moved = graph.add_symbol(&format!("{}{}", self.prefix, definition.name), sort);
        self.symbols.insert(symbol, moved);
        Ok(moved)
    }

    fn variable(&mut self, graph: &mut Graph, variable: Variable) -> Result<Variable, Unusable> {
        if let Some(known) = self.variables.get(&variable) {
            return Ok(*known);
        }
        let definition = self.seed.script.graph.variable(variable);
        let sort = self.sort(&definition.sort)?;
        let moved = graph.add_variable(&definition.name, sort);
        self.variables.insert(variable, moved);
        Ok(moved)
    }

    fn definition(&mut self, graph: &mut Graph, one: &Definition) -> Result<Definition, Unusable> {
        let symbol = self.symbol(graph, one.symbol)?;
        let variables = one
            .variables
            .iter()
            .map(|variable| self.variable(graph, *variable))
            .collect::<Result<_, _>>()?;
        Ok(Definition { symbol, variables, body: self.term(graph, one.body)? })
    }

    fn declaration(
        &mut self,
        graph: &mut Graph,
        command: &Command,
    ) -> Result<Option<Command>, Unusable> {
        Ok(Some(match command {
            Command::DeclareSort { name, arity } => {
                let sort = self.apart.iter().any(|one| **one == **name);
                let name = if sort { format!("{name}!2").into() } else { name.clone() };
                Command::DeclareSort { name, arity: *arity }
            }
            Command::DeclareDatatypes(_) if self.apart.is_empty() => command.clone(),
            Command::DeclareDatatypes(_) => {
                return unusable(
                    "both seeds declare a sort of the same name, and one has datatypes",
                );
            }
            Command::Declare(symbol) => Command::Declare(self.symbol(graph, *symbol)?),
            Command::Define(one) => Command::Define(self.definition(graph, one)?),
            Command::DefineRec(all) => {
                let moved = all.iter().map(|one| self.definition(graph, one));
                Command::DefineRec(moved.collect::<Result<_, _>>()?)
            }
            _ => return Ok(None),
        }))
    }

    fn term(&mut self, graph: &mut Graph, root: Term) -> Result<Term, Unusable> {
        let from = &self.seed.script.graph;
        let mut open = vec![(root, false)];
        while let Some((term, ready)) = open.pop() {
            if self.terms.contains_key(&term) {
                continue;
            }
            if !ready {
                open.push((term, true));
                from.visit_children(term, |child| open.push((child, false)));
                continue;
            }
            let moved = self.built(graph, term)?;
            self.terms.insert(term, moved);
        }
        Ok(self.terms[&root])
    }

    /// A term whose parts are there.
    fn built(&mut self, graph: &mut Graph, term: Term) -> Result<Term, Unusable> {
        let from = &self.seed.script.graph;
        let parts = |terms: &QuickMap<Term, Term>, list: &[Term]| -> Vec<Term> {
            list.iter().map(|part| terms[part]).collect()
        };
        let wrong = |error: String| Unusable(error);
        match from.node(term) {
            Node::Constant(symbol) => {
                let symbol = self.symbol(graph, symbol)?;
                Ok(graph.constant(symbol))
            }
            Node::Variable(variable) => {
                let variable = self.variable(graph, variable)?;
                Ok(graph.variable_term(variable))
            }
            Node::Value(literal) => {
                let sort = self.sort(from.sort(term))?;
                Ok(graph.value(sort, literal.clone()))
            }
            Node::Apply { head, args } => {
                let sorts = head.sorts.iter().map(|sort| self.sort(sort));
                let head = Head { sorts: sorts.collect::<Result<_, _>>()?, ..head.clone() };
                let args = parts(&self.terms, args);
                graph.apply_head(head, &args).map_err(|error| wrong(error.to_string()))
            }
            Node::Bind { binder, variables, patterns, bodies } => {
                let variables: Vec<Variable> = variables
                    .iter()
                    .map(|variable| self.variable(graph, *variable))
                    .collect::<Result<_, _>>()?;
                let patterns = patterns.iter().map(|list| parts(&self.terms, list)).collect();
                let bodies = parts(&self.terms, bodies);
                let bound = graph.bind(binder, &variables, patterns, &bodies);
                bound.map_err(|error| wrong(error.to_string()))
            }
            Node::Annotated { term, .. } => Ok(self.terms[&term]),
            Node::Opaque(_) => unusable("it has terms that only a solver knows"),
        }
    }
}
