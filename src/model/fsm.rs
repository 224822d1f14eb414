//! The state machine: the rows of the base machine with those that a solver's crate adds.

use std::ops::Range;

use murxla_api::{
    ANYWHERE, ActionDef, Extension, Guard, SAME, StandardOption, StateDef, StateKind, Step,
    Transition, base_action,
};

use super::conditions::Conditions;

const fn state(name: &'static str, kind: StateKind, guard: Guard) -> StateDef {
    StateDef { name, kind, guard }
}

use {StateKind as K, Transition as T};

const INCREMENTAL: Guard = Guard::Option(StandardOption::Incremental);

/// The states of all solvers.
const STATES: &[StateDef] = &[
    state("new", K::Regular, Guard::Always),
    state("set_logic", K::Regular, Guard::Always),
    state("opt_req", K::Regular, Guard::Always),
    state("opt", K::Regular, Guard::Always),
    state("create_sorts", K::Regular, Guard::Always),
    state("create_inputs", K::Regular, Guard::HasSort),
    state("create_terms", K::Regular, Guard::HasTerm),
    state("assert", K::Regular, Guard::HasFormula),
    state("check_sat", K::Regular, Guard::MayCheck),
    state("decide", K::Decision, Guard::HasAnswer),
    state("sat", K::Choice, Guard::NotUnsat),
    state("unsat", K::Choice, Guard::IsUnsat),
    state("push_pop", K::Regular, INCREMENTAL),
    state("delete", K::Regular, Guard::MayEnd),
    state("final", K::Final, Guard::Always),
];

/// Regular states in the midst of a run.
const MIDST: &[&str] =
    &["create_sorts", "create_inputs", "create_terms", "assert", "check_sat", "push_pop"];

/// The transitions of all solvers.
const TRANSITIONS: &[Transition] = &[
    T::call("new", "new", 1, "set_logic"),
    T::call("set_logic", "set-logic", 1, "opt_req"),
    T { from: "opt_req", step: Step::RequiredOptions, rarity: 1, to: "opt" },
    T::stay("opt", "set-option", 1),
    T::go("opt", 5, "create_sorts"),
    T::stay("create_sorts", "mk-sort", 1),
    T::stay("create_sorts", "instantiate-sort", 2),
    T::go("create_sorts", 3, "create_inputs"),
    T::stay("create_inputs", "mk-const", 10),
    T::stay("create_inputs", "mk-value", 20),
    T::stay("create_inputs", "mk-special-value", 40),
    T::stay("create_inputs", "mk-var", 20),
    T::call("create_inputs", "mk-sort", 200, "create_sorts"),
    T::go_with_inputs("create_inputs", 25, "create_terms"),
    T::go_with_inputs("create_inputs", 500, "push_pop"),
    T::go_with_inputs("create_inputs", 5000, "check_sat"),
    T::stay("create_terms", "mk-term", 5),
    T::stay("create_terms", "mk-fun", 50),
    T::stay("create_terms", "mk-let", 100),
    T::stay("create_terms", "mk-rec-fun", 400),
    T::stay("create_terms", "term-get-children", 50),
    T::go("create_terms", 100, "assert"),
    T::go("create_terms", 500, "check_sat"),
    T::go("create_terms", 500, "push_pop"),
    // The other way out of the states of assertions, sorts and inputs when nothing else is possible.
    T::go("create_terms", 2_000, "create_inputs"),
    T::stay("assert", "assert-formula", 1),
    T::stay("assert", "assert-named", 10),
    T::go("assert", 3, "push_pop"),
    T::go("assert", 5, "check_sat"),
    T::go("assert", 50, "create_terms"),
    T::stay("check_sat", "check-sat", 1),
    T::stay("check_sat", "check-sat-assuming", 2),
    T::go("check_sat", 1, "decide"),
    T::go("check_sat", 2, "push_pop"),
    T::go("check_sat", 5, "delete"),
    T::go("decide", 1, "sat"),
    T::go("decide", 1, "unsat"),
    T::stay("sat", "print-model", 4),
    T::stay("sat", "get-value", 1),
    T::go("sat", 2, "check_sat"),
    T::go("sat", 2, "push_pop"),
    T::go("sat", 2, "delete"),
    T::stay("unsat", "get-unsat-assumptions", 1),
    T::stay("unsat", "get-unsat-core", 1),
    T::go("unsat", 2, "check_sat"),
    T::go("unsat", 2, "push_pop"),
    T::go("unsat", 2, "delete"),
    T::stay("push_pop", "push", 1),
    T::stay("push_pop", "pop", 1),
    T::go("push_pop", 1, "create_sorts"),
    T::go("push_pop", 1, "create_inputs"),
    T::go("push_pop", 1, "create_terms"),
    T::go("push_pop", 1, "assert"),
    T::go("push_pop", 1, "check_sat"),
    T::go("push_pop", 2, "delete"),
    T::stay(ANYWHERE, "simplify", 200),
    T::stay(ANYWHERE, "get-assertions", 500),
    T::call(ANYWHERE, "reset", 3_000, "set_logic"),
    T::call(ANYWHERE, "reset-assertions", 2_000, "create_sorts"),
    T::call("delete", "delete", 1, "final"),
];

/// What runs do, too, that ask the solver about itself.
const INFO: &[T] = &[T::stay(ANYWHERE, "get-info", 50)];

/// A state of a machine, by its place.
pub type State = usize;

/// What a transition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowStep {
    /// A call of this action, with the calls that it needs before.
    Call(&'static ActionDef),
    /// The standard options and those that the user and the theories ask for, each set or left.
    RequiredOptions,
    /// Nothing.
    Move,
    /// Nothing; there must be an input.
    MoveWithInputs,
}

/// A transition of a machine.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    /// Where it starts.
    pub from: State,
    /// What it does.
    pub step: ArrowStep,
    /// How likely it is, compared with the others of its state.
    pub weight: u64,
    /// Where it leads.
    pub to: State,
}

/// A transition, as it is seen by someone who chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) weight: u64,
    /// What must hold.
    pub(super) needs: Conditions,
    /// The place of the arrow.
    pub(super) arrow: usize,
}

/// A machine.
#[derive(Clone, Debug)]
pub struct Fsm {
    states: Vec<StateDef>,
    arrows: Vec<Arrow>,
    /// The choices of the first state, then those of the second, and so on.
    choices: Vec<Choice>,
    /// Where those of each state are.
    of_state: Vec<Range<usize>>,
}

/// The weight of something of rarity 1.
const WEIGHT: u64 = 1_000_000;

impl Fsm {
    /// The base machine with what a solver adds. Rows that name what is not there are left out;
    /// [`problems`](Fsm::problems) tells them.
    pub fn new(extension: &Extension) -> Fsm {
        Fsm::build(extension, &[]).0
    }

    /// The same machine, with questions that most runs do not ask: they would take the place of others.
    pub(super) fn with_info(extension: &Extension) -> Fsm {
        Fsm::build(extension, INFO).0
    }

    /// What is wrong with the rows of an extension.
    pub fn problems(extension: &Extension) -> Vec<String> {
        let (fsm, mut problems) = Fsm::build(extension, &[]);
        for (state, def) in fsm.states.iter().enumerate() {
            let entered = fsm.arrows.iter().any(|arrow| arrow.to == state && arrow.from != state);
            if !entered && def.name != "new" {
                problems.push(format!("the state {} is never entered", def.name));
            }
            let left = fsm.arrows.iter().any(|arrow| arrow.from == state && arrow.to != state);
            if !left && def.kind != StateKind::Final {
                problems.push(format!("the state {} is never left", def.name));
            }
        }
        for arrow in &fsm.arrows {
            let (from, to) = (&fsm.states[arrow.from], &fsm.states[arrow.to]);
            let stays = arrow.from == arrow.to;
            if to.kind == StateKind::Choice && !stays && from.kind != StateKind::Decision {
                problems.push(format!("the choice {} is entered from {}", to.name, from.name));
            }
        }
        for action in extension.actions {
            let taken = |arrow: &Arrow| arrow.step == ArrowStep::Call(action);
            if !fsm.arrows.iter().any(taken) {
                problems.push(format!("the action {} is in no state", action.name));
            }
        }
        problems
    }

    fn build(extension: &Extension, more: &'static [Transition]) -> (Fsm, Vec<String>) {
        let states: Vec<StateDef> = STATES.iter().chain(extension.states).copied().collect();
        let mut problems = Vec::new();
        let mut arrows = Vec::new();
        let place = |name: &str| states.iter().position(|state| state.name == name);
        let rows = || TRANSITIONS.iter().chain(more).chain(extension.transitions);
        // The weight of all that starts in this state and nowhere else.
        let here = |state: &str| -> u64 {
            let of_state = rows().filter(|row| row.from == state);
            of_state.map(|row| WEIGHT / row.rarity.max(1)).sum()
        };
        for row in rows() {
            let step = match row.step {
                Step::Call(name) => {
                    let own = || extension.actions.iter().find(|action| action.name == name);
                    match base_action(name).or_else(own) {
                        Some(action) => ArrowStep::Call(action),
                        None => {
                            problems.push(format!("there is no action {name}"));
                            continue;
                        }
                    }
                }
                Step::RequiredOptions => ArrowStep::RequiredOptions,
                Step::Move => ArrowStep::Move,
                Step::MoveWithInputs => ArrowStep::MoveWithInputs,
            };
            let anywhere = row.from == ANYWHERE;
            let starts = if anywhere { MIDST } else { std::slice::from_ref(&row.from) };
            for start in starts {
                let end = if row.to == SAME { start } else { &row.to };
                let (Some(from), Some(to)) = (place(start), place(end)) else {
                    problems.push(format!("there is no state {start} or no state {end}"));
                    continue;
                };
                let whole = if anywhere { here(start) } else { WEIGHT };
                let weight = (whole / row.rarity.max(1)).max(1);
                arrows.push(Arrow { from, step, weight, to });
            }
        }
        let (mut choices, mut of_state) = (Vec::new(), Vec::new());
        for state in 0..states.len() {
            let start = choices.len();
            let here = arrows.iter().enumerate().filter(|(_, arrow)| arrow.from == state);
            choices.extend(here.map(|(place, arrow)| {
                let enter = Conditions::of_guard(states[arrow.to].guard);
                let needs = match arrow.step {
                    ArrowStep::Call(action) => Conditions::of_action(action),
                    ArrowStep::RequiredOptions => Conditions::NONE,
                    ArrowStep::Move => enter,
                    ArrowStep::MoveWithInputs => enter.and(Conditions::has_input()),
                };
                Choice { weight: arrow.weight, needs, arrow: place }
            }));
            // What is likely is found first.
            choices[start..].sort_by_key(|choice: &Choice| std::cmp::Reverse(choice.weight));
            of_state.push(start..choices.len());
        }
        (Fsm { states, arrows, choices, of_state }, problems)
    }

    /// No run chooses such actions.
    pub(super) fn leave_out(&mut self, gone: impl Fn(&ActionDef) -> bool) {
        let mut choices = std::mem::take(&mut self.choices);
        self.disable(&mut choices, gone);
        self.choices = choices;
    }

    /// Such actions are not among these choices any more: they have no weight.
    pub(super) fn disable(&self, choices: &mut [Choice], gone: impl Fn(&ActionDef) -> bool) {
        for choice in choices {
            if let ArrowStep::Call(action) = self.arrows[choice.arrow].step
                && gone(action)
            {
                choice.weight = 0;
            }
        }
    }

    /// All states.
    pub fn states(&self) -> &[StateDef] {
        &self.states
    }

    /// All transitions.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// A state's transitions.
    pub fn arrows_of(&self, state: State) -> impl Iterator<Item = &Arrow> {
        self.choices[self.choices_of(state)].iter().map(|choice| &self.arrows[choice.arrow])
    }

    /// What there is to choose, state by state.
    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Where the choices of a state are among all.
    pub(super) fn choices_of(&self, state: State) -> Range<usize> {
        self.of_state.get(state).cloned().unwrap_or_default()
    }

    /// The place of the state with this name; the first one if there is none.
    pub(super) fn state(&self, name: &str) -> State {
        self.states.iter().position(|state| state.name == name).unwrap_or(0)
    }

    /// What is printed for a transition.
    pub fn arrow_name(&self, arrow: &Arrow) -> String {
        let (from, to) = (self.states[arrow.from].name, self.states[arrow.to].name);
        format!("{from} --{}--> {to}", arrow.step.name())
    }
}

impl ArrowStep {
    /// What is printed for it.
    pub fn name(self) -> &'static str {
        match self {
            ArrowStep::Call(action) => action.name,
            ArrowStep::RequiredOptions => "set-option (required)",
            ArrowStep::Move => "-",
            ArrowStep::MoveWithInputs => "- (with inputs)",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_base_machine_is_sound() {
        assert_eq!(Fsm::problems(&Extension::default()), Vec::<String>::new());
    }

    #[test]
    fn every_state_is_reached_and_the_end_from_each() {
        let fsm = Fsm::new(&Extension::default());
        let reach = |start: State, ends: fn(&Arrow) -> (State, State)| {
            let mut seen = BTreeSet::from([start]);
            loop {
                let known = seen.len();
                for (from, to) in fsm.arrows().iter().map(ends) {
                    if seen.contains(&from) {
                        seen.insert(to);
                    }
                }
                if seen.len() == known {
                    return seen.len();
                }
            }
        };
        let all = fsm.states().len();
        assert_eq!(reach(fsm.state("new"), |arrow| (arrow.from, arrow.to)), all);
        assert_eq!(reach(fsm.state("final"), |arrow| (arrow.to, arrow.from)), all);
    }

    #[test]
    fn rows_that_name_nothing_are_told() {
        const WRONG: Extension = Extension {
            actions: &[ActionDef::own("x-idle", &[], murxla_api::ReplyKind::Done)],
            states: &[state("island", K::Regular, Guard::Always)],
            transitions: &[T::go("sat", 1, "nowhere"), T::stay("sat", "x-nothing", 1)],
        };
        assert_eq!(
            Fsm::problems(&WRONG),
            [
                "there is no state sat or no state nowhere",
                "there is no action x-nothing",
                "the state island is never entered",
                "the state island is never left",
                "the action x-idle is in no state",
            ]
        );
    }
}
