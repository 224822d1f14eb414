//! Reading values of a model.

use murxla_api::{
    ArrayValue, BitVec, CallSeed, FunctionValue, SolverError, Sort, SortShape, Value,
};
use num_bigint::BigUint;

use crate::errors::present;
use crate::ffi::{BitwuzlaTerm, call, copy_array, text};
use crate::handles::OwnedTerm;
use crate::kinds::Kinds;

/// Reads native value terms.
pub(crate) struct Reader<'a> {
    pub(crate) kinds: &'a Kinds,
    pub(crate) seed: &'a mut CallSeed,
}

impl Reader<'_> {
    /// The value that `term` of sort `sort` stands for. A term that is no value (Bitwuzla gives back a
    /// quantified formula that it did not need) becomes opaque.
    pub(crate) fn read(&mut self, term: BitwuzlaTerm, sort: &Sort) -> Result<Value, SolverError> {
        let value = match sort.shape() {
            SortShape::Bool => self.bool(term)?,
            SortShape::BitVec(width) => self.bit_vector(term, *width)?,
            SortShape::Array(index, element) => self.array(term, sort, index, element)?,
            SortShape::Fun(domain, codomain) => self.function(term, sort, domain, codomain)?,
            SortShape::Uninterpreted(_) => self.element(term, sort)?,
        };
        match value {
            Some(value) => Ok(value),
            None => Ok(Value::Opaque(sort.clone(), printed(term)?)),
        }
    }

    fn kind(&self, term: BitwuzlaTerm) -> Result<&str, SolverError> {
        Ok(self.kinds.name(call!(bitwuzla_term_get_kind(term))))
    }

    fn bool(&mut self, term: BitwuzlaTerm) -> Result<Option<Value>, SolverError> {
        if !call!(bitwuzla_term_is_value(term)) {
            return Ok(None);
        }
        Ok(Some(Value::Bool(match self.seed.pick(3) {
            0 => call!(bitwuzla_term_is_true(term)),
            1 => !call!(bitwuzla_term_is_false(term)),
            _ => call!(bitwuzla_term_value_get_bool(term)),
        })))
    }

    fn bit_vector(&mut self, term: BitwuzlaTerm, width: u32) -> Result<Option<Value>, SolverError> {
        if !call!(bitwuzla_term_is_bv_value(term)) {
            return Ok(None);
        }
        let (printed, base) = match self.seed.pick(4) {
            0 => (call!(bitwuzla_term_value_get_str(term)), 2),
            1 => (call!(bitwuzla_term_value_get_str_fmt(term, 10)), 10),
            2 => (call!(bitwuzla_term_value_get_str_fmt(term, 16)), 16),
            _ => (call!(bitwuzla_term_value_get_str_fmt(term, 2)), 2),
        };
        let digits = text(printed).unwrap_or_default();
        match BigUint::parse_bytes(digits.as_bytes(), base) {
            Some(bits) if bits.bits() <= u64::from(width) => {
                Ok(Some(Value::BitVec(BitVec::new(width, bits))))
            }
            _ => Err(SolverError::Broken(format!(
                "Bitwuzla gave \"{digits}\" in base {base} as a value of {width} bits"
            ))),
        }
    }

    /// A chain of stores over a constant array, the outermost being the latest.
    fn array(
        &mut self,
        term: BitwuzlaTerm,
        sort: &Sort,
        index_sort: &Sort,
        element_sort: &Sort,
    ) -> Result<Option<Value>, SolverError> {
        let mut entries = Vec::new();
        let mut owner: Option<OwnedTerm> = None;
        loop {
            let current = owner.as_ref().map_or(term, |owner| owner.0);
            let children = children(current)?;
            match (self.kind(current)?, &*children) {
                ("ARRAY_STORE", [_, index, element]) => {
                    let index = self.read(index.0, index_sort)?;
                    entries.push((index, self.read(element.0, element_sort)?));
                    owner = children.into_iter().next();
                }
                ("CONST_ARRAY", [element]) => {
                    let default = self.read(element.0, element_sort)?;
                    entries.reverse();
                    let array = ArrayValue { sort: sort.clone(), default, entries };
                    return Ok(Some(Value::Array(Box::new(array))));
                }
                _ => return Ok(None),
            }
        }
    }

    /// Nested lambdas, one for each parameter, over a chain of `ite`s whose conditions fix all parameters.
    fn function(
        &mut self,
        term: BitwuzlaTerm,
        sort: &Sort,
        domain: &[Sort],
        codomain: &Sort,
    ) -> Result<Option<Value>, SolverError> {
        let mut parameters: Vec<OwnedTerm> = Vec::new();
        let mut owner: Option<OwnedTerm> = None;
        while parameters.len() < domain.len() {
            let current = owner.as_ref().map_or(term, |owner| owner.0);
            let mut children = children(current)?;
            if self.kind(current)? != "LAMBDA" || children.len() < 2 {
                return Ok(None);
            }
            owner = children.pop();
            parameters.append(&mut children);
        }
        if parameters.len() != domain.len() {
            return Ok(None);
        }
        let mut entries = Vec::new();
        loop {
            let current = owner.as_ref().map_or(term, |owner| owner.0);
            if self.kind(current)? != "ITE" {
                break;
            }
            let mut children = children(current)?;
            let [condition, result, _] = &*children else { return Ok(None) };
            let Some(arguments) = self.arguments(condition.0, &parameters)? else {
                return Ok(None);
            };
            let arguments = arguments
                .iter()
                .zip(domain)
                .map(|(argument, sort)| self.read(argument.0, sort))
                .collect::<Result<Vec<Value>, SolverError>>()?;
            entries.push((arguments, self.read(result.0, codomain)?));
            owner = children.pop();
        }
        let default = self.read(owner.as_ref().map_or(term, |owner| owner.0), codomain)?;
        // The first condition of the chain has precedence, the last entry of the list does.
        entries.reverse();
        let function = FunctionValue { sort: sort.clone(), default, entries };
        Ok(Some(Value::Function(Box::new(function))))
    }

    /// What a conjunction of equations says for each parameter; `None` if it is something else.
    fn arguments(
        &self,
        condition: BitwuzlaTerm,
        parameters: &[OwnedTerm],
    ) -> Result<Option<Vec<OwnedTerm>>, SolverError> {
        let mut found: Vec<Option<OwnedTerm>> = parameters.iter().map(|_| None).collect();
        let mut rest = vec![OwnedTerm(call!(bitwuzla_term_copy(condition)))];
        while let Some(part) = rest.pop() {
            let mut sides = children(part.0)?;
            match self.kind(part.0)? {
                "AND" => rest.append(&mut sides),
                "EQUAL" if sides.len() == 2 => {
                    // A term that is alive has one address, which the owners in `parameters` ensure.
                    let place = |side: &OwnedTerm| {
                        parameters.iter().position(|parameter| parameter.0 == side.0)
                    };
                    let (place, value) = match (place(&sides[0]), place(&sides[1])) {
                        (Some(place), None) => (place, sides.pop()),
                        (None, Some(place)) => (place, sides.into_iter().next()),
                        _ => return Ok(None),
                    };
                    match found.get_mut(place) {
                        Some(slot) if slot.is_none() => *slot = value,
                        _ => return Ok(None),
                    }
                }
                _ => return Ok(None),
            }
        }
        Ok(found.into_iter().collect())
    }

    /// An element of an uninterpreted sort is a value printed as `(as NAME SORT)`.
    fn element(&self, term: BitwuzlaTerm, sort: &Sort) -> Result<Option<Value>, SolverError> {
        if !call!(bitwuzla_term_is_value(term)) {
            return Ok(None);
        }
        let printed = printed(term)?;
        let name = printed.strip_prefix("(as ").and_then(|rest| rest.split(' ').next());
        Ok(Some(Value::Abstract(sort.clone(), name.unwrap_or(&printed).to_owned())))
    }
}

fn printed(term: BitwuzlaTerm) -> Result<String, SolverError> {
    Ok(text(call!(bitwuzla_term_to_string(term))).unwrap_or_default())
}

fn children(term: BitwuzlaTerm) -> Result<Vec<OwnedTerm>, SolverError> {
    let mut size = 0;
    let first = call!(bitwuzla_term_get_children(term, &mut size));
    copy_array(first.cast_const(), size)
        .into_iter()
        .map(|child| present(child, "bitwuzla_term_get_children").map(OwnedTerm))
        .collect()
}
