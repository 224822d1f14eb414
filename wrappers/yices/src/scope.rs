//! What Yices's maintainers say of parts of it.

use murxla_api::ScopeRow;

/// Nothing: MCSAT, too, is in scope.
pub(crate) const SCOPE: &[ScopeRow] = &[];
