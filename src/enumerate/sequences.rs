//! Sequences of commands over a few tiny formulas: all of up to a length that make sense, and end with something to judge.

use murxla_api::{ActionKind, Answer, Command as Native, Reply, Solver, SolverError, Sort, TermId};

use super::in_graph::InGraph;
use super::numbering::Terms;
use super::rows::{Row, UNKNOWN};
use super::term::{Tree, Whole};
use crate::smt::{Command, Script, Term};

/// A command; formulas are told by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A formula is asserted.
    Assert(u8),
    /// The assertions are checked.
    Check,
    /// They are checked together with a formula.
    Assume(u8),
    /// A level is opened.
    Push,
    /// The last level is closed.
    Pop,
    /// All assertions and levels go.
    ResetAssertions,
    /// The values of all formulas are asked, after sat.
    Values,
    /// The failed assumptions are asked, after an assumption that has to fail.
    Failed,
    /// The core is asked, after unsat.
    Core,
    /// An option is set.
    Option(u8),
}

/// All sequences, by number.
pub struct Sequences {
    formulas: Vec<Whole>,
    rows: Vec<Row>,
    /// Options that are set between commands.
    options: Vec<(String, String)>,
    list: Vec<Box<[Step]>>,
}

/// Of what sequences are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    /// At most so many.
    pub length: usize,
    /// Over so many formulas.
    pub formulas: usize,
    /// Options that may be set at any place; a solver that does not take one there ends the sequence.
    pub options: Vec<(String, String)>,
}

/// So many sequences are made at most.
const MOST: usize = 4_000_000;

/// What is asserted, level by level.
#[derive(Clone)]
struct State {
    levels: Vec<Vec<u8>>,
    /// What a check before this answers, and whether it had an assumption.
    last: Option<(Answer, bool)>,
}

impl Sequences {
    /// All sequences of these commands over formulas of the terms; `None` if there are too many.
    pub fn new(terms: &mut Terms, commands: &Commands) -> Option<Sequences> {
        let mut sequences = Sequences {
            formulas: Vec::new(),
            rows: Vec::new(),
            options: commands.options.clone(),
            list: Vec::new(),
        };
        sequences.choose(terms, commands.formulas);
        let state = State { levels: vec![Vec::new()], last: None };
        for length in 1..=commands.length {
            if !sequences.extend(&mut Vec::new(), &state, length) {
                return None;
            }
        }
        Some(sequences)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.list.len() as u64
    }

    /// The sequence with a number.
    pub fn get(&self, number: u64) -> &[Step] {
        self.list.get(number as usize).map_or(&[], |steps| steps)
    }

    /// The first formulas that are neither always true nor never, and differ.
    fn choose(&mut self, terms: &mut Terms, count: usize) {
        for number in 0..terms.count() {
            let Some(whole) = terms.term(number) else { break };
            if self.formulas.len() == count {
                break;
            }
            if terms.space().sorts[whole.sort].sort != Sort::bool() {
                continue;
            }
            let row = terms.row(&whole);
            let open = row.contains(&0) && row.contains(&1) && !row.contains(&UNKNOWN);
            if open && !self.rows.contains(&row) {
                self.formulas.push(whole);
                self.rows.push(row);
            }
        }
    }

    /// Whether formulas can be true together.
    fn answer(&self, formulas: impl Iterator<Item = u8> + Clone) -> Answer {
        let assignments = self.rows.first().map_or(1, Vec::len);
        let holds =
            |one: usize| formulas.clone().all(|formula| self.rows[usize::from(formula)][one] == 1);
        if (0..assignments).any(holds) { Answer::Sat } else { Answer::Unsat }
    }

    /// The state after a command; `None` if it makes no sense there.
    fn after(&self, state: &State, step: Step) -> Option<State> {
        let mut next = state.clone();
        next.last = None;
        let asserted = state.levels.iter().flatten().copied();
        match step {
            Step::Assert(formula) => next.levels.last_mut()?.push(formula),
            Step::Check => next.last = Some((self.answer(asserted), false)),
            Step::Assume(formula) => {
                next.last = Some((self.answer(asserted.chain([formula])), true));
            }
            Step::Push => next.levels.push(Vec::new()),
            Step::Pop if state.levels.len() > 1 => _ = next.levels.pop(),
            Step::Pop => return None,
            Step::ResetAssertions => next.levels = vec![Vec::new()],
            Step::Values if matches!(state.last, Some((Answer::Sat, _))) => {}
            Step::Failed if state.last == Some((Answer::Unsat, true)) => {}
            Step::Core if matches!(state.last, Some((Answer::Unsat, _))) => {}
            Step::Values | Step::Failed | Step::Core => return None,
            Step::Option(_) => {}
        }
        Some(next)
    }

    fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        let count = self.formulas.len() as u8;
        let asserted = (0..count).map(Step::Assert);
        let assumed = (0..count).map(Step::Assume);
        let others = [
            Step::Check,
            Step::Push,
            Step::Pop,
            Step::ResetAssertions,
            Step::Values,
            Step::Failed,
            Step::Core,
        ];
        let options = (0..self.options.len() as u8).map(Step::Option);
        asserted.chain(assumed).chain(others).chain(options)
    }

    /// Adds all that begin so and have so many more commands; `false` if these are too many.
    fn extend(&mut self, begun: &mut Vec<Step>, state: &State, more: usize) -> bool {
        if more == 0 {
            // What does not end with a question was judged before it got longer.
            let judged = matches!(
                begun.last(),
                Some(Step::Check | Step::Assume(_) | Step::Values | Step::Failed | Step::Core)
            );
            if judged {
                self.list.push(begun.as_slice().into());
            }
            return self.list.len() <= MOST;
        }
        for step in self.steps() {
            let Some(next) = self.after(state, step) else { continue };
            begun.push(step);
            let few = self.extend(begun, &next, more - 1);
            begun.pop();
            if !few {
                return false;
            }
        }
        true
    }

    /// Whether a core is asked in a sequence: an instance is told before.
    pub fn asks_cores(steps: &[Step]) -> bool {
        steps.contains(&Step::Core)
    }

    /// Whether formulas that were told as a core are asserted, and unsatisfiable together with what is assumed.
    fn is_core(&self, asserted: &[u8], assumed: Option<u8>, told: &[u8]) -> bool {
        let all = told.iter().copied().chain(assumed);
        told.iter().all(|one| asserted.contains(one)) && self.answer(all) == Answer::Unsat
    }

    /// The formulas in an instance, or a graph.
    pub fn formulas<T: Tree>(&self, terms: &Terms, tree: &mut T) -> Result<Vec<T::Term>, T::Error> {
        self.formulas.iter().map(|whole| terms.build(tree, whole)).collect()
    }

    /// The script of a sequence.
    pub fn script(&self, terms: &Terms, steps: &[Step]) -> Option<Script> {
        let mut tree = InGraph::new(terms.space());
        let formulas: Vec<Term> = self.formulas(terms, &mut tree).ok()?;
        let at = |formula: &u8| formulas[usize::from(*formula)];
        let plain =
            |kind: ActionKind| kind.row().map(|row| Command::Plain { row, words: Vec::new() });
        let mut commands = Vec::new();
        for step in steps {
            commands.push(match step {
                Step::Assert(formula) => Command::Assert(at(formula)),
                Step::Check => Command::CheckSat,
                Step::Assume(formula) => Command::CheckSatAssuming(vec![at(formula)]),
                Step::Push => Command::Push(1),
                Step::Pop => Command::Pop(1),
                Step::ResetAssertions => plain(ActionKind::ResetAssertions)?,
                Step::Values => Command::GetValue(formulas.clone()),
                Step::Failed => plain(ActionKind::GetUnsatAssumptions)?,
                Step::Core => plain(ActionKind::GetUnsatCore)?,
                Step::Option(number) => {
                    let (name, value) = &self.options[usize::from(*number)];
                    Command::SetOption {
                        keyword: name.as_str().into(),
                        value: value.as_str().into(),
                    }
                }
            });
        }
        Some(Script { graph: tree.into_graph(), commands })
    }
}

/// What became of a sequence in an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) answers: [u8; 3],
    pub(super) calls: u16,
    pub(super) wrong: bool,
    pub(super) refused: bool,
}

/// Plays a sequence in a new instance; a reply that is not the right one is told.
pub(super) fn play_native(
    solver: &mut dyn Solver,
    formulas: &[TermId],
    sequences: &Sequences,
    steps: &[Step],
) -> Played {
    let mut played = Played::default();
    let mut state = State { levels: vec![Vec::new()], last: None };
    // The formula that the last check had as its assumption.
    let mut assumed = None;
    for step in steps {
        let Some(next) = sequences.after(&state, *step) else { return played };
        let asserted: Vec<u8> = state.levels.iter().flatten().copied().collect();
        state = next;
        played.calls += 1;
        let at = |formula: &u8| formulas[usize::from(*formula)];
        let reply: Result<Reply, SolverError> = match step {
            Step::Assert(formula) => solver.execute(Native::Assert(at(formula))),
            Step::Check => {
                assumed = None;
                solver.execute(Native::CheckSat)
            }
            Step::Assume(formula) => {
                assumed = Some(*formula);
                solver.execute(Native::CheckSatAssuming(&[at(formula)]))
            }
            Step::Push => solver.execute(Native::Push(1)),
            Step::Pop => solver.execute(Native::Pop(1)),
            Step::ResetAssertions => solver.execute(Native::ResetAssertions),
            Step::Values => solver.execute(Native::GetValue(formulas)),
            Step::Failed => solver.execute(Native::GetUnsatAssumptions),
            Step::Core => solver.execute(Native::GetUnsatCore),
            Step::Option(number) => {
                let (name, value) = &sequences.options[usize::from(*number)];
                solver.execute(Native::SetOption { name, value })
            }
        };
        match (step, reply) {
            (Step::Check | Step::Assume(_), Ok(Reply::Answer(answer))) => {
                played.answers[answer as usize] += 1;
                if state.last.is_some_and(|(right, _)| right.contradicts(answer)) {
                    played.wrong = true;
                    return played;
                }
                // What is asked next would not be about this.
                if answer == Answer::Unknown {
                    return played;
                }
            }
            // The assumption may be needed or not, but nothing else was assumed.
            (Step::Failed, Ok(Reply::Terms(failed))) => {
                played.wrong |= failed.iter().any(|one| Some(*one) != assumed.as_ref().map(at));
            }
            (Step::Core, Ok(Reply::Terms(core))) => {
                let number = |one: &TermId| formulas.iter().position(|formula| formula == one);
                let told: Option<Vec<u8>> =
                    core.iter().map(|one| number(one).map(|number| number as u8)).collect();
                let right = told.is_some_and(|told| sequences.is_core(&asserted, assumed, &told));
                played.wrong |= !right;
            }
            (_, Ok(_)) => {}
            (_, Err(_)) => {
                played.refused = true;
                return played;
            }
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use murxla_api::Wrapper;

    use super::super::{Limits, Space};
    use super::*;

    #[test]
    fn sequences_make_sense() {
        let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
        let limits = Limits { constants: 2, ..Limits::default() };
        let space = Space::new("core", &limits, library.profile()).expect("a space");
        let mut terms = Terms::new(space, 1, false).expect("terms");
        let commands = Commands { length: 4, formulas: 2, options: Vec::new() };
        let sequences = Sequences::new(&mut terms, &commands).expect("few");
        assert_eq!(sequences.formulas.len(), 2);
        // Of length 1: check and two assumptions.
        let count =
            |length: usize| sequences.list.iter().filter(|steps| steps.len() == length).count();
        assert_eq!(count(1), 3);
        // Before these: two assertions, push, reset, the three checks; after sat, values.
        assert_eq!(count(2), 7 * 3 + 3);
        for steps in &sequences.list {
            let mut depth = 0i32;
            for step in steps {
                depth += match step {
                    Step::Push => 1,
                    Step::Pop => -1,
                    Step::ResetAssertions => -depth,
                    _ => 0,
                };
                assert!(depth >= 0, "{steps:?}");
            }
        }
        let all: std::collections::HashSet<&Box<[Step]>> = sequences.list.iter().collect();
        assert_eq!(all.len(), sequences.list.len());
    }
}
