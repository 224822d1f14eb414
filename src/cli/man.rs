//! `murxla man`: man pages from the same definitions as the command line.

use std::path::PathBuf;

use super::exit::Outcome;
use crate::findings::output_file::write_output;

/// Write man pages into a folder
#[derive(clap::Args)]
#[command(after_help = "Example:\n  murxla man ~/.local/share/man/man1")]
pub(super) struct Args {
    /// The folder; it is made if it is not there
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(args: &Args, command: &clap::Command) -> anyhow::Result<Outcome> {
    std::fs::create_dir_all(&args.folder)?;
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    write(&args.folder, &command, "murxla")?;
    Ok(Outcome::Clean)
}

fn write(folder: &std::path::Path, command: &clap::Command, name: &str) -> anyhow::Result<()> {
    let mut page = Vec::new();
    // A page is called as the command line is, with dashes.
    let named = command.clone().display_name(name.to_owned());
    clap_mangen::Man::new(named).render(&mut page)?;
    write_output(&folder.join(format!("{name}.1")), &page)?;
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write(folder, one, &format!("{name}-{}", one.get_name()))?;
    }
    Ok(())
}
