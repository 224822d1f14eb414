//! Values of a model, read into murxla's own form.

use murxla_api::{ArrayValue, BitVec, SolverError, Sort, SortShape, TermId, Value};
use num_bigint::BigUint;

use crate::ffi::{self, NativeTerm, call};
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
            SortShape::BitVec(width) if call!(cvc5_term_is_bv_value(term)) => {
                let digits = call!(cvc5_term_get_bv_value(term, 2));
                // SAFETY: the library gave a C string.
                let digits = unsafe { ffi::text(digits) };
                match BigUint::parse_bytes(digits.as_bytes(), 2) {
                    Some(bits) if bits.bits() <= u64::from(*width) => {
                        Ok(Value::BitVec(BitVec::new(*width, bits)))
                    }
                    _ => Err(SolverError::Broken(format!(
                        "cvc5 gave {digits:?} as binary digits of a value of {width} bits"
                    ))),
                }
            }
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
    fn opaque(&self, term: NativeTerm, sort: &Sort) -> Result<Value, SolverError> {
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
