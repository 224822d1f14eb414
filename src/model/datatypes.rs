//! Datatypes: groups with constructors and fields, and instances of parametric ones.

use std::sync::Arc;

use murxla_api::{ActionKind, ConstructorDef, Datatype, DatatypeDef, FieldSort, Sort, SortShape};

use super::generator::Generator;
use crate::trace::{CallArg, SortName};

/// How often a group is drawn anew if it has no finite value.
const TRIES: u32 = 8;

impl Generator<'_> {
    /// Declares a group of datatypes that all have finite values and that the solver takes.
    pub(super) fn declare_datatypes(&mut self) -> bool {
        for _ in 0..TRIES {
            let group = self.draw_group();
            if !Datatype::is_well_founded(&group) {
                continue;
            }
            let sorts: Vec<Sort> = Datatype::declare(group.clone())
                .into_iter()
                .map(|datatype| Sort::datatype(datatype, []))
                .collect();
            if sorts.iter().any(|sort| self.target.profile.limit_on(sort).is_some()) {
                continue;
            }
            let Some(named) = self.name_sorts(&group) else { continue };
            let args = vec![CallArg::Datatypes(named)];
            return self.make_sorts(ActionKind::MkSort, args, &sorts).is_ok();
        }
        false
    }

    /// The same group with names in place of sorts.
    fn name_sorts(&mut self, group: &[DatatypeDef<Sort>]) -> Option<Vec<DatatypeDef<SortName>>> {
        let mut named = Vec::new();
        for definition in group {
            let mapped = definition.try_map(&mut |sort: &Sort| self.sort_name(sort).ok_or(()));
            named.push(mapped.ok()?);
        }
        Some(named)
    }

    fn draw_group(&mut self) -> Vec<DatatypeDef<Sort>> {
        let size = self.few(self.numbers.group_most) as usize;
        // All members have the same parameters, so that each can stand in each without growing sorts.
        let params: Vec<Arc<str>> = match self.rng.chance(1, 3) {
            true => (0..self.few(self.numbers.params_most))
                .take(self.numbers.params_most as usize)
                .map(|_| self.symbol("P").into())
                .collect(),
            false => Vec::new(),
        };
        let mut group = Vec::new();
        for place in 0..size {
            let name: Arc<str> = self.symbol("D").into();
            let mut constructors = Vec::new();
            for _ in 0..self.few(self.numbers.constructors_most) {
                constructors.push(self.draw_constructor(place, size, params.len()));
            }
            let params = params.clone();
            group.push(DatatypeDef { name, params, constructors, coinductive: false });
        }
        group
    }

    fn draw_constructor(
        &mut self,
        place: usize,
        size: usize,
        params: usize,
    ) -> ConstructorDef<Sort> {
        let name: Arc<str> = self.symbol("c").into();
        let mut fields = Vec::new();
        for _ in 0..self.rng.below(self.numbers.fields_most + 1) {
            let selector: Arc<str> = self.symbol("s").into();
            let all_params = || (0..params).map(FieldSort::Param).collect();
            let field = match self.rng.below(10) {
                0 | 1 => FieldSort::Member(place, all_params()),
                2 => FieldSort::Member(self.rng.below(size as u64) as usize, all_params()),
                3..6 if params > 0 => FieldSort::Param(self.rng.below(params as u64) as usize),
                _ => FieldSort::Sort(self.field_sort()),
            };
            fields.push((selector, field));
        }
        ConstructorDef { name, fields }
    }

    fn field_sort(&mut self) -> Sort {
        use murxla_api::Draw;
        self.drawer(None).sort()
    }

    /// Gives sorts for the parameters of a parametric datatype.
    pub(super) fn instantiate_any(&mut self) -> bool {
        use murxla_api::Draw;
        let parametric = |sort: &&Sort| match sort.shape() {
            SortShape::Datatype(datatype, args) => {
                args.is_empty() && !datatype.definition().params.is_empty()
            }
            _ => false,
        };
        let sorts: Vec<Sort> = self.database.sorts().filter(parametric).cloned().collect();
        let Some(sort) = self.rng.pick(&sorts) else { return false };
        let SortShape::Datatype(datatype, _) = sort.shape() else { return false };
        let mut drawer = self.drawer(None);
        let args: Vec<Sort> = datatype.definition().params.iter().map(|_| drawer.sort()).collect();
        let instance = Sort::datatype(datatype.clone(), args);
        drawer.allows(&instance) && self.sort_name(&instance).is_some()
    }
}
