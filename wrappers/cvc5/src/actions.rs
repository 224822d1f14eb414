//! Actions of cvc5's own.

use murxla_api::Extension;

/// What cvc5 adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension { actions: &[], states: &[], transitions: &[] };
