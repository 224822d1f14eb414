//! Imports the sorts of a script.

use murxla_api::{ActionKind, Datatype, DatatypeDef, FieldSort, Sort, SortShape};

use super::ImportError;
use super::commands::Importer;
use crate::trace::{CallArg, DEEPEST_FIELD, Name, SortName};

impl Importer<'_> {
    pub(super) fn sort_arg(&mut self, sort: &Sort) -> CallArg {
        CallArg::Sort(self.sort(sort))
    }

    /// The name of a sort, which is made if it is not there yet. Sorts are as deep as they are written, which the
    /// reader of scripts bounds.
    pub(super) fn sort(&mut self, sort: &Sort) -> SortName {
        if let Some(name) = self.sorts.get(sort) {
            return *name;
        }
        if let SortShape::Datatype(datatype, args) = sort.shape() {
            let generic = Sort::datatype(datatype.clone(), []);
            if !self.sorts.contains_key(&generic) {
                let group: Vec<Datatype> = Datatype::declare(datatype.group().to_vec());
                self.datatypes(&group);
            }
            if args.is_empty() {
                return self.sorts[&generic];
            }
            let parts = args.iter().map(|arg| self.sort(arg)).collect();
            let base = self.sorts[&generic];
            let name = self.new_sort_name();
            let args = vec![CallArg::Sort(base), CallArg::Sorts(parts)];
            self.call_returning(ActionKind::InstantiateSort, args, vec![Name::Sort(name)]);
            self.sorts.insert(sort.clone(), name);
            return name;
        }
        let shape = sort
            .shape()
            .try_map(|child| Ok::<SortName, std::convert::Infallible>(self.sort(child)));
        let Ok(shape) = shape;
        let name = self.new_sort_name();
        self.call_returning(
            ActionKind::MkSort,
            vec![CallArg::Shape(shape)],
            vec![Name::Sort(name)],
        );
        self.sorts.insert(sort.clone(), name);
        name
    }

    /// Declares a group of datatypes.
    pub(super) fn datatypes(&mut self, group: &[Datatype]) {
        let definitions: Vec<DatatypeDef<SortName>> = group
            .iter()
            .map(|datatype| {
                let mut sort =
                    |sort: &Sort| Ok::<SortName, std::convert::Infallible>(self.sort(sort));
                let Ok(definition) = datatype.definition().try_map(&mut sort);
                definition
            })
            .collect();
        let mut rets = Vec::with_capacity(group.len());
        for datatype in group {
            let name = self.new_sort_name();
            self.sorts.insert(Sort::datatype(datatype.clone(), []), name);
            rets.push(Name::Sort(name));
        }
        self.call_returning(ActionKind::MkSort, vec![CallArg::Datatypes(definitions)], rets);
    }
}

/// An error if a field of a group is deeper than those that are read from a trace.
pub(super) fn require_shallow_fields(group: &[Datatype]) -> Result<(), ImportError> {
    fn depth(field: &FieldSort<Sort>) -> usize {
        field.parts().into_iter().map(depth).max().map_or(0, |parts| parts + 1)
    }
    for datatype in group {
        let constructors = &datatype.definition().constructors;
        let mut fields = constructors.iter().flat_map(|constructor| &constructor.fields);
        if fields.any(|(_, field)| depth(field) > DEEPEST_FIELD) {
            return Err(ImportError::DeepField(datatype.name().to_owned()));
        }
    }
    Ok(())
}
