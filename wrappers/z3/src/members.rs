//! The functions that belong to datatypes and tuples: constructors, selectors, testers, updates.

use std::ffi::c_uint;

use murxla_api::{Application, SolverError, Sort, SortShape};

use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, call};
use crate::form::Build;
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;

impl Z3Solver {
    /// Applies a function of a datatype or a tuple; `None` if the operator is none.
    pub(crate) fn apply_member(
        &mut self,
        build: &Build,
        application: &Application<'_>,
        args: &[Z3_ast],
    ) -> Result<Option<Option<Z3_ast>>, SolverError> {
        let raw = self.context.raw;
        Ok(Some(match build {
            Build::Construct => {
                let ([sort], [name]) = (application.sorts, application.names) else {
                    return Err(wrong_form(application));
                };
                let (native, structure) =
                    (self.plain_sort(*sort)?, self.sorts.sort(*sort)?.clone());
                let (_, function) = self.constructor(native, &structure, name)?;
                self.apply(function, args)?
            }
            Build::Select => {
                let [arg] = args else { return Err(wrong_form(application)) };
                let (native, structure) = self.sort_of_native(*arg)?;
                let function = self.selector(native, &structure, application.names)?;
                self.apply(function, args)?
            }
            Build::Test => {
                let ([arg], [name]) = (args, application.names) else {
                    return Err(wrong_form(application));
                };
                let (native, structure) = self.sort_of_native(*arg)?;
                let (number, _) = self.constructor(native, &structure, name)?;
                let made = call!(Z3_get_datatype_sort_recognizer(raw, native, number));
                let function = self.keep_function(made)?;
                self.apply(function, args)?
            }
            Build::Update => {
                let [arg, value] = args else { return Err(wrong_form(application)) };
                let (native, structure) = self.sort_of_native(*arg)?;
                let function = self.selector(native, &structure, application.names)?;
                call!(Z3_datatype_update_field(raw, function, *arg, *value))
            }
            Build::Tuple => {
                let mut natives = Vec::new();
                let mut structures = Vec::new();
                for arg in args {
                    let (native, structure) = self.sort_of_native(*arg)?;
                    natives.push(native);
                    structures.push(structure);
                }
                let sort = self.tuple_sort(&natives, &Sort::tuple(structures))?;
                let made = call!(Z3_get_tuple_sort_mk_decl(raw, sort));
                let function = self.keep_function(made)?;
                self.apply(function, args)?
            }
            Build::TupleSelect => {
                let function = self.projection(application, args)?;
                self.apply(function, args)?
            }
            Build::TupleUpdate => {
                let function = self.projection(application, args)?;
                let [arg, value] = args else { return Err(wrong_form(application)) };
                call!(Z3_datatype_update_field(raw, function, *arg, *value))
            }
            _ => return Ok(None),
        }))
    }

    /// The selector of a tuple's element.
    fn projection(
        &self,
        application: &Application<'_>,
        args: &[Z3_ast],
    ) -> Result<Z3_func_decl, SolverError> {
        let ([arg, ..], [index]) = (args, application.indices) else {
            return Err(wrong_form(application));
        };
        let (native, structure) = self.sort_of_native(*arg)?;
        if !matches!(structure.shape(), SortShape::Tuple(_)) {
            return Err(SolverError::Rejected(format!(
                "murxla refuses it: {structure} is no tuple"
            )));
        }
        let made = call!(Z3_get_tuple_sort_field_decl(self.context.raw, native, *index));
        self.keep_function(made)
    }

    /// The sort of a native term.
    pub(crate) fn sort_of_native(&self, term: Z3_ast) -> Result<(Z3_sort, Sort), SolverError> {
        let sort = call!(Z3_get_sort(self.context.raw, term));
        let sort = self.context.checked(sort)?;
        Ok((sort, self.read_sort(sort)?))
    }

    /// The structure of a datatype or tuple that was made, or met as the sort of a field.
    pub(crate) fn known_datatype(&self, sort: Z3_sort) -> Result<Sort, SolverError> {
        let made = self.sorts.find(|native| native == NativeSort::Sort(sort));
        let met = || self.met.iter().find(|(native, _)| *native == sort).map(|(_, sort)| sort);
        match made.or_else(met) {
            Some(sort) => Ok(sort.clone()),
            None => {
                Err(SolverError::Broken(format!("the unknown datatype {}", self.sort_name(sort)?)))
            }
        }
    }

    /// The number of a constructor and its declaration.
    pub(crate) fn constructor(
        &self,
        native: Z3_sort,
        sort: &Sort,
        name: &str,
    ) -> Result<(c_uint, Z3_func_decl), SolverError> {
        let no_such = || SolverError::Rejected(format!("murxla refuses it: {sort} has no {name}"));
        let SortShape::Datatype(datatype, _) = sort.shape() else { return Err(no_such()) };
        let constructors = &datatype.definition().constructors;
        let number = constructors.iter().position(|constructor| &*constructor.name == name);
        let number = number.ok_or_else(no_such)? as c_uint;
        let raw = self.context.raw;
        let made = call!(Z3_get_datatype_sort_constructor(raw, native, number));
        Ok((number, self.keep_function(made)?))
    }

    /// The declaration of a selector, given by the names of constructor and selector. The sort of the field
    /// is remembered: it may be one that nobody made.
    fn selector(
        &mut self,
        native: Z3_sort,
        sort: &Sort,
        names: &[&str],
    ) -> Result<Z3_func_decl, SolverError> {
        let no_such =
            || SolverError::Rejected(format!("murxla refuses it: {sort} has no {names:?}"));
        let ([constructor, selector], SortShape::Datatype(datatype, args)) = (names, sort.shape())
        else {
            return Err(no_such());
        };
        let (number, _) = self.constructor(native, sort, constructor)?;
        let fields = &datatype.constructor(constructor).ok_or_else(no_such)?.fields;
        let place = fields.iter().position(|(name, _)| &**name == *selector).ok_or_else(no_such)?;
        let field = datatype.field_sort(&fields[place].1, args).ok_or_else(no_such)?;
        let raw = self.context.raw;
        let made =
            call!(Z3_get_datatype_sort_constructor_accessor(raw, native, number, place as c_uint));
        let accessor = self.keep_function(made)?;
        let range = call!(Z3_get_range(raw, accessor));
        let range = self.keep_sort(range)?;
        self.meet(range, &field)?;
        Ok(accessor)
    }

    /// Remembers the sort of a field, if it is a datatype that nobody made.
    pub(crate) fn meet(&mut self, native: Z3_sort, sort: &Sort) -> Result<(), SolverError> {
        let SortShape::Datatype(datatype, _) = sort.shape() else { return Ok(()) };
        if self.known_datatype(native).is_err() && self.sort_name(native)? == datatype.name() {
            self.met.push((native, sort.clone()));
        }
        Ok(())
    }

    pub(crate) fn keep_function(
        &self,
        made: Option<Z3_func_decl>,
    ) -> Result<Z3_func_decl, SolverError> {
        let function = self.context.checked(made)?;
        let ast = call!(Z3_func_decl_to_ast(self.context.raw, function));
        self.context.keep(self.context.checked(ast)?)?;
        Ok(function)
    }
}

fn wrong_form(application: &Application<'_>) -> SolverError {
    SolverError::Unsupported(format!(
        "{} on {} arguments, {} sorts, {} names and {} indices",
        application.op.key,
        application.args.len(),
        application.sorts.len(),
        application.names.len(),
        application.indices.len()
    ))
}
