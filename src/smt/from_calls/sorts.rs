//! Adds calls that make sorts to the graph.

use murxla_api::{Datatype, Sort, SortShape};

use super::FromCalls;
use crate::trace::{Call, CallArg, Name, SortName};

impl FromCalls {
    pub(super) fn make_sorts(&mut self, call: &Call) {
        let sorts = match call.args.as_slice() {
            [CallArg::Shape(shape)] => self.shaped(shape).map(|sort| vec![sort]),
            [CallArg::Datatypes(group)] => {
                let made = group.iter().map(|one| one.try_map(&mut |name| self.known_sort(*name)));
                made.collect::<Result<Vec<_>, ()>>().ok().map(|structures| {
                    let declared = Datatype::declare(structures);
                    self.datatypes.push(declared.clone());
                    declared.into_iter().map(|datatype| Sort::datatype(datatype, [])).collect()
                })
            }
            [CallArg::Sort(name), CallArg::Sorts(args)] => {
                self.instance(*name, args).map(|sort| vec![sort])
            }
            _ => None,
        };
        let mut sorts = sorts.unwrap_or_default().into_iter();
        for name in &call.rets {
            self.bind_sort(*name, sorts.next());
        }
    }

    /// Gives a name to a sort; `None` if only the solver knows which it is.
    pub(super) fn bind_sort(&mut self, name: Name, sort: Option<Sort>) {
        if let Name::Sort(name) = name {
            self.sorts.add(name.0, sort);
        }
    }

    pub(super) fn known_sort(&self, name: SortName) -> Result<Sort, ()> {
        self.sort(name).cloned().ok_or(())
    }

    fn shaped(&self, shape: &SortShape<SortName>) -> Option<Sort> {
        shape.try_map(|name| self.known_sort(*name)).ok().map(Sort::new)
    }

    fn instance(&self, name: SortName, args: &[SortName]) -> Option<Sort> {
        let args = args.iter().map(|name| self.known_sort(*name)).collect::<Result<Vec<_>, _>>();
        match self.sort(name)?.shape() {
            SortShape::Datatype(datatype, _) => Some(Sort::datatype(datatype.clone(), args.ok()?)),
            _ => None,
        }
    }
}
