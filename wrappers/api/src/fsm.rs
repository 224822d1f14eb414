//! States and transitions as rows: the generator has a base machine, and a solver's crate adds to it.

use crate::StandardOption;

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
    /// That answer is unknown.
    IsUnknown,
    /// The solver is incremental, or enough was made for its only check.
    MayCheck,
    /// This option is on.
    Option(StandardOption),
    /// The run is long enough, or nothing is left to do.
    MayEnd,
}

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateDef {
    /// Its name.
    pub name: &'static str,
    /// Its kind.
    pub kind: StateKind,
    /// What must hold to enter it.
    pub guard: Guard,
}

/// What a transition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A call of the action with this name, with the calls that it needs before.
    Call(&'static str),
    /// The standard options and those that the user and the theories ask for, each set or left.
    RequiredOptions,
    /// Nothing.
    Move,
    /// Nothing; there must be an input.
    MoveWithInputs,
}

/// In place of the state where a transition starts: each regular state in the midst of a run.
pub const ANYWHERE: &str = "*";

/// In place of the state where a transition leads: the one where it starts.
pub const SAME: &str = "";

/// A transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Where it starts, by name, or [`ANYWHERE`].
    pub from: &'static str,
    /// What it does.
    pub step: Step,
    /// It happens once where something of rarity 1 in the same state happens so many times; what starts
    /// [`ANYWHERE`] happens about once in so many steps, whatever the state.
    pub rarity: u64,
    /// Where it leads, by name, or [`SAME`].
    pub to: &'static str,
}

impl Transition {
    /// A call that leads to another state.
    pub const fn call(
        from: &'static str,
        action: &'static str,
        rarity: u64,
        to: &'static str,
    ) -> Transition {
        Transition { from, step: Step::Call(action), rarity, to }
    }

    /// A call after which the state is the same.
    pub const fn stay(from: &'static str, action: &'static str, rarity: u64) -> Transition {
        Transition::call(from, action, rarity, SAME)
    }

    /// No call.
    pub const fn go(from: &'static str, rarity: u64, to: &'static str) -> Transition {
        Transition { from, step: Step::Move, rarity, to }
    }

    /// No call; there must be an input.
    pub const fn go_with_inputs(from: &'static str, rarity: u64, to: &'static str) -> Transition {
        Transition { from, step: Step::MoveWithInputs, rarity, to }
    }
}

/// What a solver's crate adds to the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extension {
    /// Its own actions.
    pub actions: &'static [crate::ActionDef],
    /// Its own states.
    pub states: &'static [StateDef],
    /// Transitions between its own states and those of the base machine.
    pub transitions: &'static [Transition],
}
