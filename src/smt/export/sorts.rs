//! Lowers sorts to the dialect.

use std::sync::Arc;

use murxla_api::smtlib::{is_reserved, is_simple};
use murxla_api::{ConstructorDef, Datatype, DatatypeDef, FieldSort, Sort, SortKind, SortShape};

use super::exporter::{Exporter, Why};
use crate::smt::Command;
use crate::trace::Call;

/// The datatype that stands for tuples with these elements, where there are none; it is the one with this number.
fn tuple_datatype(elements: &[Sort], number: usize) -> Datatype {
    let fields = elements.iter().enumerate().map(|(place, sort)| {
        (format!("tuple{number}.{place}").into(), FieldSort::Sort(sort.clone()))
    });
    let constructor =
        ConstructorDef { name: format!("tuple{number}").into(), fields: fields.collect() };
    let definition = DatatypeDef {
        name: format!("Tuple{number}").into(),
        params: Vec::new(),
        constructors: vec![constructor],
        coinductive: false,
    };
    Datatype::declare(vec![definition]).remove(0)
}

/// The constructor of such a datatype, then its selectors.
pub(super) fn tuple_members(datatype: &Datatype) -> Vec<Arc<str>> {
    let mut names = Vec::new();
    for constructor in &datatype.definition().constructors {
        names.push(Arc::clone(&constructor.name));
        names.extend(constructor.fields.iter().map(|(name, _)| Arc::clone(name)));
    }
    names
}

impl Exporter<'_> {
    /// The sort as the dialect has it. Sorts are not deep.
    pub(super) fn lower(&mut self, sort: &Sort) -> Result<Sort, Why> {
        let dialect = self.dialect();
        if dialect.no_sorts.contains(&sort.kind()) {
            return Err(format!("there is no text for sorts like {sort}"));
        }
        let shape = sort.shape().try_map(|part| {
            if part.kind() == SortKind::Fun && !dialect.higher_order {
                return Err(format!("there is no text for functions inside of {sort}"));
            }
            self.lower(part)
        })?;
        Ok(Sort::new(match shape {
            SortShape::Tuple(elements) if !dialect.tuples => return Ok(self.tuple(elements)),
            SortShape::Datatype(datatype, args) => {
                let declared = self.datatypes.get(datatype.name()).cloned();
                SortShape::Datatype(declared.unwrap_or(datatype), args)
            }
            other => other,
        }))
    }

    /// The datatype for tuples with these elements; it is declared when it is first needed.
    pub(super) fn tuple(&mut self, elements: Vec<Sort>) -> Sort {
        let key = Sort::tuple(elements.as_slice());
        if let Some(sort) = self.tuples.get(&key) {
            return sort.clone();
        }
        let datatype = tuple_datatype(&elements, self.tuple_count + 1);
        self.tuple_count += 1;
        self.begin_commands();
        self.say(Command::DeclareDatatypes(vec![datatype.clone()]));
        let sort = Sort::datatype(datatype, []);
        self.tuples.insert(key, sort.clone());
        sort
    }

    /// Declares what a call of `mk-sort` makes.
    pub(super) fn declare_sorts(&mut self, call: &Call, sorts: &[Sort]) -> Result<(), Why> {
        if sorts.is_empty() && !call.rets.is_empty() {
            return Err("only the solver knows its parts".to_owned());
        }
        let mut group = Vec::new();
        for sort in sorts {
            match sort.shape() {
                SortShape::Uninterpreted(name) => {
                    let name = Arc::clone(name);
                    self.begin_commands();
                    self.say(Command::DeclareSort { name, arity: 0 });
                }
                SortShape::Datatype(datatype, _) => group.push(datatype.definition().clone()),
                _ => {}
            }
        }
        if group.is_empty() {
            return Ok(());
        }
        let kind = SortKind::Datatype;
        if self.dialect().no_sorts.contains(&kind) {
            return Err("there is no text for datatypes".to_owned());
        }
        self.begin_commands();
        let mut lowered = Vec::new();
        for definition in &group {
            let mut definition = definition.try_map(&mut |sort: &Sort| self.lower(sort))?;
            for (number, name) in definition.params.iter_mut().enumerate() {
                // Not all front ends take quoted names here, and nobody else knows them.
                if !is_simple(name) || is_reserved(name) {
                    *name = format!("T{number}").into();
                }
            }
            lowered.push(definition);
        }
        let declared = Datatype::declare(lowered);
        for datatype in &declared {
            self.datatypes.insert(datatype.name().to_owned(), datatype.clone());
        }
        self.say(Command::DeclareDatatypes(declared));
        Ok(())
    }
}
