//! Reads functions of a model: cvc5 gives a lambda, whose body compares the variables with values.
//!
//! A body is read if it is made of `ite`, Boolean connectives and equalities over variables and values. Then
//! it distinguishes, for each variable, finitely many values and "any other"; the table of all combinations
//! is a function with a default if all combinations with an "other" agree.

use murxla_api::{FunctionValue, SolverError, Sort, SortShape, Value};

use crate::ffi::NativeTerm;
use crate::solver::Instance;

/// A body of a lambda.
#[derive(Clone, Debug)]
enum Body {
    Value(Value),
    Variable(usize),
    Ite(Box<[Body; 3]>),
    Equal(Box<[Body; 2]>),
    Not(Box<Body>),
    And(Vec<Body>),
    Or(Vec<Body>),
}

/// What a body is under an assignment.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Value(Value),
    /// The "other" value of this variable.
    Other(usize),
}

/// A body nested deeper than this is not read.
const MAX_DEPTH: usize = 1000;
/// A table with more combinations than this is not made.
const MAX_COMBINATIONS: usize = 16384;
/// Sorts with at most this many values are gone through value by value.
const SMALL_SORT: u64 = 16;

impl Instance {
    /// The function that a lambda is, or `None` if its body has another form.
    pub(crate) fn read_lambda(
        &self,
        term: NativeTerm,
        domain: &[Sort],
        codomain: &Sort,
    ) -> Result<Option<FunctionValue>, SolverError> {
        if self.kind_name(term)? != "LAMBDA" {
            return Ok(None);
        }
        let parts = self.children(term)?;
        let [list, body] = parts.as_slice() else { return Ok(None) };
        let variables = self.children(*list)?;
        let read = if variables.len() == domain.len() {
            self.read_body(*body, &variables, 0)?
        } else {
            None
        };
        self.release(&variables)?;
        self.release(&parts)?;
        let Some(body) = read else { return Ok(None) };
        let table = chain(&body, domain).or_else(|| tabulate(&body, domain));
        Ok(table.map(|(default, entries)| FunctionValue {
            sort: Sort::fun(domain, codomain.clone()),
            default,
            entries,
        }))
    }

    fn read_body(
        &self,
        term: NativeTerm,
        variables: &[NativeTerm],
        depth: usize,
    ) -> Result<Option<Body>, SolverError> {
        if depth > MAX_DEPTH {
            return Ok(None);
        }
        // Variables of one lambda are terms that cvc5 shares, so a handle identifies them.
        if let Some(place) = variables.iter().position(|variable| *variable == term) {
            return Ok(Some(Body::Variable(place)));
        }
        let kind = self.kind_name(term)?;
        if !matches!(kind, "ITE" | "EQUAL" | "NOT" | "AND" | "OR") {
            let sort = self.sort_of_native(term)?;
            return Ok(match self.read_value(term, &sort)? {
                Value::Opaque(..) => None,
                value => Some(Body::Value(value)),
            });
        }
        let children = self.children(term)?;
        let read = children
            .iter()
            .map(|child| self.read_body(*child, variables, depth + 1))
            .collect::<Result<Option<Vec<Body>>, SolverError>>()?;
        self.release(&children)?;
        Ok(read.and_then(|parts| match kind {
            "ITE" => parts.try_into().ok().map(|parts| Body::Ite(Box::new(parts))),
            "EQUAL" => parts.try_into().ok().map(|parts| Body::Equal(Box::new(parts))),
            "NOT" => parts.into_iter().next().map(|part| Body::Not(Box::new(part))),
            "AND" => Some(Body::And(parts)),
            _ => Some(Body::Or(parts)),
        }))
    }
}

type Table = (Value, Vec<(Vec<Value>, Value)>);

/// The usual form: one `ite` per entry, whose condition fixes all variables.
fn chain(body: &Body, domain: &[Sort]) -> Option<Table> {
    let mut entries = Vec::new();
    let mut rest = body;
    loop {
        match rest {
            Body::Value(default) => {
                // The first condition that holds decides, the last entry holds.
                entries.reverse();
                return Some((default.clone(), entries));
            }
            Body::Ite(parts) => {
                let [condition, Body::Value(result), next] = parts.as_ref() else { return None };
                let mut fixed = vec![None; domain.len()];
                fix(condition, &mut fixed)?;
                entries.push((fixed.into_iter().collect::<Option<Vec<Value>>>()?, result.clone()));
                rest = next;
            }
            _ => return None,
        }
    }
}

/// The values that a conjunction of equalities gives to variables, each at most once.
fn fix(condition: &Body, fixed: &mut [Option<Value>]) -> Option<()> {
    let (place, value) = match condition {
        Body::And(parts) => return parts.iter().try_for_each(|part| fix(part, fixed)),
        Body::Equal(sides) => match sides.as_ref() {
            [Body::Variable(place), Body::Value(value)]
            | [Body::Value(value), Body::Variable(place)] => (*place, value.clone()),
            _ => return None,
        },
        Body::Variable(place) => (*place, Value::Bool(true)),
        Body::Not(inner) => match inner.as_ref() {
            Body::Variable(place) => (*place, Value::Bool(false)),
            _ => return None,
        },
        _ => return None,
    };
    let slot = fixed.get_mut(place)?;
    if slot.is_some() {
        return None;
    }
    *slot = Some(value);
    Some(())
}

/// Any other form: the table of all combinations of distinguished values.
fn tabulate(body: &Body, domain: &[Sort]) -> Option<Table> {
    let mut mentioned = Vec::new();
    collect(body, &mut mentioned);
    // `None` stands for any value that is not distinguished.
    let choices: Vec<Vec<Option<Value>>> =
        domain.iter().map(|sort| distinguished(sort, &mentioned)).collect();
    let combinations = choices
        .iter()
        .try_fold(1usize, |product, values| product.checked_mul(values.len()))
        .filter(|count| *count <= MAX_COMBINATIONS)?;
    let mut table = Vec::with_capacity(combinations);
    for number in 0..combinations {
        let mut digits = number;
        let arguments: Vec<Option<Value>> = choices
            .iter()
            .map(|values| {
                let digit = digits % values.len();
                digits /= values.len();
                values.get(digit).cloned().flatten()
            })
            .collect();
        match evaluate(body, &arguments)? {
            Outcome::Value(result) => table.push((arguments, result)),
            Outcome::Other(_) => return None,
        }
    }
    // "Other" is the last choice of each variable, so the last row is the most general one.
    let default = table.last().map(|(_, result)| result.clone())?;
    let mut entries = Vec::new();
    for (arguments, result) in table {
        match arguments.into_iter().collect::<Option<Vec<Value>>>() {
            Some(arguments) if result != default => entries.push((arguments, result)),
            None if result != default => return None,
            _ => {}
        }
    }
    Some((default, entries))
}

/// The values of a variable that matter, and `None` for the others if there are any.
fn distinguished(sort: &Sort, mentioned: &[Value]) -> Vec<Option<Value>> {
    let all = |count: u64, value: &dyn Fn(u64) -> Value| {
        (0..count).map(|number| Some(value(number))).collect::<Vec<_>>()
    };
    match sort.shape() {
        SortShape::Bool => all(2, &|number| Value::Bool(number == 1)),
        SortShape::BitVec(width) if *width < 64 && 1u64 << *width <= SMALL_SORT => {
            all(1 << *width, &|number| {
                Value::BitVec(murxla_api::BitVec::new(*width, number.into()))
            })
        }
        _ => {
            let of_sort = mentioned.iter().filter(|value| has_sort(value, sort));
            of_sort.cloned().map(Some).chain([None]).collect()
        }
    }
}

fn has_sort(value: &Value, sort: &Sort) -> bool {
    match value {
        Value::Bool(_) => *sort == Sort::bool(),
        Value::Int(_) => *sort == Sort::int(),
        Value::Real(_) => *sort == Sort::real(),
        Value::BitVec(bits) => sort.width() == Some(bits.width()),
        Value::FloatingPoint(value) => {
            let (exponent, significand) = value.format();
            *sort == Sort::floating_point(exponent, significand)
        }
        Value::RoundingMode(_) => *sort == Sort::rounding_mode(),
        Value::String(_) => *sort == Sort::string(),
        Value::FiniteField { modulus, .. } => {
            matches!(sort.shape(), SortShape::FiniteField(own) if own == modulus)
        }
        Value::Tuple(values) => match sort.shape() {
            SortShape::Tuple(elements) => {
                elements.len() == values.len()
                    && values.iter().zip(elements).all(|(value, sort)| has_sort(value, sort))
            }
            _ => false,
        },
        Value::Array(array) => array.sort == *sort,
        Value::Datatype(value) => value.sort == *sort,
        Value::Function(function) => function.sort == *sort,
        Value::Seq(own, _)
        | Value::Set(own, _)
        | Value::Bag(own, _)
        | Value::Abstract(own, _)
        | Value::Opaque(own, _) => own == sort,
    }
}

/// All values in a body, each once.
fn collect(body: &Body, found: &mut Vec<Value>) {
    match body {
        Body::Value(value) => {
            if !found.contains(value) {
                found.push(value.clone());
            }
        }
        Body::Variable(_) => {}
        Body::Ite(parts) => parts.iter().for_each(|part| collect(part, found)),
        Body::Equal(parts) => parts.iter().for_each(|part| collect(part, found)),
        Body::Not(part) => collect(part, found),
        Body::And(parts) | Body::Or(parts) => parts.iter().for_each(|part| collect(part, found)),
    }
}

/// What a body is for these arguments; `None` if "other" does not tell.
fn evaluate(body: &Body, arguments: &[Option<Value>]) -> Option<Outcome> {
    let holds = |body: &Body| match evaluate(body, arguments)? {
        Outcome::Value(Value::Bool(value)) => Some(value),
        _ => None,
    };
    let truth = |value| Some(Outcome::Value(Value::Bool(value)));
    match body {
        Body::Value(value) => Some(Outcome::Value(value.clone())),
        Body::Variable(place) => Some(match arguments.get(*place)? {
            Some(value) => Outcome::Value(value.clone()),
            None => Outcome::Other(*place),
        }),
        Body::Ite(parts) => {
            let [condition, yes, no] = parts.as_ref();
            evaluate(if holds(condition)? { yes } else { no }, arguments)
        }
        Body::Equal(sides) => {
            let [left, right] = sides.as_ref();
            match (evaluate(left, arguments)?, evaluate(right, arguments)?) {
                // Two "others" may be the same value or not.
                (Outcome::Other(a), Outcome::Other(b)) if a != b => None,
                (left, right) => truth(left == right),
            }
        }
        Body::Not(part) => truth(!holds(part)?),
        Body::And(parts) => {
            for part in parts {
                if !holds(part)? {
                    return truth(false);
                }
            }
            truth(true)
        }
        Body::Or(parts) => {
            for part in parts {
                if holds(part)? {
                    return truth(true);
                }
            }
            truth(false)
        }
    }
}
