//! The state machine as data: states, transitions with weights, and the conditions of both.

use murxla_api::ActionKind;

/// What kind of state this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// Reached from anywhere.
    Regular,
    /// Only chooses among states by their conditions.
    Decision,
    /// Reached from a decision only.
    Choice,
    /// The run is over.
    Final,
}

/// What must hold to enter a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    Always,
    /// There is a sort that terms can have.
    HasSort,
    /// There is a term.
    HasTerm,
    /// There is a formula without free variables.
    HasFormula,
    /// The last check has an answer that still holds.
    HasAnswer,
    /// That answer is not unsat.
    NotUnsat,
    /// That answer is unsat.
    IsUnsat,
    /// The solver is incremental, or enough was made for its only check.
    MayCheck,
    /// The solver is incremental.
    Incremental,
    /// The run is long enough, or nothing is left to do.
    MayEnd,
}

macro_rules! states {
    ($($name:ident $key:literal $kind:ident $guard:ident,)*) => {
        /// A state.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum State {
            $(#[doc = $key] $name,)*
        }

        impl State {
            /// All states.
            pub const ALL: &'static [State] = &[$(State::$name),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(State::$name => $key,)* }
            }

            /// Its kind.
            pub const fn kind(self) -> StateKind {
                match self { $(State::$name => StateKind::$kind,)* }
            }

            /// What must hold to enter it.
            pub const fn guard(self) -> Guard {
                match self { $(State::$name => Guard::$guard,)* }
            }
        }
    };
}

states! {
    New "new" Regular Always,
    SetLogic "set_logic" Regular Always,
    StandardOptions "opt_req" Regular Always,
    Options "opt" Regular Always,
    CreateSorts "create_sorts" Regular Always,
    CreateInputs "create_inputs" Regular HasSort,
    CreateTerms "create_terms" Regular HasTerm,
    Assert "assert" Regular HasFormula,
    CheckSat "check_sat" Regular MayCheck,
    Decide "decide" Decision HasAnswer,
    Sat "sat" Choice NotUnsat,
    Unsat "unsat" Choice IsUnsat,
    PushPop "push_pop" Regular Incremental,
    Delete "delete" Regular MayEnd,
    Final "final" Final Always,
}

/// What a transition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A call, with the calls that it needs before.
    Call(ActionKind),
    /// The standard options, each set or left.
    SetStandardOptions,
    /// Nothing.
    Move,
    /// Nothing; there must be an input.
    MoveWithInputs,
}

/// A transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Where it starts.
    pub from: State,
    /// What it does.
    pub step: Step,
    /// How likely it is, compared with the others of its state.
    pub weight: u64,
    /// Where it leads.
    pub to: State,
}

/// The weight of what happens once where something of rarity 1 happens `rarity` times.
const fn one_in(rarity: u64) -> u64 {
    10_000 / rarity
}

const fn call(from: State, action: ActionKind, rarity: u64, to: State) -> Transition {
    Transition { from, step: Step::Call(action), weight: one_in(rarity), to }
}

const fn stay(state: State, action: ActionKind, rarity: u64) -> Transition {
    call(state, action, rarity, state)
}

const fn go(from: State, rarity: u64, to: State) -> Transition {
    Transition { from, step: Step::Move, weight: one_in(rarity), to }
}

const fn go_with_inputs(from: State, rarity: u64, to: State) -> Transition {
    Transition { from, step: Step::MoveWithInputs, weight: one_in(rarity), to }
}

use ActionKind as A;
use State as S;

/// The transitions of single states.
const BASE: &[Transition] = &[
    call(S::New, A::New, 1, S::SetLogic),
    call(S::SetLogic, A::SetLogic, 1, S::StandardOptions),
    Transition {
        from: S::StandardOptions,
        step: Step::SetStandardOptions,
        weight: one_in(1),
        to: S::Options,
    },
    stay(S::Options, A::SetOption, 1),
    go(S::Options, 5, S::CreateSorts),
    stay(S::CreateSorts, A::MkSort, 1),
    stay(S::CreateSorts, A::InstantiateSort, 2),
    go(S::CreateSorts, 3, S::CreateInputs),
    stay(S::CreateInputs, A::MkConst, 10),
    stay(S::CreateInputs, A::MkValue, 20),
    stay(S::CreateInputs, A::MkSpecialValue, 40),
    stay(S::CreateInputs, A::MkVar, 20),
    call(S::CreateInputs, A::MkSort, 200, S::CreateSorts),
    go_with_inputs(S::CreateInputs, 25, S::CreateTerms),
    go_with_inputs(S::CreateInputs, 500, S::PushPop),
    go_with_inputs(S::CreateInputs, 5000, S::CheckSat),
    stay(S::CreateTerms, A::MkTerm, 5),
    stay(S::CreateTerms, A::MkFun, 50),
    stay(S::CreateTerms, A::TermGetChildren, 50),
    go(S::CreateTerms, 100, S::Assert),
    go(S::CreateTerms, 500, S::CheckSat),
    go(S::CreateTerms, 500, S::PushPop),
    stay(S::Assert, A::Assert, 1),
    go(S::Assert, 3, S::PushPop),
    go(S::Assert, 5, S::CheckSat),
    go(S::Assert, 50, S::CreateTerms),
    stay(S::CheckSat, A::CheckSat, 1),
    stay(S::CheckSat, A::CheckSatAssuming, 2),
    go(S::CheckSat, 1, S::Decide),
    go(S::CheckSat, 2, S::PushPop),
    go(S::CheckSat, 5, S::Delete),
    go(S::Decide, 1, S::Sat),
    go(S::Decide, 1, S::Unsat),
    stay(S::Sat, A::PrintModel, 1),
    stay(S::Sat, A::GetValue, 1),
    go(S::Sat, 2, S::CheckSat),
    go(S::Sat, 2, S::PushPop),
    go(S::Sat, 2, S::Delete),
    stay(S::Unsat, A::GetUnsatAssumptions, 1),
    stay(S::Unsat, A::GetUnsatCore, 1),
    go(S::Unsat, 2, S::CheckSat),
    go(S::Unsat, 2, S::PushPop),
    go(S::Unsat, 2, S::Delete),
    stay(S::PushPop, A::Push, 1),
    stay(S::PushPop, A::Pop, 1),
    go(S::PushPop, 2, S::Delete),
    call(S::Delete, A::Delete, 1, S::Final),
];

/// Regular states in the midst of a run.
const MIDST: &[State] =
    &[S::CreateSorts, S::CreateInputs, S::CreateTerms, S::Assert, S::CheckSat, S::PushPop];

/// The machine of all solvers.
pub fn base() -> Vec<Transition> {
    let mut transitions = BASE.to_vec();
    for state in MIDST {
        transitions.push(stay(*state, A::GetAssertions, 1000));
        transitions.push(call(*state, A::Reset, 10_000, S::SetLogic));
        transitions.push(call(*state, A::ResetAssertions, 2_000, S::CreateSorts));
        if *state != S::PushPop {
            transitions.push(go(S::PushPop, 1, *state));
        }
    }
    // The other way out of the state of assertions, sorts and inputs when nothing else is possible.
    transitions.push(go(S::CreateTerms, 2_000, S::CreateInputs));
    transitions
}

impl Step {
    /// What is printed for it.
    pub fn name(self) -> &'static str {
        match self {
            Step::Call(kind) => action_name(kind),
            Step::SetStandardOptions => "set-option (standard)",
            Step::Move => "-",
            Step::MoveWithInputs => "- (with inputs)",
        }
    }
}

fn action_name(kind: ActionKind) -> &'static str {
    let mut actions = murxla_api::BASE_ACTIONS.iter();
    actions.find(|action| action.kind == kind).map_or("own", |action| action.name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_state_is_reached_and_the_end_from_each() {
        let transitions = base();
        let reach = |start: State, step: fn(&Transition) -> (State, State)| {
            let mut seen = BTreeSet::from([start]);
            loop {
                let known = seen.len();
                for transition in &transitions {
                    let (from, to) = step(transition);
                    if seen.contains(&from) {
                        seen.insert(to);
                    }
                }
                if seen.len() == known {
                    return seen;
                }
            }
        };
        let all: BTreeSet<State> = State::ALL.iter().copied().collect();
        assert_eq!(reach(State::New, |transition| (transition.from, transition.to)), all);
        assert_eq!(reach(State::Final, |transition| (transition.to, transition.from)), all);
    }

    #[test]
    fn choices_are_entered_from_decisions_only() {
        for transition in base() {
            assert!(transition.weight > 0, "{transition:?}");
            let into_choice = transition.to.kind() == StateKind::Choice;
            let stays = transition.from == transition.to;
            assert!(!into_choice || stays || transition.from.kind() == StateKind::Decision);
        }
    }
}
