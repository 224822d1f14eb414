//! Values with elements: sequences, sets, bags, tuples and datatypes.

use murxla_api::{Datatype, DatatypeValue, SolverError, Sort, Value};
use num_bigint::BigUint;

use crate::datatypes::Member;
use crate::ffi::{self, NativeTerm, call};
use crate::solver::Instance;

/// Reads the elements of a part: the part, its kind and its children; `None` if the kind is unknown.
type Leaf<'a, T> =
    &'a mut dyn FnMut(NativeTerm, &str, &[NativeTerm]) -> Result<Option<Vec<T>>, SolverError>;

impl Instance {
    pub(crate) fn read_seq(
        &self,
        term: NativeTerm,
        sort: &Sort,
        element: &Sort,
    ) -> Result<Value, SolverError> {
        if call!(cvc5_term_is_sequence_value(term)) {
            let mut count = 0;
            let list = call!(cvc5_term_get_sequence_value(term, &mut count));
            // SAFETY: the library gave that many terms, valid until the next call of this function.
            let elements = unsafe { ffi::list(list, count) };
            return Ok(Value::Seq(sort.clone(), self.read_elements(&elements, element)?));
        }
        // A model may give a sequence as a term over its elements.
        let read =
            self.read_union(term, &["SEQ_CONCAT"], &mut |part, kind, children| match kind {
                "CONST_SEQUENCE" => match self.read_seq(part, sort, element)? {
                    Value::Seq(_, elements) => Ok(Some(elements)),
                    _ => Ok(None),
                },
                "SEQ_UNIT" => Ok(Some(self.read_each(children, element)?)),
                _ => Ok(None),
            })?;
        match read {
            Some(elements) => Ok(Value::Seq(sort.clone(), elements)),
            None => self.opaque(term, sort),
        }
    }

    pub(crate) fn read_set(
        &self,
        term: NativeTerm,
        sort: &Sort,
        element: &Sort,
    ) -> Result<Value, SolverError> {
        if call!(cvc5_term_is_set_value(term)) {
            let mut count = 0;
            let list = call!(cvc5_term_get_set_value(term, &mut count));
            // SAFETY: the library gave that many terms, valid until the next call of this function.
            let elements = unsafe { ffi::list(list, count) };
            return Ok(Value::Set(sort.clone(), self.read_elements(&elements, element)?));
        }
        let read = self.read_union(term, &["SET_UNION"], &mut |_, kind, children| match kind {
            "SET_EMPTY" => Ok(Some(Vec::new())),
            "SET_SINGLETON" => Ok(Some(self.read_each(children, element)?)),
            _ => Ok(None),
        })?;
        match read {
            Some(mut elements) => {
                let mut distinct: Vec<Value> = Vec::new();
                elements.retain(|value| {
                    let is_new = !distinct.contains(value);
                    distinct.push(value.clone());
                    is_new
                });
                Ok(Value::Set(sort.clone(), elements))
            }
            None => self.opaque(term, sort),
        }
    }

    pub(crate) fn read_bag(
        &self,
        term: NativeTerm,
        sort: &Sort,
        element: &Sort,
    ) -> Result<Value, SolverError> {
        let unions = &["BAG_UNION_DISJOINT"];
        let read =
            self.read_union(term, unions, &mut |_, kind, children| match (kind, children) {
                ("BAG_EMPTY", _) => Ok(Some(Vec::new())),
                ("BAG_MAKE", [value, count]) => {
                    let value = self.read_value(*value, element)?;
                    Ok(match self.read_value(*count, &Sort::int())? {
                        Value::Int(count) => match BigUint::try_from(count) {
                            Ok(count) if count != BigUint::ZERO => Some(vec![(value, count)]),
                            _ => Some(Vec::new()),
                        },
                        _ => None,
                    })
                }
                _ => Ok(None),
            })?;
        match read {
            Some(elements) => Ok(Value::Bag(sort.clone(), elements)),
            None => self.opaque(term, sort),
        }
    }

    pub(crate) fn read_tuple(
        &self,
        term: NativeTerm,
        sort: &Sort,
        elements: &[Sort],
    ) -> Result<Value, SolverError> {
        if !call!(cvc5_term_is_tuple_value(term)) {
            return self.opaque(term, sort);
        }
        let mut count = 0;
        let list = call!(cvc5_term_get_tuple_value(term, &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let values = unsafe { ffi::list(list, count) };
        if values.len() != elements.len() {
            return Err(SolverError::Broken(format!(
                "cvc5 gave {} elements of a value of sort {sort}",
                values.len()
            )));
        }
        let read = values.iter().zip(elements).map(|(value, sort)| self.read_value(*value, sort));
        let read = read.collect::<Result<Vec<Value>, SolverError>>();
        self.release(&values)?;
        read.map(Value::Tuple)
    }

    pub(crate) fn read_datatype(
        &self,
        term: NativeTerm,
        sort: &Sort,
        datatype: &Datatype,
        args: &[Sort],
    ) -> Result<Value, SolverError> {
        if self.kind_name(term)? != "APPLY_CONSTRUCTOR" {
            return self.opaque(term, sort);
        }
        let children = self.children(term)?;
        let read = self.read_constructor(term, &children, sort, datatype, args);
        self.release(&children)?;
        match read? {
            Some(value) => Ok(value),
            None => self.opaque(term, sort),
        }
    }

    fn read_constructor(
        &self,
        term: NativeTerm,
        children: &[NativeTerm],
        sort: &Sort,
        datatype: &Datatype,
        args: &[Sort],
    ) -> Result<Option<Value>, SolverError> {
        let Some((head, fields)) = children.split_first() else { return Ok(None) };
        let native = ffi::live(call!(cvc5_term_get_sort(term)), "sort")?;
        let mut found = None;
        for (place, constructor) in datatype.definition().constructors.iter().enumerate() {
            let known = self.constructor_at(native, place, Member::Constructor)?;
            let same = call!(cvc5_term_is_equal(known, *head));
            self.release(&[known])?;
            if same {
                found = Some(constructor);
                break;
            }
        }
        call!(cvc5_sort_release(native));
        let Some(constructor) = found else { return Ok(None) };
        let sorts = datatype.field_sorts(constructor, args).unwrap_or_default();
        if sorts.len() != fields.len() {
            return Ok(None);
        }
        let fields = fields.iter().zip(&sorts).map(|(field, sort)| self.read_value(*field, sort));
        Ok(Some(Value::Datatype(Box::new(DatatypeValue {
            sort: sort.clone(),
            constructor: constructor.name.clone(),
            fields: fields.collect::<Result<Vec<Value>, SolverError>>()?,
        }))))
    }

    /// The values of terms whose handles were given to us, which are given back.
    fn read_elements(&self, terms: &[NativeTerm], sort: &Sort) -> Result<Vec<Value>, SolverError> {
        let values = self.read_each(terms, sort);
        self.release(terms)?;
        values
    }

    fn read_each(&self, terms: &[NativeTerm], sort: &Sort) -> Result<Vec<Value>, SolverError> {
        terms.iter().map(|term| self.read_value(*term, sort)).collect()
    }

    /// What `leaf` reads from the parts of nested applications of the kinds `unions`, from left to right.
    fn read_union<T>(
        &self,
        term: NativeTerm,
        unions: &[&str],
        leaf: Leaf<'_, T>,
    ) -> Result<Option<Vec<T>>, SolverError> {
        let mut read = Vec::new();
        let mut owned = Vec::new();
        let mut open = vec![term];
        let mut complete = true;
        while let Some(part) = open.pop() {
            let kind = self.kind_name(part)?;
            let children = self.children(part)?;
            owned.extend(&children);
            if unions.contains(&kind) {
                open.extend(children.iter().rev());
                continue;
            }
            match leaf(part, kind, &children)? {
                Some(values) => read.extend(values),
                None => {
                    complete = false;
                    break;
                }
            }
        }
        self.release(&owned)?;
        Ok(complete.then_some(read))
    }

    /// Whether a term is a value, as far as its kind tells.
    pub(crate) fn is_value(&self, term: NativeTerm) -> Result<bool, SolverError> {
        let kind = self.kind_name(term)?;
        Ok(kind.starts_with("CONST_")
            || matches!(kind, "SET_EMPTY" | "BAG_EMPTY" | "UNINTERPRETED_SORT_VALUE"))
    }
}
