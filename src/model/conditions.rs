//! The conditions of transitions as bits: what a transition needs is compared at once with what holds.

use murxla_api::{ActionDef, ActionKind, Answer, Guard, Need, StandardOption};

use super::generator::Generator;

/// A set of conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Conditions(u32);

macro_rules! conditions {
    ($($name:ident = $bit:literal,)*) => {
        impl Conditions {
            $(const $name: Conditions = Conditions(1 << $bit);)*
        }
    };
}

conditions! {
    SORT = 0,
    TERM = 1,
    FORMULA = 2,
    INPUT = 3,
    ANSWER = 4,
    NOT_UNSAT = 5,
    SAT = 6,
    UNSAT = 7,
    UNKNOWN = 8,
    MAY_CHECK = 9,
    MAY_END = 10,
    INCREMENTAL = 11,
    MODELS = 12,
    UNSAT_CORES = 13,
    UNSAT_ASSUMPTIONS = 14,
    ASSUMPTIONS = 15,
    OPEN_LEVELS = 16,
    FRESH = 17,
    NOT_USED_UP = 18,
}

impl Conditions {
    /// No condition.
    pub(super) const NONE: Conditions = Conditions(0);

    /// Those of both.
    pub(super) const fn and(self, other: Conditions) -> Conditions {
        Conditions(self.0 | other.0)
    }

    /// Whether all hold where those of `holding` do.
    #[inline]
    pub(super) const fn hold_in(self, holding: Conditions) -> bool {
        self.0 & !holding.0 == 0
    }

    #[inline]
    const fn when(self, holds: bool) -> Conditions {
        Conditions(self.0 * holds as u32)
    }

    /// That there is an input.
    pub(super) const fn has_input() -> Conditions {
        Conditions::INPUT
    }

    /// What must hold to enter a state.
    pub(super) const fn of_guard(guard: Guard) -> Conditions {
        match guard {
            Guard::Always => Conditions::NONE,
            Guard::HasSort => Conditions::SORT,
            Guard::HasTerm => Conditions::TERM,
            Guard::HasFormula => Conditions::FORMULA,
            Guard::HasAnswer => Conditions::ANSWER,
            Guard::NotUnsat => Conditions::NOT_UNSAT,
            Guard::IsUnsat => Conditions::UNSAT,
            Guard::IsUnknown => Conditions::UNKNOWN,
            Guard::MayCheck => Conditions::MAY_CHECK,
            Guard::Option(option) => Conditions::of_option(option),
            Guard::MayEnd => Conditions::MAY_END,
        }
    }

    /// What must hold before a call of an action.
    pub(super) fn of_action(action: &ActionDef) -> Conditions {
        let needs = action.needs.iter().map(|need| match need {
            Need::Option(option) => Conditions::of_option(*option),
            Need::LastAnswer(Answer::Sat) => Conditions::SAT,
            Need::LastAnswer(Answer::Unsat) => Conditions::UNSAT,
            Need::LastAnswer(Answer::Unknown) => Conditions::UNKNOWN,
            Need::Assumptions => Conditions::ASSUMPTIONS,
            Need::OpenLevels => Conditions::OPEN_LEVELS,
            Need::Fresh => Conditions::FRESH,
        });
        let checks = action.kind == ActionKind::CheckSat;
        needs.fold(Conditions::NOT_USED_UP.when(checks), Conditions::and)
    }

    const fn of_option(option: StandardOption) -> Conditions {
        match option {
            StandardOption::Incremental => Conditions::INCREMENTAL,
            StandardOption::Models => Conditions::MODELS,
            StandardOption::UnsatCores => Conditions::UNSAT_CORES,
            StandardOption::UnsatAssumptions => Conditions::UNSAT_ASSUMPTIONS,
        }
    }

    const fn of_answer(answer: Answer) -> Conditions {
        let known = Conditions::ANSWER;
        match answer {
            Answer::Sat => known.and(Conditions::SAT).and(Conditions::NOT_UNSAT),
            Answer::Unsat => known.and(Conditions::UNSAT),
            Answer::Unknown => known.and(Conditions::UNKNOWN).and(Conditions::NOT_UNSAT),
        }
    }
}

impl Generator<'_> {
    /// All conditions that hold now.
    pub(super) fn conditions(&self) -> Conditions {
        let (session, database) = (&self.session, &self.database);
        let options = &session.options;
        let used_up = session.is_used_up();
        let long_enough = self.calls() >= self.numbers.calls_least;
        let may_check = options.incremental || session.checks > 0 || long_enough;
        let last = match session.last {
            Some((answer, assumptions)) => {
                Conditions::of_answer(answer).and(Conditions::ASSUMPTIONS.when(assumptions))
            }
            None => Conditions::NONE,
        };
        Conditions::SORT
            .when(!database.first_class_sorts().is_empty())
            .and(Conditions::TERM.when(database.has_terms()))
            .and(Conditions::FORMULA.when(database.has_formula()))
            .and(Conditions::INPUT.when(database.has_inputs()))
            .and(last)
            .and(Conditions::MAY_CHECK.when(may_check))
            .and(Conditions::MAY_END.when(long_enough || used_up))
            .and(Conditions::INCREMENTAL.when(options.incremental))
            .and(Conditions::MODELS.when(options.models))
            .and(Conditions::UNSAT_CORES.when(options.unsat_cores))
            .and(Conditions::UNSAT_ASSUMPTIONS.when(options.unsat_assumptions))
            .and(Conditions::OPEN_LEVELS.when(session.levels > 0))
            .and(Conditions::FRESH.when(!session.begun))
            .and(Conditions::NOT_USED_UP.when(!used_up))
    }
}
