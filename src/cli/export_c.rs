//! `murxla export --to c`: a trace as a C program.

use std::path::Path;
use std::time::Duration;

use super::OwnBuilds;
use super::exit::Outcome;
use super::print::say;
use super::replay::{Input, install, recorded_solver};
use crate::exec::OptionPolicy;
use crate::findings::output_file::write_output;
use crate::reproducer::{About, Reproducer, Shows, record, reproduce};
use crate::sandbox::Limits;
use crate::solvers::{Choice, Location, Locator, native_api, wrapper};
use crate::supply::Silent;
use crate::trace::Trace;

/// What a run may take of time.
const TIME: Duration = Duration::from_secs(10);

/// What the user asks for.
pub(super) struct CProgram<'a> {
    pub(super) solver: Option<&'a str>,
    pub(super) output: Option<&'a Path>,
    pub(super) strict: bool,
    pub(super) check: bool,
}

impl CProgram<'_> {
    pub(super) fn write(&self, input: &Input, own: &OwnBuilds) -> anyhow::Result<Outcome> {
        let own = match own.with_library_of(&input.path) {
            Ok(own) => own,
            Err(trouble) => {
                say!("error: {trouble}");
                return Ok(Outcome::SolverUnusable);
            }
        };
        let locator = own.locator()?;
        let choice = match self.solver {
            Some(text) => own.choice(text)?,
            None => match recorded_solver(input, &locator)? {
                Some(choice) => choice,
                None => {
                    say!(
                        "error: {} does not say its solver; name it with --solver",
                        input.path.display()
                    );
                    return Ok(Outcome::BadInput);
                }
            },
        };
        install(&locator, &choice)?;
        let shown = input.path.display();
        let program = match program_for(&input.trace, &choice, &locator, self.check, None)? {
            Ok(program) => program,
            Err(why) => {
                say!("error: {shown}: {why}");
                return Ok(Outcome::NotExportable);
            }
        };
        let mut shows = true;
        match &program.tried {
            Some(tried) => {
                let header =
                    if tried.own_header { "" } else { " (with declarations for its header)" };
                match tried.shows {
                    Shows::Same => {
                        say!("{shown}: the program shows the same{header}: it {}", tried.what)
                    }
                    Shows::Other => {
                        say!("{shown}: the program does not show it{header}: it {}", tried.what)
                    }
                    Shows::NotTried => {
                        say!("{shown}: whether the program shows it was not tried: {}", tried.what)
                    }
                }
                shows = tried.shows == Shows::Same;
            }
            None if self.check => {
                say!("{shown}: the program was not tried: it has no library of its own")
            }
            None => {}
        }
        if self.strict && !shows {
            say!("error: {shown} has no C program that shows the same");
            return Ok(Outcome::NotExportable);
        }
        match self.output {
            None => super::print::data(program.text.as_bytes())?,
            Some(path) => write_output(path, program.text.as_bytes())?,
        }
        Ok(Outcome::Clean)
    }
}

/// The C program for a trace on a solver, or why there is none. `about` overrules what the run itself tells.
pub(super) fn program_for(
    trace: &Trace,
    choice: &Choice,
    locator: &Locator,
    check: bool,
    about: Option<&About>,
) -> anyhow::Result<Result<Reproducer, String>> {
    let Some(api) = native_api(choice.name) else {
        return Ok(Err(format!("{} has no C API whose calls are recorded", choice.name)));
    };
    let title = wrapper(choice.name)?.title();
    let limits = Limits { wall: TIME, cpu: TIME, ..Limits::default() };
    let load = || locator.load(choice, &Silent).map_err(|problem| problem.to_string());
    let recording = record(choice.name, api, OptionPolicy::Declared, trace, &limits, &load)?;
    if let Some(error) = &recording.run.load_error {
        return Ok(Err(error.clone()));
    }
    let library = match locator.locate(choice)? {
        Location::File(file) if check => Some(file),
        _ => None,
    };
    let told = About::of(&recording, choice.name, title);
    let about = about.unwrap_or(&told);
    Ok(Ok(reproduce(&recording, api, about, library.as_deref(), &limits)?))
}
