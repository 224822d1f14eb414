//! Numbers, sorts and values that the parameters and variables of rules may be.

use murxla_api::meaning::finite::{self, Size};
use murxla_api::meaning::{Datum, OpenCall, Unknown};
use murxla_api::{Sort, SortKind, SortShape};

use super::number::{Condition, MOST_NUMBERS, Numbers};
use crate::eval::{Assignment, Evaluator};
use crate::smt::{Command, read};

/// Small numbers, those first with which most sorts exist: formats of floating point need 2 bits at least.
pub const SMALL: &[i64] = &[2, 3, 4, 1, 0];

/// All numbers for so many parameters that fulfil conditions.
pub fn some_numbers<'a>(
    count: usize,
    conditions: &'a [Condition],
    choices: &'a [i64],
) -> impl Iterator<Item = Numbers> + 'a {
    let base = choices.len() as u64;
    let total = base.pow(count.min(MOST_NUMBERS) as u32);
    (0..total).filter_map(move |mut number| {
        let mut numbers = Numbers::default();
        for place in numbers.0.iter_mut().take(count) {
            *place = Some(choices[(number % base) as usize]);
            number /= base;
        }
        conditions.iter().all(|one| one.holds(&numbers)).then_some(numbers)
    })
}

/// Sorts for so many parameters.
pub fn some_sorts(count: usize) -> Vec<Vec<Sort>> {
    let few = [Sort::bit_vec(1), Sort::bit_vec(2), Sort::rounding_mode(), Sort::bit_vec(1)];
    let same = vec![Sort::bit_vec(2); count];
    if count == 0 { vec![Vec::new()] } else { vec![few[..count].to_vec(), same] }
}

/// So many values of a sort are all listed.
const LISTED: u64 = 1 << 10;

/// Regular expressions, as terms.
const LANGUAGES: &[&str] = &[
    "re.none",
    "re.all",
    "re.allchar",
    "(str.to_re \"\")",
    "(str.to_re \"a\")",
    "(str.to_re \"ab\")",
    "(re.* (str.to_re \"a\"))",
    "(re.+ (str.to_re \"ab\"))",
    "(re.union (str.to_re \"a\") (str.to_re \"b\"))",
    "(re.range \"a\" \"b\")",
    "(re.++ (str.to_re \"b\") re.all)",
    "(re.comp (str.to_re \"a\"))",
    "(re.opt (str.to_re \"ba\"))",
];

fn languages() -> Vec<Datum> {
    let value = |text: &&str| {
        let text = format!("(declare-const r RegLan)(assert (= r {text}))");
        let script = read(text.as_bytes(), &[]).ok()?;
        let Some(Command::Assert(equation)) = script.commands.last() else { return None };
        let mut sides = Vec::new();
        script.graph.visit_children(*equation, |side| sides.push(side));
        Evaluator::new(&script.graph, &Assignment::new()).evaluate(*sides.get(1)?).ok()
    };
    LANGUAGES.iter().filter_map(value).collect()
}

/// Values of a sort, and whether these are all.
pub fn some_values(sort: &Sort) -> (Vec<Datum>, bool) {
    if let Size::Finite(size) = finite::size(sort) {
        let all = size <= LISTED;
        let step = if all { 1 } else { (size / LISTED) | 1 };
        let numbers = (0..size.min(LISTED)).map(|number| number.wrapping_mul(step) % size);
        return (numbers.filter_map(|number| finite::nth(sort, number)).collect(), all);
    }
    let elements = |sort: &Sort| some_values(sort).0.into_iter().take(2).collect::<Vec<_>>();
    let text = |text: &&str| Datum::String(text.chars().map(u32::from).collect());
    let values = match sort.shape() {
        SortShape::Int => [0, 1, -1, 2, -2, 3, -3, 5, -7, 8, 100].map(Datum::Int).into(),
        SortShape::Real => {
            let numbers = [
                (0, 1),
                (1, 1),
                (-1, 1),
                (1, 2),
                (-1, 2),
                (2, 1),
                (-2, 1),
                (7, 3),
                (-5, 4),
                (10, 1),
            ];
            numbers.map(|(a, b)| Datum::Real(a, b)).into()
        }
        SortShape::String => {
            ["", "a", "b", "ab", "ba", "aa", "aab", "1", "12", "01", "é"].iter().map(text).collect()
        }
        SortShape::RegLan => languages(),
        SortShape::Seq(element) => {
            let some = elements(element);
            let [Some(a), Some(b)] = [some.first(), some.last()].map(|one| one.cloned()) else {
                return (vec![Datum::Seq([].into())], false);
            };
            let lists = [
                vec![],
                vec![a.clone()],
                vec![b.clone()],
                vec![a.clone(), b.clone()],
                vec![b.clone(), a.clone()],
                vec![a.clone(), a.clone()],
                vec![a.clone(), b, a],
            ];
            lists.into_iter().map(|list| Datum::Seq(list.into())).collect()
        }
        SortShape::Bag(element) => {
            let some = elements(element);
            let [Some(a), Some(b)] = [some.first(), some.last()].map(|one| one.cloned()) else {
                return (Vec::new(), false);
            };
            let counts: [&[(&Datum, i32)]; 6] =
                [&[], &[(&a, 1)], &[(&a, 2)], &[(&b, 1)], &[(&a, 1), (&b, 3)], &[(&a, 2), (&b, 1)]];
            let bag = |counts: &&[(&Datum, i32)]| {
                Datum::bag(counts.iter().map(|(one, n)| ((*one).clone(), (*n).into())).collect())
            };
            counts.iter().map(bag).collect()
        }
        SortShape::Datatype(..) => datatype_values(sort, DEEPEST),
        _ => Vec::new(),
    };
    (values, false)
}

/// Values of datatypes that hold themselves are made so deep.
const DEEPEST: u32 = 3;
/// So many values of each constructor are made.
const OF_A_CONSTRUCTOR: usize = 3;

/// Some values of a datatype that has infinitely many.
fn datatype_values(sort: &Sort, depth: u32) -> Vec<Datum> {
    let SortShape::Datatype(datatype, args) = sort.shape() else { return Vec::new() };
    let mut values: Vec<Datum> = Vec::new();
    if depth == 0 {
        return values;
    }
    for constructor in &datatype.definition().constructors {
        let Some(fields) = datatype.field_sorts(constructor, args) else { continue };
        let choices = fields.iter().map(|field| match field.shape() {
            _ if matches!(finite::size(field), Size::Finite(_)) => some_values(field).0,
            SortShape::Datatype(..) => datatype_values(field, depth - 1),
            // What is made of the datatype otherwise, such as arrays of it, is not looked into.
            _ if field.kinds().contains(SortKind::Datatype) => Vec::new(),
            _ => some_values(field).0,
        });
        let choices: Vec<Vec<Datum>> = choices.collect();
        if choices.iter().any(Vec::is_empty) {
            continue;
        }
        for number in 0..OF_A_CONSTRUCTOR {
            let chosen = choices.iter().enumerate();
            let fields =
                chosen.map(|(place, some)| some[(number * (place + 1)) % some.len()].clone());
            let made = Datum::constructed(sort.clone(), constructor.name.clone(), fields.collect());
            values.extend(made.ok().filter(|made| !values.contains(made)));
        }
    }
    values
}

/// Values for what the standard leaves open.
pub fn open_values(call: &OpenCall) -> Result<Vec<Datum>, Unknown> {
    // Of two zeros, either one.
    if ["fp.min", "fp.max"].contains(&&*call.function) {
        return Ok(call.args.to_vec());
    }
    let sort = &call.sort;
    let (values, _) = some_values(sort);
    if values.is_empty() {
        return Err(Unknown::cannot_tell(format!("a value of {sort}")));
    }
    // What comes first and last tells the most.
    let few = 5.min(values.len());
    Ok(values[..few].to_vec())
}
