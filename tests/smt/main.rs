//! SMT-LIB in: scripts are read, and what cannot be read says why and where.

mod back;
mod corpus;
mod deep;
mod dump;
mod errors;
mod golden;
mod mutated;
mod printed;
