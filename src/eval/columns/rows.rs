//! Rows: the values of one term under all assignments, in words if they fit.

use murxla_api::Sort;
use murxla_api::meaning::words::Coding;
use murxla_api::meaning::{Datum, Unknown};

use crate::eval::Known;
use crate::smt::Term;

/// How the values of a row are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// There are none yet.
    Empty,
    /// Truth values, all in one word.
    Truths,
    /// One word each.
    Words(Coding),
    /// As data.
    Data,
}

/// Where the values of a term are. A place, once it is taken, is used again when the term is computed anew.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) form: Form,
    /// The columns in which the value is known.
    pub(super) known: u64,
    words: u32,
    data: u32,
    /// One reason for each column, of which those that are known mean nothing. Data have theirs with them.
    reasons: u32,
}

/// A place that was not taken yet.
const NOWHERE: u32 = u32::MAX;

impl Row {
    /// The row of a term that has no values.
    pub(super) const EMPTY: Row =
        Row { form: Form::Empty, known: 0, words: NOWHERE, data: NOWHERE, reasons: NOWHERE };
}

/// It is not remembered why, or there is nothing that is not known.
pub(super) const NO_REASON: Unknown = Unknown::TooLarge("nothing");
const LEFT_OUT: Unknown = Unknown::TooLarge("a value in a column that has words alone");

/// The rows of all terms; their memory is kept when they are cleared.
#[derive(Debug, Default)]
pub(super) struct Rows {
    width: usize,
    /// The columns in which values are looked at that are no words.
    with_data: u64,
    rows: Vec<Row>,
    words: Vec<u64>,
    data: Vec<Known>,
    reasons: Vec<Unknown>,
    /// Nobody asks why a value is not known.
    no_reasons: bool,
}

/// The lowest bits, at most 64.
pub(super) fn mask(columns: usize) -> u64 {
    if columns >= 64 { u64::MAX } else { (1 << columns) - 1 }
}

/// The columns of a mask.
pub(super) fn columns_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(column)
    })
}

impl Rows {
    pub(super) fn new(width: usize) -> Rows {
        Rows { width, with_data: mask(width), ..Rows::default() }
    }

    /// Values that are no words are looked at in so many columns only, the first ones.
    pub(super) fn set_data_columns(&mut self, columns: usize) {
        self.with_data = mask(columns) & self.all();
    }

    /// Does not remember why values are not known.
    pub(super) fn forget_reasons(&mut self) {
        self.no_reasons = true;
    }

    /// Whether it is remembered why values are not known.
    #[inline]
    pub(super) fn keeps_reasons(&self) -> bool {
        !self.no_reasons
    }

    /// The columns in which values are looked at that are no words.
    pub(super) fn with_data(&self) -> u64 {
        self.with_data
    }

    /// All columns.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        mask(self.width)
    }

    /// How many columns there are.
    #[inline]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.words.clear();
        self.data.clear();
        self.reasons.clear();
    }

    /// Makes room for so many terms.
    pub(super) fn grow(&mut self, terms: usize) {
        if self.rows.len() < terms {
            self.rows.resize(terms, Row::EMPTY);
        }
    }

    /// The row of a term; an empty one if it has none yet.
    #[inline]
    pub(super) fn row(&self, term: Term) -> Row {
        self.rows.get(term.index()).copied().unwrap_or(Row::EMPTY)
    }

    pub(super) fn is_empty(&self, term: Term) -> bool {
        self.row(term).form == Form::Empty
    }

    /// The truth values of a row that has them in one word.
    #[inline]
    pub(super) fn truths(&self, row: Row) -> u64 {
        self.words[row.words as usize]
    }

    /// The words of a row that has one for each column.
    #[inline]
    pub(super) fn words(&self, row: Row) -> &[u64] {
        &self.words[row.words as usize..row.words as usize + self.width]
    }

    /// The data of a row.
    #[inline]
    pub(super) fn data(&self, row: Row) -> &[Known] {
        &self.data[row.data as usize..row.data as usize + self.width]
    }

    /// Why a column of a row has no value.
    pub(super) fn reason(&self, row: Row, column: usize) -> Unknown {
        match row.form {
            Form::Empty => Unknown::cannot_tell("a term with variables"),
            Form::Data => match &self.data(row)[column] {
                Err(unknown) => unknown.clone(),
                Ok(_) => NO_REASON,
            },
            Form::Truths | Form::Words(_) => match row.reasons {
                NOWHERE => NO_REASON,
                start => self.reasons[start as usize + column].clone(),
            },
        }
    }

    /// A value.
    pub(super) fn cell(&self, row: Row, column: usize) -> Known {
        match row.form {
            Form::Data => self.data(row)[column].clone(),
            _ if row.known >> column & 1 == 0 => Err(self.reason(row, column)),
            Form::Words(coding) => Ok(coding.datum(self.words(row)[column])),
            Form::Truths | Form::Empty => Ok(Datum::Bool(self.truths(row) >> column & 1 == 1)),
        }
    }

    /// The row of a term with a place for words, and whether it is new.
    #[inline]
    fn with_words(&mut self, term: Term, form: Form) -> Row {
        let mut row = self.rows[term.index()];
        if row.words == NOWHERE {
            row.words = self.words.len() as u32;
            let count = if form == Form::Truths { 1 } else { self.width };
            self.words.resize(self.words.len() + count, 0);
        }
        row.form = form;
        row
    }

    /// Stores truth values. `reason` is asked for each column that is not known.
    #[inline]
    pub(super) fn set_truths(
        &mut self,
        term: Term,
        truths: u64,
        known: u64,
        reason: impl FnMut(&Rows, usize) -> Unknown,
    ) {
        let mut row = self.with_words(term, Form::Truths);
        self.words[row.words as usize] = truths & known;
        self.set_reasons(&mut row, known, reason);
        self.rows[term.index()] = row;
    }

    /// Stores words. `reason` is asked for each column that is not known.
    #[inline]
    pub(super) fn set_words(
        &mut self,
        term: Term,
        coding: Coding,
        words: &[u64],
        known: u64,
        reason: impl FnMut(&Rows, usize) -> Unknown,
    ) {
        let mut row = self.with_words(term, Form::Words(coding));
        let start = row.words as usize;
        self.words[start..start + self.width].copy_from_slice(&words[..self.width]);
        self.set_reasons(&mut row, known, reason);
        self.rows[term.index()] = row;
    }

    #[inline]
    fn set_reasons(
        &mut self,
        row: &mut Row,
        known: u64,
        mut reason: impl FnMut(&Rows, usize) -> Unknown,
    ) {
        row.known = known & self.all();
        let unknown = !known & self.all();
        if unknown == 0 || self.no_reasons {
            return;
        }
        if row.reasons == NOWHERE {
            row.reasons = self.reasons.len() as u32;
            self.reasons.resize(self.reasons.len() + self.width, NO_REASON);
        }
        for column in columns_of(unknown) {
            let why = reason(self, column);
            self.reasons[row.reasons as usize + column] = why;
        }
    }

    /// Stores a value for each column, in words if all fit.
    pub(super) fn set_each(
        &mut self,
        term: Term,
        sort: &Sort,
        value: impl FnMut(&Rows, usize) -> Known,
    ) {
        self.set_some(term, sort, self.all(), value);
    }

    /// Stores a value for each of these columns, in words if all fit; the others are not known.
    pub(super) fn set_some(
        &mut self,
        term: Term,
        sort: &Sort,
        columns: u64,
        mut value: impl FnMut(&Rows, usize) -> Known,
    ) {
        let Some(coding) = Coding::of(sort) else {
            return self.set_data(term, value);
        };
        let mut words = [0; 64];
        let mut known = 0;
        let mut reasons = Vec::new();
        for column in columns_of(columns) {
            match value(self, column).map(|datum| (Coding::word(&datum), datum)) {
                Ok((Some(word), _)) => {
                    words[column] = word;
                    known |= 1 << column;
                }
                Err(why) => reasons.push(why),
                // An integer that is too large: the whole row becomes data.
                Ok((None, datum)) => {
                    let mut reasons = reasons.into_iter();
                    let mut large = Some(datum);
                    return self.set_data(term, |rows, place| match place.cmp(&column) {
                        _ if columns >> place & 1 == 0 => Err(LEFT_OUT),
                        std::cmp::Ordering::Less if known >> place & 1 == 1 => {
                            Ok(coding.datum(words[place]))
                        }
                        std::cmp::Ordering::Less => Err(reasons.next().unwrap_or(NO_REASON)),
                        std::cmp::Ordering::Equal => large.take().ok_or(NO_REASON),
                        std::cmp::Ordering::Greater => value(rows, place),
                    });
                }
            }
        }
        let mut reasons = reasons.into_iter();
        let reason = |_: &Rows, column| match columns >> column & 1 {
            1 => reasons.next().unwrap_or(NO_REASON),
            _ => LEFT_OUT,
        };
        if coding == Coding::Bool {
            let truths = words[..self.width].iter().rev().fold(0, |all, word| all << 1 | word);
            self.set_truths(term, truths, known, reason);
        } else {
            self.set_words(term, coding, &words, known, reason);
        }
    }

    /// Stores data.
    fn set_data(&mut self, term: Term, mut value: impl FnMut(&Rows, usize) -> Known) {
        let mut row = self.rows[term.index()];
        if row.data == NOWHERE {
            row.data = self.data.len() as u32;
            self.data.resize(self.data.len() + self.width, Err(NO_REASON));
        }
        (row.form, row.known) = (Form::Data, 0);
        for column in 0..self.width {
            let cell = match self.with_data >> column & 1 {
                1 => value(self, column),
                _ => Err(LEFT_OUT),
            };
            row.known |= u64::from(cell.is_ok()) << column;
            self.data[row.data as usize + column] = cell;
        }
        self.rows[term.index()] = row;
    }

    /// Lets a term have the values of another one. They share what is stored: it changes only when the other one is
    /// computed anew, which this term follows.
    pub(super) fn copy(&mut self, term: Term, from: Term) {
        self.rows[term.index()] = self.row(from);
    }
}
