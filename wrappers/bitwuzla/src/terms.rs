//! Making sorts and terms.

use murxla_api::{
    Application, Base, Binder, CallSeed, Literal, SolverError, Sort, SortKind, SortShape,
    SpecialValue,
};

use crate::errors::{present, rejected};
use crate::ffi::{
    BitwuzlaSort, BitwuzlaTerm, BitwuzlaTermManager, c_string, call, copy_array, text,
};
use crate::handles::OwnedSort;
use crate::kinds::Kinds;
use crate::table::{self, Guard, Way};

/// Makes things in one term manager. What it returns is a reference that the caller owns.
pub(crate) struct Maker<'a> {
    pub(crate) manager: *mut BitwuzlaTermManager,
    pub(crate) kinds: &'a Kinds,
    pub(crate) seed: &'a mut CallSeed,
}

impl Maker<'_> {
    /// A sort over native sorts. Uninterpreted sorts are new with every call.
    pub(crate) fn sort(
        &self,
        shape: &SortShape<BitwuzlaSort>,
        structure: &Sort,
    ) -> Result<BitwuzlaSort, SolverError> {
        if has_function_inside(structure) {
            return rejected(format!(
                "{structure} has a function inside; Bitwuzla makes such a sort, but answers wrongly with it"
            ));
        }
        let manager = self.manager;
        let sort = match shape {
            SortShape::Bool => call!(bitwuzla_mk_bool_sort(manager)),
            SortShape::BitVec(width) => call!(bitwuzla_mk_bv_sort(manager, (*width).into())),
            SortShape::Array(index, element) => {
                call!(bitwuzla_mk_array_sort(manager, *index, *element))
            }
            SortShape::Fun(domain, codomain) => {
                let mut domain = domain.clone();
                let arity = domain.len() as u64;
                call!(bitwuzla_mk_fun_sort(manager, arity, domain.as_mut_ptr(), *codomain))
            }
            SortShape::Uninterpreted(name) => {
                let name = c_string(name)?;
                call!(bitwuzla_mk_uninterpreted_sort(manager, name.as_ptr()))
            }
        };
        present(sort, "making a sort")
    }

    /// A value.
    pub(crate) fn value(
        &mut self,
        native: BitwuzlaSort,
        sort: &Sort,
        literal: &Literal,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let value = match literal {
            // These two functions take no sort, so nothing would be refused.
            Literal::Bool(_) if sort.kind() != SortKind::Bool => {
                return rejected(format!("sort {sort} has no literal {literal:?}"));
            }
            Literal::Bool(true) => call!(bitwuzla_mk_true(self.manager)),
            Literal::Bool(false) => call!(bitwuzla_mk_false(self.manager)),
            Literal::BitVec { digits, base } => self.bit_vector(native, digits, *base)?,
            Literal::Special(special) => match (self.seed.pick(2), sort.width()) {
                (1, Some(width)) => {
                    self.written(native, &special.bits(width).to_binary(), Base::Binary)?
                }
                _ => self.special(native, *special)?,
            },
        };
        present(value, "making a value")
    }

    fn special(
        &self,
        sort: BitwuzlaSort,
        special: SpecialValue,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let manager = self.manager;
        Ok(match special {
            SpecialValue::BvZero => call!(bitwuzla_mk_bv_zero(manager, sort)),
            SpecialValue::BvOne => call!(bitwuzla_mk_bv_one(manager, sort)),
            SpecialValue::BvOnes => call!(bitwuzla_mk_bv_ones(manager, sort)),
            SpecialValue::BvMinSigned => call!(bitwuzla_mk_bv_min_signed(manager, sort)),
            SpecialValue::BvMaxSigned => call!(bitwuzla_mk_bv_max_signed(manager, sort)),
        })
    }

    /// A bit-vector from digits, as a machine number if the seed says so and it is one.
    fn bit_vector(
        &mut self,
        sort: BitwuzlaSort,
        digits: &str,
        base: Base,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let number = match digits.starts_with('+') {
            true => None,
            false => i128::from_str_radix(digits, base.radix()).ok(),
        };
        let unsigned = number.and_then(|number| u64::try_from(number).ok());
        let signed = number.and_then(|number| i64::try_from(number).ok());
        match (self.seed.pick(3), unsigned, signed) {
            (1, Some(value), _) => {
                Ok(call!(bitwuzla_mk_bv_value_uint64(self.manager, sort, value)))
            }
            (2, _, Some(value)) if base == Base::Decimal || value >= 0 => {
                Ok(call!(bitwuzla_mk_bv_value_int64(self.manager, sort, value)))
            }
            _ => self.written(sort, digits, base),
        }
    }

    fn written(
        &self,
        sort: BitwuzlaSort,
        digits: &str,
        base: Base,
    ) -> Result<BitwuzlaTerm, SolverError> {
        if digits == "-" {
            return rejected("\"-\" is not a number; it ends Bitwuzla with std::invalid_argument");
        }
        let digits = c_string(digits)?;
        let radix = base.radix() as u8;
        Ok(call!(bitwuzla_mk_bv_value(self.manager, sort, digits.as_ptr(), radix)))
    }

    /// A constant, or a variable to be bound.
    pub(crate) fn symbol(
        &self,
        sort: BitwuzlaSort,
        name: &str,
        is_variable: bool,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let name = c_string(name)?;
        let term = match is_variable {
            true => call!(bitwuzla_mk_var(self.manager, sort, name.as_ptr())),
            false => call!(bitwuzla_mk_const(self.manager, sort, name.as_ptr())),
        };
        present(term, "making a symbol")
    }

    /// An application of an operator.
    pub(crate) fn application(
        &mut self,
        application: &Application<'_>,
        sorts: &[BitwuzlaSort],
        args: Vec<BitwuzlaTerm>,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let key = application.op.key;
        let Some(row) = table::row_of(key) else {
            return Err(SolverError::Unsupported(format!("Bitwuzla has no operator {key}")));
        };
        match row.guard {
            Guard::AtMostArguments(most) if args.len() > most => {
                return rejected(format!("{key} takes {most} arguments, not {}", args.len()));
            }
            Guard::PositiveIndex if application.indices.first() == Some(&0) => {
                return rejected(format!("{key} takes an index of at least 1"));
            }
            _ => {}
        }
        match row.way {
            Way::Kind(_) if !sorts.is_empty() => {
                rejected(format!("{key} takes no sorts, not {}", sorts.len()))
            }
            Way::Kind(kind) => self.term(self.kinds.require(&kind)?, args, application.indices),
            Way::ConstArray => match (sorts, &*args, application.indices) {
                ([sort], [element], []) => {
                    let array = call!(bitwuzla_mk_const_array(self.manager, *sort, *element));
                    present(array, "bitwuzla_mk_const_array")
                }
                _ => rejected(format!("{key} takes one sort and one argument")),
            },
        }
    }

    /// A quantifier.
    pub(crate) fn binder(
        &mut self,
        binder: Binder,
        vars: Vec<BitwuzlaTerm>,
        body: BitwuzlaTerm,
    ) -> Result<BitwuzlaTerm, SolverError> {
        let kind = match binder {
            Binder::Forall => table::FORALL,
            Binder::Exists => table::EXISTS,
        };
        let mut args = vars;
        args.push(body);
        self.term(self.kinds.require(&kind)?, args, &[])
    }

    /// A term of a kind, through the function for its number of arguments or through a general one.
    fn term(
        &mut self,
        kind: u32,
        mut args: Vec<BitwuzlaTerm>,
        indices: &[u32],
    ) -> Result<BitwuzlaTerm, SolverError> {
        let manager = self.manager;
        let numbers: Vec<u64> = indices.iter().map(|index| (*index).into()).collect();
        let term = match (self.seed.pick(3), &*args, &*numbers) {
            (0, [a], []) => call!(bitwuzla_mk_term1(manager, kind, *a)),
            (0, [a, b], []) => call!(bitwuzla_mk_term2(manager, kind, *a, *b)),
            (0, [a, b, c], []) => call!(bitwuzla_mk_term3(manager, kind, *a, *b, *c)),
            (0, [a], [i]) => call!(bitwuzla_mk_term1_indexed1(manager, kind, *a, *i)),
            (0, [a], [i, j]) => call!(bitwuzla_mk_term1_indexed2(manager, kind, *a, *i, *j)),
            (0, [a, b], [i]) => call!(bitwuzla_mk_term2_indexed1(manager, kind, *a, *b, *i)),
            (0, [a, b], [i, j]) => {
                call!(bitwuzla_mk_term2_indexed2(manager, kind, *a, *b, *i, *j))
            }
            (0 | 1, _, []) => {
                let count = count(args.len())?;
                call!(bitwuzla_mk_term(manager, kind, count, args.as_mut_ptr()))
            }
            _ => {
                let (count, index_count) = (count(args.len())?, count(numbers.len())?);
                let (args, numbers) = (args.as_mut_ptr(), numbers.as_ptr());
                call!(bitwuzla_mk_term_indexed(manager, kind, count, args, index_count, numbers))
            }
        };
        present(term, "making a term")
    }
}

/// The structure of a native sort.
pub(crate) fn structure(sort: BitwuzlaSort) -> Result<Sort, SolverError> {
    if call!(bitwuzla_sort_is_bool(sort)) {
        return Ok(Sort::bool());
    }
    if call!(bitwuzla_sort_is_bv(sort)) {
        let width = call!(bitwuzla_sort_bv_get_size(sort));
        let width = u32::try_from(width).map_err(|_| {
            SolverError::Broken(format!("Bitwuzla made a bit-vector of {width} bits"))
        })?;
        return Ok(Sort::bit_vec(width));
    }
    if call!(bitwuzla_sort_is_array(sort)) {
        let index = OwnedSort(present(call!(bitwuzla_sort_array_get_index(sort)), "index sort")?);
        let element =
            OwnedSort(present(call!(bitwuzla_sort_array_get_element(sort)), "element sort")?);
        return Ok(Sort::array(structure(index.0)?, structure(element.0)?));
    }
    if call!(bitwuzla_sort_is_fun(sort)) {
        let mut size = 0;
        let domain = call!(bitwuzla_sort_fun_get_domain_sorts(sort, &mut size));
        let domain: Vec<OwnedSort> =
            copy_array(domain.cast_const(), size).into_iter().map(OwnedSort).collect();
        let codomain =
            OwnedSort(present(call!(bitwuzla_sort_fun_get_codomain(sort)), "codomain sort")?);
        let domain: Vec<Sort> =
            domain.iter().map(|sort| structure(sort.0)).collect::<Result<_, _>>()?;
        return Ok(Sort::fun(domain, structure(codomain.0)?));
    }
    if call!(bitwuzla_sort_is_uninterpreted(sort)) {
        let name = text(call!(bitwuzla_sort_get_uninterpreted_symbol(sort)));
        return Ok(Sort::uninterpreted(&name.unwrap_or_default()));
    }
    let printed = text(call!(bitwuzla_sort_to_string(sort))).unwrap_or_default();
    Err(SolverError::Unsupported(format!("sort {printed} is not known to this wrapper")))
}

/// The structure of the sort of a native term.
pub(crate) fn structure_of(term: BitwuzlaTerm) -> Result<Sort, SolverError> {
    let sort = OwnedSort(present(call!(bitwuzla_term_get_sort(term)), "bitwuzla_term_get_sort")?);
    structure(sort.0)
}

fn has_function_inside(sort: &Sort) -> bool {
    let is_function = |sort: &Sort| sort.kind() == SortKind::Fun;
    match sort.shape() {
        SortShape::Array(index, element) => is_function(index) || is_function(element),
        SortShape::Fun(domain, codomain) => domain.iter().any(is_function) || is_function(codomain),
        _ => false,
    }
}

/// A number of arguments as the API takes it.
pub(crate) fn count(number: usize) -> Result<u32, SolverError> {
    u32::try_from(number).map_err(|_| SolverError::Rejected(format!("{number} arguments")))
}
