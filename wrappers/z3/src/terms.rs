//! Makes constants, variables and applications.

use std::ffi::c_uint;

use murxla_api::{
    Application, ApplicationSorts, Fold, Op, SolverError, Sort, SortId, SortPattern, SortShape,
    TermId, Typing, sort_of,
};
use murxla_native::fold_arguments;

use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, call};
use crate::form::{Build, NoOverflow};
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;
use crate::table::Row;

/// What is behind a term id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Native {
    Term(Z3_ast),
    /// In Z3 a function is no term.
    Function(Z3_func_decl),
    /// A function that is defined by a term.
    Macro(usize),
    /// A lambda is a term; its sort in Z3 is an array of as many indices as it has variables.
    Lambda(Z3_ast),
}

impl Z3Solver {
    /// The native term of an id that is no function.
    pub(crate) fn plain_term(&self, id: TermId) -> Result<Z3_ast, SolverError> {
        match self.terms.native(id)? {
            Native::Term(term) => Ok(term),
            Native::Function(_) | Native::Macro(_) | Native::Lambda(_) => {
                Err(SolverError::Unsupported(
                    "a function where a term must stand (Z3 has functions, but no function sorts)"
                        .to_owned(),
                ))
            }
        }
    }

    pub(crate) fn plain_terms(&self, ids: &[TermId]) -> Result<Vec<Z3_ast>, SolverError> {
        ids.iter().map(|id| self.plain_term(*id)).collect()
    }

    /// The arguments of an operator. Where it takes a function, Z3 wants an array: a lambda is one, a
    /// declared function is made one.
    fn arguments(&mut self, op: &Op, ids: &[TermId]) -> Result<Vec<Z3_ast>, SolverError> {
        let patterns: &[SortPattern] = match &op.typing {
            Typing::Pattern(signature) => signature.args,
            Typing::Rule { .. } => &[],
        };
        let mut args = Vec::new();
        for (place, id) in ids.iter().enumerate() {
            let takes_function = matches!(patterns.get(place), Some(SortPattern::Fun(..)));
            args.push(match self.terms.native(*id)? {
                Native::Lambda(term) if takes_function => term,
                Native::Function(function) if takes_function => self.as_array(function)?,
                Native::Macro(number) if takes_function => self.macro_as_array(number)?,
                _ => self.plain_term(*id)?,
            });
        }
        Ok(args)
    }

    pub(crate) fn as_array(&self, function: Z3_func_decl) -> Result<Z3_ast, SolverError> {
        let made = call!(Z3_mk_as_array(self.context.raw, function));
        self.context.keep(self.context.checked(made)?)
    }

    pub(crate) fn make_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let context = &self.context;
        let symbol = context.symbol(name)?;
        if self.sorts.native(sort)? != NativeSort::Function {
            let sort = self.plain_sort(sort)?;
            let made = call!(Z3_mk_const(context.raw, symbol, sort));
            let constant = context.checked(made)?;
            if self.labels.contains(&constant) {
                return Err(SolverError::Rejected(format!(
                    "murxla refuses it: {name} is the name of an assertion"
                )));
            }
            let id = self.add_term(made)?;
            self.constants.insert(constant);
            return Ok(id);
        }
        let SortShape::Fun(domain, codomain) = self.sorts.sort(sort)?.shape() else {
            return Err(SolverError::Broken("a function sort without parts".to_owned()));
        };
        let domain: Vec<Z3_sort> =
            domain.iter().map(|sort| self.find_sort(sort)).collect::<Result<_, _>>()?;
        let codomain = self.find_sort(codomain)?;
        let count = domain.len() as c_uint;
        let made = call!(Z3_mk_func_decl(context.raw, symbol, count, domain.as_ptr(), codomain));
        let function = self.keep_function(made)?;
        Ok(self.terms.add(Native::Function(function)))
    }

    pub(crate) fn make_term(
        &mut self,
        application: &Application<'_>,
    ) -> Result<TermId, SolverError> {
        let op = application.op;
        let row = self.kinds.rows.get(op.key).copied().ok_or_else(|| {
            SolverError::Unsupported(format!("the operator {} in Z3's C API", op.key))
        })?;
        row.slot.require(row.name)?;
        if row.guarded {
            self.require_well_sorted(application)?;
        }
        let made = match (&row.build, application.args) {
            (Build::Apply, [function, args @ ..]) => self.apply_function(*function, args)?,
            (Build::AsArray, [function]) => Some(self.function_as_array(*function)?),
            (Build::ArrayMap, [function, arrays @ ..]) => {
                if let Native::Macro(number) = self.terms.native(*function)? {
                    let arrays = self.plain_terms(arrays)?;
                    let made = self.map_macro(number, &arrays)?;
                    return self.add_term(Some(made));
                }
                let function = self.declared_function(*function)?;
                let arrays = self.plain_terms(arrays)?;
                let count = arrays.len() as c_uint;
                call!(Z3_mk_map(self.context.raw, function, count, arrays.as_ptr()))
            }
            (Build::TransitiveClosure, [relation, args @ ..]) => {
                let relation = self.declared_function(*relation)?;
                let made = call!(Z3_mk_transitive_closure(self.context.raw, relation));
                let closure = self.keep_function(made)?;
                self.apply(closure, &self.plain_terms(args)?)?
            }
            _ => {
                let args = self.arguments(op, application.args)?;
                self.build(row, application, &args)?
            }
        };
        self.add_term(made)
    }

    /// Z3 builds some functions from others without looking at their errors, and dereferences NULL on
    /// ill-sorted arguments (traces/found/z3-no-overflow-ill-sorted.c).
    fn require_well_sorted(&self, application: &Application<'_>) -> Result<(), SolverError> {
        let args: Vec<Sort> =
            application.args.iter().map(|id| self.read_sort_of(*id)).collect::<Result<_, _>>()?;
        let sorts: Vec<Sort> = application
            .sorts
            .iter()
            .map(|id| self.sorts.sort(*id).cloned())
            .collect::<Result<_, _>>()?;
        let (names, indices) = (application.names, application.indices);
        let application_sorts = ApplicationSorts { sorts: &sorts, names, indices, args: &args };
        sort_of(application.op, &application_sorts).map(|_| ()).map_err(|error| {
            SolverError::Rejected(format!(
                "murxla refuses it, since Z3 would break on arguments of these sorts: {error}"
            ))
        })
    }

    fn declared_function(&mut self, id: TermId) -> Result<Z3_func_decl, SolverError> {
        match self.terms.native(id)? {
            Native::Function(function) => Ok(function),
            Native::Macro(number) => self.macro_as_declared(number),
            Native::Term(_) | Native::Lambda(_) => Err(SolverError::Unsupported(
                "a term where Z3 wants a declared function".to_owned(),
            )),
        }
    }

    fn function_as_array(&mut self, id: TermId) -> Result<Z3_ast, SolverError> {
        match self.terms.native(id)? {
            Native::Lambda(term) => Ok(term),
            Native::Macro(number) => self.macro_as_array(number),
            _ => {
                let function = self.declared_function(id)?;
                self.as_array(function)
            }
        }
    }

    fn apply_function(
        &mut self,
        function: TermId,
        args: &[TermId],
    ) -> Result<Option<Z3_ast>, SolverError> {
        let args = self.plain_terms(args)?;
        let count = args.len() as c_uint;
        match self.terms.native(function)? {
            Native::Function(function) => self.apply(function, &args),
            Native::Macro(number) => self.expand(number, &args).map(Some),
            Native::Lambda(array) => {
                Ok(call!(Z3_mk_select_n(self.context.raw, array, count, args.as_ptr())))
            }
            Native::Term(_) => {
                Err(SolverError::Unsupported("the application of a term".to_owned()))
            }
        }
    }

    pub(crate) fn apply(
        &self,
        function: Z3_func_decl,
        args: &[Z3_ast],
    ) -> Result<Option<Z3_ast>, SolverError> {
        let count = args.len() as c_uint;
        Ok(call!(Z3_mk_app(self.context.raw, function, count, args.as_ptr())))
    }

    fn build(
        &mut self,
        row: &Row,
        application: &Application<'_>,
        args: &[Z3_ast],
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let indices = application.indices;
        let wrong_form = || {
            SolverError::Unsupported(format!(
                "{} on {} arguments and {} indices (the C function {} cannot be called so)",
                row.key,
                args.len(),
                indices.len(),
                row.name
            ))
        };
        if let Some(made) = row.build.call(raw, args, indices) {
            return Ok(made);
        }
        if let Some(made) = self.apply_member(&row.build, application, args)? {
            return Ok(made);
        }
        Ok(match (&row.build, args, indices) {
            (Build::Binary(_), [_, _, _, ..], []) if application.op.fold != Fold::None => {
                let binary = |a, b| {
                    let made = row.build.call(raw, &[a, b], &[]).ok_or_else(wrong_form)?;
                    self.context.keep(self.context.checked(made)?)
                };
                fold_arguments(application.op.fold, args, binary, |parts| self.conjunction(parts))?
            }
            (Build::ToFloat1(_) | Build::ToFloat2(_) | Build::ToFloat3(_), ..) => {
                let sort = self.conversion_sort(indices)?;
                row.build.call_to_float(raw, args, sort).ok_or_else(wrong_form)?
            }
            (Build::Regex(_), [], []) => {
                let sort = self.regex_sort()?;
                row.build.call_with_sort(raw, sort).ok_or_else(wrong_form)?
            }
            (Build::Loop, [regex], [least, most]) => self.regex_loop(*regex, *least, *most)?,
            (Build::Divides, [arg], [divisor]) => {
                let int = call!(Z3_mk_int_sort(raw));
                let divisor = call!(Z3_mk_unsigned_int(raw, *divisor, self.context.checked(int)?));
                let divisor = self.context.keep(self.context.checked(divisor)?)?;
                call!(Z3_mk_divides(raw, divisor, *arg))
            }
            (Build::ConstArray | Build::ArraySet(_), _, []) => {
                let [sort] = application.sorts else { return Err(wrong_form()) };
                let sort = self.plain_sort(*sort)?;
                let index = call!(Z3_get_array_sort_domain(raw, sort));
                let index = self.context.checked(index)?;
                let made = match (&row.build, args) {
                    (Build::ConstArray, [element]) => {
                        call!(Z3_mk_const_array(raw, index, *element))
                    }
                    (set, []) => set.call_with_sort(raw, index).ok_or_else(wrong_form)?,
                    _ => return Err(wrong_form()),
                };
                self.require_sort(made, sort)?
            }
            (Build::Relation(relation), [a, ..], [number]) => {
                let sort = call!(Z3_get_sort(raw, *a));
                let sort = self.context.checked(sort)?;
                // SAFETY: the slot is filled; the sort is alive.
                let made = unsafe { relation(raw, sort, *number) };
                let function = self.keep_function(made)?;
                self.apply(function, args)?
            }
            (Build::Overflow(parts), _, []) => {
                let parts: Vec<Z3_ast> = parts
                    .iter()
                    .map(|part| self.no_overflow(part, args)?.ok_or_else(wrong_form))
                    .collect::<Result<_, _>>()?;
                let none = match parts.as_slice() {
                    [only] => *only,
                    several => self.conjunction(several)?,
                };
                call!(Z3_mk_not(raw, none))
            }
            _ => return Err(wrong_form()),
        })
    }

    /// Z3 takes 0 as upper bound for "no bound", and refuses bounds in the wrong order, which to SMT-LIB is
    /// the empty language.
    fn regex_loop(
        &self,
        regex: Z3_ast,
        least: u32,
        most: u32,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        if least <= most && most > 0 {
            return Ok(call!(Z3_mk_re_loop(raw, regex, least, most)));
        }
        let sort = self.regex_sort()?;
        let found = call!(Z3_get_sort(raw, regex));
        if self.context.checked(found)? != sort {
            return Err(SolverError::Rejected(
                "murxla refuses it: the loop of a term that is no regular expression".to_owned(),
            ));
        }
        if least > most {
            return Ok(call!(Z3_mk_re_empty(raw, sort)));
        }
        let empty = call!(Z3_mk_string(raw, c"".as_ptr()));
        let empty = self.context.keep(self.context.checked(empty)?)?;
        Ok(call!(Z3_mk_seq_to_re(raw, empty)))
    }

    /// Z3 takes sorts from arguments; where one was given, it must be the same.
    fn require_sort(
        &self,
        made: Option<Z3_ast>,
        sort: Z3_sort,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let term = self.context.keep(self.context.checked(made)?)?;
        let found = call!(Z3_get_sort(self.context.raw, term));
        if self.context.checked(found)? == sort {
            return Ok(Some(term));
        }
        Err(SolverError::Rejected("the element does not have the given element sort".to_owned()))
    }

    fn no_overflow(
        &self,
        part: &NoOverflow,
        args: &[Z3_ast],
    ) -> Result<Option<Z3_ast>, SolverError> {
        part.slot.require(part.name)?;
        let Some(made) = part.build.call(self.context.raw, args, &[]) else { return Ok(None) };
        self.context.keep(self.context.checked(made)?).map(Some)
    }

    fn conjunction(&self, parts: &[Z3_ast]) -> Result<Z3_ast, SolverError> {
        let made = call!(Z3_mk_and(self.context.raw, parts.len() as c_uint, parts.as_ptr()));
        self.context.checked(made).and_then(|term| self.context.keep(term))
    }

    pub(crate) fn add_term(&mut self, made: Option<Z3_ast>) -> Result<TermId, SolverError> {
        let term = self.context.keep(self.context.checked(made)?)?;
        Ok(self.terms.add(Native::Term(term)))
    }
}
