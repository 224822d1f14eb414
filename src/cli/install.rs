//! `murxla solvers install`.

use std::io::Write;

use super::OwnBuilds;
use super::exit::Outcome;
use super::print::say;
use super::progress::StderrProgress;
use crate::solvers::real;
use crate::supply::{Installed, SolverSpec, SupplyError, install_all};

/// Fetch solvers: pinned versions with checked checksums, or any version the package index has
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla solvers install                the pinned default of every solver
  murxla solvers install z3@4.8.12 cvc5
  murxla solvers install yices --assertions       from source, for --solver yices@assertions

They go to MURXLA_HOME, else XDG_DATA_HOME/murxla, else ~/.local/share/murxla.
What is there already is left alone, also without a network; --force replaces it.
Needs python3 with pip (MURXLA_PYTHON names another interpreter);
Bitwuzla also needs a C++ compiler (MURXLA_CXX or CXX names one). A build with assertions
takes some minutes; it needs C and C++ compilers, make, cargo, and for Bitwuzla apt-get.")]
pub(super) struct Args {
    /// The solvers [default: the pinned version of each]
    #[arg(value_name = "NAME[@VERSION]")]
    solvers: Vec<String>,
    /// Build them from source with assertions, beside the releases: bitwuzla, yices
    #[arg(long)]
    assertions: bool,
    /// Install them again, also if they are there: for damaged ones
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let locator = own.locator()?;
    let specs: Vec<SolverSpec> = match (args.solvers.as_slice(), args.assertions) {
        ([], false) => {
            real().map(|wrapper| SolverSpec::parse(wrapper.name())).collect::<Result<_, _>>()?
        }
        ([], true) => SolverSpec::all_with_assertions(),
        (given, false) => {
            given.iter().map(|text| SolverSpec::parse(text)).collect::<Result<_, _>>()?
        }
        (given, true) => {
            given.iter().map(|text| with_assertions(text)).collect::<Result<_, _>>()?
        }
    };
    let progress = StderrProgress::new();
    let results = install_all(locator.store(), locator.tools(), &specs, args.force, &progress);
    let mut out = super::print::stdout();
    let mut worst = Outcome::Clean;
    for (spec, result) in specs.iter().zip(results) {
        match result {
            Ok(installed) => write_installed(&mut out, &installed)?,
            Err(error) => {
                say!("error: {spec}: {error}");
                worst = if error.is_disk() { Outcome::Disk } else { Outcome::SolverUnusable };
            }
        }
    }
    Ok(worst)
}

/// Reads `NAME` or `NAME@VERSION`, which is to have assertions.
fn with_assertions(text: &str) -> Result<SolverSpec, SupplyError> {
    let spec = SolverSpec::parse(text)?;
    let version = text.contains('@').then(|| spec.release().version().to_owned());
    SolverSpec::with_assertions(spec.name(), version.as_deref())
}

fn write_installed(out: &mut impl Write, installed: &Installed) -> std::io::Result<()> {
    let how = if installed.fresh { "installed" } else { "already installed" };
    writeln!(
        out,
        "{} {}: {how}, {}",
        installed.name,
        installed.version,
        installed.library.display()
    )?;
    for difference in &installed.differs {
        writeln!(out, "  not as in the release: {difference}")?;
    }
    // A checksum that nobody has pinned is worth seeing: it is all there is to compare with next time.
    for package in installed.packages.iter().filter(|package| !package.pinned) {
        writeln!(out, "  not pinned: {} sha256 {}", package.file, package.sha256)?;
    }
    Ok(())
}
