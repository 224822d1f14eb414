//! How a run ended, in the words of the command line.

use crate::exec::class_name;
use crate::findings::failed_assertion;
use crate::sandbox::Class;

/// How a run ended, in a few words.
pub(super) fn ending_name(class: &Class) -> String {
    match class {
        Class::Aborted { message } if failed_assertion(message).is_some() => {
            "failed assertion".to_owned()
        }
        other => class_name(other),
    }
}
