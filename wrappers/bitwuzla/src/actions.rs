//! Actions of Bitwuzla's own.

use murxla_api::Extension;

/// What Bitwuzla adds to the state machine.
pub(crate) const EXTENSION: Extension = Extension { actions: &[], states: &[], transitions: &[] };
