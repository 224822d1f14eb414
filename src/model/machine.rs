//! Walking through the state machine.

use std::sync::LazyLock;

use murxla_api::{ActionKind, Answer, Sort};

use super::database::Which;
use super::fsm::{Guard, State, Step, Transition, base};
use super::generator::{Did, Generator, row};

/// A walk through the machine.
pub(super) struct Machine<'a> {
    generator: Generator<'a>,
    /// By the state where they start.
    transitions: &'static [Vec<Transition>],
    disabled: Vec<ActionKind>,
    state: State,
    /// The weights of the transitions of a step; kept for its memory alone.
    weights: Vec<u64>,
}

/// Steps for each call that a run may have: most steps make one, and a walk must end.
const STEPS_FOR_EACH_CALL: u64 = 20;

/// The transitions of each state, in their order.
static TRANSITIONS: LazyLock<Vec<Vec<Transition>>> = LazyLock::new(|| {
    let mut transitions = vec![Vec::new(); State::ALL.len()];
    for transition in base() {
        transitions[transition.from as usize].push(transition);
    }
    transitions
});

impl<'a> Machine<'a> {
    pub(super) fn new(generator: Generator<'a>) -> Machine<'a> {
        Machine {
            generator,
            transitions: &TRANSITIONS,
            disabled: Vec::new(),
            state: State::New,
            weights: Vec::new(),
        }
    }

    /// Walks from the first state to the last.
    pub(super) fn run(mut self) {
        let most = self.generator.numbers.calls_most;
        for _ in 0..most.saturating_mul(STEPS_FOR_EACH_CALL) {
            let enough = self.generator.calls() >= most || self.generator.is_stuck();
            if enough || self.state == State::Final {
                break;
            }
            self.step();
        }
        if self.state != State::Final && self.state != State::New {
            self.generator.act(ActionKind::Delete);
        }
    }

    fn step(&mut self) {
        let mut weights = std::mem::take(&mut self.weights);
        let weight = |transition: &Transition| match self.is_possible(transition) {
            true => transition.weight,
            false => 0,
        };
        let transitions = &self.transitions[self.state as usize];
        weights.clear();
        weights.extend(transitions.iter().map(weight));
        let chosen = self.generator.rng.weighted(weights.iter().copied());
        let chosen = chosen.map(|place| transitions[place]);
        self.weights = weights;
        let Some(transition) = chosen else {
            // Nothing can be done here: the run is brought to its end.
            self.state = State::Delete;
            return;
        };
        match transition.step {
            Step::Call(action) => match self.generator.act(action) {
                Did::Done => {}
                Did::Nothing => return,
                Did::Never => {
                    self.disabled.push(action);
                    return;
                }
            },
            Step::SetStandardOptions => self.generator.set_standard_options(),
            Step::Move | Step::MoveWithInputs => {}
        }
        // An action may have changed what the next state asks for.
        if self.generator.may_enter(transition.to) {
            self.state = transition.to;
        }
    }

    fn is_possible(&self, transition: &Transition) -> bool {
        match transition.step {
            Step::Call(action) => {
                !self.disabled.contains(&action) && self.generator.has_what_is_needed(action)
            }
            Step::SetStandardOptions => true,
            Step::Move => self.generator.may_enter(transition.to),
            Step::MoveWithInputs => {
                self.generator.database.has_inputs() && self.generator.may_enter(transition.to)
            }
        }
    }
}

impl Generator<'_> {
    /// Whether the state's condition holds.
    fn may_enter(&self, state: State) -> bool {
        let answer = self.session.last.map(|(answer, _)| answer);
        match state.guard() {
            Guard::Always => true,
            Guard::HasSort => !self.database.first_class_sorts().is_empty(),
            Guard::HasTerm => self.database.has_terms(),
            Guard::HasFormula => self.database.has(&Sort::bool(), Which::Closed),
            Guard::HasAnswer => answer.is_some(),
            Guard::NotUnsat => answer.is_some_and(|answer| answer != Answer::Unsat),
            Guard::IsUnsat => answer == Some(Answer::Unsat),
            Guard::MayCheck => {
                self.session.options.incremental
                    || self.session.checks > 0
                    || self.calls() >= self.numbers.calls_least
            }
            Guard::Incremental => self.session.options.incremental,
            Guard::MayEnd => self.calls() >= self.numbers.calls_least || self.session.is_used_up(),
        }
    }

    fn has_what_is_needed(&self, action: ActionKind) -> bool {
        let used_up = action == ActionKind::CheckSat && self.session.is_used_up();
        let row = row(action);
        !used_up && row.is_some_and(|row| row.needs.iter().all(|need| self.session.holds(need)))
    }

    /// Draws and makes a call of this action, with all that it needs before.
    pub(super) fn act(&mut self, action: ActionKind) -> Did {
        match action {
            ActionKind::New | ActionKind::Delete => Did::after(self.command(action, Vec::new())),
            ActionKind::SetLogic => self.set_logic(),
            ActionKind::SetOption => self.set_own_option(),
            ActionKind::MkSort => Did::when(self.make_any_sort()),
            ActionKind::InstantiateSort => Did::when(self.instantiate_any()),
            ActionKind::MkConst => Did::when(self.make_any_const()),
            ActionKind::MkVar => Did::when(self.make_any_variable()),
            ActionKind::MkValue => Did::when(self.make_any_value()),
            ActionKind::MkSpecialValue => Did::when(self.make_any_special()),
            ActionKind::MkTerm => Did::when(self.make_any_term()),
            ActionKind::MkFun => self.define_function(),
            ActionKind::TermGetChildren => self.ask_for_children(),
            ActionKind::Assert => self.assert(),
            ActionKind::CheckSat => self.check(),
            ActionKind::CheckSatAssuming => self.check_assuming(),
            ActionKind::Push => self.push(),
            ActionKind::Pop => self.pop(),
            ActionKind::GetValue => self.get_values(),
            ActionKind::PrintModel
            | ActionKind::GetAssertions
            | ActionKind::GetUnsatCore
            | ActionKind::GetUnsatAssumptions => Did::after(self.command(action, Vec::new())),
            ActionKind::Reset => self.reset(),
            ActionKind::ResetAssertions => self.reset_assertions(),
            ActionKind::Own => Did::Never,
        }
    }
}
