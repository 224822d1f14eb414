//! The walk of a run through the state machine.

use std::borrow::Cow;

use murxla_api::{ActionDef, ActionKind};

use super::conditions::Conditions;
use super::fsm::{ArrowStep, Choice, Fsm, State};
use super::generator::{ActionOutcome, Generator};

/// How often each transition of a machine was tried and taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Chosen, by the place of the transition.
    pub tried: Vec<u32>,
    /// Chosen, and what it does was done.
    pub taken: Vec<u32>,
}

/// A walk through the machine.
pub(super) struct Machine<'g, 'a> {
    generator: &'g mut Generator<'a>,
    fsm: &'a Fsm,
    /// The choices of the machine; what cannot be done in this run has no weight.
    choices: Cow<'a, [Choice]>,
    /// For each state the sum of the weights of what could be done there last, and the conditions that held.
    sums: Vec<Option<(Conditions, u64)>>,
    /// What held last, and after how many calls.
    held: Option<(u64, Conditions)>,
    state: State,
    delete: State,
    walk: Walk,
}

/// Steps for each call that a run may have: most steps make one, and a walk must end.
const STEPS_FOR_EACH_CALL: u64 = 20;

impl<'g, 'a> Machine<'g, 'a> {
    pub(super) fn new(generator: &'g mut Generator<'a>, fsm: &'a Fsm) -> Machine<'g, 'a> {
        let none = vec![0; fsm.arrows().len()];
        let mut choices = Cow::Borrowed(fsm.choices());
        if !generator.left_out.is_empty() {
            fsm.disable(choices.to_mut(), |action| generator.left_out.has(action.name));
        }
        Machine {
            generator,
            fsm,
            choices,
            sums: vec![None; fsm.states().len()],
            held: None,
            state: fsm.state("new"),
            delete: fsm.state("delete"),
            walk: Walk { tried: none.clone(), taken: none },
        }
    }

    /// This action is not chosen any more.
    fn disable(&mut self, name: &str) {
        self.sums.fill(None);
        self.fsm.disable(self.choices.to_mut(), |action| action.name == name);
    }

    /// Walks from the first state to the last.
    pub(super) fn run(mut self) -> Walk {
        let (first, last) = (self.state, self.fsm.state("final"));
        let most = self.generator.numbers.calls_most;
        for _ in 0..most.saturating_mul(STEPS_FOR_EACH_CALL) {
            let enough = self.generator.calls() >= most || self.generator.is_stuck();
            if enough || self.state == last {
                break;
            }
            self.step();
        }
        if self.state != last && self.state != first {
            self.generator.act(ActionKind::Delete);
        }
        self.walk
    }

    fn step(&mut self) {
        let holding = self.holding();
        let choices = &self.choices[self.fsm.choices_of(self.state)];
        let weights = choices.iter().map(|choice| match choice.needs.hold_in(holding) {
            true => choice.weight,
            false => 0,
        });
        let sum = match &self.sums[self.state] {
            Some((held, sum)) if *held == holding => *sum,
            _ => weights.clone().sum(),
        };
        self.sums[self.state] = Some((holding, sum));
        let chosen = self.generator.rng.weighted_of(sum, weights);
        let Some(choice) = chosen.and_then(|chosen| choices.get(chosen)) else {
            // Nothing can be done here: the run is brought to its end.
            self.state = self.delete;
            return;
        };
        let place = choice.arrow;
        let arrow = &self.fsm.arrows()[place];
        self.walk.tried[place] += 1;
        match arrow.step {
            ArrowStep::Call(action) => match self.generator.act_by(action) {
                ActionOutcome::Done => {}
                ActionOutcome::NotNow => return,
                ActionOutcome::Never => {
                    self.disable(action.name);
                    return;
                }
            },
            ArrowStep::RequiredOptions => self.generator.set_required_options(),
            ArrowStep::Move | ArrowStep::MoveWithInputs => {}
        }
        self.walk.taken[place] += 1;
        // An action may have changed what the next state asks for.
        if arrow.to != self.state && self.may_enter(arrow.to) {
            self.state = arrow.to;
        }
    }

    /// What holds now; that changes only with calls.
    fn holding(&mut self) -> Conditions {
        let calls = self.generator.calls();
        match self.held {
            Some((then, held)) if then == calls => held,
            _ => {
                let holding = self.generator.conditions();
                self.held = Some((calls, holding));
                holding
            }
        }
    }

    fn may_enter(&mut self, state: State) -> bool {
        let holding = self.holding();
        let state = self.fsm.states().get(state);
        state.is_some_and(|state| Conditions::of_guard(state.guard).hold_in(holding))
    }
}

impl Generator<'_> {
    /// Draws and makes a call of this action, with all that it needs before.
    #[inline]
    fn act_by(&mut self, action: &'static ActionDef) -> ActionOutcome {
        match action.kind {
            ActionKind::Own => self.act_by_row(action),
            kind => self.act(kind),
        }
    }

    /// Draws and makes a call of this base action, with all that it needs before.
    fn act(&mut self, action: ActionKind) -> ActionOutcome {
        match action {
            ActionKind::SetLogic => self.set_logic(),
            ActionKind::SetOption => self.set_own_option(),
            ActionKind::MkSort => ActionOutcome::when(self.make_any_sort()),
            ActionKind::InstantiateSort => ActionOutcome::when(self.instantiate_any()),
            ActionKind::MkConst => ActionOutcome::when(self.make_any_const()),
            ActionKind::MkVar => ActionOutcome::when(self.make_any_variable()),
            ActionKind::MkValue => ActionOutcome::when(self.make_any_value()),
            ActionKind::MkSpecialValue => ActionOutcome::when(self.make_any_special()),
            ActionKind::MkTerm => ActionOutcome::when(self.make_any_term()),
            ActionKind::MkFun => self.define_function(),
            ActionKind::MkLet => self.make_let(),
            ActionKind::MkRecFun | ActionKind::DefineRecFun => self.define_recursive_function(),
            ActionKind::Simplify => self.simplify_any(),
            ActionKind::TermGetChildren => self.ask_for_children(),
            ActionKind::Assert => self.assert(),
            ActionKind::AssertNamed => self.assert_named(),
            ActionKind::CheckSat => self.check(),
            ActionKind::CheckSatAssuming => self.check_assuming(),
            ActionKind::Push => self.push(),
            ActionKind::Pop => self.pop(),
            ActionKind::GetValue => self.get_values(),
            ActionKind::Reset => self.reset(),
            // The row says all that is to be drawn.
            _ => action.row().map_or(ActionOutcome::Never, |row| self.act_by_row(row)),
        }
    }
}
