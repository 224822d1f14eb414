//! Tables from the standard's definitions, every boundary included, and a comparison of the quick search with
//! a slow one.

use super::*;
use crate::{CallSeed, StringValue};

fn codes(text: &str) -> Vec<u32> {
    StringValue::from_escaped(text).code_points().to_vec()
}

fn int(number: i64) -> BigInt {
    number.into()
}

/// Larger than every `usize`.
fn huge() -> BigInt {
    BigInt::from(1) << 70
}

#[test]
fn texts_are_joined_and_measured() {
    assert_eq!(length::<u32>(&[]), int(0));
    assert_eq!(length(&["x", "y"]), int(2));
    assert_eq!(concat::<u32>(&[]), Ok(vec![]));
    assert_eq!(concat(&[&codes("ab")[..], &[], &codes("c")]), Ok(codes("abc")));
    let half = vec![0_u32; MAX_LENGTH / 2];
    assert_eq!(concat(&[&half[..], &half]).map(|text| text.len()), Ok(MAX_LENGTH));
    assert_eq!(concat(&[&half[..], &half, &[0]]), Err(TooLarge));
}

#[test]
fn parts_by_position_are_cut_at_the_ends() {
    let text = codes("abc");
    let check = |start: BigInt, count: BigInt, expected: &str| {
        assert_eq!(extract(&text, &start, &count), codes(expected), "{start} {count}");
    };
    check(int(0), int(3), "abc");
    check(int(0), int(4), "abc");
    check(int(1), int(1), "b");
    check(int(1), huge(), "bc");
    check(int(2), int(1), "c");
    check(int(3), int(1), "");
    check(int(4), int(1), "");
    check(huge(), int(1), "");
    check(int(-1), int(2), "");
    check(-huge(), huge(), "");
    check(int(0), int(0), "");
    check(int(0), int(-1), "");
    check(int(0), -huge(), "");
    for (position, expected) in [(-1, ""), (0, "a"), (2, "c"), (3, "")] {
        assert_eq!(at(&text, &int(position)), codes(expected), "{position}");
    }
    assert_eq!(at(&text, &huge()), codes(""));
    assert_eq!(nth(&["x", "y"], &int(1)), Some(&"y"));
    for outside in [int(-1), int(2), huge(), -huge()] {
        assert_eq!(nth(&["x", "y"], &outside), None, "{outside}");
    }
}

#[test]
fn prefixes_suffixes_and_parts() {
    // The part, the text; whether it is prefix, suffix, contained.
    let rows = [
        ("", "", true, true, true),
        ("", "a", true, true, true),
        ("a", "", false, false, false),
        ("ab", "ab", true, true, true),
        ("ab", "abc", true, false, true),
        ("bc", "abc", false, true, true),
        ("b", "abc", false, false, true),
        ("ac", "abc", false, false, false),
        ("abcd", "abc", false, false, false),
    ];
    for (part, text, prefix, suffix, contained) in rows {
        let (part, text) = (codes(part), codes(text));
        assert_eq!(is_prefix(&part, &text), prefix, "{part:?} {text:?}");
        assert_eq!(is_suffix(&part, &text), suffix, "{part:?} {text:?}");
        assert_eq!(contains(&text, &part), contained, "{part:?} {text:?}");
    }
}

#[test]
fn positions_of_parts() {
    let check = |text: &str, part: &str, from: BigInt, expected: i64| {
        let found = index_of(&codes(text), &codes(part), &from);
        assert_eq!(found, int(expected), "{text} {part} {from}");
    };
    check("abab", "ab", int(0), 0);
    check("abab", "ab", int(1), 2);
    check("abab", "ab", int(2), 2);
    check("abab", "ab", int(3), -1);
    check("abab", "ab", int(-1), -1);
    check("abab", "ac", int(0), -1);
    check("aaa", "aa", int(1), 1);
    check("abc", "", int(0), 0);
    check("abc", "", int(2), 2);
    check("abc", "", int(3), 3);
    check("abc", "", int(4), -1);
    check("abc", "", int(-1), -1);
    check("abc", "", huge(), -1);
    check("abc", "", -huge(), -1);
    check("", "", int(0), 0);
    check("", "", int(1), -1);
    check("", "a", int(0), -1);
    for (text, part, expected) in [
        ("abab", "ab", 2),
        ("aaa", "aa", 1),
        ("ab", "c", -1),
        ("ab", "", 2),
        ("", "", 0),
        ("", "a", -1),
    ] {
        assert_eq!(last_index_of(&codes(text), &codes(part)), int(expected), "{text} {part}");
    }
}

#[test]
fn replacements() {
    // The text, the part, its replacement; the first replaced, all replaced.
    let rows = [
        ("abab", "ab", "c", "cab", "cc"),
        ("aaa", "aa", "b", "ba", "ba"),
        ("aaaa", "aa", "a", "aaa", "aa"),
        ("abc", "d", "x", "abc", "abc"),
        ("abc", "", "x", "xabc", "abc"),
        ("", "", "x", "x", ""),
        ("", "a", "x", "", ""),
        ("abc", "b", "", "ac", "ac"),
        ("abc", "abc", "", "", ""),
    ];
    for (text, part, by, first, all) in rows {
        let (text, part, by) = (codes(text), codes(part), codes(by));
        assert_eq!(replace(&text, &part, &by), Ok(codes(first)), "{text:?} {part:?}");
        assert_eq!(replace_all(&text, &part, &by), Ok(codes(all)), "{text:?} {part:?}");
    }
    let long = vec![0_u32; 2048];
    assert_eq!(replace_all(&long, &[0], &vec![1; 512]).map(|text| text.len()), Ok(MAX_LENGTH));
    assert_eq!(replace_all(&long, &[0], &vec![1; 513]), Err(TooLarge));
    assert_eq!(replace(&long, &[], &vec![1; MAX_LENGTH]), Err(TooLarge));
}

#[test]
fn reversing_overwriting_and_repeating() {
    assert_eq!(reverse(&codes("abc")), codes("cba"));
    assert_eq!(reverse::<u32>(&[]), vec![]);
    let check = |start: BigInt, by: &str, expected: &str| {
        assert_eq!(update(&codes("abc"), &start, &codes(by)), codes(expected), "{start} {by}");
    };
    check(int(0), "x", "xbc");
    check(int(1), "xy", "axy");
    check(int(2), "xyz", "abx");
    check(int(0), "", "abc");
    check(int(3), "x", "abc");
    check(int(-1), "x", "abc");
    check(huge(), "x", "abc");
    assert_eq!(power(&codes("ab"), &int(2)), Ok(codes("abab")));
    assert_eq!(power(&codes("ab"), &int(0)), Ok(codes("")));
    assert_eq!(power(&codes("ab"), &int(-1)), Ok(codes("")));
    assert_eq!(power(&codes(""), &huge()), Ok(codes("")));
    assert_eq!(power(&codes("ab"), &huge()), Err(TooLarge));
    assert_eq!(power(&codes("ab"), &int(MAX_LENGTH as i64)), Err(TooLarge));
}

#[test]
fn the_order_is_lexicographic() {
    // In strictly ascending order.
    let ascending = ["", "A", "AB", "B", "a", "aa", "ab", "b", "\\u{2ffff}", "\\u{2ffff}a"];
    for (left_place, left) in ascending.iter().enumerate() {
        for (right_place, right) in ascending.iter().enumerate() {
            let (left, right) = (codes(left), codes(right));
            assert_eq!(is_less(&left, &right), left_place < right_place, "{left:?} {right:?}");
            assert_eq!(is_less_or_equal(&left, &right), left_place <= right_place, "{left:?}");
        }
    }
}

#[test]
fn codes_and_digits() {
    for (text, code) in [("a", 97), ("\\u{0}", 0), ("\\u{2ffff}", 0x2ffff), ("", -1), ("ab", -1)] {
        assert_eq!(to_code(&codes(text)), int(code), "{text}");
        if code >= 0 {
            assert_eq!(from_code(&int(code)), codes(text));
        }
    }
    for none in [int(-1), int(0x30000), huge(), -huge()] {
        assert_eq!(from_code(&none), codes(""), "{none}");
    }
    for (text, digit) in [
        ("0", true),
        ("9", true),
        ("/", false),
        (":", false),
        ("", false),
        ("10", false),
        ("\\u{661}", false),
    ] {
        assert_eq!(is_digit(&codes(text)), digit, "{text}");
    }
}

#[test]
fn numbers_are_read_and_written() {
    for (text, number) in [
        ("0", 0),
        ("000", 0),
        ("007", 7),
        ("1234567890", 1_234_567_890),
        ("", -1),
        ("-1", -1),
        ("+1", -1),
        ("1 ", -1),
        ("1a", -1),
        ("\\u{661}", -1),
    ] {
        assert_eq!(to_int(&codes(text)), Ok(int(number)), "{text}");
    }
    assert_eq!(from_int(&int(0)), Ok(codes("0")));
    assert_eq!(from_int(&int(-5)), Ok(codes("")));
    assert_eq!(from_int(&-huge()), Ok(codes("")));
    assert_eq!(from_int(&huge()), Ok(codes("1180591620717411303424")));
    assert_eq!(to_int(&codes("1180591620717411303424")), Ok(huge()));
    let nines = vec![u32::from(b'9'); MAX_DIGITS];
    let largest = to_int(&nines).unwrap();
    assert_eq!(from_int(&largest), Ok(nines.clone()));
    assert_eq!(from_int(&(largest + 1)), Err(TooLarge));
    assert_eq!(from_int(&(BigInt::from(1) << (5 * MAX_DIGITS))), Err(TooLarge));
    assert_eq!(to_int(&concat(&[&nines[..], &codes("9")]).unwrap()), Err(TooLarge));
    let zeros = vec![u32::from(b'0'); MAX_DIGITS + 1];
    assert_eq!(to_int(&concat(&[&zeros[..], &codes("12")]).unwrap()), Ok(int(12)));
}

#[test]
fn only_letters_of_ascii_have_cases() {
    let text = codes("aZ@[`{09\\u{e4}\\u{c4}\\u{161}");
    assert_eq!(to_lower(&text), codes("az@[`{09\\u{e4}\\u{c4}\\u{161}"));
    assert_eq!(to_upper(&text), codes("AZ@[`{09\\u{e4}\\u{c4}\\u{161}"));
}

#[test]
fn the_quick_search_finds_what_the_slow_one_does() {
    let mut seed = CallSeed::new(1);
    let mut found = 0;
    for _ in 0..20_000 {
        let mut random = |longest: usize| -> Vec<u32> {
            (0..seed.pick(longest + 1)).map(|_| seed.pick(2) as u32).collect()
        };
        let (text, part) = (random(14), random(5));
        let from = random(7).len();
        let slow = (from..=text.len()).find(|start| text[*start..].starts_with(&part));
        assert_eq!(Finder::new(&part).find(&text, from), slow, "{text:?} {part:?} {from}");
        let last = (0..=text.len()).rev().find(|start| text[*start..].starts_with(&part));
        let last = last.map_or(int(-1), BigInt::from);
        assert_eq!(last_index_of(&text, &part), last, "{text:?} {part:?}");
        found += usize::from(slow.is_some());
    }
    assert!((5_000..15_000).contains(&found), "{found} of 20,000 parts were found");
}

#[test]
fn long_repetitive_texts_take_no_time() {
    let text = vec![0_u32; MAX_LENGTH];
    let mut part = vec![0_u32; MAX_LENGTH / 2];
    part.push(1);
    assert_eq!(index_of(&text, &part, &int(0)), int(-1));
    assert!(!contains(&text, &part));
}
