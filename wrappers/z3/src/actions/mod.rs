//! Z3's own actions, by engine: rows with what executes them, and what they add to the state machine.

mod algebraic;
mod containers;
mod exact;
mod fixedpoint;
mod globals;
mod inspection;
mod models;
mod optimize;
mod parser;
mod propagator;
mod questions;
mod rcf;
mod simplifiers;
mod solver_objects;
mod sorts;
mod tactics;
mod terms;
mod values;
mod words;

use std::fmt::Debug;

use murxla_api::{
    ActionDef, Arg, Effects, Extension, Need, Reply, SolverError, SortId, StateDef, TermId,
    Transition, inspect, mismatch,
};

use crate::solver::Z3Solver;

/// What most actions give: nothing, or why it went wrong.
type Outcome = Result<(), SolverError>;

/// The error that an engine tells something other than what we know: which function told it, what of it, and what it told.
fn disagreement(
    function: &'static str,
    aspect: &'static str,
    expected: &str,
    got: impl Into<String>,
) -> SolverError {
    mismatch(function, aspect, expected, &got.into())
}

/// An error if a function told something other than what we know.
fn same<T: PartialEq + Debug>(
    function: &'static str,
    aspect: &'static str,
    got: T,
    expected: T,
) -> Outcome {
    inspect(function, aspect, expected, got)
}

/// What makes a term of another one, some terms, and as many that replace them.
type Replacing = fn(&mut Z3Solver, TermId, &[TermId], &[TermId]) -> Result<TermId, SolverError>;

/// What executes an action, by the arguments that it takes.
#[derive(Clone, Copy)]
enum Run {
    /// None; all choices come from the seed of the call.
    Alone(fn(&mut Z3Solver) -> Outcome),
    /// A term.
    Term(fn(&mut Z3Solver, TermId) -> Outcome),
    /// A list of terms.
    Terms(fn(&mut Z3Solver, &[TermId]) -> Outcome),
    /// A sort.
    Sort(fn(&mut Z3Solver, SortId) -> Outcome),
    /// A word out of a list.
    Word(fn(&mut Z3Solver, &str) -> Outcome),
    /// A term, and terms that others replace: it makes a term.
    Replace(Replacing),
}

/// An action: its row, what executes it, and where in the state machine it is called without leaving the state.
#[derive(Clone, Copy)]
struct Own {
    row: ActionDef,
    run: Run,
    /// States with rarities.
    stays: &'static [(&'static str, u64)],
}

impl Own {
    const fn new(row: ActionDef, run: Run, stays: &'static [(&'static str, u64)]) -> Own {
        Own { row, run, stays }
    }

    const fn needs(mut self, needs: &'static [Need]) -> Own {
        self.row = self.row.needs(needs);
        self
    }

    const fn does(mut self, effects: Effects) -> Own {
        self.row = self.row.does(effects);
        self
    }
}

/// What belongs to one part of Z3's API.
struct Engine {
    actions: &'static [Own],
    states: &'static [StateDef],
    /// The transitions that are not in the rows of the actions.
    transitions: &'static [Transition],
}

const ENGINES: &[&Engine] = &[
    &terms::ENGINE,
    &solver_objects::ENGINE,
    &tactics::ENGINE,
    &simplifiers::ENGINE,
    &optimize::ENGINE,
    &rcf::ENGINE,
    &algebraic::ENGINE,
    &models::ENGINE,
    &containers::ENGINE,
    &sorts::ENGINE,
    &questions::ENGINE,
    &parser::ENGINE,
    &propagator::ENGINE,
    &fixedpoint::ENGINE,
    &globals::ENGINE,
    &inspection::ENGINE,
    &values::ENGINE,
];

/// What engines keep from call to call.
#[derive(Default)]
pub(crate) struct Engines {
    optimizer: Option<optimize::Optimizer>,
    strategies: tactics::Strategies,
    relations: Option<fixedpoint::Relations>,
    field_numbers: rcf::FieldNumbers,
    algebraic_numbers: algebraic::AlgebraicNumbers,
    simplifiers: simplifiers::Simplifiers,
}

/// What Z3 adds to the state machine.
pub(crate) const EXTENSION: Extension =
    Extension { actions: &ACTIONS, states: &STATES, transitions: &TRANSITIONS };

static OWN: [Own; count(Part::Actions)] = {
    let mut all = [ENGINES[0].actions[0]; count(Part::Actions)];
    let (mut engine, mut at) = (0, 0);
    while engine < ENGINES.len() {
        let mut row = 0;
        while row < ENGINES[engine].actions.len() {
            all[at] = ENGINES[engine].actions[row];
            at += 1;
            row += 1;
        }
        engine += 1;
    }
    all
};

static ACTIONS: [ActionDef; count(Part::Actions)] = {
    let mut all = [ENGINES[0].actions[0].row; count(Part::Actions)];
    let (mut engine, mut at) = (0, 0);
    while engine < ENGINES.len() {
        let mut row = 0;
        while row < ENGINES[engine].actions.len() {
            all[at] = ENGINES[engine].actions[row].row;
            at += 1;
            row += 1;
        }
        engine += 1;
    }
    all
};

static STATES: [StateDef; count(Part::States)] = {
    let mut all = [solver_objects::ENGINE.states[0]; count(Part::States)];
    let (mut engine, mut at) = (0, 0);
    while engine < ENGINES.len() {
        let mut row = 0;
        while row < ENGINES[engine].states.len() {
            all[at] = ENGINES[engine].states[row];
            at += 1;
            row += 1;
        }
        engine += 1;
    }
    all
};

static TRANSITIONS: [Transition; count(Part::Transitions)] = {
    let mut all = [Transition::go("", 1, ""); count(Part::Transitions)];
    let (mut engine, mut at) = (0, 0);
    while engine < ENGINES.len() {
        let mut row = 0;
        while row < ENGINES[engine].actions.len() {
            let own = &ENGINES[engine].actions[row];
            let mut place = 0;
            while place < own.stays.len() {
                let (state, rarity) = own.stays[place];
                all[at] = Transition::stay(state, own.row.name, rarity);
                at += 1;
                place += 1;
            }
            row += 1;
        }
        row = 0;
        while row < ENGINES[engine].transitions.len() {
            all[at] = ENGINES[engine].transitions[row];
            at += 1;
            row += 1;
        }
        engine += 1;
    }
    all
};

enum Part {
    Actions,
    States,
    Transitions,
}

/// How many rows all engines have together.
const fn count(part: Part) -> usize {
    let (mut engine, mut sum) = (0, 0);
    while engine < ENGINES.len() {
        let rows = ENGINES[engine];
        sum += match part {
            Part::Actions => rows.actions.len(),
            Part::States => rows.states.len(),
            Part::Transitions => {
                let (mut row, mut stays) = (0, 0);
                while row < rows.actions.len() {
                    stays += rows.actions[row].stays.len();
                    row += 1;
                }
                stays + rows.transitions.len()
            }
        };
        engine += 1;
    }
    sum
}

impl Z3Solver {
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDef,
        args: &[Arg<'_>],
    ) -> Result<Reply, SolverError> {
        let run = OWN.iter().find(|own| own.row == *action).map(|own| own.run);
        let done = match (run, args) {
            (Some(Run::Alone(run)), []) => run(self),
            (Some(Run::Term(run)), [Arg::Term(term)]) => run(self, *term),
            (Some(Run::Terms(run)), [Arg::Terms(terms)]) => run(self, terms),
            (Some(Run::Sort(run)), [Arg::Sort(sort)]) => run(self, *sort),
            (Some(Run::Word(run)), [Arg::Text(word)]) => run(self, word),
            (Some(Run::Replace(run)), [Arg::Term(term), Arg::Terms(from), Arg::Terms(to)]) => {
                return run(self, *term, from, to).map(Reply::Term);
            }
            _ => Err(SolverError::Unsupported(format!(
                "the action {} with the arguments {args:?}",
                action.name
            ))),
        };
        done.map(|()| Reply::Done)
    }
}
