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
    let page = with_examples_as_written(&String::from_utf8_lossy(&page));
    write_output(&folder.join(format!("{name}.1")), page.as_bytes())?;
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write(folder, one, &format!("{name}-{}", one.get_name()))?;
    }
    Ok(())
}

/// Lines of the last section that begin with a space are commands: a reader of man pages must not fill them.
fn with_examples_as_written(page: &str) -> String {
    let mut out = String::new();
    let (mut is_last, mut is_written) = (false, false);
    for line in page.lines() {
        if let Some(section) = line.strip_prefix(".SH ") {
            is_last = section == "EXTRA";
        }
        let wants = is_last && line.starts_with(' ');
        if wants != is_written {
            out.push_str(if wants { ".nf\n" } else { ".fi\n" });
            is_written = wants;
        }
        out.push_str(if is_last && line == ".SH EXTRA" { ".SH EXAMPLES" } else { line });
        out.push('\n');
    }
    if is_written {
        out.push_str(".fi\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::with_examples_as_written;

    #[test]
    fn commands_are_not_filled() {
        let page = ".SH NAME\n a\n.SH EXTRA\nExamples:\n  one   two\n  three\n\nMore.\n";
        let expected =
            ".SH NAME\n a\n.SH EXAMPLES\nExamples:\n.nf\n  one   two\n  three\n.fi\n\nMore.\n";
        assert_eq!(with_examples_as_written(page), expected);
    }
}
