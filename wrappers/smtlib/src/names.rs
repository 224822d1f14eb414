//! Fresh symbols, each used for one thing only.

use std::collections::HashSet;

use murxla_api::smtlib::{SymbolText, can_be_written};
use murxla_api::theory;

/// Symbols of theories and of the language that no row has.
const MORE: &[&str] = &[
    "true", "false", "not", "ite", "let", "store", "select", "const", "as", "is", "match", "RNE",
    "RNA", "RTP", "RTN", "RTZ", "concat", "div", "mod", "abs", "par",
];

/// The symbols that are taken.
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Those of all theories.
    pub(crate) fn new() -> Names {
        let symbols = theory::operators().map(|op| op.symbol).chain(MORE.iter().copied());
        Names { taken: symbols.map(str::to_owned).collect() }
    }

    /// The name as SMT-LIB writes it; if it is taken, one like it.
    pub(crate) fn take_like(&mut self, name: &str) -> String {
        // Solvers keep symbols that begin so for themselves.
        let kept = name.starts_with(['.', '@']) || name.is_empty();
        let plain = if kept { format!("s{name}") } else { name.to_owned() };
        let text = SymbolText(&plain).to_string();
        if self.taken.insert(text.clone()) {
            return text;
        }
        let mut number = 1;
        loop {
            let text = SymbolText(&format!("{plain}!{number}")).to_string();
            if self.taken.insert(text.clone()) {
                return text;
            }
            number += 1;
        }
    }

    /// Takes the name as it is; tells whether that can be done.
    pub(crate) fn take(&mut self, name: &str) -> bool {
        can_be_written(name)
            && !name.is_empty()
            && !name.starts_with(['.', '@'])
            && self.taken.insert(SymbolText(name).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn no_name_comes_twice() {
        let mut names = Names::new();
        assert_eq!(names.take_like("x"), "x");
        assert_eq!(names.take_like("x"), "x!1");
        assert_eq!(names.take_like("x"), "x!2");
        assert_eq!(names.take_like("and"), "and!1");
        assert_eq!(names.take_like("@a b"), "|s@a b|");
        assert_eq!(names.take_like("a|b"), "|a!b|");
        assert_eq!(names.take_like("a\\b"), "|a!b!1|");
        assert!(names.take("cons"));
        assert!(!names.take("cons"));
        assert!(!names.take("a|b"));
    }
}
