//! Sentences for the user about how a run ended.

use crate::exec::class_name;
use crate::findings::{failed_assertion, function_name};
use crate::sandbox::{Class, Frame};

/// How a run ended, in a few words.
pub(super) fn ending_name(class: &Class) -> String {
    match class {
        Class::Aborted { message } if failed_assertion(message).is_some() => {
            "failed assertion".to_owned()
        }
        other => class_name(other),
    }
}

/// The message of the end, if it has one; the action in which it came; the innermost functions: what follows the name of an
/// ending on its line.
pub(super) fn ending_details(class: &Class, action: Option<&str>, frames: &[Frame]) -> String {
    const SHOWN: usize = 4;
    let mut text = String::new();
    if let Class::Aborted { message } | Class::OwnError { message } = class {
        text.push_str(&format!(": {message}"));
    }
    if let Some(action) = action {
        text.push_str(&format!("; in {action}"));
    }
    let symbols = frames.iter().filter_map(|frame| frame.symbol.as_deref());
    let functions: Vec<String> = symbols.take(SHOWN).map(function_name).collect();
    if !functions.is_empty() {
        text.push_str(&format!("; at {}", functions.join(" < ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_name_functions_as_people_do() {
        let frame = |symbol: &str| Frame {
            library: "libz3.so".to_owned(),
            offset: 0,
            symbol: Some(symbol.to_owned()),
        };
        let frames = [frame("_ZNK4expr8get_sortEv"), frame("Z3_solver_check")];
        let class = Class::Aborted { message: "no".to_owned() };
        let text = ending_details(&class, Some("check-sat"), &frames);
        assert_eq!(text, ": no; in check-sat; at expr::get_sort < Z3_solver_check");
        assert_eq!(ending_details(&Class::Completed, None, &[]), "");
    }
}
