//! The `murxla` command.

use std::process::ExitCode;

/// Quicker than the allocator of the system, and apart from it: a solver that corrupts its heap, which is that of the
/// system, does not hit our memory.
#[global_allocator]
static ALLOCATOR: murxla::allocator::Allocator = murxla::allocator::Allocator;

fn main() -> ExitCode {
    murxla::cli::main()
}
