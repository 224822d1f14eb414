//! Formulas about terms: what a question says, and that a constant has a value.

use murxla_api::meaning::table::{Table, key};
use murxla_api::meaning::{Datum, finite};
use murxla_api::{Op, Sort, SortShape, theory};

use super::literals::literal_of;
use super::numbering::Terms;
use super::questions::{Form, Other};
use super::space::Space;
use super::term::{Tree, Whole};

/// A row of the theories that is there.
fn row(key: &str) -> Option<&'static Op> {
    theory::operator(key)
}

/// The formula that a question about a term is; `None` if there is none.
pub fn formula<T: Tree>(
    tree: &mut T,
    whole: &Whole,
    term: T::Term,
    form: Form,
) -> Result<Option<T::Term>, T::Error> {
    let (key, other) = match form {
        Form::Itself => return Ok(Some(term)),
        Form::Negated => {
            let Some(not) = row("OP_NOT") else { return Ok(None) };
            return tree.operator(not, &[term]).map(Some);
        }
        Form::Differs(other) => ("OP_DISTINCT", other),
        Form::Equals(other) => ("OP_EQUAL", other),
    };
    let other = match other {
        Other::Literal(number) => tree.literal(whole.sort, usize::from(number))?,
        Other::Constant => tree.constant(whole.sort, 0)?,
    };
    let Some(op) = row(key) else { return Ok(None) };
    tree.operator(op, &[term, other]).map(Some)
}

/// Formulas that say that each of these constants has its value in an assignment; `None` if that cannot be said.
pub(super) fn fixed<T: Tree>(
    terms: &Terms,
    tree: &mut T,
    assignment: usize,
    constants: &[(usize, usize)],
) -> Result<Option<Vec<T::Term>>, T::Error> {
    let (space, values) = (terms.space(), terms.values());
    let mut formulas = Vec::new();
    for (sort, constant) in constants.iter().copied() {
        let number = values.constant_in(sort, constant, assignment);
        let Some(datum) = values.datum(sort, number).cloned() else { return Ok(None) };
        let term = tree.constant(sort, constant)?;
        if !has_value(space, tree, sort, term, &datum, &mut formulas)? {
            return Ok(None);
        }
    }
    Ok(Some(formulas))
}

/// Formulas that say that a term of a sort has a value; `false` if that cannot be said.
pub(super) fn has_value<T: Tree>(
    space: &Space,
    tree: &mut T,
    sort: usize,
    term: T::Term,
    datum: &Datum,
    formulas: &mut Vec<T::Term>,
) -> Result<bool, T::Error> {
    let number_of = |sort: &Sort| space.sorts.iter().position(|one| one.sort == *sort);
    let shape = space.sorts[sort].sort.shape();
    match (shape, datum) {
        (SortShape::Array(index, element), Datum::Array(table)) => {
            let (Some(index), Some(element)) = (number_of(index), number_of(element)) else {
                return Ok(false);
            };
            let Some(select) = row("OP_ARRAY_SELECT") else { return Ok(false) };
            entries(space, tree, (select, term), &[index], element, table, formulas)
        }
        (SortShape::Fun(domain, codomain), Datum::Function(table)) => {
            let domain: Option<Vec<usize>> = domain.iter().map(number_of).collect();
            let (Some(domain), Some(codomain)) = (domain, number_of(codomain)) else {
                return Ok(false);
            };
            let Some(apply) = row("OP_UF_APPLY") else { return Ok(false) };
            entries(space, tree, (apply, term), &domain, codomain, table, formulas)
        }
        (SortShape::Datatype(..), Datum::Datatype(value)) => {
            let head = |key: &str, names: &[&str]| {
                space.heads.iter().position(|head| {
                    let given: Vec<&str> = head.head.names.iter().map(|name| &**name).collect();
                    head.head.op().key == key && given == names && head.args == [sort]
                })
            };
            let Some(tester) = head("OP_DT_APPLY_TESTER", &[&value.constructor]) else {
                return Ok(false);
            };
            formulas.push(tree.apply(tester, &[term])?);
            let SortShape::Datatype(datatype, _) = shape else { return Ok(false) };
            let Some(constructor) = datatype.constructor(&value.constructor) else {
                return Ok(false);
            };
            for ((selector, _), field) in constructor.fields.iter().zip(&value.fields) {
                let Some(select) = head("OP_DT_APPLY_SEL", &[&value.constructor, selector]) else {
                    return Ok(false);
                };
                let part = tree.apply(select, &[term])?;
                if !has_value(space, tree, space.heads[select].result, part, field, formulas)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (SortShape::Set(element), Datum::Set(members)) => {
            let (Some(number), Some(member)) = (number_of(element), row("OP_SET_MEMBER")) else {
                return Ok(false);
            };
            let Some(not) = row("OP_NOT") else { return Ok(false) };
            let finite::Size::Finite(size) = finite::size(element) else { return Ok(false) };
            for one in (0..size).filter_map(|one| finite::nth(element, one)) {
                let Some(value) = written(space, tree, number, &one)? else { return Ok(false) };
                let is_in = tree.operator(member, &[value, term])?;
                let holds = members.contains(&one);
                formulas.push(if holds { is_in } else { tree.operator(not, &[is_in])? });
            }
            Ok(true)
        }
        (SortShape::Bag(element), Datum::Bag(members)) => {
            let (Some(number), Some(count)) = (number_of(element), row("OP_BAG_COUNT")) else {
                return Ok(false);
            };
            let (Some(integers), Some(equal)) = (number_of(&Sort::int()), row("OP_EQUAL")) else {
                return Ok(false);
            };
            let finite::Size::Finite(size) = finite::size(element) else { return Ok(false) };
            for one in (0..size).filter_map(|one| finite::nth(element, one)) {
                let times = members.iter().find(|(member, _)| *member == one);
                let times = times.map_or(Datum::Int(0), |(_, times)| times.clone());
                let value = written(space, tree, number, &one)?;
                let times = written(space, tree, integers, &times)?;
                let (Some(value), Some(times)) = (value, times) else { return Ok(false) };
                let counted = tree.operator(count, &[value, term])?;
                formulas.push(tree.operator(equal, &[counted, times])?);
            }
            Ok(true)
        }
        _ => {
            let (Some(value), Some(equal)) = (written(space, tree, sort, datum)?, row("OP_EQUAL"))
            else {
                return Ok(false);
            };
            formulas.push(tree.operator(equal, &[term, value])?);
            Ok(true)
        }
    }
}

/// Formulas that say what an array or a function gives for all arguments.
fn entries<T: Tree>(
    space: &Space,
    tree: &mut T,
    (op, term): (&'static Op, T::Term),
    domain: &[usize],
    codomain: usize,
    table: &Table,
    formulas: &mut Vec<T::Term>,
) -> Result<bool, T::Error> {
    let mut keys: Vec<Vec<Datum>> = vec![Vec::new()];
    for sort in domain {
        let sort = &space.sorts[*sort].sort;
        let finite::Size::Finite(size) = finite::size(sort) else { return Ok(false) };
        let values: Vec<Datum> = (0..size).filter_map(|one| finite::nth(sort, one)).collect();
        keys = keys
            .iter()
            .flat_map(|key| {
                values.iter().map(|one| [key.as_slice(), std::slice::from_ref(one)].concat())
            })
            .collect();
    }
    for given in keys {
        let mut args = vec![term];
        for (sort, one) in domain.iter().zip(&given) {
            let Some(value) = written(space, tree, *sort, one)? else { return Ok(false) };
            args.push(value);
        }
        let entry = tree.operator(op, &args)?;
        let all: Vec<&Datum> = given.iter().collect();
        if !has_value(space, tree, codomain, entry, table.get(&key(&all)), formulas)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A value as a literal.
fn written<T: Tree>(
    space: &Space,
    tree: &mut T,
    sort: usize,
    datum: &Datum,
) -> Result<Option<T::Term>, T::Error> {
    // A tuple has no literal.
    if let (SortShape::Tuple(sorts), Datum::Tuple(elements)) =
        (space.sorts[sort].sort.shape(), datum)
    {
        let mut parts = Vec::new();
        for (sort, element) in sorts.iter().zip(elements.iter()) {
            let number = space.sorts.iter().position(|one| one.sort == *sort);
            let part = match number {
                Some(number) => written(space, tree, number, element)?,
                None => None,
            };
            match part {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        return row("OP_TUPLE").map(|tuple| tree.operator(tuple, &parts)).transpose();
    }
    let literal = datum.to_value(&space.sorts[sort].sort).and_then(|value| literal_of(&value));
    literal.map(|literal| tree.value(sort, &literal)).transpose()
}
