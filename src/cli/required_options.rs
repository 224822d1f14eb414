//! Sees before any run that the solver takes the options which the user wants in all of them.

use murxla_api::{Command, SolverError};

use crate::exec::Run;
use crate::model::{Settings, not_left_out};
use crate::sandbox::Limits;
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;

/// Why the solver does not take the options of `-o`; `None` if it does, or if it is a binary, which is asked in each run.
pub(super) fn refused_option(
    locator: &Locator,
    choice: &Choice,
    settings: &Settings,
) -> std::io::Result<Option<String>> {
    if settings.required_options.is_empty() || choice.program().is_some() || choice.only_prints() {
        return Ok(None);
    }
    // An option may end the process: that is for the runs to tell.
    let asked = Run::in_child(&Limits::default(), |log| {
        let Ok(library) = locator.load(choice, &Silent) else { return };
        let Ok(mut solver) = library.new_solver() else { return };
        for (name, value) in &settings.required_options {
            let heard = solver.execute(Command::SetOption { name, value });
            if let Err(SolverError::Rejected(why) | SolverError::Unsupported(why)) = heard {
                log.write(format!("{choice} does not take -o {name}={value}: {why}").as_bytes());
                return;
            }
        }
    })?;
    let why = String::from_utf8_lossy(&asked.outcome.log).into_owned();
    let hint = format!("; its options: murxla list options --solver {choice}");
    Ok((!why.is_empty()).then(|| why + &hint))
}

/// Why runs of this solver cannot do without what the user wants left out, or cannot have it seldom; `None` if they can.
pub(super) fn refused_names(
    locator: &Locator,
    choice: &Choice,
    settings: &Settings,
) -> Result<Option<String>, crate::solvers::SolverProblem> {
    if settings.seldom.is_empty() {
        return Ok(None);
    }
    let library = locator.load(choice, &Silent)?;
    Ok(settings.seldom.iter().find_map(|(name, _)| not_left_out(library, name)))
}
