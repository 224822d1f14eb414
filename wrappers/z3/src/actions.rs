//! Actions of Z3's own.

use murxla_api::Extension;

/// What Z3 adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension { actions: &[], states: &[], transitions: &[] };
