//! Actions of Yices's own.

use murxla_api::Extension;

/// What Yices adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension { actions: &[], states: &[], transitions: &[] };
