//! The `murxla` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    murxla::cli::main()
}
