//! Reads values of a model.

use murxla_api::{
    ArrayValue, BitVec, FloatValue, SolverError, Sort, SortShape, StringValue, TermId, Value,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::ffi::{self, NativeTerm, call};
use crate::literals::ROUNDING_MODES;
use crate::solver::Instance;

impl Instance {
    pub(crate) fn values(&mut self, terms: &[TermId]) -> Result<Vec<Value>, SolverError> {
        if self.library.ends_process() {
            self.conduct.value()?;
        }
        let natives = self.terms.natives(terms)?;
        let values = if self.seed.pick(2) == 0 {
            self.values_at_once(&natives)?
        } else {
            natives
                .iter()
                .map(|term| Ok(call!(cvc5_get_value(self.solver, *term))))
                .collect::<Result<Vec<_>, SolverError>>()?
        };
        let read = natives
            .iter()
            .zip(&values)
            .map(|(term, value)| {
                let sort = self.sort_of_native(*term)?;
                self.read_value(ffi::live(*value, "value")?, &sort)
            })
            .collect();
        self.release(&values)?;
        read
    }

    fn values_at_once(&self, terms: &[NativeTerm]) -> Result<Vec<NativeTerm>, SolverError> {
        let mut count = 0;
        let values = call!(cvc5_get_values(self.solver, terms.len(), terms.as_ptr(), &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let values = unsafe { ffi::list(values, count) };
        if values.len() != terms.len() {
            return Err(SolverError::Broken(format!(
                "cvc5 gave {} values for {} terms",
                values.len(),
                terms.len()
            )));
        }
        Ok(values)
    }

    /// The value that a native term of this sort is.
    pub(crate) fn read_value(&self, term: NativeTerm, sort: &Sort) -> Result<Value, SolverError> {
        match sort.shape() {
            SortShape::Bool if call!(cvc5_term_is_boolean_value(term)) => {
                Ok(Value::Bool(call!(cvc5_term_get_boolean_value(term))))
            }
            SortShape::Int if call!(cvc5_term_is_integer_value(term)) => {
                let digits = call!(cvc5_term_get_integer_value(term));
                // SAFETY: the library gave a C string.
                let digits = unsafe { ffi::text(digits) };
                digits.parse().map(Value::Int).map_err(|_| strange(&digits, sort))
            }
            SortShape::Real if call!(cvc5_term_is_real_value(term)) => {
                let digits = call!(cvc5_term_get_real_value(term));
                // SAFETY: the library gave a C string.
                let digits = unsafe { ffi::text(digits) };
                read_real(&digits).map(Value::Real).ok_or_else(|| strange(&digits, sort))
            }
            SortShape::BitVec(width) if call!(cvc5_term_is_bv_value(term)) => {
                self.read_bits(term, *width).map(Value::BitVec)
            }
            SortShape::FloatingPoint(exponent, significand)
                if call!(cvc5_term_is_fp_value(term)) =>
            {
                self.read_float(term, *exponent, *significand).map(Value::FloatingPoint)
            }
            SortShape::RoundingMode if call!(cvc5_term_is_rm_value(term)) => {
                let number = call!(cvc5_term_get_rm_value(term));
                let mode = ROUNDING_MODES.iter().find(|(_, known)| *known == number);
                mode.map(|(mode, _)| Value::RoundingMode(*mode))
                    .ok_or_else(|| strange(&number.to_string(), sort))
            }
            SortShape::String if call!(cvc5_term_is_string_value(term)) => {
                self.read_string(term, sort)
            }
            SortShape::FiniteField(modulus) if call!(cvc5_term_is_ff_value(term)) => {
                let digits = call!(cvc5_term_get_ff_value(term));
                // SAFETY: the library gave a C string.
                let digits = unsafe { ffi::text(digits) };
                // The representative nearest to zero, which may be negative.
                let number: BigInt = digits.parse().map_err(|_| strange(&digits, sort))?;
                let order = BigInt::from(modulus.as_ref().clone());
                let element = ((number % &order) + &order) % order;
                let element = element.magnitude().clone();
                Ok(Value::FiniteField { modulus: modulus.clone(), element })
            }
            SortShape::Seq(element) => self.read_seq(term, sort, element),
            SortShape::Set(element) => self.read_set(term, sort, element),
            SortShape::Bag(element) => self.read_bag(term, sort, element),
            SortShape::Tuple(elements) => self.read_tuple(term, sort, elements),
            SortShape::Datatype(datatype, args) => self.read_datatype(term, sort, datatype, args),
            SortShape::Array(index, element) => self.read_array(term, sort, index, element),
            SortShape::Uninterpreted(_) if call!(cvc5_term_is_uninterpreted_sort_value(term)) => {
                let name = call!(cvc5_term_get_uninterpreted_sort_value(term));
                // SAFETY: the library gave a C string.
                let name = unsafe { ffi::text(name) };
                Ok(Value::Abstract(sort.clone(), name))
            }
            SortShape::Fun(domain, codomain) => match self.read_lambda(term, domain, codomain)? {
                Some(function) => Ok(Value::Function(Box::new(function))),
                None => self.opaque(term, sort),
            },
            _ => self.opaque(term, sort),
        }
    }

    fn read_bits(&self, term: NativeTerm, width: u32) -> Result<BitVec, SolverError> {
        let digits = call!(cvc5_term_get_bv_value(term, 2));
        // SAFETY: the library gave a C string.
        let digits = unsafe { ffi::text(digits) };
        match BigUint::parse_bytes(digits.as_bytes(), 2) {
            Some(bits) if bits.bits() <= u64::from(width) => Ok(BitVec::new(width, bits)),
            _ => Err(strange(&digits, &Sort::bit_vec(width))),
        }
    }

    fn read_float(
        &self,
        term: NativeTerm,
        exponent: u32,
        significand: u32,
    ) -> Result<FloatValue, SolverError> {
        let (mut e, mut s, mut bits) = (0, 0, std::ptr::null_mut());
        call!(cvc5_term_get_fp_value(term, &mut e, &mut s, &mut bits));
        let read = self.read_bits(ffi::live(bits, "bits")?, exponent + significand)?;
        self.release(&[bits])?;
        let value = FloatValue::new(exponent, significand, read)
            .filter(|value| (e, s) == (exponent, significand) && !value.is_nan());
        match value {
            Some(value) if !call!(cvc5_term_is_fp_nan(term)) => Ok(value),
            None if call!(cvc5_term_is_fp_nan(term)) => Ok(FloatValue::nan(exponent, significand)),
            _ => Err(SolverError::Broken(format!(
                "cvc5 gave a format {e} {s} or bits of a NaN for a value of format {exponent} \
                 {significand}, or the reverse"
            ))),
        }
    }

    /// A string as the API gives it ends at the first code point 0; the printed one tells the rest.
    fn read_string(&self, term: NativeTerm, sort: &Sort) -> Result<Value, SolverError> {
        let codes = call!(cvc5_term_get_u32string_value(term));
        // SAFETY: the library gave a list of code points that ends with 0.
        let given = unsafe { ffi::zero_ended(codes) };
        let shown = call!(cvc5_term_to_string(term));
        // SAFETY: the library gave a C string.
        let shown = unsafe { ffi::text(shown) };
        let inner = shown.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let printed = inner.map(|inner| StringValue::from_escaped(&inner.replace("\"\"", "\"")));
        let printed = printed.ok_or_else(|| strange(&shown, sort))?;
        let up_to_zero = printed.code_points().iter().take_while(|code| **code != 0);
        if !up_to_zero.eq(given.iter()) {
            return Err(SolverError::Broken(format!(
                "cvc5 prints a string as {shown}, but gives it as the code points {given:?}"
            )));
        }
        Ok(Value::String(printed))
    }

    /// Nested stores over a constant array.
    fn read_array(
        &self,
        term: NativeTerm,
        sort: &Sort,
        index: &Sort,
        element: &Sort,
    ) -> Result<Value, SolverError> {
        let mut entries = Vec::new();
        let mut owned = Vec::new();
        let mut array = term;
        let read = loop {
            if call!(cvc5_term_is_const_array(array)) {
                let base = ffi::live(call!(cvc5_term_get_const_array_base(array)), "element")?;
                owned.push(base);
                break Some(self.read_value(base, element)?);
            }
            let children = self.children(array)?;
            owned.extend(&children);
            match (self.kind_name(array)?, children.as_slice()) {
                ("STORE", [inner, at, stored]) => {
                    entries
                        .push((self.read_value(*at, index)?, self.read_value(*stored, element)?));
                    array = *inner;
                }
                _ => break None,
            }
        };
        let value = match read {
            Some(default) => {
                // The outermost store comes first and holds, so it must be the last entry.
                entries.reverse();
                let array = ArrayValue { sort: sort.clone(), default, entries };
                Ok(Value::Array(Box::new(array)))
            }
            None => self.opaque(term, sort),
        };
        self.release(&owned)?;
        value
    }

    /// The value as cvc5 prints it.
    pub(crate) fn opaque(&self, term: NativeTerm, sort: &Sort) -> Result<Value, SolverError> {
        let shown = call!(cvc5_term_to_string(term));
        // SAFETY: the library gave a C string.
        let shown = unsafe { ffi::text(shown) };
        Ok(Value::Opaque(sort.clone(), shown))
    }

    pub(crate) fn kind_name(&self, term: NativeTerm) -> Result<&str, SolverError> {
        Ok(self.library.kinds.name(call!(cvc5_term_get_kind(term))))
    }

    /// The children of a term; each handle is to be released.
    pub(crate) fn children(&self, term: NativeTerm) -> Result<Vec<NativeTerm>, SolverError> {
        (0..call!(cvc5_term_get_num_children(term)))
            .map(|place| ffi::live(call!(cvc5_term_get_child(term, place)), "child"))
            .collect()
    }
}

fn strange(text: &str, sort: &Sort) -> SolverError {
    SolverError::Broken(format!("cvc5 gave {text:?} as a value of sort {sort}"))
}

/// `n` or `n/d`.
pub(crate) fn read_real(text: &str) -> Option<BigRational> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (above, below): (BigInt, BigInt) = (above.parse().ok()?, below.parse().ok()?);
    (below != BigInt::ZERO).then(|| BigRational::new(above, below))
}
