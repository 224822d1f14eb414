//! Checks the sorts of a script.

use murxla_api::smtlib::SymbolText;
use murxla_api::{Sort, SortShape};
use num_bigint::BigUint;

use super::Checker;
use super::error::{CheckProblem, Checked, expected, fault};
use super::scope::SortMeaning;
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::texts::word;

/// Sorts of more levels are refused: whatever walks over sorts may recurse.
const DEEPEST: u32 = 500;
/// Sorts that are written with more parts are refused: they can be exponentially larger than the script.
const LARGEST: u32 = 20_000;

/// A sort whose parts are being read.
struct Open {
    list: CellId,
    next: CellId,
    end: CellId,
    /// How many sorts were there before its parts.
    base: usize,
}

impl Checker<'_> {
    /// The sort that is written here.
    pub(super) fn sort(&mut self, cell: CellId) -> Checked<Sort> {
        let mut open: Vec<Open> = Vec::new();
        let mut made: Vec<Sort> = Vec::new();
        let mut next = Some(cell);
        loop {
            if let Some(cell) = next.take() {
                match self.source.kind(cell) {
                    Kind::List if self.is_word(cell + 1, word::UNDERSCORE, cell) => {
                        made.push(self.indexed_sort(cell)?);
                    }
                    Kind::List => {
                        let end = self.source.after(cell);
                        if end == cell + 1 || self.source.kind(cell + 1) == Kind::List {
                            return expected(cell, "a sort");
                        }
                        open.push(Open { list: cell, next: cell + 2, end, base: made.len() });
                    }
                    Kind::Symbol | Kind::Quoted => made.push(self.named_sort(cell)?),
                    _ => return expected(cell, "a sort"),
                }
            }
            let Some(top) = open.last_mut() else { break };
            if top.next < top.end {
                next = Some(top.next);
                top.next = self.source.after(top.next);
                continue;
            }
            let parts = made.split_off(top.base);
            let list = top.list;
            open.pop();
            let sort = self.applied_sort(list, parts)?;
            limited(list, &sort)?;
            made.push(sort);
        }
        made.pop().ok_or_else(|| fault(cell, CheckProblem::Expected("a sort")))
    }

    /// A sort that is a name alone.
    fn named_sort(&self, cell: CellId) -> Checked<Sort> {
        let text = self.source.text(cell);
        match self.scope.sort(self.source.text_id(cell)) {
            Some(SortMeaning::Sort(sort)) => return Ok(sort.clone()),
            Some(_) => return expected(cell, "sorts for the parameters of this one"),
            None => {}
        }
        Ok(match text {
            "Bool" => Sort::bool(),
            "Int" => Sort::int(),
            "Real" => Sort::real(),
            "String" => Sort::string(),
            "RegLan" => Sort::reg_lan(),
            "RoundingMode" => Sort::rounding_mode(),
            "Float16" => Sort::floating_point(5, 11),
            "Float32" => Sort::floating_point(8, 24),
            "Float64" => Sort::floating_point(11, 53),
            "Float128" => Sort::floating_point(15, 113),
            "UnitTuple" => Sort::tuple([]),
            _ => return Err(fault(cell, CheckProblem::UnknownSort(text.to_owned()))),
        })
    }

    /// `(_ name index…)`
    fn indexed_sort(&self, list: CellId) -> Checked<Sort> {
        let name = list + 2;
        let end = self.source.after(list);
        let index = |number: CellId| {
            let cell = name + 1 + number;
            let digits = if cell < end { self.source.text(cell) } else { "" };
            match digits.parse::<u32>() {
                Ok(index) if self.source.kind(cell) == Kind::Numeral => Ok(index),
                _ => expected(list, "an index that is a number"),
            }
        };
        if name >= end || self.source.kind(name) == Kind::List {
            return expected(list, "the name of a sort");
        }
        let count = |count: CellId| match end - name - 1 {
            found if found == count => Ok(()),
            _ => expected(list, "another number of indices"),
        };
        match self.source.text(name) {
            "BitVec" => {
                count(1)?;
                match index(0)? {
                    0 => expected(list, "a width of at least 1"),
                    width => Ok(Sort::bit_vec(width)),
                }
            }
            "FloatingPoint" => {
                count(2)?;
                match (index(0)?, index(1)?) {
                    (0 | 1, _) | (_, 0 | 1) => expected(list, "widths of at least 2"),
                    (exponent, significand) => Ok(Sort::floating_point(exponent, significand)),
                }
            }
            "FiniteField" => {
                count(1)?;
                let order = self.source.text(name + 1);
                match BigUint::parse_bytes(order.as_bytes(), 10) {
                    Some(order) if order > BigUint::from(1u32) => Ok(Sort::finite_field(order)),
                    _ => expected(list, "the order of a field"),
                }
            }
            other => Err(fault(list, CheckProblem::UnknownSort(other.to_owned()))),
        }
    }

    /// `(name sorts…)`
    fn applied_sort(&mut self, list: CellId, parts: Vec<Sort>) -> Checked<Sort> {
        let name = list + 1;
        if parts.len() == 1
            && self.scope.sort(self.source.text_id(name)).is_none()
            && let Some(datatype) = self.declare_built_in(self.source.text(name))
        {
            return Ok(Sort::datatype(datatype, parts));
        }
        if let Some(meaning) = self.scope.sort(self.source.text_id(name)) {
            return match meaning {
                SortMeaning::Sort(sort) if parts.is_empty() => Ok(sort.clone()),
                SortMeaning::Declared(arity) if *arity == parts.len() => {
                    Ok(declared_sort(self.source.text(name), &parts))
                }
                SortMeaning::Alias(arity, form) if *arity == parts.len() => {
                    let form = form.clone();
                    Ok(instance(&form, &parts))
                }
                SortMeaning::Datatype(datatype)
                    if datatype.definition().params.len() == parts.len() =>
                {
                    Ok(Sort::datatype(datatype.clone(), parts))
                }
                _ => expected(list, "another number of sorts"),
            };
        }
        let text = self.source.text(name);
        let shape = match (text, parts.as_slice()) {
            ("Tuple", _) => SortShape::Tuple(parts),
            ("->", [domain @ .., codomain]) if !domain.is_empty() => {
                return Ok(function_sort(domain.to_vec(), codomain.clone()));
            }
            ("Array", [index, element]) => SortShape::Array(index.clone(), element.clone()),
            // Z3 has arrays of several indices.
            ("Array", [indices @ .., element]) if indices.len() > 1 => {
                return Ok(self.array_of_indices(indices, element));
            }
            ("Seq", [element]) => SortShape::Seq(element.clone()),
            ("Set" | "FiniteSet", [element]) => SortShape::Set(element.clone()),
            ("Bag", [element]) => SortShape::Bag(element.clone()),
            // Relations and tables are sets and bags of tuples.
            ("Relation", _) => SortShape::Set(Sort::tuple(parts)),
            ("Table", _) => SortShape::Bag(Sort::tuple(parts)),
            // Z3 names its regular expressions by the sequences that they match.
            ("RegEx", [sequence]) if *sequence == Sort::string() => SortShape::RegLan,
            ("Array" | "Seq" | "Set" | "Bag" | "->", _) => {
                return expected(list, "another number of sorts");
            }
            _ => return Err(fault(list, CheckProblem::UnknownSort(text.to_owned()))),
        };
        Ok(Sort::new(shape))
    }
}

/// An error if the sort is too large to be handled.
pub(super) fn limited(cell: CellId, sort: &Sort) -> Checked<()> {
    let name_length = match sort.shape() {
        SortShape::Uninterpreted(name) => name.len(),
        _ => 0,
    };
    if sort.depth() > DEEPEST || sort.parts() > LARGEST || name_length > LARGEST as usize {
        return Err(fault(cell, CheckProblem::Beyond("a sort of this size")));
    }
    Ok(())
}

/// A function that gives a function takes the arguments of both.
pub(super) fn function_sort(mut domain: Vec<Sort>, codomain: Sort) -> Sort {
    match codomain.shape() {
        SortShape::Fun(more, result) => {
            domain.extend_from_slice(more);
            Sort::fun(domain, result.clone())
        }
        _ => Sort::fun(domain, codomain),
    }
}

/// An application of a declared sort, which is named as it is written.
fn declared_sort(name: &str, parts: &[Sort]) -> Sort {
    let parts: Vec<String> = parts.iter().map(Sort::to_string).collect();
    Sort::uninterpreted(&format!("({} {})", SymbolText(name), parts.join(" ")))
}

/// What stands for the parameter with this number in the form of an alias. No file can name it so.
pub(super) fn parameter(number: usize) -> Sort {
    Sort::uninterpreted(&parameter_name(number))
}

fn parameter_name(number: usize) -> String {
    // What looks like an application is printed as it is; a bar is in no name.
    format!("(|{number})")
}

/// The form with sorts in place of its parameters. Sorts are not deep, see [`limited`].
fn instance(form: &Sort, parts: &[Sort]) -> Sort {
    if let SortShape::Uninterpreted(name) = form.shape() {
        if let Some(part) = (0..parts.len()).find(|number| parameter_name(*number) == **name) {
            return parts[part].clone();
        }
        let mut text = name.to_string();
        for (number, part) in parts.iter().enumerate() {
            text = text.replace(&parameter_name(number), &part.to_string());
        }
        return Sort::uninterpreted(&text);
    }
    let mapped =
        form.shape().try_map::<Sort, std::convert::Infallible>(|one| Ok(instance(one, parts)));
    match mapped {
        Ok(shape) => Sort::new(shape),
    }
}

/// Whether this is a parameter, or a declared sort that takes one.
pub(super) fn holds_parameter(sort: &Sort) -> bool {
    matches!(sort.shape(), SortShape::Uninterpreted(name) if name.contains("(|"))
}

/// The number of the parameter that this sort stands for.
pub(super) fn parameter_number(sort: &Sort, count: usize) -> Option<usize> {
    match sort.shape() {
        SortShape::Uninterpreted(name) => {
            (0..count).find(|number| parameter_name(*number) == **name)
        }
        _ => None,
    }
}
