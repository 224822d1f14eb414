//! `murxla completions`: shell completions from the same definitions as the command line.

use std::io::Write;

use clap_complete::Shell;

use super::exit::Outcome;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  murxla completions bash > ~/.local/share/bash-completion/completions/murxla"
)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args, command: &mut clap::Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "murxla", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Outcome::Clean)
}
