//! Names of constants, functions, variables, sorts and members of datatypes.

use super::settings::Numbers;
use crate::rng::Rng;
use crate::trace::push_decimal;

/// Makes symbols; none comes twice in a run.
#[derive(Default)]
pub(super) struct Symbols {
    count: u64,
}

/// Characters that solvers like to stumble over. SMT-LIB allows all but `|` and `\` between bars.
const ODD: &[char] = &[
    ' ', '(', ')', '"', '\'', ';', ':', '#', '!', '@', '%', '{', '}', '[', ']', '`', ',', '~', '&',
    '^', '$', '.', '?', '/', '<', '>', '=', '+', '-', '*', '_', '0', '9', 'ä', '∀',
];

impl Symbols {
    /// A new symbol; `prefix` tells what it names.
    pub(super) fn fresh(&mut self, rng: &mut Rng, numbers: &Numbers, prefix: &str) -> String {
        self.count += 1;
        let number = self.count;
        if !rng.chance(numbers.random_symbols, 100) {
            // Just as long as the text will be: it is boxed.
            let digits = number.checked_ilog10().map_or(1, |log| log as usize + 1);
            let mut plain = String::with_capacity(prefix.len() + digits);
            plain.push_str(prefix);
            push_decimal(&mut plain, number);
            return plain;
        }
        let length = 1 + rng.below(numbers.symbol_most);
        let mut text = String::new();
        for _ in 0..length {
            let odd = if rng.chance(1, 2) { rng.pick(ODD).copied() } else { None };
            text.push(odd.unwrap_or_else(|| char::from(b'a' + rng.below(26) as u8)));
        }
        // The number makes it the only one of its kind.
        push_decimal(&mut text, number);
        text
    }
}
