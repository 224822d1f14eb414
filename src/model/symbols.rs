//! Names of constants, functions, variables, sorts and members of datatypes.

use super::settings::Numbers;
use crate::rng::Rng;

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
            return numbered(prefix, number);
        }
        let length = 1 + rng.below(numbers.symbol_most);
        // Few characters take more than two bytes, and few numbers more than four.
        let mut text = String::with_capacity(2 * length as usize + 4);
        for _ in 0..length {
            let odd = if rng.chance(1, 2) { rng.pick(ODD).copied() } else { None };
            text.push(odd.unwrap_or_else(|| char::from(b'a' + rng.below(26) as u8)));
        }
        // The number makes it the only one of its kind.
        text.push_str(&number.to_string());
        text
    }
}

/// The prefix and the number, in a text that has no room for more: it is boxed.
fn numbered(prefix: &str, number: u64) -> String {
    let mut digits = [0; 20];
    let mut first = digits.len();
    let mut left = number;
    loop {
        first -= 1;
        digits[first] = (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    let digits = &digits[first..];
    let mut text = String::with_capacity(prefix.len() + digits.len());
    text.push_str(prefix);
    for digit in digits {
        // One of ASCII's digits, which the compiler sees: nothing is asked about how long it is.
        text.push(char::from(b'0' | digit & 0xf));
    }
    text
}
