//! Sorts.

use murxla_api::{ActionKind, Datatype, DatatypeDef, FieldSort, Sort, SortShape};

use super::ImportError;
use super::commands::Importer;
use crate::trace::{CallArg, Name, SortName};

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

/// An error unless all fields of a group are sorts from outside, parameters, or members of the group as a whole.
pub(super) fn require_plain_fields(group: &[Datatype]) -> Result<(), ImportError> {
    let in_group = |sort: &Sort| {
        let mut todo = vec![sort];
        while let Some(sort) = todo.pop() {
            if let SortShape::Datatype(datatype, _) = sort.shape()
                && group.iter().any(|member| member == datatype)
            {
                return true;
            }
            todo.extend(sort.shape().children());
        }
        false
    };
    for datatype in group {
        let constructors = &datatype.definition().constructors;
        for (_, field) in constructors.iter().flat_map(|constructor| &constructor.fields) {
            if let FieldSort::Sort(sort) = field
                && in_group(sort)
            {
                return Err(ImportError::NestedDatatype(datatype.name().to_owned()));
            }
        }
    }
    Ok(())
}
