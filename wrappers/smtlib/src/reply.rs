//! Shortens replies and commands for messages.

/// What is told of a reply in messages: its beginning, on one line.
pub(crate) fn beginning(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The name of a command: `check-sat`.
pub(crate) fn name_of(command: &str) -> &str {
    command.trim_start_matches('(').split([' ', ')']).next().unwrap_or_default()
}

/// A message without the place in the input that some solvers begin with: it changes with what was said before.
pub(crate) fn without_place(message: &str) -> &str {
    let message = message.strip_prefix("Parse Error: ").unwrap_or(message);
    let Some((place, told)) = message.split_once(": ") else { return message };
    if is_file_and_line(place) {
        return told;
    }
    let place = place.strip_prefix("at ").unwrap_or(place);
    let Some(place) = place.strip_prefix("line ") else { return message };
    let is_of_place = |word: &str| {
        let word = word.trim_end_matches(',');
        matches!(word, "column" | "position") || is_number(word)
    };
    if place.split(' ').all(is_of_place) { told } else { message }
}

/// `<stdin>:3:14` or `<stdin>:3.14`.
fn is_file_and_line(place: &str) -> bool {
    let Some(numbers) = place.strip_prefix("<stdin>:") else { return false };
    numbers.split([':', '.']).all(is_number)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_the_input_are_left_out() {
        let check = |message: &str, expected: &str| assert_eq!(without_place(message), expected);
        check("line 11 column 13: unexpected character", "unexpected character");
        check(
            "at line 21, column 28: syntax error: 'not' expected",
            "syntax error: 'not' expected",
        );
        check("line 3: x", "x");
        check("line of fire: x", "line of fire: x");
        check("no model", "no model");
        check("<stdin>:12:3: undefined symbol 'f'", "undefined symbol 'f'");
        check("Parse Error: <stdin>:1.16: Unexpected token", "Unexpected token");
        check("note: x", "note: x");
    }

    #[test]
    fn replies_are_told_in_short() {
        assert_eq!(beginning("a\n  b"), "a b");
        assert_eq!(beginning(&"x".repeat(500)).chars().count(), 201);
        assert_eq!(name_of("(check-sat)"), "check-sat");
        assert_eq!(name_of("(assert true)"), "assert");
    }
}
