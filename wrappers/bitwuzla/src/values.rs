//! Reads values of a model.

use murxla_api::{
    ArrayValue, BitVec, CallSeed, FloatValue, FunctionValue, RoundingMode, SolverError, Sort,
    SortShape, Value,
};
use num_bigint::BigUint;

use crate::children::children;
use crate::ffi::{BitwuzlaTerm, call, text};
use crate::handles::OwnedTerm;
use crate::library::Knowledge;
use crate::rounding::RoundingModes;

/// Reads native value terms.
pub(crate) struct Reader<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) seed: &'a mut CallSeed,
}

impl Reader<'_> {
    /// The value that `term` of sort `sort` stands for. A term that is no value (Bitwuzla gives back a
    /// quantified formula that it did not need) becomes opaque.
    pub(crate) fn read(&mut self, term: BitwuzlaTerm, sort: &Sort) -> Result<Value, SolverError> {
        let value = match sort.shape() {
            SortShape::Bool => self.bool(term)?,
            SortShape::BitVec(width) => self.bit_vector(term, *width)?,
            SortShape::FloatingPoint(exponent, significand) => {
                self.float(term, *exponent, *significand)?
            }
            SortShape::RoundingMode => self.rounding_mode(term)?,
            SortShape::Array(index, element) => self.array(term, sort, index, element)?,
            SortShape::Fun(domain, codomain) => self.function(term, sort, domain, codomain)?,
            SortShape::Uninterpreted(_) => self.element(term, sort)?,
            _ => None,
        };
        match value {
            Some(value) => Ok(value),
            None => Ok(Value::Opaque(sort.clone(), printed(term)?)),
        }
    }

    fn kind(&self, term: BitwuzlaTerm) -> Result<&str, SolverError> {
        Ok(self.knowledge.kinds.name(call!(bitwuzla_term_get_kind(term))))
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

    /// A floating-point number, in one of the ways that the API has to tell its bits.
    fn float(
        &mut self,
        term: BitwuzlaTerm,
        exponent: u32,
        significand: u32,
    ) -> Result<Option<Value>, SolverError> {
        if !call!(bitwuzla_term_is_fp_value(term)) {
            return Ok(None);
        }
        let (printed, bits) = match self.seed.pick(4) {
            0 => {
                let printed = text(call!(bitwuzla_term_value_get_str(term))).unwrap_or_default();
                let bits = (printed.len() == (exponent + significand) as usize)
                    .then(|| BitVec::from_binary(&printed));
                (printed, bits.flatten())
            }
            way => parts(term, [2, 10, 16][way - 1], exponent, significand)?,
        };
        match bits.and_then(|bits| FloatValue::new(exponent, significand, bits)) {
            Some(value) => Ok(Some(Value::FloatingPoint(value))),
            None => Err(SolverError::Broken(format!(
                "Bitwuzla gave \"{printed}\" as a floating-point value of {exponent} and \
                 {significand} bits"
            ))),
        }
    }

    fn rounding_mode(&mut self, term: BitwuzlaTerm) -> Result<Option<Value>, SolverError> {
        if !call!(bitwuzla_term_is_rm_value(term)) {
            return Ok(None);
        }
        let mode = match self.seed.pick(3) {
            0 => self.knowledge.rounding.mode(call!(bitwuzla_term_value_get_rm(term))),
            1 => {
                let printed = text(call!(bitwuzla_term_value_get_str(term)));
                RoundingModes::named(&printed.unwrap_or_default())
            }
            _ if call!(bitwuzla_term_is_rm_value_rna(term)) => Some(RoundingMode::NearestAway),
            _ if call!(bitwuzla_term_is_rm_value_rne(term)) => Some(RoundingMode::NearestEven),
            _ if call!(bitwuzla_term_is_rm_value_rtn(term)) => Some(RoundingMode::Negative),
            _ if call!(bitwuzla_term_is_rm_value_rtp(term)) => Some(RoundingMode::Positive),
            _ if call!(bitwuzla_term_is_rm_value_rtz(term)) => Some(RoundingMode::Zero),
            _ => None,
        };
        match mode {
            Some(mode) => Ok(Some(Value::RoundingMode(mode))),
            None => Err(SolverError::Broken("a rounding mode is none of the five".to_owned())),
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
        let results = entries.iter().map(|(_, result)| result).chain([&default]);
        // The body of a lambda that was given, and not made for a model, computes with its parameters.
        if results.into_iter().any(|result| matches!(result, Value::Opaque(..))) {
            return Ok(None);
        }
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

/// Sign, exponent and significand of a floating-point value: as printed, and their bits.
fn parts(
    term: BitwuzlaTerm,
    base: u8,
    exponent: u32,
    significand: u32,
) -> Result<(String, Option<BitVec>), SolverError> {
    let mut parts = [std::ptr::null(); 3];
    let [sign, middle, rest] = &mut parts;
    call!(bitwuzla_term_value_get_fp_ieee(term, sign, middle, rest, base));
    let parts = parts.map(|part| text(part).unwrap_or_default());
    let mut bits = BigUint::ZERO;
    for (part, width) in parts.iter().zip([1, exponent, significand - 1]) {
        match BigUint::parse_bytes(part.as_bytes(), base.into()) {
            Some(number) if number.bits() <= u64::from(width) => bits = (bits << width) | number,
            _ => return Ok((parts.join(" "), None)),
        }
    }
    Ok((parts.join(" "), Some(BitVec::new(exponent + significand, bits))))
}

fn printed(term: BitwuzlaTerm) -> Result<String, SolverError> {
    Ok(text(call!(bitwuzla_term_to_string(term))).unwrap_or_default())
}
