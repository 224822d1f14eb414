//! Draws the formulas that are asserted and assumed, by what is known of them: few of them are true or false whatever their
//! constants are, none says what was said already, and in planted runs all are true under the planted values.

use murxla_api::meaning::Datum;
use murxla_api::{
    ActionKind, Answer, Base, DrawnApplication, Effects, Literal, Sort, SortKind, theory,
};
use num_bigint::BigInt;
use num_rational::BigRational;

use super::database::{Term, Which};
use super::generator::{ActionOutcome, Generator};
use super::knowledge::Knowledge;
use super::settings::Numbers;
use super::smt_lib;
use crate::eval::Truths;
use crate::oracle::Feedback;
use crate::smt;
use crate::trace::{CallArg, TermName, WrittenLiteral};

/// So many formulas are looked at for one that is worth asking.
const LOOKS: u32 = 4;
/// So often a formula is made if none is there that is worth asking.
const MAKES: u32 = 2;
/// A formula that is the same in so many columns is taken to be so in all.
const FOLD_COLUMNS: u32 = 3;
/// In so many of a hundred cases the planted values make a formula true in runs in which they need not.
const MOSTLY_TRUE: u64 = 75;

/// A formula with what speaks for it.
struct Candidate {
    term: Term,
    /// It must be negated first.
    negated: bool,
    worth: u32,
}

impl Generator<'_> {
    /// A formula without free variables, to be asserted or assumed.
    pub(super) fn formula(&mut self) -> Option<TermName> {
        let knows = self.knowledge.is_some();
        if !knows || (!self.is_planted && self.rng.chance(self.numbers.any_formulas, 100)) {
            let term = self.database.pick(&mut self.rng, &Sort::bool(), Which::Closed)?;
            return Some(term.name);
        }
        let wants_true = self.is_planted || self.rng.chance(MOSTLY_TRUE, 100);
        let mut best = match self.rng.chance(self.numbers.tight, 100) {
            true => self.bound().and_then(|term| self.judge(term, wants_true)),
            false => None,
        };
        for look in 0..LOOKS {
            if best.is_some() && look > 0 && self.rng.chance(1, 2) {
                break;
            }
            let recent = if look % 2 == 0 { self.recent_formula() } else { None };
            let known =
                recent.or_else(|| self.database.pick(&mut self.rng, &Sort::bool(), Which::Closed));
            let judged = known.and_then(|term| self.judge(term, wants_true));
            best = better(best, judged);
        }
        for _ in 0..MAKES {
            if best.is_some() {
                break;
            }
            let made = self.bound().or_else(|| self.grown_formula());
            best = made.and_then(|term| self.judge(term, wants_true));
        }
        let Candidate { term, negated, .. } = best?;
        self.recent.retain(|recent| recent.name != term.name);
        match negated {
            true => self.negation(&term).map(|term| term.name),
            false => Some(term.name),
        }
    }

    /// One of the formulas that were made last and not used yet.
    fn recent_formula(&mut self) -> Option<Term> {
        let formulas = self.recent.iter().filter(|term| term.sort.kind() == SortKind::Bool);
        self.rng.pick_of(formulas).cloned()
    }

    /// A new formula over a term that was made last.
    fn grown_formula(&mut self) -> Option<Term> {
        let formula = Sort::bool();
        let argument = self.take_recent();
        let wish =
            super::terms::Wish { sort: Some(&formula), argument: argument.as_ref(), depth: 1 };
        self.make_term(wish).filter(Term::is_closed)
    }

    /// The term of this name, of which all is known that can be.
    fn known_term(&mut self, name: TermName) -> Option<(&Knowledge, smt::Term)> {
        let questions = self.stage.questions()?;
        let term = questions.term(name)?;
        let knowledge = self.knowledge.as_mut()?;
        knowledge.look_at(self.numbers, questions.graph(), term);
        Some((knowledge, term))
    }

    /// Whether a formula is worth asking, or its negation.
    fn judge(&mut self, term: Term, wants_true: bool) -> Option<Candidate> {
        let node = self.stage.questions()?.term(term.name)?;
        if self.asked.has(node) {
            return None;
        }
        self.known_term(term.name)?;
        let knowledge = self.knowledge.as_ref()?;
        let Truths { holds, known } = knowledge.truths(node);
        let planted = knowledge.planted_truth(node);
        let Some(planted) = planted else {
            // Nobody knows what it means: elsewhere it may be asked.
            let candidate = Candidate { term, negated: false, worth: 1 };
            return (!self.is_planted).then_some(candidate);
        };
        let is_tried = known.count_ones() >= FOLD_COLUMNS;
        let folds = is_tried && (holds == known || holds == 0);
        let negated = planted != wants_true;
        let holding = if negated { known & !holds } else { holds };
        let alive = self.asked.alive(knowledge);
        let lost = (alive & known & !holding).count_ones();
        if folds && !self.rng.chance(self.numbers.any_formulas, 100) {
            return None;
        }
        Some(Candidate { term, negated, worth: 2 + lost })
    }

    /// The negation of a formula.
    fn negation(&mut self, term: &Term) -> Option<Term> {
        let not = theory::operator("OP_NOT")?;
        let drawn = DrawnApplication::plain(vec![Sort::bool()], Sort::bool());
        self.make_application(not, &drawn, std::slice::from_ref(term))
    }

    /// A term compared with its planted value, or with one next to it.
    fn bound(&mut self) -> Option<Term> {
        let others = self.recent.iter().filter(|term| term.sort.kind() != SortKind::Bool);
        let recent = self.rng.pick_of(others).cloned();
        let wants_hard = self.scale.is_hard && self.rng.chance(self.numbers.hard_bounds, 100);
        let hard = if wants_hard { self.hard.pick(&mut self.rng) } else { None };
        let term = hard.or(recent).or_else(|| self.any_term(Which::Closed))?;
        self.recent.retain(|one| one.name != term.name);
        if term.literal || !term.sort.is_first_class() {
            return None;
        }
        let (knowledge, node) = self.known_term(term.name)?;
        if knowledge.is_constant(node) {
            return None;
        }
        let value = knowledge.planted_value(node)?;
        let near = self.rng.below(4);
        let literal = literal_near(&value, near, self.numbers)?;
        let relations = relations(term.sort.kind());
        let op = theory::operator(self.rng.pick(relations)?)?;
        if !self.target.profile.supports(op) {
            return None;
        }
        let sort = term.sort.clone();
        let name = self.sort_name(&sort)?;
        let written = CallArg::Literal(WrittenLiteral::new(&literal));
        let args = [CallArg::Sort(name), written];
        let value = self.make_input(ActionKind::MkValue, args, &sort, true).ok()?;
        let drawn = DrawnApplication::plain(vec![sort.clone(), sort], Sort::bool());
        let swapped = self.rng.chance(1, 2);
        let args = if swapped { [value, term] } else { [term, value] };
        self.make_application(op, &drawn, &args)
    }

    /// What is asserted is unsatisfiable: a level is closed, or all is taken away, before more is asserted.
    pub(super) fn leave_contradiction(&mut self) -> ActionOutcome {
        if self.session.levels > 0 {
            return self.pop();
        }
        let Some(row) = ActionKind::ResetAssertions.row() else { return ActionOutcome::NotNow };
        let lacks = murxla_api::Demand::Lacks(row.name);
        let is_lacking = self.target.profile.demands().any(|demand| demand == lacks);
        let foreign = self.is_smt_lib && !smt_lib::has_action(row.kind);
        let alone = !self.session.options.incremental;
        if is_lacking || foreign || alone || !self.rng.chance(1, 3) {
            return ActionOutcome::NotNow;
        }
        debug_assert!(row.effects.any(Effects::FORGETS_ASSERTIONS));
        self.act_by_row(row)
    }

    /// A check of what is asserted, seldom one that was made before.
    pub(super) fn check(&mut self) -> ActionOutcome {
        let asks_something = self.asked.is_new() && !self.asked.is_empty();
        let knows = self.knowledge.is_some();
        if knows && !asks_something && !self.rng.chance(self.numbers.repeats, 100) {
            return ActionOutcome::NotNow;
        }
        let feedback = self.command(ActionKind::CheckSat, []);
        let is_open = matches!(feedback, Feedback::Answer(Answer::Sat | Answer::Unknown));
        if is_open && self.scale.is_hard && self.session.options.incremental {
            self.ask_further();
        }
        ActionOutcome::after(feedback)
    }

    /// Questions about the same assertions, with other assumptions: what was hard to make is asked more than once.
    fn ask_further(&mut self) {
        if self.numbers.further == 0 {
            return;
        }
        for _ in 0..self.few(self.numbers.further) {
            let is_over = self.calls() >= self.numbers.calls_most || self.is_stuck();
            if is_over || self.check_assuming() != ActionOutcome::Done {
                break;
            }
        }
    }
}

/// The one that is worth more; the first if both are.
fn better(first: Option<Candidate>, second: Option<Candidate>) -> Option<Candidate> {
    match (first, second) {
        (Some(first), Some(second)) if second.worth > first.worth => Some(second),
        (first, second) => first.or(second),
    }
}

/// Relations between terms of sorts of this kind.
fn relations(kind: SortKind) -> &'static [&'static str] {
    match kind {
        SortKind::BitVec => &[
            "OP_EQUAL",
            "OP_EQUAL",
            "OP_BV_ULE",
            "OP_BV_ULT",
            "OP_BV_SLE",
            "OP_BV_SLT",
            "OP_DISTINCT",
        ],
        SortKind::Int => &["OP_EQUAL", "OP_EQUAL", "OP_INT_LTE", "OP_INT_LT", "OP_DISTINCT"],
        SortKind::Real => &["OP_EQUAL", "OP_EQUAL", "OP_REAL_LTE", "OP_REAL_LT", "OP_DISTINCT"],
        SortKind::FloatingPoint => {
            &["OP_EQUAL", "OP_EQUAL", "OP_FP_LEQ", "OP_FP_LT", "OP_FP_EQ", "OP_DISTINCT"]
        }
        SortKind::String => &["OP_EQUAL", "OP_EQUAL", "OP_STR_LE", "OP_STR_LT", "OP_DISTINCT"],
        SortKind::FiniteField => &["OP_EQUAL", "OP_DISTINCT"],
        _ => &[],
    }
}

/// A literal may have so many bits for each digit that a drawn one may have, and so many characters for each of a drawn one:
/// products of products have values of tens of thousands of digits, on which a solver spends all its time.
const BITS: u64 = 32;
const CHARACTERS: u64 = 8;

/// The literal of a value, or of one next to it; `None` if it has none, or a very long one.
fn literal_near(value: &Datum, near: u64, numbers: &Numbers) -> Option<Literal> {
    let is_long = |number: &BigInt| number.bits() > numbers.digits_most * BITS;
    // The value itself in half of the cases.
    let step: i64 = match near {
        0 => 1,
        1 => -1,
        _ => 0,
    };
    Some(match value {
        Datum::Int(_) | Datum::BigInt(_) => {
            let number = value.to_big_int().filter(|number| !is_long(number))?;
            Literal::Integer((number + step).to_string())
        }
        Datum::Real(..) | Datum::BigReal(_) => {
            let short = |one: &BigRational| !is_long(one.numer()) && !is_long(one.denom());
            let number =
                value.to_rational().filter(short)? + BigRational::from_integer(step.into());
            Literal::Real(format!("{}/{}", number.numer(), number.denom()))
        }
        Datum::BitVec(width, bits) => {
            let near = bits.wrapping_add_signed(step) & (u64::MAX >> (64 - width.clamp(&1, &64)));
            Literal::BitVec {
                digits: format!("{near:0width$b}", width = *width as usize),
                base: Base::Binary,
            }
        }
        Datum::BigBitVec(_) | Datum::Float(..) | Datum::BigFloat(_) => {
            let notation = value.to_notation()?;
            let digits = notation.strip_prefix("#b")?.to_owned();
            match value {
                Datum::BigBitVec(_) => Literal::BitVec { digits, base: Base::Binary },
                _ => Literal::FloatingPoint(digits),
            }
        }
        Datum::String(codes) if codes.len() as u64 <= numbers.string_most * CHARACTERS => {
            let escaped = codes.iter().map(|code| match char::from_u32(*code) {
                Some(plain @ ('a'..='z' | 'A'..='Z' | '0'..='9' | ' ')) => plain.to_string(),
                _ => format!("\\u{{{code:x}}}"),
            });
            Literal::String(escaped.collect())
        }
        Datum::Field(_, element) => Literal::FiniteField(element.to_string()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_long_literals_are_not_written() {
        let numbers = Numbers::default();
        let power = |bits: u32| BigInt::from(1u32) << bits;
        let check = |value: Datum, expected: bool| {
            let literal = literal_near(&value, 0, &numbers);
            assert_eq!(literal.is_some(), expected, "{literal:?}");
        };
        check(Datum::int(power(1_000)), true);
        check(Datum::int(power(10_000)), false);
        check(Datum::real(BigRational::new(power(1_000), 3.into())), true);
        check(Datum::real(BigRational::new(3.into(), power(10_000))), false);
        check(Datum::String(vec![97; 100].into()), true);
        check(Datum::String(vec![97; 1_000].into()), false);
    }
}
