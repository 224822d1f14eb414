//! Makes sorts, and reads them back.

use murxla_api::{SolverError, Sort, SortId, SortKind, SortShape};
use num_bigint::BigUint;

use crate::context::{c_string, text};
use crate::ffi::{Z3_sort, call, slot};
use crate::solver::Z3Solver;

/// What is behind a sort id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NativeSort {
    Sort(Z3_sort),
    /// In Z3 a function sort is no sort: its parts are given with each function.
    Function,
    /// A parametric datatype that wants sorts for its parameters.
    Parametric,
}

impl Z3Solver {
    pub(crate) fn make_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        let structure = self.sorts.structure(shape)?;
        if let SortShape::Fun(domain, codomain) = shape {
            for sort in domain.iter().chain([codomain]) {
                self.plain_sort(*sort)?;
            }
            return Ok(self.sorts.add(NativeSort::Function, structure));
        }
        let native = self.make_native_sort(shape, &structure)?;
        Ok(self.sorts.add(NativeSort::Sort(native), structure))
    }

    fn make_native_sort(
        &mut self,
        shape: &SortShape<SortId>,
        structure: &Sort,
    ) -> Result<Z3_sort, SolverError> {
        let raw = self.context.raw;
        let lacks = |what: &str| Err(SolverError::Unsupported(format!("{what} (Z3 has none)")));
        let made = match shape {
            SortShape::Bool => call!(Z3_mk_bool_sort(raw)),
            SortShape::Int => call!(Z3_mk_int_sort(raw)),
            SortShape::Real => call!(Z3_mk_real_sort(raw)),
            SortShape::BitVec(width) => call!(Z3_mk_bv_sort(raw, *width)),
            SortShape::FloatingPoint(exponent, significand) => {
                self.float_sort(*exponent, *significand)?
            }
            SortShape::RoundingMode => call!(Z3_mk_fpa_rounding_mode_sort(raw)),
            SortShape::String => {
                if self.seed.pick(2) == 0 && slot::Z3_mk_char_sort.is_present() {
                    let char = call!(Z3_mk_char_sort(raw));
                    call!(Z3_mk_seq_sort(raw, self.context.checked(char)?))
                } else {
                    call!(Z3_mk_string_sort(raw))
                }
            }
            SortShape::RegLan => Some(self.regex_sort()?),
            SortShape::FiniteField(modulus) => {
                let modulus = c_string(&modulus.to_string())?;
                call!(Z3_mk_finite_field_sort(raw, modulus.as_ptr()))
            }
            SortShape::Array(index, element) => {
                let (index, element) = (self.plain_sort(*index)?, self.plain_sort(*element)?);
                if self.seed.pick(2) == 0 {
                    call!(Z3_mk_array_sort(raw, index, element))
                } else {
                    call!(Z3_mk_array_sort_n(raw, 1, &index, element))
                }
            }
            SortShape::Seq(element) => {
                let element = self.plain_sort(*element)?;
                call!(Z3_mk_seq_sort(raw, element))
            }
            SortShape::Set(element) => {
                let element = self.plain_sort(*element)?;
                call!(Z3_mk_finite_set_sort(raw, element))
            }
            SortShape::Tuple(elements) => {
                let elements: Vec<Z3_sort> =
                    elements.iter().map(|id| self.plain_sort(*id)).collect::<Result<_, _>>()?;
                Some(self.tuple_sort(&elements, structure)?)
            }
            SortShape::Uninterpreted(name) => {
                let symbol = self.context.symbol(name)?;
                call!(Z3_mk_uninterpreted_sort(raw, symbol))
            }
            SortShape::Datatype(..) => return lacks("a datatype that was not declared"),
            SortShape::Bag(_) => return lacks("a bag sort"),
            SortShape::MatchCase(..) => return lacks("a sort of match cases"),
            SortShape::Fun(..) => return lacks("a function sort"),
        };
        self.keep_sort(made)
    }

    /// A sort inside of the declaration of a datatype, which Z3 may only be given such parts for that are not declared yet
    /// as the elements of arrays and sequences.
    pub(crate) fn sort_of_parts(&self, shape: &SortShape<Z3_sort>) -> Result<Z3_sort, SolverError> {
        let raw = self.context.raw;
        let made = match shape {
            SortShape::Array(index, element) => call!(Z3_mk_array_sort(raw, *index, *element)),
            SortShape::Seq(element) => call!(Z3_mk_seq_sort(raw, *element)),
            SortShape::Set(element) => call!(Z3_mk_finite_set_sort(raw, *element)),
            other => {
                let kind = other.kind().key();
                let what =
                    format!("{kind} of a datatype that is being declared, or of a parameter");
                return Err(SolverError::Unsupported(what));
            }
        };
        self.keep_sort(made)
    }

    pub(crate) fn keep_sort(&self, made: Option<Z3_sort>) -> Result<Z3_sort, SolverError> {
        let sort = self.context.checked(made)?;
        let ast = call!(Z3_sort_to_ast(self.context.raw, sort));
        self.context.keep(self.context.checked(ast)?)?;
        Ok(sort)
    }

    /// A floating-point sort; the common ones have functions of their own.
    fn float_sort(
        &mut self,
        exponent: u32,
        significand: u32,
    ) -> Result<Option<Z3_sort>, SolverError> {
        let raw = self.context.raw;
        Ok(match (exponent, significand, self.seed.pick(3)) {
            (5, 11, 0) => call!(Z3_mk_fpa_sort_half(raw)),
            (5, 11, 1) => call!(Z3_mk_fpa_sort_16(raw)),
            (8, 24, 0) => call!(Z3_mk_fpa_sort_single(raw)),
            (8, 24, 1) => call!(Z3_mk_fpa_sort_32(raw)),
            (11, 53, 0) => call!(Z3_mk_fpa_sort_double(raw)),
            (11, 53, 1) => call!(Z3_mk_fpa_sort_64(raw)),
            (15, 113, 0) => call!(Z3_mk_fpa_sort_quadruple(raw)),
            (15, 113, 1) => call!(Z3_mk_fpa_sort_128(raw)),
            _ => call!(Z3_mk_fpa_sort(raw, exponent, significand)),
        })
    }

    /// The sort that a conversion to floating point goes to.
    pub(crate) fn conversion_sort(&mut self, indices: &[u32]) -> Result<Z3_sort, SolverError> {
        let [exponent, significand] = indices else {
            return Err(SolverError::Unsupported(format!(
                "a floating-point format of {} numbers",
                indices.len()
            )));
        };
        let made = self.float_sort(*exponent, *significand)?;
        self.keep_sort(made)
    }

    /// The sort of regular expressions over strings.
    pub(crate) fn regex_sort(&self) -> Result<Z3_sort, SolverError> {
        let string = call!(Z3_mk_string_sort(self.context.raw));
        let string = self.keep_sort(string)?;
        let made = call!(Z3_mk_re_sort(self.context.raw, string));
        self.keep_sort(made)
    }

    /// The native sort of an id that is a sort of terms.
    pub(crate) fn plain_sort(&self, id: SortId) -> Result<Z3_sort, SolverError> {
        match self.sorts.native(id)? {
            NativeSort::Sort(sort) => Ok(sort),
            NativeSort::Function => Err(SolverError::Unsupported(
                "a function sort as a sort (Z3 has functions, not function sorts)".to_owned(),
            )),
            NativeSort::Parametric => Err(SolverError::Unsupported(
                "a parametric datatype without sorts for its parameters".to_owned(),
            )),
        }
    }

    /// The structure of a native sort: what Z3 tells of it.
    pub(crate) fn read_sort(&self, sort: Z3_sort) -> Result<Sort, SolverError> {
        let context = &self.context;
        let raw = context.raw;
        if call!(Z3_is_string_sort(raw, sort)) {
            return Ok(Sort::string());
        }
        if slot::Z3_is_finite_set_sort.is_present() && call!(Z3_is_finite_set_sort(raw, sort)) {
            let element = call!(Z3_get_finite_set_sort_basis(raw, sort));
            return Ok(Sort::set(self.read_sort(context.checked(element)?)?));
        }
        let number = call!(Z3_get_sort_kind(raw, sort));
        context.check()?;
        let Some(kind) = self.kinds.sort_kind(number) else {
            return Err(SolverError::Broken(format!("a sort of the unknown kind {number}")));
        };
        Ok(match kind {
            SortKind::Bool => Sort::bool(),
            SortKind::Int => Sort::int(),
            SortKind::Real => Sort::real(),
            SortKind::RoundingMode => Sort::rounding_mode(),
            SortKind::RegLan => {
                let basis = call!(Z3_get_re_sort_basis(raw, sort));
                let basis = self.read_sort(context.checked(basis)?)?;
                if basis != Sort::string() {
                    return Err(SolverError::Broken(format!("regular expressions over {basis}")));
                }
                Sort::reg_lan()
            }
            SortKind::BitVec => {
                let width = call!(Z3_get_bv_sort_size(raw, sort));
                context.check()?;
                Sort::bit_vec(width)
            }
            SortKind::FloatingPoint => {
                let exponent = call!(Z3_fpa_get_ebits(raw, sort));
                let significand = call!(Z3_fpa_get_sbits(raw, sort));
                context.check()?;
                Sort::floating_point(exponent, significand)
            }
            SortKind::FiniteField => {
                let size = text(call!(Z3_get_finite_field_sort_size(raw, sort)));
                context.check()?;
                let modulus = BigUint::parse_bytes(size.as_bytes(), 10).ok_or_else(|| {
                    SolverError::Broken(format!("a finite field of order \"{size}\""))
                })?;
                Sort::finite_field(modulus)
            }
            SortKind::Array => {
                let index = call!(Z3_get_array_sort_domain(raw, sort));
                let index = self.read_sort(context.checked(index)?)?;
                let element = call!(Z3_get_array_sort_range(raw, sort));
                Sort::array(index, self.read_sort(context.checked(element)?)?)
            }
            SortKind::Seq => {
                let element = call!(Z3_get_seq_sort_basis(raw, sort));
                Sort::seq(self.read_sort(context.checked(element)?)?)
            }
            SortKind::Uninterpreted => Sort::uninterpreted(&self.sort_name(sort)?),
            // Z3 tells no parameters of a datatype: it must be one that was made, or met as a field.
            _ => self.known_datatype(sort)?,
        })
    }

    pub(crate) fn sort_name(&self, sort: Z3_sort) -> Result<String, SolverError> {
        let context = &self.context;
        let name = call!(Z3_get_sort_name(context.raw, sort));
        let name = call!(Z3_get_symbol_string(context.raw, context.checked(name)?));
        context.check()?;
        Ok(text(name))
    }

    /// The native sort with this structure, among those that were made.
    pub(crate) fn find_sort(&self, sort: &Sort) -> Result<Z3_sort, SolverError> {
        let made = self.sorts.iter().find_map(|(native, other)| match native {
            NativeSort::Sort(native) if other == sort => Some(native),
            _ => None,
        });
        let met = || self.met.iter().find(|(_, other)| other == sort).map(|(native, _)| *native);
        made.or_else(met)
            .ok_or_else(|| SolverError::Broken(format!("the sort {sort} was not made")))
    }
}
