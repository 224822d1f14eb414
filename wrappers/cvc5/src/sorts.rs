//! Makes sorts, and reads their structure back.

use murxla_api::{SolverError, Sort, SortId, SortShape, TermId};
use num_bigint::BigUint;

use crate::ffi::{self, NativeSort, NativeTerm, call};
use crate::guard;
use crate::requirements;
use crate::solver::Instance;

impl Instance {
    pub(crate) fn make_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        let structure = self.sorts.structure(shape)?;
        if self.library.ends_process() {
            guard::sort(&self.library.profile, &structure)?;
            self.conduct.setting(requirements::of_sort(&structure))?;
        }
        let tm = self.tm;
        let native = match shape {
            SortShape::Bool => call!(cvc5_get_boolean_sort(tm)),
            SortShape::Int => call!(cvc5_get_integer_sort(tm)),
            SortShape::Real => call!(cvc5_get_real_sort(tm)),
            SortShape::RoundingMode => call!(cvc5_get_rm_sort(tm)),
            SortShape::String => call!(cvc5_get_string_sort(tm)),
            SortShape::RegLan => call!(cvc5_get_regexp_sort(tm)),
            SortShape::BitVec(width) => call!(cvc5_mk_bv_sort(tm, *width)),
            SortShape::FloatingPoint(exponent, significand) => {
                call!(cvc5_mk_fp_sort(tm, *exponent, *significand))
            }
            SortShape::FiniteField(modulus) => self.make_field_sort(modulus)?,
            SortShape::Array(..)
            | SortShape::Seq(_)
            | SortShape::Set(_)
            | SortShape::Bag(_)
            | SortShape::Tuple(_) => {
                self.sort_of_parts(&shape.try_map(|part| self.sorts.native(*part))?)?
            }
            SortShape::Fun(domain, codomain) => {
                let is_predicate = *self.sorts.sort(*codomain)? == Sort::bool();
                let domain = self.sorts.natives(domain)?;
                let codomain = self.sorts.native(*codomain)?;
                if is_predicate && self.seed.pick(2) == 0 {
                    call!(cvc5_mk_predicate_sort(tm, domain.len(), domain.as_ptr()))
                } else {
                    call!(cvc5_mk_fun_sort(tm, domain.len(), domain.as_ptr(), codomain))
                }
            }
            SortShape::Uninterpreted(name) => self.make_uninterpreted_sort(name, &structure)?,
            SortShape::Datatype(datatype, args) => {
                let declared = Sort::datatype(datatype.clone(), []);
                let known = self.sorts.iter().find(|(_, sort)| **sort == declared);
                let Some((known, _)) = known else {
                    return Err(SolverError::Rejected(format!("{declared} was not declared")));
                };
                let args = self.sorts.natives(args)?;
                match args.as_slice() {
                    [] => call!(cvc5_sort_copy(known)),
                    _ => call!(cvc5_sort_instantiate(known, args.len(), args.as_ptr())),
                }
            }
            SortShape::MatchCase(..) => {
                return Err(SolverError::Unsupported(
                    "cvc5 has no sort of cases; a case has the sort of its body".to_owned(),
                ));
            }
        };
        Ok(self.sorts.add(ffi::live(native, "sort")?, structure))
    }

    /// A sort that is made of its parts alone.
    pub(crate) fn sort_of_parts(
        &self,
        shape: &SortShape<NativeSort>,
    ) -> Result<NativeSort, SolverError> {
        let tm = self.tm;
        Ok(match shape {
            SortShape::Array(index, element) => call!(cvc5_mk_array_sort(tm, *index, *element)),
            SortShape::Seq(element) => call!(cvc5_mk_sequence_sort(tm, *element)),
            SortShape::Set(element) => call!(cvc5_mk_set_sort(tm, *element)),
            SortShape::Bag(element) => call!(cvc5_mk_bag_sort(tm, *element)),
            SortShape::Tuple(elements) => {
                call!(cvc5_mk_tuple_sort(tm, elements.len(), elements.as_ptr()))
            }
            other => {
                let kind = other.kind().key();
                return Err(SolverError::Unsupported(format!("{kind} as the sort of a field")));
            }
        })
    }

    fn make_field_sort(&mut self, modulus: &BigUint) -> Result<NativeSort, SolverError> {
        let base = [2, 10, 16][self.seed.pick(3)];
        let digits = ffi::c_string(&modulus.to_str_radix(base))?;
        Ok(call!(cvc5_mk_ff_sort(self.tm, digits.as_ptr(), base)))
    }

    /// cvc5 makes a new sort at every call, also under the same name; a name is to mean one sort.
    fn make_uninterpreted_sort(
        &mut self,
        name: &str,
        structure: &Sort,
    ) -> Result<NativeSort, SolverError> {
        if let Some((known, _)) = self.sorts.iter().find(|(_, sort)| *sort == structure) {
            return Ok(call!(cvc5_sort_copy(known)));
        }
        let symbol = ffi::c_string(name)?;
        Ok(if self.seed.pick(2) == 0 {
            call!(cvc5_mk_uninterpreted_sort(self.tm, symbol.as_ptr()))
        } else {
            call!(cvc5_declare_sort(self.solver, symbol.as_ptr(), 0, true))
        })
    }

    /// The structure of a native sort, as the library tells it.
    pub(crate) fn read_sort(&self, native: NativeSort) -> Result<Sort, SolverError> {
        let native = ffi::live(native, "sort")?;
        let kind = call!(cvc5_sort_get_kind(native));
        Ok(match self.library.sort_kinds.name(kind) {
            "BOOLEAN_SORT" => Sort::bool(),
            "INTEGER_SORT" => Sort::int(),
            "REAL_SORT" => Sort::real(),
            "ROUNDINGMODE_SORT" => Sort::rounding_mode(),
            "STRING_SORT" => Sort::string(),
            "REGLAN_SORT" => Sort::reg_lan(),
            "BITVECTOR_SORT" => Sort::bit_vec(call!(cvc5_sort_bv_get_size(native))),
            "FLOATINGPOINT_SORT" => Sort::floating_point(
                call!(cvc5_sort_fp_get_exp_size(native)),
                call!(cvc5_sort_fp_get_sig_size(native)),
            ),
            "FINITE_FIELD_SORT" => self.read_field_sort(native)?,
            "ARRAY_SORT" => {
                let index = self.read_owned(call!(cvc5_sort_array_get_index_sort(native)))?;
                let element = self.read_owned(call!(cvc5_sort_array_get_element_sort(native)))?;
                Sort::array(index, element)
            }
            "SEQUENCE_SORT" => {
                Sort::seq(self.read_owned(call!(cvc5_sort_sequence_get_element_sort(native)))?)
            }
            "SET_SORT" => {
                Sort::set(self.read_owned(call!(cvc5_sort_set_get_element_sort(native)))?)
            }
            "BAG_SORT" => {
                Sort::bag(self.read_owned(call!(cvc5_sort_bag_get_element_sort(native)))?)
            }
            "TUPLE_SORT" => {
                let mut count = 0;
                let elements = call!(cvc5_sort_tuple_get_element_sorts(native, &mut count));
                // SAFETY: the library gave that many sorts, valid until the next call of this function.
                Sort::tuple(self.read_all(unsafe { ffi::list(elements, count) })?)
            }
            "FUNCTION_SORT" => {
                let mut count = 0;
                let domain = call!(cvc5_sort_fun_get_domain(native, &mut count));
                // SAFETY: the library gave that many sorts, valid until the next call of this function.
                let domain = self.read_all(unsafe { ffi::list(domain, count) })?;
                let codomain = self.read_owned(call!(cvc5_sort_fun_get_codomain(native)))?;
                Sort::fun(domain, codomain)
            }
            // An instance of a parametric datatype has an internal kind.
            _ if call!(cvc5_sort_is_dt(native)) => self.read_datatype_sort(native)?,
            // Version 1.2 has no kind for uninterpreted sorts, but tells them.
            _ if call!(cvc5_sort_is_uninterpreted_sort(native)) => {
                let name = call!(cvc5_sort_get_symbol(native));
                // SAFETY: the library gave a C string.
                let name = unsafe { ffi::text(name) };
                Sort::uninterpreted(&name)
            }
            other => return Err(self.strange_sort(native, &format!("kind {kind}, {other}"))?),
        })
    }

    fn read_field_sort(&self, native: NativeSort) -> Result<Sort, SolverError> {
        let digits = call!(cvc5_sort_ff_get_size(native));
        // SAFETY: the library gave a C string.
        let digits = unsafe { ffi::text(digits) };
        match BigUint::parse_bytes(digits.as_bytes(), 10) {
            Some(modulus) => Ok(Sort::finite_field(modulus)),
            None => Err(self.strange_sort(native, &format!("order {digits:?}"))?),
        }
    }

    /// A datatype is known by its name; the sorts for its parameters come from the library.
    fn read_datatype_sort(&self, native: NativeSort) -> Result<Sort, SolverError> {
        let datatype = ffi::live(call!(cvc5_sort_get_datatype(native)), "datatype")?;
        let name = call!(cvc5_dt_get_name(datatype));
        // SAFETY: the library gave a C string.
        let name = unsafe { ffi::text(name) };
        let is_parametric = call!(cvc5_dt_is_parametric(datatype));
        call!(cvc5_dt_release(datatype));
        let args = if is_parametric && call!(cvc5_sort_is_instantiated(native)) {
            let mut count = 0;
            let args = call!(cvc5_sort_get_instantiated_parameters(native, &mut count));
            // SAFETY: the library gave that many sorts, valid until the next call of this function.
            self.read_all(unsafe { ffi::list(args, count) })?
        } else {
            Vec::new()
        };
        match self.sorts.datatype(&name) {
            Some(known) => Ok(Sort::datatype(known.clone(), args)),
            None => Err(self.strange_sort(native, "an unknown datatype")?),
        }
    }

    fn strange_sort(&self, native: NativeSort, what: &str) -> Result<SolverError, SolverError> {
        let shown = call!(cvc5_sort_to_string(native));
        // SAFETY: the library gave a C string.
        let shown = unsafe { ffi::text(shown) };
        let message = format!("cvc5 told of a sort that was never made: {shown} ({what})");
        Ok(SolverError::Broken(message))
    }

    pub(crate) fn sort_of_native(&self, term: NativeTerm) -> Result<Sort, SolverError> {
        self.read_owned(call!(cvc5_term_get_sort(term)))
    }

    /// The sort of a term. cvc5 gives a case the sort of its body; that it is a case, we remember.
    pub(crate) fn sort_of_term(&self, term: TermId) -> Result<Sort, SolverError> {
        let sort = self.sort_of_native(self.terms.native(term)?)?;
        Ok(match self.cases.get(&term) {
            Some(matched) => Sort::new(SortShape::MatchCase(matched.clone(), sort)),
            None => sort,
        })
    }

    /// Reads a sort whose handle was given to us, and gives the handle back.
    pub(crate) fn read_owned(&self, native: NativeSort) -> Result<Sort, SolverError> {
        let structure = self.read_sort(native)?;
        call!(cvc5_sort_release(native));
        Ok(structure)
    }

    fn read_all(&self, natives: Vec<NativeSort>) -> Result<Vec<Sort>, SolverError> {
        natives.into_iter().map(|sort| self.read_owned(sort)).collect()
    }
}
