//! Terms as a graph, and their text.
//!
//! A term whose text is long is defined as a function of its free variables, and used by name: so no text grows beyond
//! all bounds, however often terms are shared.

use murxla_api::smtlib::{Dialect, Form, SortText};
use murxla_api::{Binder, Sort, SortKind, TermId};

/// The text of a term that is longer than this gets a name.
const LONG: usize = 200;

/// A term without a name is never longer than this: a function as an argument cannot have one.
pub(crate) const TOO_LONG: usize = 1 << 20;

/// What a term is made of.
#[derive(Clone, Debug)]
pub(crate) enum Made {
    /// A constant, a function, a variable or a value: its text.
    Leaf(String),
    /// An application.
    Applied(Form, Vec<TermId>),
    /// A binder over variables: its keyword, patterns and body.
    Bound(Binder, Vec<TermId>, Vec<Vec<TermId>>, TermId),
    /// Variables with what they stand for, and the body.
    Let(Vec<TermId>, Vec<TermId>, TermId),
}

/// A term.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) sort: Sort,
    pub(crate) made: Made,
    /// Its free variables, in order.
    pub(crate) free: Vec<TermId>,
    /// A symbol that can be applied or stand for itself.
    pub(crate) is_symbol: bool,
    /// The length of its text if it is written out.
    length: usize,
    /// Whether it is to have a name when it is used.
    is_long: bool,
    /// The name, once the solver has it.
    defined: Option<String>,
}

/// All terms of an instance.
#[derive(Default)]
pub(crate) struct Terms {
    all: Vec<Term>,
}

impl Terms {
    /// The term with this id.
    pub(crate) fn get(&self, id: TermId) -> Option<&Term> {
        self.all.get(id.0 as usize)
    }

    /// Adds a symbol: a constant, a function or a variable.
    pub(crate) fn add_symbol(&mut self, sort: Sort, text: String, is_variable: bool) -> TermId {
        let id = self.add(sort, Made::Leaf(text), Vec::new());
        if let Some(term) = self.all.last_mut() {
            term.is_symbol = true;
            if is_variable {
                term.free = vec![id];
            }
        }
        id
    }

    /// Adds a term with these free variables.
    pub(crate) fn add(&mut self, sort: Sort, made: Made, mut free: Vec<TermId>) -> TermId {
        free.sort_unstable();
        free.dedup();
        let length = match &made {
            Made::Leaf(text) => text.len(),
            Made::Applied(form, args) => {
                form.open.len() + form.middle.len() + form.close.len() + self.lengths(args)
            }
            Made::Bound(_, vars, patterns, body) => {
                let patterns: usize = patterns.iter().map(|terms| 12 + self.lengths(terms)).sum();
                20 + vars.len() * 24 + patterns + self.lengths(&[*body])
            }
            Made::Let(vars, values, body) => {
                12 + vars.len() * 8 + self.lengths(values) + self.lengths(&[*body])
            }
        };
        // Cases are no terms, and functions are not arguments everywhere.
        let can_be_named =
            |sort: &Sort| !matches!(sort.kind(), SortKind::Fun | SortKind::MatchCase);
        let is_long = length > LONG
            && can_be_named(&sort)
            && free.iter().all(|id| self.get(*id).is_some_and(|term| can_be_named(&term.sort)));
        self.all.push(Term { sort, made, free, is_symbol: false, length, is_long, defined: None });
        TermId((self.all.len() - 1) as u32)
    }

    fn lengths(&self, ids: &[TermId]) -> usize {
        let length = |id: &TermId| match self.get(*id) {
            Some(term) if term.is_long => 10 + 8 * term.free.len(),
            Some(term) => 1 + term.length,
            None => 0,
        };
        ids.iter().map(length).fold(0, usize::saturating_add)
    }

    /// Whether the text of a term is longer than any is sent.
    pub(crate) fn is_too_long(&self, id: TermId) -> bool {
        self.get(id).is_some_and(|term| term.length > TOO_LONG)
    }

    /// The free variables of all these.
    pub(crate) fn free(&self, ids: &[TermId]) -> Vec<TermId> {
        ids.iter().filter_map(|id| self.get(*id)).flat_map(|term| term.free.clone()).collect()
    }

    /// The long terms that these need and the solver does not have yet, in an order in which they can be defined.
    pub(crate) fn to_define(&self, ids: &[TermId]) -> Vec<TermId> {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = ids.to_vec();
        let mut long = Vec::new();
        while let Some(id) = open.pop() {
            let Some(term) = self.get(id) else { continue };
            if term.defined.is_some() || !seen.insert(id) {
                continue;
            }
            if term.is_long {
                long.push(id);
            }
            match &term.made {
                Made::Leaf(_) => {}
                Made::Applied(_, args) => open.extend(args),
                Made::Bound(_, vars, patterns, body) => {
                    open.extend(vars.iter().chain(patterns.iter().flatten()).chain([body]));
                }
                Made::Let(_, values, body) => open.extend(values.iter().chain([body])),
            }
        }
        // What a term is made of was made before it.
        long.sort_unstable();
        long
    }

    /// The command that defines a long term.
    pub(crate) fn definition(&self, id: TermId, dialect: &Dialect) -> Option<(String, String)> {
        let term = self.get(id)?;
        let name = format!("_t{}", id.0);
        let mut text = format!("(define-fun {name} (");
        self.write_vars(&mut text, &term.free, dialect);
        text.push_str(&format!(") {} ", SortText(&term.sort, dialect)));
        self.write_out(&mut text, term, dialect);
        text.push(')');
        Some((name, text))
    }

    /// The solver has the definition of a long term.
    pub(crate) fn set_defined(&mut self, id: TermId, name: String) {
        if let Some(term) = self.all.get_mut(id.0 as usize) {
            term.defined = Some(name);
        }
    }

    /// `(x Int) (y Bool)`
    pub(crate) fn write_vars(&self, out: &mut String, vars: &[TermId], dialect: &Dialect) {
        for (place, var) in vars.iter().filter_map(|id| self.get(*id)).enumerate() {
            if place > 0 {
                out.push(' ');
            }
            out.push('(');
            self.write_out(out, var, dialect);
            out.push_str(&format!(" {})", SortText(&var.sort, dialect)));
        }
    }

    /// The text of a term, of which all that needs a name has one.
    pub(crate) fn text(&self, id: TermId, dialect: &Dialect) -> String {
        let mut text = String::new();
        self.write(&mut text, id, dialect);
        text
    }

    fn write(&self, out: &mut String, id: TermId, dialect: &Dialect) {
        let Some(term) = self.get(id) else { return };
        match &term.defined {
            Some(name) if term.free.is_empty() => out.push_str(name),
            Some(name) => {
                out.push('(');
                out.push_str(name);
                for var in &term.free {
                    out.push(' ');
                    self.write(out, *var, dialect);
                }
                out.push(')');
            }
            None => self.write_out(out, term, dialect),
        }
    }

    fn write_out(&self, out: &mut String, term: &Term, dialect: &Dialect) {
        match &term.made {
            Made::Leaf(text) => out.push_str(text),
            Made::Applied(form, args) => {
                out.push_str(&form.open);
                let (first, rest) = args.split_at(form.split.min(args.len()));
                self.write_all(out, first, dialect);
                out.push_str(&form.middle);
                self.write_all(out, rest, dialect);
                out.push_str(&form.close);
            }
            Made::Bound(binder, vars, patterns, body) => {
                out.push_str(match binder {
                    Binder::Forall => "(forall (",
                    Binder::Exists => "(exists (",
                    _ => "(lambda (",
                });
                self.write_vars(out, vars, dialect);
                out.push_str(") ");
                if !patterns.is_empty() {
                    out.push_str("(! ");
                }
                self.write(out, *body, dialect);
                for pattern in patterns {
                    out.push_str(" :pattern (");
                    self.write_all(out, pattern, dialect);
                    out.push(')');
                }
                out.push_str(if patterns.is_empty() { ")" } else { "))" });
            }
            Made::Let(vars, values, body) => {
                out.push_str("(let (");
                for (place, (var, value)) in vars.iter().zip(values).enumerate() {
                    if place > 0 {
                        out.push(' ');
                    }
                    out.push('(');
                    self.write_all(out, &[*var, *value], dialect);
                    out.push(')');
                }
                out.push_str(") ");
                self.write(out, *body, dialect);
                out.push(')');
            }
        }
    }

    fn write_all(&self, out: &mut String, ids: &[TermId], dialect: &Dialect) {
        for (place, id) in ids.iter().enumerate() {
            if place > 0 {
                out.push(' ');
            }
            self.write(out, *id, dialect);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_api::smtlib::{STANDARD, form};
    use murxla_api::theory;

    fn add(terms: &mut Terms, args: &[TermId]) -> TermId {
        let op = theory::operator("OP_INT_ADD").expect("a row");
        let form = form(op, &[], &[], &[], args.len(), &STANDARD).expect("a text");
        let free = terms.free(args);
        terms.add(Sort::int(), Made::Applied(form, args.to_vec()), free)
    }

    #[test]
    fn shared_terms_are_defined_once() {
        let mut terms = Terms::default();
        let x = terms.add_symbol(Sort::int(), "x".to_owned(), false);
        let v = terms.add_symbol(Sort::int(), "v".to_owned(), true);
        let mut last = add(&mut terms, &[x, v]);
        assert_eq!(terms.text(last, &STANDARD), "(+ x v)");
        for _ in 0..100 {
            last = add(&mut terms, &[last, last]);
        }
        let mut sent = 0;
        for id in terms.to_define(&[last]) {
            let (name, text) = terms.definition(id, &STANDARD).expect("a definition");
            assert!(text.starts_with(&format!("(define-fun {name} ((v Int)) Int (+ ")), "{text}");
            sent += text.len();
            terms.set_defined(id, name);
        }
        assert!(sent < 20_000, "{sent}");
        assert!(terms.text(last, &STANDARD).len() < 300);
        assert!(terms.to_define(&[last]).is_empty());
    }
}
