//! Draws sorts, and the constants, values and variables of them.

use murxla_api::{ActionKind, Sort, SortKind, SortShape, SpecialValue};

use super::database::{Term, Which};
use super::generator::Generator;
use super::small_sorts::SmallSorts;
use super::values;
use crate::trace::{CallArg, SortName, WrittenLiteral};

/// How deep sorts stand in each other at most.
const DEEPEST: u32 = 8;

impl Generator<'_> {
    /// A name of the sort, which is made if it is not there. `None`: the solver does not take it.
    pub(super) fn sort_name(&mut self, sort: &Sort) -> Option<SortName> {
        self.sort_name_at(sort, DEEPEST)
    }

    fn sort_name_at(&mut self, sort: &Sort, depth: u32) -> Option<SortName> {
        if let Some(name) = self.database.sort_name(sort, &mut self.rng) {
            return Some(name);
        }
        if self.database.is_refused(sort) || self.target.profile.limit_on(sort).is_some() {
            return None;
        }
        let depth = depth.checked_sub(1)?;
        let made = match sort.shape() {
            SortShape::Datatype(datatype, args) if !args.is_empty() => {
                let base = self.sort_name_at(&Sort::datatype(datatype.clone(), []), depth)?;
                let mut names = Vec::new();
                for arg in args {
                    names.push(self.sort_name_at(arg, depth)?);
                }
                let call_args = [CallArg::Sort(base), CallArg::Sorts(names)];
                self.make_sorts(ActionKind::InstantiateSort, call_args, std::slice::from_ref(sort))
            }
            SortShape::Datatype(..) | SortShape::MatchCase(..) | SortShape::Uninterpreted(_) => {
                return None;
            }
            shape => {
                let shape = shape.try_map(|part| self.sort_name_at(part, depth).ok_or(())).ok()?;
                let call_args = [CallArg::Shape(shape)];
                self.make_sorts(ActionKind::MkSort, call_args, std::slice::from_ref(sort))
            }
        };
        match made {
            Ok(name) => Some(name),
            Err(_) => {
                self.database.refuse_sort(sort);
                None
            }
        }
    }

    /// A sort of any kind that the run has.
    pub(super) fn make_any_sort(&mut self) -> bool {
        if self.database.sort_count() as u64 >= self.numbers.sorts_most {
            return false;
        }
        let Some(kind) = self.rng.pick(self.swarm.kinds()).copied() else { return false };
        match kind {
            SortKind::Uninterpreted => {
                let sort = Sort::uninterpreted(&self.symbol("S"));
                let SortShape::Uninterpreted(name) = sort.shape() else { return false };
                let args = [CallArg::Shape(SortShape::Uninterpreted(name.clone()))];
                self.make_sorts(ActionKind::MkSort, args, std::slice::from_ref(&sort)).is_ok()
            }
            SortKind::Datatype => self.declare_datatypes(),
            _ => {
                let depth = self.numbers.sort_depth;
                let Some(sort) = self.drawer(None).structural(kind, depth) else { return false };
                self.sort_name(&sort).is_some()
            }
        }
    }

    /// A sort that terms can have.
    fn any_sort(&mut self) -> Option<Sort> {
        let sorts = self.database.first_class_sorts();
        let sort = self.rng.pick(sorts)?;
        // Formulas come by themselves; constants of other sorts do not.
        if *sort == Sort::bool() && self.rng.chance(4, 5) {
            return self.rng.pick(sorts).cloned();
        }
        Some(sort.clone())
    }

    pub(super) fn make_any_const(&mut self) -> bool {
        let function = match self.rng.chance(1, 6) {
            true => self.database.pick_of_kind(&mut self.rng, SortKind::Fun).cloned(),
            false => None,
        };
        let Some(sort) = function.or_else(|| self.any_sort()) else { return false };
        self.make_const(&sort).is_some()
    }

    /// A constant or a function of the sort.
    pub(super) fn make_const(&mut self, sort: &Sort) -> Option<Term> {
        if self.small.as_ref().is_some_and(|small| !small.has_room_for(sort)) {
            return None;
        }
        let name = self.sort_name(sort)?;
        let symbol = self.symbol(if sort.kind() == SortKind::Fun { "f" } else { "x" });
        let args = [CallArg::Sort(name), CallArg::Text(symbol.into())];
        self.plant(sort);
        let made = self.make_input(ActionKind::MkConst, args, sort, false);
        if let (Some(small), Ok(_)) = (&mut self.small, &made) {
            small.add(sort);
        }
        self.unless_refused(sort, made.ok())
    }

    pub(super) fn make_any_variable(&mut self) -> bool {
        use murxla_api::Theory;
        let room = (self.database.open().len() as u64) < self.numbers.variables_most;
        if !room || !self.swarm.has(Theory::Quantifiers) {
            return false;
        }
        let sort = self.any_sort();
        sort.is_some_and(|sort| self.make_variable(&sort).is_some())
    }

    /// A variable, to be bound later.
    pub(super) fn make_variable(&mut self, sort: &Sort) -> Option<Term> {
        if self.small.is_some() && !SmallSorts::may_be_bound(sort) {
            return None;
        }
        let sort_name = self.sort_name(sort)?;
        let symbol = self.symbol("v");
        let args = [CallArg::Sort(sort_name), CallArg::Text(symbol.into())];
        let made = self.make_named(ActionKind::MkVar, args, sort).ok();
        let name = self.unless_refused(sort, made)?;
        let term =
            Term { name, sort: sort.clone(), free: [name].as_slice().into(), literal: false };
        self.database.add_variable(&term);
        Some(term)
    }

    /// What the solver refuses of a sort without any term is not asked for again.
    fn unless_refused<T>(&mut self, sort: &Sort, made: Option<T>) -> Option<T> {
        if made.is_none() && !self.database.has(sort, Which::Any) {
            self.database.refuse_sort(sort);
        }
        made
    }

    pub(super) fn make_any_value(&mut self) -> bool {
        let kinds = values::kinds_with_literals();
        let sort = self.database.pick_of_kinds(&mut self.rng, kinds);
        let Some(sort) = sort.cloned() else { return false };
        self.make_value(&sort).is_some()
    }

    /// A value of the sort.
    pub(super) fn make_value(&mut self, sort: &Sort) -> Option<Term> {
        let literal = values::literal(&mut self.rng, self.numbers, sort)?;
        let name = self.sort_name(sort)?;
        let written = CallArg::Literal(WrittenLiteral::new(&literal));
        let args = [CallArg::Sort(name), written];
        self.make_input(ActionKind::MkValue, args, sort, true).ok()
    }

    pub(super) fn make_any_special(&mut self) -> bool {
        let kinds = self.repertoire.kinds_with_specials();
        let sort = self.database.pick_of_kinds(&mut self.rng, kinds);
        let Some(sort) = sort.cloned() else { return false };
        self.make_special(&sort).is_some()
    }

    /// A value with a name of its own.
    pub(super) fn make_special(&mut self, sort: &Sort) -> Option<Term> {
        let special = *self.rng.pick(self.repertoire.specials(sort.kind()))?;
        let name = self.sort_name(sort)?;
        let args = [CallArg::Sort(name), CallArg::Text(special.key().into())];
        // The set of all elements has a name, but is no value for every solver.
        let literal = special != SpecialValue::SetUniverse;
        self.make_input(ActionKind::MkSpecialValue, args, sort, literal).ok()
    }
}
