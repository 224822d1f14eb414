//! How the solvers get onto this machine.
