//! Adds options that a script needs and does not set, because SMT-LIB takes them for granted or as a mode.

use murxla_api::StandardOption;

use crate::smt::Command;

/// The standard options that must be on for the commands to be accepted, beside those that are set. What comes after a reset
/// has its own options.
pub(super) fn needs(commands: &[Command]) -> Vec<StandardOption> {
    let end = commands.iter().position(|command| *command == Command::Reset);
    let commands = &commands[..end.unwrap_or(commands.len())];
    let mut checks = 0;
    let (mut incremental, mut models, mut cores, mut assumptions) = (false, false, false, false);
    for command in commands {
        match command {
            Command::CheckSat => checks += 1,
            Command::CheckSatAssuming(_) => {
                checks += 1;
                incremental = true;
            }
            Command::Push(_) | Command::Pop(_) => incremental = true,
            Command::GetValue(_) => models = true,
            Command::Plain { row, .. } => {
                models |= row.needs_option(StandardOption::Models);
                cores |= row.needs_option(StandardOption::UnsatCores);
                assumptions |= row.needs_option(StandardOption::UnsatAssumptions);
            }
            _ => {}
        }
    }
    let is_set = |option: StandardOption| {
        commands.iter().any(|command| match command {
            Command::SetOption { keyword, value } => {
                **keyword == *option.key() && &**value == "true"
            }
            _ => false,
        })
    };
    let needed = [
        (StandardOption::Incremental, incremental || checks > 1),
        (StandardOption::Models, models),
        (StandardOption::UnsatCores, cores),
        (StandardOption::UnsatAssumptions, assumptions),
    ];
    let needed = needed.into_iter().filter(|(option, needed)| *needed && !is_set(*option));
    needed.map(|(option, _)| option).collect()
}
