//! Datatypes: declaring them, and finding the terms of their constructors, selectors, testers and updaters.

use murxla_api::{Datatype, DatatypeDef, FieldSort, SolverError, Sort, SortId, SortShape};

use crate::ffi::{self, NativeConstructor, NativeDatatype, NativeSort, NativeTerm, call};
use crate::guard;
use crate::solver::Instance;

/// A member of a constructor.
#[derive(Clone, Copy)]
pub(crate) enum Member<'a> {
    /// The constructor itself.
    Constructor,
    /// Its tester.
    Tester,
    /// The selector of a field.
    Selector(Field<'a>),
    /// The updater of a field.
    Updater(Field<'a>),
}

/// A field of a constructor.
#[derive(Clone, Copy)]
pub(crate) enum Field<'a> {
    /// By its selector's name.
    Named(&'a str),
    /// By its place.
    At(usize),
}

/// Native handles that a declaration makes; all are given back when it is done.
#[derive(Default)]
struct Declaration {
    datatypes: Vec<cvc5_sys::DatatypeDecl>,
    constructors: Vec<cvc5_sys::DatatypeConstructorDecl>,
    sorts: Vec<NativeSort>,
}

impl Declaration {
    fn release(self) -> Result<(), SolverError> {
        for constructor in self.constructors {
            call!(cvc5_dt_cons_decl_release(constructor));
        }
        for datatype in self.datatypes {
            call!(cvc5_dt_decl_release(datatype));
        }
        for sort in self.sorts {
            call!(cvc5_sort_release(sort));
        }
        Ok(())
    }
}

impl Instance {
    pub(crate) fn declare_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        let structures = self.sorts.datatypes(definitions)?;
        for datatype in &structures {
            if self.sorts.datatype(datatype.name()).is_some() {
                return Err(SolverError::Rejected(format!(
                    "a datatype {} is declared already",
                    datatype.name()
                )));
            }
        }
        if self.library.ends_process() {
            guard::datatypes(&self.library.profile, &structures)?;
        }
        let mut declaration = Declaration::default();
        let made = self.declare_group(definitions, &mut declaration);
        declaration.release()?;
        let ids = made?.into_iter().zip(structures).map(|(native, datatype)| {
            let native = ffi::live(native, "datatype sort")?;
            Ok(self.sorts.add(native, Sort::datatype(datatype, [])))
        });
        ids.collect()
    }

    fn declare_group(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
        declaration: &mut Declaration,
    ) -> Result<Vec<NativeSort>, SolverError> {
        let mut unresolved = Vec::new();
        for definition in definitions {
            let name = ffi::c_string(&definition.name)?;
            let arity = definition.params.len();
            let sort = call!(cvc5_mk_unresolved_dt_sort(self.tm, name.as_ptr(), arity));
            let sort = ffi::live(sort, "unresolved sort")?;
            declaration.sorts.push(sort);
            unresolved.push(sort);
        }
        for definition in definitions {
            self.declare_one(definition, definitions, &unresolved, declaration)?;
        }
        if !self.library.ends_process() {
            for (definition, native) in definitions.iter().zip(&declaration.datatypes) {
                self.inspect_declaration(definition, *native)?;
            }
        }
        if let ([definition], true) = (definitions, self.may_declare_at_once(definitions))
            && self.seed.pick(4) == 0
        {
            let name = ffi::c_string(&definition.name)?;
            let (solver, constructors) = (self.solver, &declaration.constructors);
            let (count, first) = (constructors.len(), constructors.as_ptr());
            return Ok(vec![call!(cvc5_declare_dt(solver, name.as_ptr(), count, first))]);
        }
        let datatypes = &declaration.datatypes;
        if let [only] = datatypes.as_slice()
            && self.seed.pick(2) == 0
        {
            return Ok(vec![call!(cvc5_mk_dt_sort(self.tm, *only))]);
        }
        let sorts = call!(cvc5_mk_dt_sorts(self.tm, datatypes.len(), datatypes.as_ptr()));
        // SAFETY: the library gave one sort for each datatype, valid until the next call of this function.
        let sorts = unsafe { ffi::list(sorts, datatypes.len()) };
        if sorts.len() != definitions.len() {
            return Err(SolverError::Broken("cvc5 gave no sorts for datatypes".to_owned()));
        }
        Ok(sorts)
    }

    /// Whether a datatype can be declared by its constructors alone.
    fn may_declare_at_once(&self, definitions: &[DatatypeDef<SortId>]) -> bool {
        !self.library.ends_process()
            && definitions.iter().all(|one| one.params.is_empty() && !one.coinductive)
    }

    fn declare_one(
        &mut self,
        definition: &DatatypeDef<SortId>,
        group: &[DatatypeDef<SortId>],
        unresolved: &[NativeSort],
        declaration: &mut Declaration,
    ) -> Result<(), SolverError> {
        let mut params = Vec::new();
        for param in &definition.params {
            let symbol = ffi::c_string(param)?;
            let sort = ffi::live(call!(cvc5_mk_param_sort(self.tm, symbol.as_ptr())), "sort")?;
            declaration.sorts.push(sort);
            params.push(sort);
        }
        let name = ffi::c_string(&definition.name)?;
        let (tm, name, co) = (self.tm, name.as_ptr(), definition.coinductive);
        let datatype = if params.is_empty() && self.seed.pick(2) == 0 {
            call!(cvc5_mk_dt_decl(tm, name, co))
        } else {
            call!(cvc5_mk_dt_decl_with_params(tm, name, params.len(), params.as_ptr(), co))
        };
        let datatype = ffi::live(datatype, "datatype declaration")?;
        declaration.datatypes.push(datatype);
        for constructor in &definition.constructors {
            let name = ffi::c_string(&constructor.name)?;
            let native = call!(cvc5_mk_dt_cons_decl(self.tm, name.as_ptr()));
            let native = ffi::live(native, "constructor declaration")?;
            declaration.constructors.push(native);
            for (selector, field) in &constructor.fields {
                let symbol = ffi::c_string(selector)?;
                let symbol = symbol.as_ptr();
                // A datatype without parameters can be named instead of given as an unresolved sort.
                let plain = match field {
                    FieldSort::Member(member, args) if args.is_empty() => group.get(*member),
                    _ => None,
                };
                match (plain.filter(|named| named.params.is_empty()), self.seed.pick(3)) {
                    (Some(named), 0) if named.name == definition.name => {
                        call!(cvc5_dt_cons_decl_add_selector_self(native, symbol));
                    }
                    (Some(named), 1) => {
                        let named = ffi::c_string(&named.name)?;
                        let named = named.as_ptr();
                        call!(cvc5_dt_cons_decl_add_selector_unresolved(native, symbol, named));
                    }
                    _ => {
                        let sort = self.field_sort(field, &params, unresolved, declaration)?;
                        call!(cvc5_dt_cons_decl_add_selector(native, symbol, sort));
                    }
                }
            }
            if !self.library.ends_process() {
                self.inspect_constructor_declaration(&constructor.name, native)?;
            }
            call!(cvc5_dt_decl_add_constructor(datatype, native));
        }
        Ok(())
    }

    fn field_sort(
        &self,
        field: &FieldSort<SortId>,
        params: &[NativeSort],
        unresolved: &[NativeSort],
        declaration: &mut Declaration,
    ) -> Result<NativeSort, SolverError> {
        let none = |what: &str| SolverError::Rejected(format!("there is no such {what}"));
        match field {
            FieldSort::Sort(sort) => self.sorts.native(*sort),
            FieldSort::Param(number) => {
                params.get(*number).copied().ok_or_else(|| none("parameter"))
            }
            FieldSort::Member(member, args) => {
                let sort = *unresolved.get(*member).ok_or_else(|| none("datatype"))?;
                if args.is_empty() {
                    return Ok(sort);
                }
                self.instance_of(sort, field, params, unresolved, declaration)
            }
            FieldSort::Instance(generic, _) => {
                let generic = self.sorts.native(*generic)?;
                self.instance_of(generic, field, params, unresolved, declaration)
            }
            FieldSort::Nested(shape) => {
                let mut part = |part: &FieldSort<SortId>| {
                    self.field_sort(part, params, unresolved, declaration)
                };
                let shape = shape.try_map(&mut part)?;
                let sort = ffi::live(self.sort_of_parts(&shape)?, "sort")?;
                declaration.sorts.push(sort);
                Ok(sort)
            }
        }
    }

    /// A datatype with the sorts for its parameters that the field tells.
    fn instance_of(
        &self,
        generic: NativeSort,
        field: &FieldSort<SortId>,
        params: &[NativeSort],
        unresolved: &[NativeSort],
        declaration: &mut Declaration,
    ) -> Result<NativeSort, SolverError> {
        let mut given = Vec::new();
        for arg in field.parts() {
            given.push(self.field_sort(arg, params, unresolved, declaration)?);
        }
        let sort = call!(cvc5_sort_instantiate(generic, given.len(), given.as_ptr()));
        let sort = ffi::live(sort, "sort")?;
        declaration.sorts.push(sort);
        Ok(sort)
    }

    pub(crate) fn instantiate(
        &mut self,
        sort: SortId,
        args: &[SortId],
    ) -> Result<SortId, SolverError> {
        let structure = self.sorts.sort(sort)?.clone();
        let SortShape::Datatype(datatype, given) = structure.shape() else {
            return Err(SolverError::Rejected(format!("{structure} is no datatype")));
        };
        let sorts = args.iter().map(|arg| self.sorts.sort(*arg).cloned());
        let sorts = sorts.collect::<Result<Vec<Sort>, SolverError>>()?;
        let instance = Sort::datatype(datatype.clone(), sorts);
        if self.library.ends_process() {
            let params = datatype.definition().params.len();
            let fits = given.is_empty() && params > 0 && params == args.len();
            guard::need(fits, "a parametric datatype takes one sort for each parameter")?;
            guard::sort(&self.library.profile, &instance)?;
        }
        let natives = self.sorts.natives(args)?;
        let native = self.sorts.native(sort)?;
        let native = call!(cvc5_sort_instantiate(native, natives.len(), natives.as_ptr()));
        Ok(self.sorts.add(ffi::live(native, "sort")?, instance))
    }

    /// The term of a member of a constructor; `constructor` is its name, or `None` for the only one of a
    /// tuple. The handle is to be released.
    pub(crate) fn member_term(
        &mut self,
        sort: NativeSort,
        constructor: Option<&str>,
        member: Member<'_>,
    ) -> Result<NativeTerm, SolverError> {
        let datatype = ffi::live(call!(cvc5_sort_get_datatype(sort)), "datatype")?;
        let found = self.find_constructor(datatype, constructor);
        call!(cvc5_dt_release(datatype));
        let constructor = ffi::live(found?, "constructor")?;
        let term = self.term_of(sort, constructor, member);
        call!(cvc5_dt_cons_release(constructor));
        ffi::live(term?, "member of a datatype")
    }

    /// The term of a member of the constructor at a place. The handle is to be released.
    pub(crate) fn constructor_at(
        &self,
        sort: NativeSort,
        place: usize,
        member: Member<'_>,
    ) -> Result<NativeTerm, SolverError> {
        let datatype = ffi::live(call!(cvc5_sort_get_datatype(sort)), "datatype")?;
        let constructor = call!(cvc5_dt_get_constructor(datatype, place));
        call!(cvc5_dt_release(datatype));
        let constructor = ffi::live(constructor, "constructor")?;
        let term = self.term_of(sort, constructor, member);
        call!(cvc5_dt_cons_release(constructor));
        ffi::live(term?, "member of a datatype")
    }

    /// Whether a sort is an instance of a parametric datatype. `cvc5_sort_is_instantiated` does not tell: it
    /// holds for datatypes without parameters too, and asking for the instantiated term of a tuple's
    /// constructor kills the process (1.4.2).
    pub(crate) fn is_parametric(&self, sort: NativeSort) -> Result<bool, SolverError> {
        let datatype = ffi::live(call!(cvc5_sort_get_datatype(sort)), "datatype")?;
        let is_parametric = call!(cvc5_dt_is_parametric(datatype));
        call!(cvc5_dt_release(datatype));
        Ok(is_parametric)
    }

    fn find_constructor(
        &mut self,
        datatype: NativeDatatype,
        name: Option<&str>,
    ) -> Result<NativeConstructor, SolverError> {
        let Some(name) = name else { return Ok(call!(cvc5_dt_get_constructor(datatype, 0))) };
        let place = self.constructor_place(datatype, name)?;
        if let Some(place) = place
            && self.seed.pick(2) == 0
        {
            return Ok(call!(cvc5_dt_get_constructor(datatype, place)));
        }
        let name = ffi::c_string(name)?;
        Ok(call!(cvc5_dt_get_constructor_by_name(datatype, name.as_ptr())))
    }

    fn constructor_place(
        &self,
        datatype: NativeDatatype,
        name: &str,
    ) -> Result<Option<usize>, SolverError> {
        let shown = call!(cvc5_dt_get_name(datatype));
        // SAFETY: the library gave a C string.
        let shown = unsafe { ffi::text(shown) };
        let place = |known: &Datatype| {
            let constructors = &known.definition().constructors;
            constructors.iter().position(|constructor| &*constructor.name == name)
        };
        Ok(self.sorts.datatype(&shown).and_then(place))
    }

    fn term_of(
        &self,
        sort: NativeSort,
        constructor: NativeConstructor,
        member: Member<'_>,
    ) -> Result<NativeTerm, SolverError> {
        let field = match member {
            Member::Constructor if self.is_parametric(sort)? => {
                return Ok(call!(cvc5_dt_cons_get_instantiated_term(constructor, sort)));
            }
            Member::Constructor => return Ok(call!(cvc5_dt_cons_get_term(constructor))),
            Member::Tester => return Ok(call!(cvc5_dt_cons_get_tester_term(constructor))),
            Member::Selector(field) | Member::Updater(field) => field,
        };
        let selector = match field {
            Field::At(place) => call!(cvc5_dt_cons_get_selector(constructor, place)),
            Field::Named(name) => {
                let name = ffi::c_string(name)?;
                call!(cvc5_dt_cons_get_selector_by_name(constructor, name.as_ptr()))
            }
        };
        let selector = ffi::live(selector, "selector")?;
        let read = || -> Result<NativeTerm, SolverError> {
            Ok(match member {
                Member::Updater(_) => call!(cvc5_dt_sel_get_updater_term(selector)),
                _ => call!(cvc5_dt_sel_get_term(selector)),
            })
        };
        let term = read();
        call!(cvc5_dt_sel_release(selector));
        term
    }
}
