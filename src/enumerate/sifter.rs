//! The sifter: asks about one term after the other in one instance of a solver, quickly, and tells which look wrong.
//!
//! Nobody is accused here: what looks wrong is asked again, alone, as a trace that oracles judge.

use murxla_api::{Answer, Command, Library, QuickMap, Reply, Solver, SolverError, TermId};

use super::at_values::value_at;
use super::formulas::{fixed, formula};
use super::in_solver::{InSolver, Made};
use super::judge::Judge;
use super::numbering::Terms;
use super::questions::{Form, Other, Question, Way, literal_values};
use super::rows::{Row, UNKNOWN};
use super::scripts::{Doubt, Scripts};
use super::sequences::{Sequences, play_native};
use super::term::Whole;
use crate::eval::datum_of_value;
use crate::exec::{OptionPolicy, Player};
use crate::trace::Call;

/// What became of a term.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Answers: sat, unsat, unknown.
    pub answers: [u8; 3],
    /// Calls that the solver refused.
    pub refused: u8,
    /// Answers that nobody confirms: neither the values that were tried, nor a model, nor a second solver.
    pub open: u8,
    /// Terms whose simplified form could not be compared.
    pub uncompared: u16,
    /// Calls.
    pub calls: u16,
    /// Terms, by number, with what looks wrong.
    pub doubts: Vec<(u64, Doubt)>,
    /// The runs that were looked at in the same instance until then, if something looks wrong: the first and the last.
    pub together: (u64, u64),
}

impl Note {
    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [sat, unsat, unknown] = self.answers;
        let mut bytes = vec![sat, unsat, unknown, self.refused, self.open];
        bytes.extend(self.calls.to_le_bytes());
        bytes.extend(self.uncompared.to_le_bytes());
        if !self.doubts.is_empty() {
            bytes.extend(self.together.0.to_le_bytes());
            bytes.extend(self.together.1.to_le_bytes());
        }
        for (number, doubt) in &self.doubts {
            bytes.extend(number.to_le_bytes());
            bytes.extend(doubt.to_bytes());
        }
        bytes
    }

    /// From bytes.
    pub fn of_bytes(bytes: &[u8]) -> Option<Note> {
        let (head, rest) = bytes.split_first_chunk::<9>()?;
        let [sat, unsat, unknown, refused, open, low, high, least, most] = *head;
        let (together, rest) = match rest.split_first_chunk::<16>() {
            Some((both, rest)) => {
                let number =
                    |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
                ((number(&both[..8]), number(&both[8..])), rest)
            }
            None => ((0, 0), rest),
        };
        let doubts = rest.chunks_exact(12).map(|chunk| {
            let (number, doubt) = chunk.split_at(8);
            let number = u64::from_le_bytes(number.try_into().unwrap_or_default());
            (number, Doubt::of_bytes(doubt.try_into().unwrap_or_default()))
        });
        Some(Note {
            answers: [sat, unsat, unknown],
            refused,
            open,
            uncompared: u16::from_le_bytes([least, most]),
            calls: u16::from_le_bytes([low, high]),
            doubts: doubts.collect(),
            together,
        })
    }

    fn doubt(&mut self, number: u64, doubt: Doubt) {
        // A note is short; what is wrong in several ways is found by one.
        if self.doubts.len() < MOST_DOUBTS && !self.doubts.iter().any(|(other, _)| *other == number)
        {
            self.doubts.push((number, doubt));
        }
    }
}

/// A note tells at most so many.
const MOST_DOUBTS: usize = 60;
/// So many simplified terms are compared together.
const TOGETHER: usize = 1_000;
/// Under at most so many assignments.
const MOST_COMPARED: usize = 1 << 10;
/// The model of one sat answer in so many is looked at, and of all that no value explains.
pub(super) const MODELS_APART: u64 = 8;

/// A term as the solver holds it: its sort and identity.
type Held = (usize, u64);

/// The values that such a term should have.
struct Known {
    row: Row,
    /// Whether the solver was asked for them.
    checked: bool,
}

/// A simplified term that is to be compared.
struct Pending {
    number: u64,
    held: Option<Held>,
    sort: usize,
    /// The constants that it has.
    constants: Vec<(usize, usize)>,
    simplified: TermId,
    row: Row,
}

/// An instance that is asked.
pub struct Sifter<'a> {
    player: Player<'a>,
    scripts: &'a Scripts<'a>,
    literals: Vec<Vec<u16>>,
    made: Made,
    /// The values that terms which the solver gave must have, by sort and identity (Yices holds 1 and 1.0 as one term): those of the
    /// first term that it was given for, with which it is compared.
    compared: QuickMap<Held, Known>,
    pending: Vec<Pending>,
    simplifies: bool,
    /// Whether values of constants can be asserted, and values be asked.
    compares: bool,
    /// Whether nobody wants to know what terms are simplified to.
    skips_simplifying: bool,
    spoiled: bool,
    /// Whether answers are asked for, or terms only simplified.
    checks: bool,
    /// A second solver.
    judge: Option<Judge<'a>>,
}

impl<'a> Sifter<'a> {
    /// A new instance; it begins with these calls, of which it must take the `options`. An error says what it does not take.
    pub fn new(
        terms: &mut Terms,
        library: &'a dyn Library,
        scripts: &'a Scripts<'a>,
        beginning: &[Call],
        options: &[Call],
    ) -> Result<Sifter<'a>, String> {
        let mut player = Player::new(library, OptionPolicy::NoFiles);
        for call in beginning {
            let played = player.play(call);
            if options.contains(call) && !played.accepted() {
                return Err(format!("{} is refused", call.action.name()));
            }
        }
        let solver = player.solver().ok_or("there is no instance")?;
        let made = Made::new(terms.space(), solver).map_err(|error| error.to_string())?;
        // Bitwuzla has no instance before the first such call, and simplifies in one that is made for that alone.
        for command in [Command::Push(1), Command::Pop(1)] {
            solver.execute(command).map_err(|error| error.to_string())?;
        }
        Ok(Sifter {
            player,
            scripts,
            literals: literal_values(terms),
            made,
            compared: QuickMap::default(),
            pending: Vec::new(),
            simplifies: true,
            compares: true,
            skips_simplifying: false,
            spoiled: false,
            checks: true,
            judge: None,
        })
    }

    /// The same; where the values that are tried do not tell the right answer, this one is asked, too.
    pub fn judged_by(mut self, judge: Option<Judge<'a>>) -> Sifter<'a> {
        self.judge = judge;
        self
    }

    /// The same; it asks no answers.
    pub fn simplifying_only(mut self) -> Sifter<'a> {
        self.checks = false;
        self
    }

    /// The same; it does not simplify.
    pub fn checking_only(mut self) -> Sifter<'a> {
        (self.compares, self.skips_simplifying) = (false, true);
        self
    }

    /// Whether a call failed after which nothing more should be asked here.
    pub fn is_spoiled(&self) -> bool {
        self.spoiled
    }

    /// Looks at the term with a number.
    pub fn look_at(&mut self, terms: &mut Terms, number: u64, note: &mut Note) {
        let Some(whole) = terms.term(number) else { return };
        let row = terms.row(&whole);
        let Some(solver) = self.player.solver() else { return };
        let mut tree = InSolver { solver, made: &mut self.made, space: terms.space() };
        note.calls += 1;
        let term = match terms.build(&mut tree, &whole) {
            Ok(term) => term,
            Err(SolverError::Broken(_)) => return note.doubt(number, Doubt::Anything),
            Err(_) => {
                note.refused += 1;
                return;
            }
        };
        if !self.compares && !self.skips_simplifying {
            note.uncompared = note.uncompared.saturating_add(1);
        }
        if self.compares {
            self.simplify(terms, (number, &whole), term, &row, note);
            if self.pending.len() >= TOGETHER {
                self.compare(terms, note);
            }
        }
        if !self.checks {
            return;
        }
        for (place, question) in self.scripts.questions(terms, &whole, &row).into_iter().enumerate()
        {
            let way = Way::of(number, place);
            let Some(solver) = self.player.solver() else { return };
            let mut tree = InSolver { solver, made: &mut self.made, space: terms.space() };
            let Ok(Some(asked)) = formula(&mut tree, &whole, term, question.form) else {
                note.refused += 1;
                continue;
            };
            self.ask(terms, (number, &whole), (asked, question, way), note);
            if self.spoiled {
                return;
            }
        }
    }

    /// Plays a sequence of commands in this instance, which must be a new one.
    pub fn play_sequence(
        &mut self,
        terms: &Terms,
        sequences: &Sequences,
        number: u64,
        note: &mut Note,
    ) {
        let Some(solver) = self.player.solver() else { return };
        let mut tree = InSolver { solver, made: &mut self.made, space: terms.space() };
        let Ok(formulas) = sequences.formulas(terms, &mut tree) else {
            note.refused += 1;
            return;
        };
        let steps = sequences.get(number);
        let played = play_native(solver, &formulas, sequences, steps);
        (note.answers, note.calls) = (played.answers, played.calls);
        note.refused += u8::from(played.refused);
        if played.wrong {
            note.doubt(number, Doubt::Anything);
        }
    }

    fn simplify(
        &mut self,
        terms: &Terms,
        (number, whole): (u64, &Whole),
        term: TermId,
        row: &Row,
        note: &mut Note,
    ) {
        let Some(solver) = self.player.solver() else { return };
        let mut simplified = term;
        if self.simplifies {
            note.calls += 1;
            match solver.execute(Command::Simplify(term)) {
                Ok(Reply::Term(term)) => simplified = term,
                Err(SolverError::Unsupported(_)) => self.simplifies = false,
                _ => {
                    note.refused += 1;
                    return;
                }
            }
        }
        // What the solver holds as one term is asked for once, whatever it was made from.
        let held = solver.identity(simplified).map(|identity| (whole.sort, identity));
        match held.and_then(|held| self.compared.get(&held)) {
            Some(known) => match difference(&known.row, row) {
                None => return,
                Some(place) if known.checked => {
                    return note.doubt(number, Doubt::Value(place as u16));
                }
                // Which of the two is wrong is not known yet.
                Some(_) => {}
            },
            None => {
                if let Some(held) = held {
                    self.compared.insert(held, Known { row: row.clone(), checked: false });
                }
            }
        }
        let (sort, row, constants) = (whole.sort, row.clone(), terms.constants_of(whole));
        self.pending.push(Pending { number, held, sort, constants, simplified, row });
    }

    /// Compares what was simplified with the terms, under all assignments.
    fn compare(&mut self, terms: &mut Terms, note: &mut Note) {
        let mut pending = std::mem::take(&mut self.pending);
        // Those with the same constants are asked for together, under all values of these.
        pending.sort_by(|a, b| a.constants.cmp(&b.constants));
        for group in pending.chunk_by(|a, b| a.constants == b.constants) {
            if !self.compare_group(terms, group, note) {
                self.compares = false;
                note.uncompared = note.uncompared.saturating_add(pending.len() as u16);
                return;
            }
        }
    }

    /// Compares terms with the same constants; `false` if it cannot be said that these have their values, if that is not taken,
    /// or has no answer.
    fn compare_group(&mut self, terms: &mut Terms, group: &[Pending], note: &mut Note) -> bool {
        let Some(first) = group.first() else { return true };
        let asked: Vec<TermId> = group.iter().map(|one| one.simplified).collect();
        let mut wrong = vec![false; group.len()];
        let assignments = terms.values().assignments_of(&first.constants);
        let step = assignments.len().div_ceil(MOST_COMPARED);
        for assignment in assignments.into_iter().step_by(step) {
            let told = self.values_at(terms, (assignment, &first.constants), &asked, note);
            let Ok(Some(values)) = told else { return false };
            for (place, (one, value)) in group.iter().zip(&values).enumerate() {
                let sort = &terms.space().sorts[one.sort].sort;
                let told = datum_of_value(value, sort);
                let told =
                    told.map_or(UNKNOWN, |datum| terms.values_mut().number(one.sort, &datum));
                let right = one.row[assignment];
                if told != UNKNOWN && right != UNKNOWN && told != right {
                    note.doubt(one.number, Doubt::Value(assignment as u16));
                    wrong[place] = true;
                }
            }
        }
        for (one, wrong) in group.iter().zip(wrong) {
            let Some(held) = one.held else { continue };
            // What is wrong says nothing of others that the solver holds as the same.
            if wrong {
                self.compared.remove(&held);
            } else if let Some(known) = self.compared.get_mut(&held)
                && known.row == one.row
            {
                known.checked = true;
            }
        }
        true
    }

    /// The values of terms in an assignment of constants, as the solver tells them.
    fn values_at(
        &mut self,
        terms: &Terms,
        (assignment, constants): (usize, &[(usize, usize)]),
        asked: &[TermId],
        note: &mut Note,
    ) -> Result<Option<Vec<murxla_api::Value>>, SolverError> {
        let Some(solver) = self.player.solver() else { return Ok(None) };
        let mut tree = InSolver { solver, made: &mut self.made, space: terms.space() };
        let Some(formulas) = fixed(terms, &mut tree, assignment, constants)? else {
            return Ok(None);
        };
        solver.execute(Command::Push(1))?;
        let mut values = || {
            for formula in &formulas {
                solver.execute(Command::Assert(*formula))?;
            }
            note.calls = note.calls.saturating_add(formulas.len() as u16 + 4);
            match solver.execute(Command::CheckSat)? {
                Reply::Answer(Answer::Sat) => {}
                _ => return Ok(None),
            }
            match solver.execute(Command::GetValue(asked))? {
                Reply::Values(values) if values.len() == asked.len() => Ok(Some(values)),
                _ => Ok(None),
            }
        };
        let values = values();
        solver.execute(Command::Pop(1))?;
        values
    }

    /// Ends: what was not compared yet is compared.
    pub fn end(&mut self, terms: &mut Terms, note: &mut Note) {
        if self.compares && !self.spoiled && !self.pending.is_empty() {
            self.compare(terms, note);
        }
    }

    fn ask(
        &mut self,
        terms: &mut Terms,
        (number, whole): (u64, &Whole),
        (asked, question, way): (TermId, Question, Way),
        note: &mut Note,
    ) {
        let Some(solver) = self.player.solver() else { return };
        let levels = way.levels(number);
        let answer = match check(solver, asked, (way, levels), note) {
            Ok(answer) => answer,
            Err(SolverError::Unsupported(_)) => return,
            Err(_) => {
                note.refused += 1;
                self.spoiled = true;
                return;
            }
        };
        note.answers[answer as usize] += 1;
        let doubt = Doubt::Answer(question.form, way);
        let is_sample = number.is_multiple_of(MODELS_APART);
        if question.expected.is_some_and(|expected| expected.contradicts(answer)) {
            note.doubt(number, doubt);
        } else if answer == Answer::Sat && (question.expected.is_none() || is_sample) {
            note.calls += 1;
            match self.model_is_right(terms, whole, question.form) {
                Some(false) => note.doubt(number, doubt),
                None if question.expected.is_none() => {
                    self.judge(terms, (number, whole), (doubt, question.form, answer), note);
                }
                _ => {}
            }
        } else if answer == Answer::Unsat && question.expected.is_none() {
            self.judge(terms, (number, whole), (doubt, question.form, answer), note);
        } else if answer == Answer::Unsat && way == Way::Assumed && is_sample {
            note.calls += 1;
            let failed = self.player.solver().map(|one| one.execute(Command::GetUnsatAssumptions));
            // Nothing else is asserted, so it cannot be done without.
            if let Some(Ok(Reply::Terms(failed))) = failed
                && failed != [asked]
            {
                note.doubt(number, doubt);
            }
        }
        if levels == 0 {
            return;
        }
        note.calls += 1;
        let popped = self.player.solver().map(|one| one.execute(Command::Pop(levels)));
        self.spoiled |= !matches!(popped, Some(Ok(_)));
    }

    /// Has the second solver say whether an answer is right of which nobody else knows.
    fn judge(
        &mut self,
        terms: &Terms,
        (number, whole): (u64, &Whole),
        (doubt, form, answer): (Doubt, Form, Answer),
        note: &mut Note,
    ) {
        let judge = self.judge.as_mut();
        match judge.and_then(|judge| judge.answer(terms, whole, form)) {
            Some(other) if other.contradicts(answer) => note.doubt(number, doubt),
            Some(other) if other == answer => {}
            _ => note.open += 1,
        }
    }

    /// Whether the values that the solver tells of the constants make what was asked true, if that can be told.
    fn model_is_right(&mut self, terms: &mut Terms, whole: &Whole, form: Form) -> Option<bool> {
        let solver = self.player.solver()?;
        let constants: Vec<(usize, TermId)> = self.made.constants().collect();
        let mut told: Vec<Vec<u16>> = vec![Vec::new(); terms.space().sorts.len()];
        for (sort, constant) in constants {
            let value = match solver.execute(Command::GetValue(&[constant])) {
                Ok(Reply::Values(values)) => values.into_iter().next(),
                _ => None,
            };
            let datum = value
                .and_then(|value| datum_of_value(&value, &terms.space().sorts[sort].sort).ok());
            let number = datum.map_or(UNKNOWN, |datum| terms.values_mut().number(sort, &datum));
            told[sort].push(number);
        }
        let value = value_at(terms, whole, &told, &self.literals);
        let other = |other| match other {
            Other::Literal(number) => self.literals[whole.sort][usize::from(number)],
            Other::Constant => told[whole.sort][0],
        };
        if value == UNKNOWN {
            return None;
        }
        let same = |one| Some(other(one)).filter(|other| *other != UNKNOWN).map(|one| one == value);
        match form {
            Form::Itself => Some(value == 1),
            Form::Negated => Some(value == 0),
            Form::Differs(one) => same(one).map(|same| !same),
            Form::Equals(one) => same(one),
        }
    }
}

/// The first assignment under which two terms have different values.
fn difference(a: &Row, b: &Row) -> Option<usize> {
    a.iter().zip(b).position(|(a, b)| a != b && *a != UNKNOWN && *b != UNKNOWN)
}

/// Asks a formula in a way; the levels are left open, so that the model can be looked at.
fn check(
    solver: &mut dyn Solver,
    asked: TermId,
    (way, levels): (Way, u32),
    note: &mut Note,
) -> Result<Answer, SolverError> {
    if levels > 0 {
        note.calls += 1;
        solver.execute(Command::Push(levels))?;
    }
    if way == Way::AfterCheck {
        note.calls += 1;
        solver.execute(Command::CheckSat)?;
    }
    let answer = if way == Way::Assumed {
        note.calls += 1;
        solver.execute(Command::CheckSatAssuming(&[asked]))?
    } else {
        note.calls += 2;
        solver.execute(Command::Assert(asked))?;
        solver.execute(Command::CheckSat)?
    };
    match answer {
        Reply::Answer(answer) => Ok(answer),
        _ => Err(SolverError::Broken("a check without an answer".to_owned())),
    }
}
