//! Functions of the C API that are not called on purpose, with the reasons.

use murxla_api::LeftOut;

/// All of them.
pub(crate) const LEFT_OUT: &[LeftOut] = &[];
