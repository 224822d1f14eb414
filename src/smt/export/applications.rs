//! Exports applications of operators and binders.

use std::sync::Arc;

use murxla_api::smtlib::{FunctionStyle, Spelling, form};
use murxla_api::{Binder, Literal, Op, QuickMap, Sort, SortKind, SortShape, SpecialValue, theory};

use super::expand::{divisible, expand};
use super::exporter::{Exporter, Why};
use crate::smt::{Head, Node, OpRow, Term, Variable};

/// The row of a base operator, by a key that is in the tables.
pub(super) fn row(key: &'static str) -> Result<&'static Op, Why> {
    theory::operator(key).ok_or_else(|| format!("there is no operator {key}"))
}

impl Exporter<'_> {
    pub(super) fn head(
        &self,
        op: &'static Op,
        sorts: Vec<Sort>,
        names: Vec<Arc<str>>,
        indices: Vec<u32>,
    ) -> Head {
        Head {
            sorts: sorts.into(),
            names: names.into(),
            indices: indices.into(),
            ..Head::plain(op)
        }
    }

    /// The application as the dialect has it.
    pub(super) fn apply(&mut self, head: Head, args: &[Term]) -> Result<Term, Why> {
        let (op, dialect) = (head.op(), self.dialect());
        if !dialect.reads(op)
            && let Some(row) = self.base_row(&head, args)
        {
            return self.apply(Head { op: OpRow(row), ..head }, args);
        }
        if !dialect.tuples
            && op.theory == murxla_api::Theory::Datatypes
            && let Some(term) = self.tuple_operation(&head, args)?
        {
            return Ok(term);
        }
        if op.key == "OP_DT_APPLY_UPDATER"
            && !dialect.members_are_overloaded
            && let Some(term) = self.rebuilt(&head, args)?
        {
            self.note_other_operators(op);
            return Ok(term);
        }
        if op.key == "OP_UF_APPLY"
            && let Some(term) = self.beta(args)?
        {
            self.note_other_operators(op);
            return Ok(term);
        }
        if op.key == "OP_UF_APPLY"
            && dialect.functions == FunctionStyle::Terms
            && let Some(term) = self.one_by_one(args)?
        {
            self.note_other_operators(op);
            return Ok(term);
        }
        if matches!(op.key, "OP_UF_APPLY" | "OP_HO_APPLY")
            && dialect.functions == FunctionStyle::Arrays
            && let Some(term) = self.completed(op, args)?
        {
            self.note_other_operators(op);
            return Ok(term);
        }
        let count = args.len();
        let is_function = |term: &Term| self.script.graph.sort(*term).kind() == SortKind::Fun;
        let functions =
            if op.key == "OP_UF_APPLY" { args.get(1..).unwrap_or_default() } else { args };
        let by_name = matches!(dialect.spelling(op.key), Some(Spelling::FunctionIndex(_)));
        if !dialect.higher_order && !by_name && functions.iter().any(is_function) {
            return Err("there is no text for functions as arguments".to_owned());
        }
        if count > 2 && dialect.binary.contains(&op.key) {
            return self.folded(&head, args);
        }
        if op.key == "OP_INT_IS_DIV" && self.nonlinear_apart {
            self.note_other_operators(op);
            return divisible(&mut self.script.graph, &head.indices, args);
        }
        if let Some(term) = expand(&mut self.script.graph, dialect, &head, args) {
            let term = self.settled(term?, args);
            self.note_other_operators(op);
            return term;
        }
        if op.key == "OP_CONST_ARRAY"
            && let [element] = args
            && let Some(value) = self.script.graph.number(*element)
        {
            let made = self.script.graph.apply_head(head, &[value]);
            return made.map_err(|error| error.to_string());
        }
        if args.is_empty()
            && let Some(value) = self.as_value(&head)
        {
            return Ok(value);
        }
        if let Some(term) = self.as_read(&head, args) {
            return Ok(term);
        }
        if !dialect.reads(op) {
            return Err(format!("the operator {} is a solver's own", op.key));
        }
        let names: Vec<&str> = head.names.iter().map(|name| &**name).collect();
        form(op, &head.sorts, &names, &head.indices, count, dialect)
            .map_err(|error| error.to_string())?;
        let term = self.script.graph.apply_head(head, args).map_err(|error| error.to_string())?;
        let sort = self.script.graph.sort(term);
        match dialect.no_sorts.contains(&sort.kind()) {
            true => Err(format!("there is no text for sorts like {sort}")),
            false => Ok(term),
        }
    }

    /// The row of a base operator that has the symbol of this one and takes these arguments.
    fn base_row(&mut self, head: &Head, args: &[Term]) -> Option<&'static Op> {
        let symbol = head.op().symbol;
        let mut rows = theory::with_symbol(symbol).iter().copied().filter(|_| !symbol.is_empty());
        rows.find(|row| {
            let head = Head { op: OpRow(row), ..head.clone() };
            self.script.graph.apply_head(head, args).is_ok()
        })
    }

    /// A term that was built of these arguments to say an operator: what has no text of the operators in it is said with others
    /// again.
    fn settled(&mut self, built: Term, args: &[Term]) -> Result<Term, Why> {
        let mut done: QuickMap<Term, Term> = args.iter().map(|arg| (*arg, *arg)).collect();
        let mut todo = vec![(built, false)];
        while let Some((term, parts_are_done)) = todo.pop() {
            if done.contains_key(&term) {
                continue;
            }
            let Node::Apply { head, args: parts } = self.script.graph.node(term) else {
                done.insert(term, term);
                continue;
            };
            if !parts_are_done {
                todo.push((term, true));
                todo.extend(parts.iter().map(|part| (*part, false)));
                continue;
            }
            let settled: Vec<Term> =
                parts.iter().map(|part| done.get(part).copied().unwrap_or(*part)).collect();
            let has_text = self.target.dialect.spelling(head.op().key) != Some(Spelling::None);
            let settled = match has_text && settled == parts {
                true => term,
                false => {
                    let head = head.clone();
                    self.apply(head, &settled)?
                }
            };
            done.insert(term, settled);
        }
        Ok(done.get(&built).copied().unwrap_or(built))
    }

    /// An operator that takes nothing and is written as a value: `(as set.empty (Set Int))`.
    fn as_value(&mut self, head: &Head) -> Option<Term> {
        let op = head.op();
        if self.dialect().spelling(op.key).is_some() {
            return None;
        }
        let (special, sort) = (SpecialValue::from_key(op.symbol)?, head.sorts.first()?);
        let fits = special.sort_kind() == sort.kind();
        fits.then(|| self.script.graph.value(sort.clone(), Literal::Special(special)))
    }

    /// The application of another row that has the same symbol, by itself or as another name, if that is the row with which
    /// it is read.
    fn as_read(&mut self, head: &Head, args: &[Term]) -> Option<Term> {
        let op = head.op();
        let is_base = theory::operator(op.key).is_some();
        let has_symbol = !op.symbol.is_empty() && self.dialect().spelling(op.key).is_none();
        if !has_symbol || (is_base && op.key != "OP_IFF") {
            return None;
        }
        let has_own_text = |row: &Op| self.target.dialect.spelling(row.key).is_none();
        let own = self.target.own.with_symbol(op.symbol);
        let rows = theory::with_symbol(op.symbol).iter().copied().chain(own);
        // What comes after its own row is not read.
        let rows = rows.take_while(|row| row.key != op.key || op.key == "OP_IFF");
        // The reader knows one equality.
        let mut rows = rows.filter(|row| row.key != "OP_IFF" && has_own_text(row));
        rows.find_map(|row| {
            let head = Head { op: OpRow(row), ..head.clone() };
            self.script.graph.apply_head(head, args).ok()
        })
    }

    /// An application of a lambda, where there is no text for it.
    fn beta(&mut self, args: &[Term]) -> Result<Option<Term>, Why> {
        let Some((function, values)) = args.split_first() else { return Ok(None) };
        let graph = &mut self.script.graph;
        match graph.node(*function) {
            Node::Bind { binder: Binder::Lambda, variables, bodies: [body], .. }
                if self.target.dialect.no_binders.contains(&Binder::Lambda)
                    && variables.len() == values.len() =>
            {
                let map: Vec<_> = variables.iter().copied().zip(values.iter().copied()).collect();
                let body = *body;
                graph.substitute(body, &map).map(Some).map_err(|error| error.to_string())
            }
            _ => Ok(None),
        }
    }

    /// An application of a function that is not there by its name: to one argument after the other.
    fn one_by_one(&mut self, args: &[Term]) -> Result<Option<Term>, Why> {
        let Some((function, values)) = args.split_first() else { return Ok(None) };
        if matches!(self.script.graph.node(*function), Node::Constant(_) | Node::Variable(_)) {
            return Ok(None);
        }
        let mut applied = *function;
        for value in values {
            let made = self.script.graph.apply(row("OP_HO_APPLY")?, &[applied, *value]);
            applied = made.map_err(|error| error.to_string())?;
        }
        Ok(Some(applied))
    }

    /// An application to fewer arguments than the function takes, or to one after the other, where functions are arrays: that to
    /// all of them, as a function of those that are missing. `None` if it is one to all arguments already.
    fn completed(&mut self, op: &Op, args: &[Term]) -> Result<Option<Term>, Why> {
        let Some((function, values)) = args.split_first() else { return Ok(None) };
        let sort = self.script.graph.sort(*function).clone();
        let SortShape::Fun(domain, _) = sort.shape() else { return Ok(None) };
        let missing = domain.get(values.len()..).unwrap_or_default();
        if op.key == "OP_UF_APPLY" && missing.is_empty() {
            return Ok(None);
        }
        let graph = &mut self.script.graph;
        let variables: Vec<Variable> =
            missing.iter().map(|sort| graph.add_variable("x", sort.clone())).collect();
        let mut all = args.to_vec();
        all.extend(variables.iter().map(|variable| graph.variable_term(*variable)));
        let applied = self.apply(Head::plain(row("OP_UF_APPLY")?), &all)?;
        if variables.is_empty() {
            return Ok(Some(applied));
        }
        let bound = self.script.graph.bind(Binder::Lambda, &variables, Vec::new(), &[applied]);
        bound.map(Some).map_err(|error| error.to_string())
    }

    /// An application to more arguments than the text allows, as several of two.
    fn folded(&mut self, head: &Head, args: &[Term]) -> Result<Term, Why> {
        use murxla_api::Fold;
        let mut two = |a: Term, b: Term| self.apply(head.clone(), &[a, b]);
        match head.op().fold {
            Fold::LeftAssoc | Fold::Variadic => {
                let mut all = args[0];
                for arg in &args[1..] {
                    all = two(all, *arg)?;
                }
                Ok(all)
            }
            Fold::RightAssoc => {
                let mut all = args[args.len() - 1];
                for arg in args[..args.len() - 1].iter().rev() {
                    all = two(*arg, all)?;
                }
                Ok(all)
            }
            Fold::Chainable => {
                let pairs: Vec<Term> =
                    args.windows(2).map(|pair| two(pair[0], pair[1])).collect::<Result<_, _>>()?;
                self.apply(Head::plain(row("OP_AND")?), &pairs)
            }
            Fold::Pairwise => {
                let mut pairs = Vec::new();
                for (number, a) in args.iter().enumerate() {
                    for b in &args[number + 1..] {
                        pairs.push(two(*a, *b)?);
                    }
                }
                self.apply(Head::plain(row("OP_AND")?), &pairs)
            }
            Fold::None => Err(format!("{} takes two arguments", head.op().key)),
        }
    }
}
