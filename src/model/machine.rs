//! Walking through the state machine.

use murxla_api::{ActionDef, ActionKind, Answer, Demand, Guard, Sort};

use super::database::Which;
use super::fsm::{Arrow, Deed, Fsm, State};
use super::generator::{Did, Generator};
use super::smt_lib;

/// How often each transition of a machine was tried and taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Chosen, by the place of the transition.
    pub tried: Vec<u32>,
    /// Chosen, and what it does was done.
    pub taken: Vec<u32>,
}

/// A walk through the machine.
pub(super) struct Machine<'a> {
    generator: Generator<'a>,
    fsm: &'a Fsm,
    disabled: Vec<&'static str>,
    state: State,
    delete: State,
    walk: Walk,
    /// Room for the weights of a step.
    weights: Vec<u64>,
}

/// Steps for each call that a run may have: most steps make one, and a walk must end.
const STEPS_FOR_EACH_CALL: u64 = 20;

impl<'a> Machine<'a> {
    pub(super) fn new(generator: Generator<'a>, fsm: &'a Fsm) -> Machine<'a> {
        let none = vec![0; fsm.arrows().len()];
        let demands = generator.target.profile.demands();
        let disabled = demands.filter_map(|demand| match demand {
            Demand::Lacks(action) => Some(action),
            _ => None,
        });
        let disabled = disabled.collect();
        Machine {
            generator,
            fsm,
            disabled,
            state: fsm.state("new"),
            delete: fsm.state("delete"),
            walk: Walk { tried: none.clone(), taken: none },
            weights: Vec::new(),
        }
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
        let places = self.fsm.arrows_of(self.state);
        let mut weights = std::mem::take(&mut self.weights);
        weights.clear();
        weights.extend(places.iter().map(|place| {
            let arrow = &self.fsm.arrows()[*place];
            if self.is_possible(arrow) { arrow.weight } else { 0 }
        }));
        let chosen = self.generator.rng.weighted(weights.iter().copied());
        self.weights = weights;
        let Some(place) = chosen.and_then(|chosen| places.get(chosen)) else {
            // Nothing can be done here: the run is brought to its end.
            self.state = self.delete;
            return;
        };
        let arrow = &self.fsm.arrows()[*place];
        self.walk.tried[*place] += 1;
        match arrow.deed {
            Deed::Call(action) => match self.generator.act_by(action) {
                Did::Done => {}
                Did::Nothing => return,
                Did::Never => {
                    self.disabled.push(action.name);
                    return;
                }
            },
            Deed::RequiredOptions => self.generator.set_required_options(),
            Deed::Move | Deed::MoveWithInputs => {}
        }
        self.walk.taken[*place] += 1;
        // An action may have changed what the next state asks for.
        if self.may_enter(arrow.to) {
            self.state = arrow.to;
        }
    }

    fn may_enter(&self, state: State) -> bool {
        let state = self.fsm.states().get(state);
        state.is_some_and(|state| self.generator.holds(state.guard))
    }

    fn is_possible(&self, arrow: &Arrow) -> bool {
        match arrow.deed {
            Deed::Call(action) => {
                !self.disabled.contains(&action.name) && self.generator.has_what_is_needed(action)
            }
            Deed::RequiredOptions => true,
            Deed::Move => self.may_enter(arrow.to),
            Deed::MoveWithInputs => {
                self.generator.database.has_inputs() && self.may_enter(arrow.to)
            }
        }
    }
}

impl Generator<'_> {
    /// Whether a state's condition holds.
    fn holds(&self, guard: Guard) -> bool {
        let answer = self.session.last.map(|(answer, _)| answer);
        match guard {
            Guard::Always => true,
            Guard::HasSort => self.database.sorts().any(Sort::is_first_class),
            Guard::HasTerm => self.database.has_terms(),
            Guard::HasFormula => self.database.has(&Sort::bool(), Which::Closed),
            Guard::HasAnswer => answer.is_some(),
            Guard::NotUnsat => answer.is_some_and(|answer| answer != Answer::Unsat),
            Guard::IsUnsat => answer == Some(Answer::Unsat),
            Guard::IsUnknown => answer == Some(Answer::Unknown),
            Guard::MayCheck => {
                self.session.options.incremental
                    || self.session.checks > 0
                    || self.calls() >= self.numbers.calls_least
            }
            Guard::Option(option) => self.session.is_on(option),
            Guard::MayEnd => self.calls() >= self.numbers.calls_least || self.session.is_used_up(),
        }
    }

    fn has_what_is_needed(&self, action: &ActionDef) -> bool {
        let used_up = action.kind == ActionKind::CheckSat && self.session.is_used_up();
        let foreign = self.smt_lib && !smt_lib::has_action(action.kind);
        !used_up && !foreign && action.needs.iter().all(|need| self.session.holds(need))
    }

    /// Draws and makes a call of this action, with all that it needs before.
    fn act_by(&mut self, action: &'static ActionDef) -> Did {
        match action.kind {
            ActionKind::Own => self.act_own(action),
            kind => self.act(kind),
        }
    }

    /// Draws and makes a call of this base action, with all that it needs before.
    fn act(&mut self, action: ActionKind) -> Did {
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
