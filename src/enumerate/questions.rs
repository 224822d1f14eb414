//! What is asked of a term, and what has to be answered.

use murxla_api::{Answer, Sort};

use super::numbering::Terms;
use super::rows::UNKNOWN;
use super::term::Whole;

/// What a term is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// The literal of its sort with this number.
    Literal(u8),
    /// The first constant of its sort.
    Constant,
}

/// The formula that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The term, a formula.
    Itself,
    /// `(not t)`
    Negated,
    /// `(distinct t v)`
    Differs(Other),
    /// `(= t v)`
    Equals(Other),
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub form: Form,
    /// The right answer; `None` if the values that were tried do not tell.
    pub expected: Option<Answer>,
}

/// Assumptions are on a level of their own, but for those of so many terms in a row in so many times as many: what Yices assumes
/// without one stays in the instance, and makes each later check slower.
const BARE_RUN: u64 = 16;
const BARE_APART: u64 = 16;

/// In which way a formula is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Asserted on a level of its own.
    Pushed,
    /// Assumed, on a level of its own.
    Assumed,
    /// Asserted on the second of two new levels.
    Deeper,
    /// Asserted on a new level after a check there.
    AfterCheck,
}

impl Way {
    /// All ways.
    pub const ALL: [Way; 4] = [Way::Pushed, Way::Assumed, Way::Deeper, Way::AfterCheck];

    /// The way of a question about the term with a number: the numbers of neighbours differ by a few, so that all ways are taken for
    /// all operators.
    pub(super) fn of(number: u64, question: usize) -> Way {
        Way::ALL[((number >> 2) + number + question as u64) as usize % Way::ALL.len()]
    }

    /// How many levels there are around a question about the term with a number.
    pub(super) fn levels(self, number: u64) -> u32 {
        let bare = (number / BARE_RUN).is_multiple_of(BARE_APART);
        match self {
            Way::Assumed if bare => 0,
            Way::Deeper => 2,
            _ => 1,
        }
    }
}

/// The numbers of the values of all literals, by sort.
pub(super) fn literal_values(terms: &mut Terms) -> Vec<Vec<u16>> {
    let sorts = terms.space().sorts.clone();
    let values = terms.values_mut();
    let numbers = sorts.iter().enumerate().map(|(sort, one)| {
        let number = |literal| {
            let datum = murxla_api::meaning::Datum::of_literal(literal, &one.sort);
            datum.map_or(UNKNOWN, |datum| values.number(sort, &datum))
        };
        one.literals.iter().map(number).collect()
    });
    numbers.collect()
}

/// The questions about a term with these values.
pub(super) fn questions(
    terms: &Terms,
    literals: &[Vec<u16>],
    whole: &Whole,
    row: &[u16],
) -> Vec<Question> {
    let complete = terms.values().are_complete();
    // Which answer follows if a formula is true under some assignments, and unclear under some.
    let answer = |is_true: &dyn Fn(usize) -> Option<bool>| {
        let mut unclear = !complete;
        for one in 0..row.len() {
            match is_true(one) {
                Some(true) => return Some(Answer::Sat),
                Some(false) => {}
                None => unclear = true,
            }
        }
        (!unclear).then_some(Answer::Unsat)
    };
    let value = |one: usize| (row[one] != UNKNOWN).then_some(row[one]);
    if terms.space().sorts[whole.sort].sort == Sort::bool() {
        let itself = answer(&|one| value(one).map(|value| value == 1));
        let negated = answer(&|one| value(one).map(|value| value == 0));
        return vec![
            Question { form: Form::Itself, expected: itself },
            Question { form: Form::Negated, expected: negated },
        ];
    }
    let own = &literals[whole.sort];
    let mut asked = Vec::new();
    if own.is_empty() {
        if terms.space().sorts[whole.sort].constants > 0 {
            let constant = |one| terms.values().constant_in(whole.sort, 0, one);
            let differs = answer(&|one| value(one).map(|value| value != constant(one)));
            let equals = answer(&|one| value(one).map(|value| value == constant(one)));
            asked.push(Question { form: Form::Differs(Other::Constant), expected: differs });
            asked.push(Question { form: Form::Equals(Other::Constant), expected: equals });
        }
        return asked;
    }
    // It differs from a value that it has, unless it has no other; it is no value that it never has.
    let first = own.iter().position(|number| row[0] == *number).unwrap_or(0);
    let differs = answer(&|one| value(one).map(|value| value != own[first]));
    asked.push(Question { form: Form::Differs(Other::Literal(first as u8)), expected: differs });
    if let Some(never) = own.iter().position(|number| !row.contains(number)) {
        let equals = answer(&|one| value(one).map(|value| value == own[never]));
        asked.push(Question { form: Form::Equals(Other::Literal(never as u8)), expected: equals });
    }
    asked
}
