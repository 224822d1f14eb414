//! Applications: a row from the rows of the arguments.

use murxla_api::meaning::words::{Coding, Connective, Kernel, Map, Shape, Test};
use murxla_api::meaning::{Arg, Call, Datum, Meaning, Unknown, apply};
use murxla_api::{Fold, Op};

use super::rows::{Form, Row, Rows};
use super::{Columns, demand};
use crate::eval::Known;
use crate::smt::{Graph, Head, Term};

/// So many arguments have a place on the stack.
pub(super) const FEW: usize = 4;

/// Whether a value is a number of more bits.
fn is_longer(value: Arg<'_>, bits: u64) -> bool {
    match value {
        Ok(Datum::BigInt(number)) => number.bits() > bits,
        Ok(Datum::BigReal(number)) => number.numer().bits().max(number.denom().bits()) > bits,
        _ => false,
    }
}

/// The reason of the first of some arguments that is unknown in a column.
fn first_reason(rows: &Rows, args: &[Row], column: usize) -> Unknown {
    let unknown = args.iter().find(|row| row.known >> column & 1 == 0);
    match unknown {
        Some(row) => rows.reason(*row, column),
        None => Unknown::cannot_tell("nothing is unknown here"),
    }
}

/// Whether an application is unknown if one of its arguments is. Of a chain, or of pairs, one part may decide.
fn needs_all_arguments(op: &Op) -> bool {
    matches!(op.meaning, Meaning::Strict(_)) && !matches!(op.fold, Fold::Chainable | Fold::Pairwise)
}

impl Columns {
    /// Computes the row of an application.
    pub(super) fn applied(&mut self, graph: &Graph, term: Term, head: &Head, args: &[Term]) {
        let done = match head.op().kernel {
            Kernel::None => false,
            _ if args.is_empty() || args.len() > FEW => false,
            kernel => {
                let mut rows = [self.rows.row(args[0]); FEW];
                for (row, arg) in rows.iter_mut().zip(args) {
                    *row = self.rows.row(*arg);
                }
                let rows = &rows[..args.len()];
                match kernel {
                    Kernel::Map(map) => self.mapped(graph, term, head, args, rows, map),
                    Kernel::Test(test) => self.tested(graph, term, head, args, rows, test),
                    Kernel::Core(connective) => self.connected(graph, term, rows, connective),
                    Kernel::None => false,
                }
            }
        };
        if !done {
            self.cell_by_cell(graph, term, head, args);
        }
    }

    /// A kernel that gives words; `false` if it cannot be used.
    fn mapped(
        &mut self,
        graph: &Graph,
        term: Term,
        head: &Head,
        args: &[Term],
        rows: &[Row],
        map: Map,
    ) -> bool {
        let Some(coding) = Coding::of(graph.sort(term)) else { return false };
        if rows.iter().any(|row| !matches!(row.form, Form::Words(_))) {
            return false;
        }
        let shape = Shape::of(args.iter().map(|arg| graph.sort(*arg)), &head.indices);
        let words: [&[u64]; FEW] =
            std::array::from_fn(|place| self.rows.words(rows[place.min(rows.len() - 1)]));
        let mut out = [0; 64];
        let width = self.rows.width();
        let fits = if head.op().fold == Fold::LeftAssoc && args.len() > 2 {
            // What is folded must be of one width, which that of parts of a concatenation is not.
            if graph.sort(args[0]) != graph.sort(term) {
                return false;
            }
            let mut fits = map(&shape, &words[..2], &mut out[..width]);
            for next in &words[2..args.len()] {
                let before = out;
                fits &= map(&shape, &[&before[..width], next], &mut out[..width]);
            }
            fits
        } else {
            map(&shape, &words[..args.len()], &mut out[..width])
        };
        if fits {
            let known = rows.iter().fold(self.rows.all(), |known, row| known & row.known);
            let reason = |all: &Rows, column| first_reason(all, rows, column);
            self.rows.set_words(term, coding, &out, known, reason);
        }
        fits
    }

    /// A kernel that gives truth values; `false` if it cannot be used.
    fn tested(
        &mut self,
        graph: &Graph,
        term: Term,
        head: &Head,
        args: &[Term],
        rows: &[Row],
        test: Test,
    ) -> bool {
        if rows.iter().any(|row| !matches!(row.form, Form::Words(_))) {
            return false;
        }
        let all = self.rows.all();
        let known = rows.iter().fold(all, |known, row| known & row.known);
        let shape = Shape::of(args.iter().map(|arg| graph.sort(*arg)), &head.indices);
        let mut holds = all;
        if head.op().fold == Fold::Chainable && args.len() > 2 {
            if known != all {
                return false;
            }
            for two in rows.windows(2) {
                holds &= test(&shape, &[self.rows.words(two[0]), self.rows.words(two[1])]);
            }
        } else {
            let words: [&[u64]; FEW] =
                std::array::from_fn(|place| self.rows.words(rows[place.min(rows.len() - 1)]));
            holds = test(&shape, &words[..args.len()]);
        }
        let reason = |all: &Rows, column| first_reason(all, rows, column);
        self.rows.set_truths(term, holds & all, known, reason);
        true
    }

    /// One of the connectives; `false` if it cannot be used.
    fn connected(
        &mut self,
        graph: &Graph,
        term: Term,
        rows: &[Row],
        connective: Connective,
    ) -> bool {
        let logical = rows.iter().all(|row| row.form == Form::Truths);
        let truths: [u64; FEW] = std::array::from_fn(|place| match rows.get(place) {
            Some(row) if row.form == Form::Truths => self.rows.truths(*row),
            _ => 0,
        });
        let all = self.rows.all();
        let known = rows.iter().fold(all, |known, row| known & row.known);
        let first = |all: &Rows, column| first_reason(all, rows, column);
        match connective {
            Connective::Not if logical => {
                self.rows.set_truths(term, !truths[0] & all, known, first)
            }
            Connective::And | Connective::Or if logical => {
                // Of columns that are not known the bit is 0.
                let absorbing = connective == Connective::Or;
                let decides = |(row, truths): (&Row, &u64)| match absorbing {
                    true => *truths,
                    false => !truths & row.known,
                };
                let decided = rows.iter().zip(&truths).map(decides).fold(0, |all, one| all | one);
                let holds = if absorbing { decided } else { !decided & all };
                self.rows.set_truths(term, holds, known | decided, first);
            }
            Connective::Xor if logical => {
                let holds = truths.iter().fold(0, |all, one| all ^ one);
                self.rows.set_truths(term, holds, known, first);
            }
            Connective::Implies if logical && rows.len() == 2 => {
                let decided = (!truths[0] & rows[0].known) | truths[1];
                // Of a premise that holds, the conclusion's reason counts; else that of the premise.
                self.rows.set_truths(term, decided, known | decided, first);
            }
            Connective::Equal | Connective::Distinct if rows.len() == 2 => {
                let same = match (rows[0].form, rows[1].form) {
                    (Form::Truths, Form::Truths) => !(truths[0] ^ truths[1]),
                    (Form::Words(_), Form::Words(_)) => {
                        let (a, b) = (self.rows.words(rows[0]), self.rows.words(rows[1]));
                        let mut same = 0;
                        for (place, (a, b)) in a.iter().zip(b).enumerate() {
                            same |= u64::from(a == b) << place;
                        }
                        same
                    }
                    _ => return false,
                };
                let holds = if connective == Connective::Equal { same } else { !same };
                self.rows.set_truths(term, holds & all, known, first);
            }
            Connective::Choice => return self.chosen(graph, term, rows, truths),
            _ => return false,
        }
        true
    }

    fn chosen(&mut self, graph: &Graph, term: Term, rows: &[Row], truths: [u64; FEW]) -> bool {
        let [condition, then, otherwise] = rows else { return false };
        if condition.form != Form::Truths {
            return false;
        }
        let yes = truths[0];
        let no = !yes & condition.known;
        let reason = |all: &Rows, column: usize| match (yes >> column & 1, no >> column & 1) {
            (1, _) => all.reason(*then, column),
            (_, 1) => all.reason(*otherwise, column),
            _ => all.reason(*condition, column),
        };
        match (then.form, otherwise.form) {
            (Form::Truths, Form::Truths) => {
                let both = !(truths[1] ^ truths[2]) & then.known & otherwise.known;
                let known = (yes & then.known) | (no & otherwise.known) | both;
                let holds = (yes & truths[1]) | (no & truths[2]) | (both & truths[1]);
                self.rows.set_truths(term, holds, known, reason);
            }
            (Form::Words(_), Form::Words(_)) => {
                let Some(coding) = Coding::of(graph.sort(term)) else { return false };
                let (a, b) = (self.rows.words(*then), self.rows.words(*otherwise));
                let mut out = [0; 64];
                let mut same = 0;
                for (place, (out, (a, b))) in out.iter_mut().zip(a.iter().zip(b)).enumerate() {
                    // Of an unknown condition it does not matter which is taken: it is known only if both agree.
                    *out = if no >> place & 1 == 1 { *b } else { *a };
                    same |= u64::from(a == b) << place;
                }
                let known = (yes & then.known)
                    | (no & otherwise.known)
                    | (same & then.known & otherwise.known);
                self.rows.set_words(term, coding, &out, known, reason);
            }
            _ => return false,
        }
        true
    }

    /// The meaning, for one column after the other.
    fn cell_by_cell(&mut self, graph: &Graph, term: Term, head: &Head, args: &[Term]) {
        let sort = graph.sort(term);
        let call = Call {
            op: head.op(),
            sorts: &head.sorts,
            names: &head.names,
            indices: &head.indices,
            result: sort,
        };
        // What an argument without words has no value in, has none here.
        let has_data = args.iter().any(|arg| self.rows.row(*arg).form == Form::Data);
        let mut columns = if has_data { self.rows.with_data() } else { self.rows.all() };
        self.spend(demand::CELL * u64::from(columns.count_ones()));
        // What needs all arguments is not known where one is not; to find out why takes longer than to know it.
        if !self.rows.keeps_reasons() && needs_all_arguments(head.op()) {
            columns = args.iter().fold(columns, |left, arg| left & self.rows.row(*arg).known);
        }
        let (assignments, most_bits) = (&self.assignments, self.most_bits);
        if args.len() <= FEW {
            let given: [Row; FEW] = std::array::from_fn(|place| match args.get(place) {
                Some(arg) => self.rows.row(*arg),
                None => self.rows.row(term),
            });
            return self.rows.set_some(term, sort, columns, |rows, column| {
                // Words become data on the stack; data are borrowed.
                let mut made: [Known; FEW] = [const { Ok(Datum::Bool(false)) }; FEW];
                for (made, row) in made.iter_mut().zip(&given[..args.len()]) {
                    if row.form != Form::Data {
                        *made = rows.cell(*row, column);
                    }
                }
                let known: [Arg<'_>; FEW] = std::array::from_fn(|place| {
                    match place < args.len() && given[place].form == Form::Data {
                        true => rows.data(given[place])[column].as_ref(),
                        false => made[place].as_ref(),
                    }
                });
                let known = &known[..args.len()];
                match known.iter().any(|one| is_longer(*one, most_bits)) {
                    true => Err(Unknown::TooLarge("a number")),
                    false => apply(&call, known, &assignments[column]),
                }
            });
        }
        self.rows.set_some(term, sort, columns, |rows, column| {
            let made: Vec<Known> =
                args.iter().map(|arg| rows.cell(rows.row(*arg), column)).collect();
            let known: Vec<Arg<'_>> = made.iter().map(|one| one.as_ref()).collect();
            match known.iter().any(|one| is_longer(*one, most_bits)) {
                true => Err(Unknown::TooLarge("a number")),
                false => apply(&call, &known, &assignments[column]),
            }
        });
    }
}
