//! Decides whether cvc5 may be asked anything after it refused a call.
//!
//! Its documentation of exceptions: after a `CVC5ApiRecoverableException` "the solver behaves as if the failing method
//! was not called"; after any other `CVC5ApiException` "the associated object may be in an unsafe state and it should
//! no longer be used". The C API tells the two apart by nothing but their words. What is examined before anything
//! happens (arguments of terms, of assertions and of pop, options) leaves all as it was, which `tests/solvers` tries;
//! what is refused while cvc5 works does not: wrong answers and crashes follow, and they are no bugs.

use murxla_api::SolverError;

use crate::solver::Instance;

/// How the refusals of questions begin that ask too early, or without the option: all of them can be recovered from.
const RECOVERABLE: &str = "cannot get ";

impl Instance {
    /// Refuses if cvc5 may not be asked any more.
    pub(crate) fn require_sound(&self) -> Result<(), SolverError> {
        match &self.spoiled {
            None => Ok(()),
            Some(why) => Err(SolverError::Rejected(format!(
                "murxla did not ask, since cvc5's objects may be in an unsafe state after: {why}"
            ))),
        }
    }

    /// What came of a call in which cvc5 works. If it was refused, nothing is asked any more until the reset.
    pub(crate) fn worked<T>(
        &mut self,
        what: &str,
        result: Result<T, SolverError>,
    ) -> Result<T, SolverError> {
        if let Err(SolverError::Rejected(why)) = &result
            && !self.library.ends_process()
            && !why.to_ascii_lowercase().starts_with(RECOVERABLE)
        {
            let line = why.lines().next().unwrap_or_default();
            self.spoiled.get_or_insert_with(|| format!("{what}: {line}"));
        }
        result
    }
}
