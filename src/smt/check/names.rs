//! Decides which names may be declared: a name must not be ambiguous afterwards. Solvers refuse what is refused here.
//!
//! SMT-LIB has no overloading. Solvers have: functions of one name are told apart by the sorts of their arguments, and
//! what is declared, not defined, by its result, too (`as` says which one is meant).

use murxla_api::{ApplicationSorts, Sort, SortShape, Theory, theory};

use super::Checker;
use super::error::{CheckProblem, Checked, fault};
use super::scope::Meaning;
use super::sorts::function_sort;
use crate::smt::Term;
use crate::smt::sexpr::CellId;
use crate::smt::texts::{TextId, word};

/// Where a function comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Declaration,
    Definition,
}

/// Theories whose operators solvers do not let a user redeclare.
const FIXED: &[Theory] = &[
    Theory::Core,
    Theory::Ints,
    Theory::Reals,
    Theory::BitVectors,
    Theory::FloatingPoint,
    Theory::Arrays,
    Theory::Strings,
];

/// Sorts that every script without a logic of its own has.
const SORTS: &[&str] = &["Bool", "Int", "Real", "String", "RegLan", "RoundingMode"];

/// The sorts of the arguments of a function; a constant has none.
fn domain(sort: &Sort) -> &[Sort] {
    match sort.shape() {
        SortShape::Fun(domain, _) => domain,
        _ => &[],
    }
}

impl Checker<'_> {
    /// An error if the name in this cell cannot be given to a function or constant of this sort.
    pub(super) fn declarable(&self, at: CellId, sort: &Sort, origin: Origin) -> Checked<()> {
        let name = self.name(at)?;
        let is_definition = |other: &Term| self.scope.definitions.contains(other);
        let functions = self.scope.functions(name);
        let clash = functions.iter().find(|other| {
            let of = self.graph.sort(**other);
            let by_arguments = origin == Origin::Definition || is_definition(other);
            of == sort || (by_arguments && domain(of) == domain(sort))
        });
        let clash = clash.map(|other| self.graph.sort(*other).clone());
        let clash = clash.or_else(|| self.member_sort(name).filter(|member| member == sort));
        let text = self.source.texts.get(name);
        if let Some(sort) = clash {
            return Err(fault(at, CheckProblem::Redeclared { name: text.to_owned(), sort }));
        }
        if matches!(name, word::TRUE | word::FALSE) || self.is_fixed(text, domain(sort)) {
            return Err(fault(at, CheckProblem::TheorySymbol(text.to_owned())));
        }
        Ok(())
    }

    /// The sort of the constructor or selector of this name, if its datatype has no parameters.
    fn member_sort(&self, name: TextId) -> Option<Sort> {
        let (number, is_selector) = match self.scope.global(name)? {
            Meaning::Constructor(number) => (number, false),
            Meaning::Selector(number) => (number, true),
            Meaning::Term(_) | Meaning::Overloaded(_) => return None,
        };
        let member = &self.scope.members[number as usize];
        let definition = member.datatype.definition();
        if !definition.params.is_empty() {
            return None;
        }
        let mut fields =
            member.datatype.field_sorts(&definition.constructors[member.constructor], &[])?;
        let datatype = Sort::datatype(member.datatype.clone(), []);
        Some(match (is_selector, fields.is_empty()) {
            (true, _) => function_sort(vec![datatype], fields.swap_remove(member.field)),
            (false, true) => datatype,
            (false, false) => function_sort(fields, datatype),
        })
    }

    /// Whether a theory has an operator of this name that takes arguments of these sorts.
    fn is_fixed(&self, name: &str, domain: &[Sort]) -> bool {
        let application = ApplicationSorts { sorts: &[], names: &[], indices: &[], args: domain };
        let rows = theory::with_symbol(name).iter();
        rows.filter(|op| op.symbol == name && FIXED.contains(&op.theory))
            .any(|op| murxla_api::sort_of(op, &application).is_ok())
    }

    /// The name of a sort that is about to be declared.
    pub(super) fn new_sort_name(&self, at: CellId) -> Checked<TextId> {
        let name = self.name(at)?;
        let text = self.source.texts.get(name);
        let built_in = if self.logic_is_all { SORTS } else { &SORTS[..1] };
        if self.scope.sort(name).is_some() || built_in.contains(&text) {
            return Err(fault(at, CheckProblem::RedeclaredSort(text.to_owned())));
        }
        Ok(name)
    }

    /// The names of a list of parameters of a sort.
    pub(super) fn sort_parameters(&self, list: CellId) -> Checked<Vec<TextId>> {
        let items = self.items(list);
        self.distinct("parameter", &items)?;
        items.into_iter().map(|param| self.name(param)).collect()
    }

    /// The name that `:named` gives to a term.
    pub(super) fn new_name_of_term(&self, at: CellId, term: Term) -> Checked<TextId> {
        let name = self.name(at)?;
        let text = || self.source.texts.get(name).to_owned();
        let in_scope: Vec<_> = self.bound.iter().map(|(variable, _)| *variable).collect();
        if let Some(variable) = self.graph.free_variable(term, &in_scope) {
            let variable = self.graph.variable(variable).name.to_string();
            return Err(fault(at, CheckProblem::NamedOpenTerm { name: text(), variable }));
        }
        if self.scope.global(name).is_some() {
            return Err(fault(at, CheckProblem::NameInUse(text())));
        }
        Ok(name)
    }

    /// An error if one of these names stands there twice.
    pub(super) fn distinct(&self, what: &'static str, names: &[CellId]) -> Checked<()> {
        let mut seen = std::collections::HashSet::new();
        for at in names {
            let name = self.name(*at)?;
            if !seen.insert(name) {
                let name = self.source.texts.get(name).to_owned();
                return Err(fault(*at, CheckProblem::Repeated { what, name }));
            }
        }
        Ok(())
    }
}
