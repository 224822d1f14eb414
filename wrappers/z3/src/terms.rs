//! Making sorts and terms.

use std::ffi::c_uint;

use murxla_api::{
    Application, Base, Binder, Literal, SolverError, Sort, SortId, SortShape, SpecialValue, TermId,
    Value,
};
use murxla_native::fold_arguments;

use crate::context::{c_string, text};
use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, call};
use crate::solver::Z3Solver;
use crate::table::{Build, NoOverflow, NoOverflowCall, Row};

/// What is behind a term id. In Z3 a function is no term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Native {
    Term(Z3_ast),
    Function(Z3_func_decl),
}

/// What is behind a sort id. In Z3 a function sort is no sort: its parts are given with each function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NativeSort {
    Sort(Z3_sort),
    Function,
}

impl Z3Solver {
    pub(crate) fn make_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        let context = &self.context;
        let structure = self.sorts.structure(shape)?;
        let made = match shape {
            SortShape::Bool => call!(Z3_mk_bool_sort(context.raw)),
            SortShape::BitVec(width) => call!(Z3_mk_bv_sort(context.raw, *width)),
            SortShape::Array(index, element) => {
                let (index, element) = (self.plain_sort(*index)?, self.plain_sort(*element)?);
                call!(Z3_mk_array_sort(context.raw, index, element))
            }
            SortShape::Fun(domain, codomain) => {
                for sort in domain.iter().chain([codomain]) {
                    self.plain_sort(*sort)?;
                }
                return Ok(self.sorts.add(NativeSort::Function, structure));
            }
            SortShape::Uninterpreted(name) => {
                let symbol = context.symbol(name)?;
                call!(Z3_mk_uninterpreted_sort(context.raw, symbol))
            }
        };
        let sort = context.checked(made)?;
        let ast = call!(Z3_sort_to_ast(context.raw, sort));
        context.keep(context.checked(ast)?)?;
        Ok(self.sorts.add(NativeSort::Sort(sort), structure))
    }

    /// The native sort of an id that is no function sort.
    fn plain_sort(&self, id: SortId) -> Result<Z3_sort, SolverError> {
        match self.sorts.native(id)? {
            NativeSort::Sort(sort) => Ok(sort),
            NativeSort::Function => Err(SolverError::Unsupported(
                "a function sort inside another sort (Z3 has functions, not function sorts)"
                    .to_owned(),
            )),
        }
    }

    /// The native term of an id that is no function.
    pub(crate) fn plain_term(&self, id: TermId) -> Result<Z3_ast, SolverError> {
        match self.terms.native(id)? {
            Native::Term(term) => Ok(term),
            Native::Function(_) => Err(SolverError::Unsupported(
                "a function as a term (Z3 has functions, but they are no terms)".to_owned(),
            )),
        }
    }

    pub(crate) fn plain_terms(&self, ids: &[TermId]) -> Result<Vec<Z3_ast>, SolverError> {
        ids.iter().map(|id| self.plain_term(*id)).collect()
    }

    pub(crate) fn make_value(
        &mut self,
        sort: SortId,
        literal: &Literal,
    ) -> Result<TermId, SolverError> {
        let raw = self.context.raw;
        let structure = self.sorts.sort(sort)?;
        let value = literal
            .value(structure)
            .map_err(|error| SolverError::Unsupported(error.to_string()))?;
        let native = self.plain_sort(sort)?;
        let made = match (&value, literal) {
            (Value::Bool(true), _) => call!(Z3_mk_true(raw)),
            (Value::Bool(false), _) => call!(Z3_mk_false(raw)),
            (Value::BitVec(bits), literal) => {
                // What was written in decimal is given as it was written; Z3 has no other base.
                let decimal = match literal {
                    Literal::BitVec { digits, base: Base::Decimal } => digits.clone(),
                    _ => bits.bits().to_string(),
                };
                let small = u64::try_from(bits.bits()).ok();
                match (self.seed.pick(4), small) {
                    (0, Some(number)) => call!(Z3_mk_unsigned_int64(raw, number, native)),
                    (1, Some(number)) if number <= u32::MAX.into() => {
                        call!(Z3_mk_unsigned_int(raw, number as c_uint, native))
                    }
                    (2, _) if matches!(literal, Literal::Special(SpecialValue::BvOnes)) => {
                        call!(Z3_mk_int(raw, -1, native))
                    }
                    (3, _) => {
                        let digits = bits.to_binary();
                        let lowest_first: Vec<bool> =
                            digits.bytes().rev().map(|digit| digit == b'1').collect();
                        call!(Z3_mk_bv_numeral(raw, bits.width(), lowest_first.as_ptr()))
                    }
                    _ => {
                        let decimal = c_string(&decimal)?;
                        call!(Z3_mk_numeral(raw, decimal.as_ptr(), native))
                    }
                }
            }
            (other, _) => {
                return Err(SolverError::Unsupported(format!("a literal for the value {other}")));
            }
        };
        self.add_term(made)
    }

    pub(crate) fn make_const(&mut self, sort: SortId, name: &str) -> Result<TermId, SolverError> {
        let context = &self.context;
        let symbol = context.symbol(name)?;
        match self.sorts.native(sort)? {
            NativeSort::Sort(sort) => {
                let made = call!(Z3_mk_const(context.raw, symbol, sort));
                self.add_term(made)
            }
            NativeSort::Function => {
                let SortShape::Fun(domain, codomain) = self.sorts.sort(sort)?.shape() else {
                    return Err(SolverError::Broken("a function sort without parts".to_owned()));
                };
                let domain: Vec<Z3_sort> =
                    domain.iter().map(|sort| self.find_sort(sort)).collect::<Result<_, _>>()?;
                let codomain = self.find_sort(codomain)?;
                let made = call!(Z3_mk_func_decl(
                    context.raw,
                    symbol,
                    domain.len() as c_uint,
                    domain.as_ptr(),
                    codomain
                ));
                let function = context.checked(made)?;
                let ast = call!(Z3_func_decl_to_ast(context.raw, function));
                context.keep(context.checked(ast)?)?;
                Ok(self.terms.add(Native::Function(function)))
            }
        }
    }

    pub(crate) fn make_term(
        &mut self,
        application: &Application<'_>,
    ) -> Result<TermId, SolverError> {
        let op = application.op;
        let row = self.kinds.rows.get(op.key).copied().ok_or_else(|| {
            SolverError::Unsupported(format!("the operator {} in Z3's C API", op.key))
        })?;
        if let Build::Apply = row.build {
            return self.apply_function(application.args);
        }
        let args = self.plain_terms(application.args)?;
        let made = self.build(row, application, &args)?;
        self.add_term(made)
    }

    fn apply_function(&mut self, args: &[TermId]) -> Result<TermId, SolverError> {
        let Some((function, args)) = args.split_first() else {
            return Err(SolverError::Broken("an application without a function".to_owned()));
        };
        let Native::Function(function) = self.terms.native(*function)? else {
            return Err(SolverError::Unsupported("the application of a term".to_owned()));
        };
        let args = self.plain_terms(args)?;
        let made =
            call!(Z3_mk_app(self.context.raw, function, args.len() as c_uint, args.as_ptr()));
        self.add_term(made)
    }

    fn build(
        &self,
        row: &Row,
        application: &Application<'_>,
        args: &[Z3_ast],
    ) -> Result<Option<Z3_ast>, SolverError> {
        row.slot.require(row.name)?;
        let raw = self.context.raw;
        let indices = application.indices;
        let wrong_count = || {
            SolverError::Unsupported(format!(
                "{} on {} arguments and {} indices (the C function {} cannot be called so)",
                row.key,
                args.len(),
                indices.len(),
                row.name
            ))
        };
        if let Some(made) = row.call(raw, args, indices) {
            return Ok(made);
        }
        Ok(match (&row.build, args, indices) {
            (Build::Binary(function), [_, _, ..], []) => {
                let binary = |a, b| {
                    // SAFETY: the slot is filled; the arguments are live terms of this context.
                    let made = unsafe { function(raw, a, b) };
                    self.context.checked(made).and_then(|term| self.context.keep(term))
                };
                fold_arguments(application.op.fold, args, binary, |parts| self.conjunction(parts))?
            }
            (Build::ConstArray, [element], []) => {
                let [sort] = application.sorts else { return Err(wrong_count()) };
                let sort = self.plain_sort(*sort)?;
                let index = call!(Z3_get_array_sort_domain(raw, sort));
                let made = call!(Z3_mk_const_array(raw, self.context.checked(index)?, *element));
                let array = self.context.keep(self.context.checked(made)?)?;
                // Z3 takes the element sort from the element; ours was given, and must be the same.
                let found = call!(Z3_get_sort(raw, array));
                if self.context.checked(found)? != sort {
                    return Err(SolverError::Rejected(
                        "the element does not have the element sort of the array".to_owned(),
                    ));
                }
                Some(array)
            }
            (Build::Overflow(parts), _, []) => {
                self.require_one_width(args)?;
                let parts: Vec<Z3_ast> = parts
                    .iter()
                    .map(|part| self.no_overflow(part, args).unwrap_or_else(|| Err(wrong_count())))
                    .collect::<Result<_, _>>()?;
                let none = match parts.as_slice() {
                    [only] => *only,
                    several => self.conjunction(several)?,
                };
                call!(Z3_mk_not(raw, none))
            }
            _ => return Err(wrong_count()),
        })
    }

    /// Z3 builds its "no overflow" predicates from other functions without looking at their errors, and
    /// dereferences NULL on ill-sorted arguments (traces/found/z3-no-overflow-ill-sorted.c).
    fn require_one_width(&self, args: &[Z3_ast]) -> Result<(), SolverError> {
        let mut widths = Vec::new();
        for arg in args {
            let sort = call!(Z3_get_sort(self.context.raw, *arg));
            widths.push(self.read_sort(self.context.checked(sort)?)?.width());
        }
        match widths.first() {
            Some(Some(_)) if widths.iter().all(|width| *width == widths[0]) => Ok(()),
            _ => Err(SolverError::Rejected(
                "murxla refuses it: Z3 would dereference NULL on arguments of these sorts"
                    .to_owned(),
            )),
        }
    }

    fn no_overflow(
        &self,
        part: &NoOverflow,
        args: &[Z3_ast],
    ) -> Option<Result<Z3_ast, SolverError>> {
        if let Err(missing) = part.slot.require(part.name) {
            return Some(Err(missing.into()));
        }
        let raw = self.context.raw;
        // SAFETY: the slot is filled; the arguments are live terms of this context.
        let made = unsafe {
            match (&part.call, args) {
                (NoOverflowCall::Unary(function), [a]) => function(raw, *a),
                (NoOverflowCall::Binary(function), [a, b]) => function(raw, *a, *b),
                (NoOverflowCall::Signed(function, signed), [a, b]) => {
                    function(raw, *a, *b, *signed)
                }
                _ => return None,
            }
        };
        Some(self.context.checked(made).and_then(|term| self.context.keep(term)))
    }

    fn conjunction(&self, parts: &[Z3_ast]) -> Result<Z3_ast, SolverError> {
        let made = call!(Z3_mk_and(self.context.raw, parts.len() as c_uint, parts.as_ptr()));
        self.context.checked(made).and_then(|term| self.context.keep(term))
    }

    pub(crate) fn make_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let context = &self.context;
        let mut bound = Vec::new();
        for var in self.plain_terms(vars)? {
            let app = call!(Z3_to_app(context.raw, var));
            bound.push(context.checked(app)?);
        }
        let mut hints = Vec::new();
        for pattern in patterns {
            let terms = self.plain_terms(pattern)?;
            let made = call!(Z3_mk_pattern(context.raw, terms.len() as c_uint, terms.as_ptr()));
            let pattern = context.checked(made)?;
            let ast = call!(Z3_pattern_to_ast(context.raw, pattern));
            context.keep(context.checked(ast)?)?;
            hints.push(pattern);
        }
        let body = self.plain_term(body)?;
        let made = call!(Z3_mk_quantifier_const(
            context.raw,
            binder == Binder::Forall,
            0,
            bound.len() as c_uint,
            bound.as_ptr(),
            hints.len() as c_uint,
            hints.as_ptr(),
            body
        ));
        self.add_term(made)
    }

    pub(crate) fn read_sort_of(&self, term: TermId) -> Result<Sort, SolverError> {
        let context = &self.context;
        match self.terms.native(term)? {
            Native::Term(term) => {
                let sort = call!(Z3_get_sort(context.raw, term));
                self.read_sort(context.checked(sort)?)
            }
            Native::Function(function) => {
                let count = call!(Z3_get_domain_size(context.raw, function));
                context.check()?;
                let mut domain = Vec::new();
                for position in 0..count {
                    let sort = call!(Z3_get_domain(context.raw, function, position));
                    domain.push(self.read_sort(context.checked(sort)?)?);
                }
                let codomain = call!(Z3_get_range(context.raw, function));
                Ok(Sort::fun(domain, self.read_sort(context.checked(codomain)?)?))
            }
        }
    }

    pub(crate) fn read_sort(&self, sort: Z3_sort) -> Result<Sort, SolverError> {
        let context = &self.context;
        let kind = call!(Z3_get_sort_kind(context.raw, sort));
        context.check()?;
        let kinds = &self.kinds.sorts;
        if kind == kinds.bool {
            return Ok(Sort::bool());
        }
        if kind == kinds.bit_vec {
            let width = call!(Z3_get_bv_sort_size(context.raw, sort));
            context.check()?;
            return Ok(Sort::bit_vec(width));
        }
        if kind == kinds.array {
            let index = call!(Z3_get_array_sort_domain(context.raw, sort));
            let index = self.read_sort(context.checked(index)?)?;
            let element = call!(Z3_get_array_sort_range(context.raw, sort));
            return Ok(Sort::array(index, self.read_sort(context.checked(element)?)?));
        }
        if kind == kinds.uninterpreted {
            let name = call!(Z3_get_sort_name(context.raw, sort));
            let name = call!(Z3_get_symbol_string(context.raw, context.checked(name)?));
            context.check()?;
            return Ok(Sort::uninterpreted(&text(name)));
        }
        Err(SolverError::Broken(format!("a sort of the unknown kind {kind}")))
    }

    /// The native sort with this structure, among those that were made.
    pub(crate) fn find_sort(&self, sort: &Sort) -> Result<Z3_sort, SolverError> {
        self.sorts
            .iter()
            .find_map(|(native, other)| match native {
                NativeSort::Sort(native) if other == sort => Some(native),
                _ => None,
            })
            .ok_or_else(|| SolverError::Broken(format!("the sort {sort} was not made")))
    }

    pub(crate) fn add_term(&mut self, made: Option<Z3_ast>) -> Result<TermId, SolverError> {
        let term = self.context.keep(self.context.checked(made)?)?;
        Ok(self.terms.add(Native::Term(term)))
    }
}
