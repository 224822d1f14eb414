//! Effects of an action: flags in its row that say what a call does to the solver.

/// What a call does if the solver accepts it. Everything that depends on the nature of a call (what a comparison of two
/// solvers may assume, what the minimizer may drop, what ends an answer) is derived from these flags, for the solvers' own
/// actions as for the common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects(u16);

impl Effects {
    /// Nothing.
    pub const NONE: Effects = Effects(0);
    /// It makes sorts or terms.
    pub const MAKES: Effects = Effects(1);
    /// It asks something; no later answer depends on it.
    pub const ASKS: Effects = Effects(1 << 1);
    /// It declares a symbol. As SMT-LIB has it, that ends the state in which questions about an answer are allowed.
    pub const DECLARES: Effects = Effects(1 << 2);
    /// It says what a declared function is.
    pub const DEFINES: Effects = Effects(1 << 3);
    /// It adds to what is asserted.
    pub const ASSERTS: Effects = Effects(1 << 4);
    /// It checks what is asserted.
    pub const CHECKS: Effects = Effects(1 << 5);
    /// It checks under assumptions.
    pub const ASSUMES: Effects = Effects(1 << 6);
    /// It opens levels.
    pub const OPENS_LEVELS: Effects = Effects(1 << 7);
    /// It closes levels.
    pub const CLOSES_LEVELS: Effects = Effects(1 << 8);
    /// It forgets all assertions and levels.
    pub const FORGETS_ASSERTIONS: Effects = Effects(1 << 9);
    /// It forgets everything: assertions, options, and the names of sorts and terms.
    pub const FORGETS_ALL: Effects = Effects(1 << 10);
    /// It sets the logic.
    pub const SETS_LOGIC: Effects = Effects(1 << 11);
    /// It sets an option.
    pub const SETS_OPTION: Effects = Effects(1 << 12);
    /// After it the last answer does not hold any more, for another reason than the flags above.
    pub const SPOILS_ANSWER: Effects = Effects(1 << 13);
    /// After it the solver is at work: some take no logic and few options any more.
    pub const BEGINS_WORK: Effects = Effects(1 << 14);
    /// It asserts that later models are others: of the terms that it names, or of all constants if it names none, one has another
    /// value.
    pub const EXCLUDES: Effects = Effects(1 << 15);
    /// Anything: those of an action that nobody knows.
    pub const UNKNOWN: Effects = Effects(u16::MAX);

    /// Changes of what is asserted.
    const CHANGES_PROBLEM: Effects = Effects::ASSERTS
        .and(Effects::DEFINES)
        .and(Effects::OPENS_LEVELS)
        .and(Effects::CLOSES_LEVELS)
        .and(Effects::FORGETS_ASSERTIONS)
        .and(Effects::FORGETS_ALL);

    /// Both sets.
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Whether it has any of these.
    #[inline]
    pub const fn any(self, of: Effects) -> bool {
        self.0 & of.0 != 0
    }

    /// Whether later checks ask something else after it.
    #[inline]
    pub const fn changes_problem(self) -> bool {
        self.any(Effects::CHANGES_PROBLEM)
    }

    /// Whether later answers may be others if it was refused: a check that was refused may have left something behind.
    #[inline]
    pub const fn matters_to_answers(self) -> bool {
        self.changes_problem() || self.any(Effects::CHECKS)
    }

    /// Whether the last answer does not hold any more after it. Declarations and definitions end the state in which one
    /// may ask about the answer, but the answer stays what it was.
    #[inline]
    pub const fn ends_answer(self) -> bool {
        self.any(
            Effects::ASSERTS
                .and(Effects::OPENS_LEVELS)
                .and(Effects::CLOSES_LEVELS)
                .and(Effects::FORGETS_ASSERTIONS)
                .and(Effects::FORGETS_ALL)
                .and(Effects::SPOILS_ANSWER),
        )
    }

    /// Whether it makes sorts or terms and does nothing else, as far as an API shows.
    #[inline]
    pub const fn only_makes(self) -> bool {
        self.any(Effects::MAKES) && !self.changes_problem() && !self.any(Effects::CHECKS)
    }
}
