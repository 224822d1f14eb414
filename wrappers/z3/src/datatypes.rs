//! Declares datatypes and tuples.

use std::ffi::c_uint;
use std::ptr;

use murxla_api::{Datatype, DatatypeDef, FieldSort, SolverError, Sort, SortId, SortShape, inspect};

use crate::ffi::{
    Z3_constructor, Z3_constructor_list, Z3_func_decl, Z3_sort, Z3_symbol, call, slot,
};
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;

impl Z3Solver {
    pub(crate) fn make_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        if definitions.iter().any(|definition| definition.coinductive) {
            return Err(SolverError::Unsupported("codatatypes (Z3 has none)".to_owned()));
        }
        let structures = self.sorts.datatypes(definitions)?;
        for structure in &structures {
            // Z3 frees the old definition, which terms may still use.
            if self.sorts.datatype(structure.name()).is_some() {
                return Err(SolverError::Unsupported(format!(
                    "another datatype with the name {}",
                    structure.name()
                )));
            }
        }
        let parametric = definitions.iter().any(|definition| !definition.params.is_empty());
        let natives = if parametric {
            self.declare_one_by_one(definitions)?
        } else {
            self.declare_together(definitions)?
        };
        let add = |(native, structure): (NativeSort, Datatype)| {
            self.sorts.add(native, Sort::datatype(structure, []))
        };
        Ok(natives.into_iter().zip(structures).map(add).collect())
    }

    /// Datatypes without parameters, which may refer to each other.
    fn declare_together(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<NativeSort>, SolverError> {
        let raw = self.context.raw;
        let mut names = Vec::new();
        for definition in definitions {
            names.push(self.context.symbol(&definition.name)?);
        }
        let mut constructors: Vec<Vec<Z3_constructor>> = Vec::new();
        for definition in definitions {
            constructors.push(self.constructors(definition, |solver, field| match field {
                FieldSort::Sort(sort) => Ok((Some(solver.plain_sort(*sort)?), 0)),
                FieldSort::Member(index, args) if args.is_empty() && *index < definitions.len() => {
                    Ok((None, *index as c_uint))
                }
                FieldSort::Nested(_) | FieldSort::Instance(..) => {
                    Ok((Some(solver.field_sort(field, definitions, &[])?), 0))
                }
                _ => Err(SolverError::Broken("a field of no known sort".to_owned())),
            })?);
        }
        let natives = match (constructors.as_mut_slice(), self.seed.pick(2)) {
            ([only], 0) => {
                let count = only.len() as c_uint;
                let made = call!(Z3_mk_datatype(raw, names[0], count, only.as_mut_ptr()));
                vec![self.context.checked(made)?]
            }
            _ => self.declare_lists(&names, &constructors)?,
        };
        let natives: Result<Vec<NativeSort>, SolverError> = natives
            .into_iter()
            .map(|sort| self.keep_sort(Some(sort)).map(NativeSort::Sort))
            .collect();
        let queried = self.query_constructors(definitions, &constructors);
        self.free_constructors(&constructors)?;
        queried?;
        natives
    }

    fn declare_lists(
        &self,
        names: &[Z3_symbol],
        constructors: &[Vec<Z3_constructor>],
    ) -> Result<Vec<Z3_sort>, SolverError> {
        let context = &self.context;
        let mut lists: Vec<Z3_constructor_list> = Vec::new();
        for list in constructors {
            let count = list.len() as c_uint;
            let made = call!(Z3_mk_constructor_list(context.raw, count, list.as_ptr()));
            lists.push(context.checked(made)?);
        }
        let mut made: Vec<Option<Z3_sort>> = vec![None; names.len()];
        call!(Z3_mk_datatypes(
            context.raw,
            names.len() as c_uint,
            names.as_ptr(),
            // An absent sort is a null pointer: the layouts agree.
            made.as_mut_ptr().cast(),
            lists.as_mut_ptr()
        ));
        let declared = context.check();
        for list in lists {
            call!(Z3_del_constructor_list(context.raw, list));
        }
        declared?;
        made.into_iter()
            .map(|sort| {
                sort.ok_or_else(|| SolverError::Broken("Z3 declared no datatype".to_owned()))
            })
            .collect()
    }

    /// Datatypes of which some have parameters: Z3's C API declares such ones one at a time.
    fn declare_one_by_one(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<NativeSort>, SolverError> {
        let mut declared: Vec<Option<NativeSort>> = vec![None; definitions.len()];
        let order = declaration_order(definitions).ok_or_else(|| {
            SolverError::Unsupported(
                "datatypes with parameters that refer to each other (Z3's C API declares those with \
                 parameters one at a time)"
                    .to_owned(),
            )
        })?;
        for index in order {
            let definition = &definitions[index];
            let raw = self.context.raw;
            let name = self.context.symbol(&definition.name)?;
            let mut params: Vec<Z3_sort> = Vec::new();
            for param in &definition.params {
                let symbol = self.context.symbol(param)?;
                let made = call!(Z3_mk_type_variable(raw, symbol));
                params.push(self.keep_sort(made)?);
            }
            let mut constructors = self.constructors(definition, |solver, field| {
                Ok((Some(solver.field_sort(field, definitions, &params)?), 0))
            })?;
            let made = call!(Z3_mk_polymorphic_datatype(
                raw,
                name,
                params.len() as c_uint,
                params.as_mut_ptr(),
                constructors.len() as c_uint,
                constructors.as_mut_ptr()
            ));
            let made = self.context.checked(made);
            self.free_constructors(&[constructors])?;
            let sort = self.keep_sort(Some(made?))?;
            declared[index] = Some(if definition.params.is_empty() {
                NativeSort::Sort(sort)
            } else {
                NativeSort::Parametric
            });
        }
        declared
            .into_iter()
            .map(|sort| sort.ok_or_else(|| SolverError::Broken("no declaration".to_owned())))
            .collect()
    }

    /// The sort of a field over type variables; other datatypes are given by name.
    fn field_sort(
        &self,
        field: &FieldSort<SortId>,
        definitions: &[DatatypeDef<SortId>],
        params: &[Z3_sort],
    ) -> Result<Z3_sort, SolverError> {
        let no_sort = || SolverError::Broken("a field of no known sort".to_owned());
        match field {
            FieldSort::Sort(sort) => self.plain_sort(*sort),
            FieldSort::Param(number) => params.get(*number).copied().ok_or_else(no_sort),
            FieldSort::Member(index, args) => {
                let member = definitions.get(*index).ok_or_else(no_sort)?;
                let args: Vec<Z3_sort> = args
                    .iter()
                    .map(|arg| self.field_sort(arg, definitions, params))
                    .collect::<Result<_, _>>()?;
                self.datatype_by_name(&member.name, &args)
            }
            FieldSort::Instance(generic, args) => {
                let SortShape::Datatype(datatype, _) = self.sorts.sort(*generic)?.shape() else {
                    return Err(no_sort());
                };
                let args: Vec<Z3_sort> = args
                    .iter()
                    .map(|arg| self.field_sort(arg, definitions, params))
                    .collect::<Result<_, _>>()?;
                self.datatype_by_name(datatype.name(), &args)
            }
            FieldSort::Nested(shape) => {
                let shape = shape.try_map(|part| self.field_sort(part, definitions, params))?;
                self.sort_of_parts(&shape)
            }
        }
    }

    fn datatype_by_name(&self, name: &str, args: &[Z3_sort]) -> Result<Z3_sort, SolverError> {
        let symbol = self.context.symbol(name)?;
        let count = args.len() as c_uint;
        let made = call!(Z3_mk_datatype_sort(self.context.raw, symbol, count, args.as_ptr()));
        self.keep_sort(made)
    }

    /// The constructors of a datatype, to be freed when it is declared. A field has a sort, or the number
    /// of the datatype in its group.
    fn constructors(
        &self,
        definition: &DatatypeDef<SortId>,
        sort_of: impl Fn(
            &Z3Solver,
            &FieldSort<SortId>,
        ) -> Result<(Option<Z3_sort>, c_uint), SolverError>,
    ) -> Result<Vec<Z3_constructor>, SolverError> {
        let context = &self.context;
        let mut made = Vec::new();
        for constructor in &definition.constructors {
            let name = context.symbol(&constructor.name)?;
            let tester = context.symbol(&format!("is-{}", constructor.name))?;
            let (mut names, mut sorts, mut references) = (Vec::new(), Vec::new(), Vec::new());
            for (selector, field) in &constructor.fields {
                names.push(context.symbol(selector)?);
                let (sort, reference) = sort_of(self, field)?;
                sorts.push(sort);
                references.push(reference);
            }
            let constructor = call!(Z3_mk_constructor(
                context.raw,
                name,
                tester,
                names.len() as c_uint,
                names.as_ptr(),
                sorts.as_ptr(),
                references.as_mut_ptr()
            ));
            made.push(context.checked(constructor)?);
        }
        Ok(made)
    }

    /// What Z3 tells of constructors once they are declared.
    fn query_constructors(
        &self,
        definitions: &[DatatypeDef<SortId>],
        groups: &[Vec<Z3_constructor>],
    ) -> Result<(), SolverError> {
        let context = &self.context;
        let raw = context.raw;
        for (definition, group) in definitions.iter().zip(groups) {
            for (constructor, native) in definition.constructors.iter().zip(group) {
                let fields = constructor.fields.len();
                // Older releases do not have it.
                if slot::Z3_constructor_num_fields.is_present() {
                    let told = call!(Z3_constructor_num_fields(raw, *native)) as usize;
                    context.check()?;
                    inspect("Z3_constructor_num_fields", "the number of fields", fields, told)?;
                }
                let (mut make, mut test): (Option<Z3_func_decl>, Option<Z3_func_decl>) =
                    (None, None);
                let mut read: Vec<Option<Z3_func_decl>> = vec![None; fields];
                // An absent declaration is a null pointer: the layouts agree.
                call!(Z3_query_constructor(
                    raw,
                    *native,
                    fields as c_uint,
                    (&raw mut make).cast(),
                    (&raw mut test).cast(),
                    read.as_mut_ptr().cast()
                ));
                context.check()?;
                let arity = call!(Z3_get_arity(raw, context.checked(make)?)) as usize;
                inspect("Z3_query_constructor", "the arity of a constructor", fields, arity)?;
                let arity = call!(Z3_get_arity(raw, context.checked(test)?)) as usize;
                inspect("Z3_query_constructor", "the arity of a tester", 1, arity)?;
                for one in read {
                    let arity = call!(Z3_get_arity(raw, context.checked(one)?)) as usize;
                    inspect("Z3_query_constructor", "the arity of a selector", 1, arity)?;
                }
            }
        }
        Ok(())
    }

    fn free_constructors(&self, groups: &[Vec<Z3_constructor>]) -> Result<(), SolverError> {
        for constructor in groups.iter().flatten() {
            call!(Z3_del_constructor(self.context.raw, *constructor));
        }
        Ok(())
    }

    pub(crate) fn instantiate(
        &mut self,
        sort: SortId,
        args: &[SortId],
    ) -> Result<SortId, SolverError> {
        let SortShape::Datatype(datatype, _) = self.sorts.sort(sort)?.shape() else {
            return Err(SolverError::Unsupported("sorts for a sort without parameters".to_owned()));
        };
        let datatype = datatype.clone();
        if self.sorts.native(sort)? != NativeSort::Parametric
            || datatype.definition().params.len() != args.len()
        {
            return Err(SolverError::Unsupported(format!(
                "{} sorts for the parameters of {}",
                args.len(),
                datatype.name()
            )));
        }
        let natives: Vec<Z3_sort> =
            args.iter().map(|id| self.plain_sort(*id)).collect::<Result<_, _>>()?;
        let structures: Vec<Sort> =
            args.iter().map(|id| self.sorts.sort(*id).cloned()).collect::<Result<_, _>>()?;
        let native = self.datatype_by_name(datatype.name(), &natives)?;
        Ok(self.sorts.add(NativeSort::Sort(native), Sort::datatype(datatype, structures)))
    }

    /// A tuple sort: Z3 declares it like a datatype, so that each must be declared just once.
    pub(crate) fn tuple_sort(
        &mut self,
        elements: &[Z3_sort],
        structure: &Sort,
    ) -> Result<Z3_sort, SolverError> {
        if let Ok(there) = self.find_sort(structure) {
            return Ok(there);
        }
        let context = &self.context;
        let name = context.symbol(&structure.to_string())?;
        let mut fields = Vec::new();
        for position in 0..elements.len() {
            fields.push(context.symbol(&format!("{structure}.{position}"))?);
        }
        let mut make: *mut std::ffi::c_void = ptr::null_mut();
        let mut project: Vec<*mut std::ffi::c_void> = vec![ptr::null_mut(); elements.len()];
        let made = call!(Z3_mk_tuple_sort(
            context.raw,
            name,
            elements.len() as c_uint,
            fields.as_ptr(),
            elements.as_ptr(),
            // Declarations are pointers; these are asked for again when they are needed.
            (&raw mut make).cast(),
            project.as_mut_ptr().cast()
        ));
        let sort = self.keep_sort(made)?;
        self.met.push((sort, structure.clone()));
        Ok(sort)
    }
}

/// An order in which every datatype comes after those that it refers to, if there is one; a datatype may
/// refer to itself.
fn declaration_order(definitions: &[DatatypeDef<SortId>]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < definitions.len() {
        let ready = |index: &usize| {
            let fields = definitions[*index].constructors.iter().flat_map(|one| &one.fields);
            let mut references = Vec::new();
            fields.for_each(|(_, field)| collect_references(field, &mut references));
            references.iter().all(|other| other == index || order.contains(other))
        };
        let next = (0..definitions.len()).find(|index| !order.contains(index) && ready(index))?;
        order.push(next);
    }
    Some(order)
}

fn collect_references(field: &FieldSort<SortId>, references: &mut Vec<usize>) {
    if let FieldSort::Member(index, _) = field {
        references.push(*index);
    }
    field.parts().into_iter().for_each(|part| collect_references(part, references));
}
