//! Values that a solver tells, as values of the sorts of a graph.

use murxla_api::meaning::table::key;
use murxla_api::meaning::{Datum, Table, Unknown};
use murxla_api::{FunctionValue, Sort, SortShape, Value};

/// The value of this sort that a solver means. Solvers do not tell all sorts apart (to Z3 a set is an array of truth values),
/// so what is told may be of another form than the sort.
pub fn datum_of_value(value: &Value, sort: &Sort) -> Result<Datum, Unknown> {
    let all = |values: &[Value], sort: &Sort| -> Result<Vec<Datum>, Unknown> {
        values.iter().map(|one| datum_of_value(one, sort)).collect()
    };
    match (sort.shape(), value) {
        (_, Value::Opaque(_, text)) => Err(not_told(text).unwrap_or_else(|| unread(sort))),
        (SortShape::Bool, Value::Bool(_))
        | (SortShape::Int, Value::Int(_))
        | (SortShape::Real, Value::Real(_))
        | (SortShape::BitVec(_), Value::BitVec(_))
        | (SortShape::FloatingPoint(..), Value::FloatingPoint(_))
        | (SortShape::RoundingMode, Value::RoundingMode(_))
        | (SortShape::String, Value::String(_))
        | (SortShape::FiniteField(_), Value::FiniteField { .. }) => Datum::of_value(value),
        (SortShape::Real, Value::Int(number)) => Ok(Datum::real(number.clone().into())),
        (SortShape::Seq(element), Value::Seq(_, elements)) => {
            Ok(Datum::Seq(all(elements, element)?.into()))
        }
        (SortShape::Set(element), Value::Set(_, elements)) => {
            Ok(Datum::set(all(elements, element)?))
        }
        (SortShape::Set(element), Value::Array(array)) => {
            let table = entries_of_array(array, sort)?;
            set_of_table(element, &table.0, table.1, sort)
        }
        (SortShape::Bag(element), Value::Bag(_, elements)) => {
            let mut counted = Vec::with_capacity(elements.len());
            for (one, count) in elements {
                counted.push((datum_of_value(one, element)?, count.clone().into()));
            }
            Ok(Datum::bag(counted))
        }
        (SortShape::Tuple(sorts), Value::Tuple(elements)) if sorts.len() == elements.len() => {
            Ok(Datum::Tuple(fields(elements, sorts)?.into()))
        }
        (SortShape::Datatype(datatype, args), Value::Datatype(told)) => {
            // What is infinite cannot be told by constructors alone.
            let constructor = datatype.constructor(&told.constructor);
            let sorts = constructor.and_then(|one| datatype.field_sorts(one, args));
            match (constructor, sorts) {
                (Some(constructor), Some(sorts))
                    if sorts.len() == told.fields.len() && !datatype.definition().coinductive =>
                {
                    let fields = fields(&told.fields, &sorts)?;
                    Datum::constructed(sort.clone(), constructor.name.clone(), fields)
                }
                _ => Err(unread(sort)),
            }
        }
        (SortShape::Array(..), Value::Array(array)) => {
            let (default, entries) = entries_of_array(array, sort)?;
            Ok(Datum::Array(Table::new(sort.clone(), default, entries)?.into()))
        }
        (SortShape::Array(..), Value::Function(function)) => {
            let (default, entries) = entries_of_function(function, sort)?;
            Ok(Datum::Array(Table::new(sort.clone(), default, entries)?.into()))
        }
        (SortShape::Fun(..), Value::Function(function)) => {
            let (default, entries) = entries_of_function(function, sort)?;
            Ok(Datum::Function(Table::new(sort.clone(), default, entries)?.into()))
        }
        (SortShape::Fun(domain, _), Value::Array(array)) if domain.len() == 1 => {
            let (default, entries) = entries_of_array(array, sort)?;
            Ok(Datum::Function(Table::new(sort.clone(), default, entries)?.into()))
        }
        (SortShape::Uninterpreted(_), Value::Abstract(_, name)) => {
            Ok(Datum::element(sort.clone(), name))
        }
        _ => Err(unread(sort)),
    }
}

/// What no text of a solver says as a value.
fn not_told(text: &str) -> Option<Unknown> {
    const ALGEBRAIC: [&str; 3] = ["(root-obj ", "real_algebraic_number", "algebraic number near"];
    if ALGEBRAIC.iter().any(|words| text.contains(words)) {
        return Some(Unknown::cannot_tell("an algebraic number that is no fraction"));
    }
    // Z3 says of some sets only how many elements they have, and which of these sets they are.
    let is_unique = text.contains("set.unique");
    is_unique.then(|| Unknown::cannot_tell("a set whose elements the solver does not tell"))
}

fn unread(sort: &Sort) -> Unknown {
    Unknown::cannot_tell(format!("a value of {} that cannot be read", sort.kind().key()))
}

fn fields(values: &[Value], sorts: &[Sort]) -> Result<Vec<Datum>, Unknown> {
    values.iter().zip(sorts).map(|(value, sort)| datum_of_value(value, sort)).collect()
}

type Entries = (Datum, Vec<(Datum, Datum)>);

/// The sorts of arguments and result of what is a map.
fn map_sorts(sort: &Sort) -> Result<(&[Sort], Sort), Unknown> {
    match sort.shape() {
        SortShape::Array(index, element) => Ok((std::slice::from_ref(index), element.clone())),
        SortShape::Set(element) => Ok((std::slice::from_ref(element), Sort::bool())),
        SortShape::Fun(domain, codomain) => Ok((domain, codomain.clone())),
        _ => Err(unread(sort)),
    }
}

fn entries_of_array(array: &murxla_api::ArrayValue, sort: &Sort) -> Result<Entries, Unknown> {
    let (domain, codomain) = map_sorts(sort)?;
    let [index] = domain else { return Err(unread(sort)) };
    let mut entries = Vec::with_capacity(array.entries.len());
    for (at, element) in &array.entries {
        entries.push((datum_of_value(at, index)?, datum_of_value(element, &codomain)?));
    }
    Ok((datum_of_value(&array.default, &codomain)?, entries))
}

fn entries_of_function(function: &FunctionValue, sort: &Sort) -> Result<Entries, Unknown> {
    let (domain, codomain) = map_sorts(sort)?;
    let mut entries = Vec::with_capacity(function.entries.len());
    for (args, result) in &function.entries {
        if args.len() != domain.len() {
            return Err(unread(sort));
        }
        let args = fields(args, domain)?;
        let args: Vec<&Datum> = args.iter().collect();
        entries.push((key(&args), datum_of_value(result, &codomain)?));
    }
    Ok((datum_of_value(&function.default, &codomain)?, entries))
}

/// A set that is told by its characteristic function. One that has all but some elements is no finite set, unless its sort is
/// finite.
fn set_of_table(
    element: &Sort,
    default: &Datum,
    entries: Vec<(Datum, Datum)>,
    sort: &Sort,
) -> Result<Datum, Unknown> {
    let truth = Datum::Bool(true);
    let map = Sort::array(element.clone(), Sort::bool());
    let table = Table::new(map, default.clone(), entries)?;
    if *table.default() != truth {
        let held = table.entries().iter().filter(|(_, value)| *value == truth);
        return Ok(Datum::set(held.map(|(one, _)| one.clone()).collect()));
    }
    use murxla_api::meaning::finite::{Size, nth, size};
    const MOST: u64 = 1 << 12;
    match size(element) {
        Size::Finite(count) if count <= MOST => {
            let all = (0..count).filter_map(|number| nth(element, number));
            Ok(Datum::set(all.filter(|one| *table.get(one) == truth).collect()))
        }
        _ => Err(unread(sort)),
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::ArrayValue;

    use super::*;

    fn array(index: Sort, default: bool, entries: &[(i32, bool)]) -> Value {
        Value::Array(Box::new(ArrayValue {
            sort: Sort::array(index, Sort::bool()),
            default: Value::Bool(default),
            entries: entries
                .iter()
                .map(|(at, value)| (Value::Int((*at).into()), Value::Bool(*value)))
                .collect(),
        }))
    }

    #[test]
    fn sets_are_told_as_arrays() {
        let sort = Sort::set(Sort::int());
        let told = array(Sort::int(), false, &[(1, true), (2, false), (3, true)]);
        let expected = Datum::set(vec![Datum::Int(1), Datum::Int(3)]);
        assert_eq!(datum_of_value(&told, &sort), Ok(expected));
        let most = array(Sort::int(), true, &[(1, false)]);
        assert!(datum_of_value(&most, &sort).is_err());
    }

    #[test]
    fn what_cannot_be_read_has_a_reason() {
        let root = Value::Opaque(Sort::real(), "(root-obj (+ (^ x 2) (- 2)) 1)".to_owned());
        let unknown = datum_of_value(&root, &Sort::real()).unwrap_err();
        assert_eq!(unknown.to_string(), "cannot tell: an algebraic number that is no fraction");
        assert_eq!(datum_of_value(&Value::Int(3.into()), &Sort::real()), Ok(Datum::Real(3, 1)));
    }
}
