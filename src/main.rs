//! The `murxla` command.
fn main() {}
