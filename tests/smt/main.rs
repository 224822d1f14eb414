//! SMT-LIB in: scripts are read, and what cannot be read says why and where.

mod corpus;
