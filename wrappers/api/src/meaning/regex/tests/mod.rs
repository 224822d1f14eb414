//! Languages by tables, against the crate `regex`, and against their definition over all short strings.

mod expression;

use super::*;
use crate::CallSeed;
use expression::{Expression, Universe, codes};
use num_bigint::BigInt;

/// Whether the words in the first list match, and those in the second do not.
fn check(regexes: &mut Regexes, regex: Regex, members: &[&str], others: &[&str]) {
    for (words, expected) in [(members, true), (others, false)] {
        for word in words {
            assert_eq!(regexes.matches(&codes(word), regex), Ok(expected), "{word:?}");
        }
    }
}

#[test]
fn every_operator_has_its_language() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::new();
    check(regexes, Regex::NONE, &[], &["", "a"]);
    check(regexes, Regex::ALL, &["", "a", "\u{2ffff}b"], &[]);
    check(regexes, Regex::ALL_CHAR, &["a", "\0", "\u{2ffff}"], &["", "ab"]);
    let [a, b] = [regexes.literal(&codes("a"))?, regexes.literal(&codes("b"))?];
    let empty = regexes.literal(&[])?;
    check(regexes, empty, &[""], &["a"]);
    let ab = regexes.literal(&codes("ab"))?;
    check(regexes, ab, &["ab"], &["", "a", "b", "aba"]);
    let concat = regexes.concat(&[ab, a, ab])?;
    check(regexes, concat, &["abaab"], &["aba", "ab", "abaaba"]);
    let union = regexes.union(&[ab, a])?;
    check(regexes, union, &["ab", "a"], &["", "b"]);
    let star = regexes.star(ab)?;
    check(regexes, star, &["", "ab", "abab"], &["a", "aba"]);
    let plus = regexes.plus(ab)?;
    check(regexes, plus, &["ab", "abab"], &["", "a"]);
    let opt = regexes.opt(ab)?;
    check(regexes, opt, &["", "ab"], &["abab"]);
    let complement = regexes.complement(ab)?;
    check(regexes, complement, &["", "a", "aba", "\u{2ffff}"], &["ab"]);
    let inter = regexes.inter(&[star, complement])?;
    check(regexes, inter, &["", "abab"], &["ab", "a"]);
    let diff = regexes.diff(star, ab)?;
    assert_eq!(diff, inter);
    let either = regexes.union(&[a, b])?;
    let power = regexes.power(either, 2)?;
    check(regexes, power, &["aa", "ab", "ba"], &["", "a", "aaa", "ac"]);
    let between = regexes.repeat(either, 1, 2)?;
    check(regexes, between, &["a", "ba"], &["", "aaa"]);
    Ok(())
}

#[test]
fn boundaries_of_ranges_powers_and_loops() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::new();
    let range = regexes.range(&codes("b"), &codes("d"))?;
    check(regexes, range, &["b", "c", "d"], &["a", "e", "", "bb"]);
    let single = regexes.range(&codes("b"), &codes("b"))?;
    check(regexes, single, &["b"], &["a", "c"]);
    let all = regexes.range(&[0], &[CODE_POINTS - 1])?;
    assert_eq!(all, Regex::ALL_CHAR);
    for (first, last) in [("d", "b"), ("", "b"), ("b", ""), ("ab", "c"), ("a", "bc"), ("", "")] {
        assert_eq!(regexes.range(&codes(first), &codes(last))?, Regex::NONE, "{first} {last}");
    }
    let a = regexes.literal(&codes("a"))?;
    assert_eq!(regexes.repeat(a, 3, 2)?, Regex::NONE);
    assert_eq!(regexes.repeat(a, 0, 0)?, Regex::EPSILON);
    assert_eq!(regexes.repeat(a, 1, 1)?, a);
    assert_eq!(regexes.power(a, 0)?, Regex::EPSILON);
    assert_eq!(regexes.power(a, 1)?, a);
    assert_eq!(regexes.power(Regex::NONE, 0)?, Regex::EPSILON);
    assert_eq!(regexes.power(Regex::NONE, 1)?, Regex::NONE);
    assert_eq!(regexes.repeat(Regex::NONE, 0, 5)?, Regex::EPSILON);
    assert_eq!(regexes.repeat(Regex::NONE, 1, 5)?, Regex::NONE);
    assert_eq!(regexes.star(Regex::NONE)?, Regex::EPSILON);
    assert_eq!(regexes.plus(Regex::NONE)?, Regex::NONE);
    assert_eq!(regexes.union(&[])?, Regex::NONE);
    assert_eq!(regexes.inter(&[])?, Regex::ALL);
    assert_eq!(regexes.concat(&[])?, Regex::EPSILON);
    Ok(())
}

#[test]
fn counters_are_not_unrolled() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::new();
    let a = regexes.literal(&codes("a"))?;
    let million = regexes.power(a, 1_000_000)?;
    let nested = regexes.power(million, u64::MAX)?;
    let not = regexes.complement(nested)?;
    check(regexes, million, &[], &["", "aaa"]);
    check(regexes, not, &["", "aaa"], &[]);
    assert_eq!(regexes.is_empty(nested), Some(false));
    assert_eq!(regexes.equal(nested, Regex::NONE), Some(false));
    // Exactly a thousand, and with a body of which there are several ways.
    let thousand = regexes.power(a, 1_000)?;
    let either = regexes.repeat(a, 1, 2)?;
    let ways = regexes.power(either, 500)?;
    let size = regexes.size;
    assert!(size < 20, "{size}");
    for (length, exact, several) in [
        (499, false, false),
        (500, false, true),
        (999, false, true),
        (1_000, true, true),
        (1_001, false, false),
    ] {
        let text = vec![u32::from('a'); length];
        assert_eq!(regexes.matches(&text, thousand), Ok(exact), "{length}");
        assert_eq!(regexes.matches(&text, ways), Ok(several), "{length}");
    }
    assert_eq!(regexes.size, size, "what questions made was not forgotten");
    Ok(())
}

#[test]
fn deep_nesting_overflows_no_stack() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::new();
    let a = regexes.literal(&codes("a"))?;
    let mut stars = a;
    for _ in 0..1_000_000 {
        stars = regexes.star(stars)?;
    }
    check(regexes, stars, &["", "aa"], &["b"]);
    // No law makes these shorter. The first complement has all strings of one character, hence the second,
    // of all concatenations of them, is empty, and so is each other one after it.
    for (levels, words) in [(200, &["", "a", "ab"][..]), (50_000, &["", "a"])] {
        let mut deep = regexes.literal(&codes("ab"))?;
        for _ in 0..levels {
            let plus = regexes.plus(deep)?;
            deep = regexes.complement(plus)?;
        }
        check(regexes, deep, &[], words);
        let all = regexes.complement(deep)?;
        check(regexes, all, words, &[]);
    }
    Ok(())
}

#[test]
fn what_is_too_large_is_given_up() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::with_max_work(100_000);
    // The character a thousand before the end is an "a": 2^1000 states.
    let a = regexes.literal(&codes("a"))?;
    let b = regexes.literal(&codes("b"))?;
    let either = regexes.union(&[a, b])?;
    let rest = regexes.power(either, 1_000)?;
    let start = regexes.star(either)?;
    let nondeterministic = regexes.concat(&[start, a, rest])?;
    let complement = regexes.complement(nondeterministic)?;
    let hard = regexes.inter(&[nondeterministic, start])?;
    assert_eq!(regexes.equal(nondeterministic, hard), None);
    let size = regexes.size;
    let text: Vec<u32> = (0..50_000_u32).map(|place| 97 + (place.count_ones() & 1)).collect();
    assert_eq!(regexes.matches(&text, complement), Err(TooLarge));
    assert_eq!(regexes.replace(&text, complement, &[]), Ok(text.clone()));
    assert_eq!(regexes.replace(&text, hard, &[]), Err(TooLarge));
    assert_eq!(regexes.shortest(complement), Ok(Some(vec![])));
    assert_eq!(regexes.size, size);
    // It is no worse for it.
    check(regexes, a, &["a"], &["b"]);
    assert_eq!(regexes.literal(&vec![0; MAX_LENGTH + 1]), Err(TooLarge));
    Ok(())
}

#[test]
fn of_what_is_too_large_nothing_stays() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::new();
    let parts = [regexes.literal(&codes("abcd"))?, regexes.literal(&codes("efgh"))?];
    // As if there were a lot already.
    let used = MAX_SIZE - 3;
    regexes.size = used;
    assert_eq!(regexes.concat(&parts), Err(TooLarge));
    assert_eq!(regexes.literal(&codes("xyz")), Err(TooLarge));
    assert_eq!(regexes.size, used);
    assert_eq!(regexes.matches(&codes("abcd"), parts[0]), Ok(true));
    // There is room for one more, and what exists is made again for nothing.
    let star = regexes.star(parts[0])?;
    assert_eq!(regexes.star(parts[0])?, star);
    assert_eq!(regexes.size, used + 1);
    Ok(())
}

#[test]
fn languages_are_compared() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::new();
    let a = regexes.literal(&codes("a"))?;
    let b = regexes.literal(&codes("b"))?;
    let either = regexes.union(&[a, b])?;
    let [a_star, b_star] = [regexes.star(a)?, regexes.star(b)?];
    let one = regexes.star(either)?;
    let parts = regexes.concat(&[a_star, b_star])?;
    let other = regexes.star(parts)?;
    assert_ne!(one, other);
    assert_eq!(regexes.equal(one, other), Some(true));
    assert_eq!(regexes.equal(one, parts), Some(false));
    let not_one = regexes.complement(one)?;
    let contradiction = regexes.inter(&[not_one, parts])?;
    assert_eq!(regexes.is_empty(contradiction), Some(true));
    assert_eq!(regexes.shortest(contradiction), Ok(None));
    assert_eq!(regexes.is_empty(not_one), Some(false));
    assert_eq!(regexes.shortest(not_one), Ok(Some(vec![0])));
    let without = regexes.diff(one, parts)?;
    assert_eq!(regexes.shortest(without), Ok(Some(codes("ba"))));
    // Between "a" and "b" nothing lies, after the last nothing follows.
    let above = regexes.range(&codes("b"), &[CODE_POINTS - 1])?;
    let below = regexes.range(&[0], &codes("a"))?;
    assert_eq!(regexes.union(&[above, below])?, Regex::ALL_CHAR);
    let neither = regexes.diff(Regex::ALL_CHAR, below)?;
    assert_eq!(regexes.equal(neither, above), Some(true));
    Ok(())
}

#[test]
fn matches_are_replaced() -> Result<(), TooLarge> {
    let regexes = &mut Regexes::new();
    let a = regexes.literal(&codes("a"))?;
    let many = regexes.plus(a)?;
    let any = regexes.star(a)?;
    let pair = regexes.literal(&codes("aa"))?;
    // The text, the expression, the first match replaced by "x", all of them.
    let rows = [
        ("baaab", many, "bxaab", "bxxxb"),
        ("baaab", any, "xbaaab", "bxxxb"),
        ("baaab", pair, "bxab", "bxab"),
        ("", any, "x", ""),
        ("", a, "", ""),
        ("bb", a, "bb", "bb"),
        ("ba", Regex::NONE, "ba", "ba"),
        ("ba", Regex::ALL, "xba", "xx"),
        ("ba", Regex::EPSILON, "xba", "ba"),
    ];
    for (text, regex, first, all) in rows {
        let text = codes(text);
        assert_eq!(regexes.replace(&text, regex, &codes("x"))?, codes(first), "{text:?}");
        assert_eq!(regexes.replace_all(&text, regex, &codes("x"))?, codes(all), "{text:?}");
    }
    // The text, the expression, the offset, the position.
    let rows = [
        ("baab", a, 0, 1),
        ("baab", a, 2, 2),
        ("baab", a, 3, -1),
        ("baab", a, 4, -1),
        ("baab", a, -1, -1),
        ("baab", any, 3, 3),
        ("baab", any, 4, 4),
        ("baab", any, 5, -1),
        ("", any, 0, 0),
        ("", any, -1, -1),
    ];
    for (text, regex, from, position) in rows {
        let found = regexes.index_of(&codes(text), regex, &BigInt::from(from));
        assert_eq!(found, Ok(position.into()), "{text} {from}");
    }
    assert_eq!(regexes.index_of(&[], any, &(BigInt::from(1) << 70)), Ok((-1).into()));
    // No quadratic work where each beginning fails at the very end only.
    let text = vec![u32::from('a'); 100_000];
    let b = regexes.literal(&codes("b"))?;
    let never = regexes.concat(&[any, b])?;
    assert_eq!(regexes.replace_all(&text, never, &[]), Ok(text));
    Ok(())
}

fn random_word(seed: &mut CallSeed, letters: &[char], longest: usize) -> String {
    (0..seed.pick(longest + 1)).map(|_| letters[seed.pick(letters.len())]).collect()
}

/// Compares with the crate `regex`; returns how many words were members.
fn compare_with_crate(first_seed: u64, cases: usize) -> usize {
    const LETTERS: [char; 3] = ['a', 'b', 'c'];
    const WORDS: usize = 10;
    let mut seed = CallSeed::new(first_seed);
    let mut members = 0;
    for _ in 0..cases / WORDS {
        let operators = seed.pick(7);
        let expression = Expression::draw(&mut seed, operators, &LETTERS, false);
        let pattern = expression.pattern().expect("only operators of the crate are drawn");
        let expected = ::regex::Regex::new(&format!("\\A{pattern}\\z")).expect("well-formed");
        let mut regexes = Regexes::new();
        let regex = expression.build(&mut regexes);
        for _ in 0..WORDS {
            let word = random_word(&mut seed, &LETTERS, 8);
            let member = regexes.matches(&codes(&word), regex).expect("small");
            assert_eq!(member, expected.is_match(&word), "{word:?} in {pattern}");
            members += usize::from(member);
        }
    }
    members
}

#[test]
fn membership_is_that_of_the_crate_regex() {
    let members = compare_with_crate(1, 5_000);
    assert!(members > 500, "only {members} words were members");
}

#[test]
#[ignore = "long: 200,000 words against the crate regex"]
fn membership_of_many_is_that_of_the_crate_regex() {
    let members = compare_with_crate(2, 200_000);
    println!("200,000 words, {members} of them members, all as by the crate regex");
}

/// Compares membership with the definition, of all words up to length 5 over two letters.
fn compare_membership(first_seed: u64, cases: usize) {
    let letters = ['a', 'b'];
    let universe = Universe::new(&letters, 5);
    let mut seed = CallSeed::new(first_seed);
    for _ in 0..cases {
        let operators = seed.pick(8);
        let expression = Expression::draw(&mut seed, operators, &letters, true);
        let mut regexes = Regexes::new();
        let regex = expression.build(&mut regexes);
        let language = universe.language(&expression);
        for word in &universe.words {
            let member = regexes.matches(&codes(word), regex);
            assert_eq!(member, Ok(universe.has(language, word)), "{word:?} in {expression:?}");
        }
    }
}

/// Compares emptiness, equality and the shortest member with the definition, over all words up to length 4.
fn compare_languages(first_seed: u64, cases: usize) {
    let letters = ['a', 'b'];
    // The additional letter stands for all those that do not occur, of which it is the first.
    let universe = Universe::new(&['\0', 'a', 'b'], 4);
    let mut seed = CallSeed::new(first_seed);
    let (mut empty_ones, mut equal_ones) = (0, 0);
    for _ in 0..cases {
        let [one, two] = [(); 2].map(|()| {
            let operators = seed.pick(7);
            Expression::draw(&mut seed, operators, &letters, true)
        });
        let mut regexes = Regexes::new();
        let [left, right] = [one.build(&mut regexes), two.build(&mut regexes)];
        let languages = [universe.language(&one), universe.language(&two)];
        let longest = universe.words.last().map_or(0, String::len);
        let first = universe.words.iter().find(|word| universe.has(languages[0], word));
        match (regexes.shortest(left).expect("small"), first) {
            (found, Some(first)) => assert_eq!(found, Some(codes(first)), "{one:?}"),
            (Some(found), None) => {
                assert!(found.len() > longest, "{found:?} in {one:?}");
                assert_eq!(regexes.matches(&found, left), Ok(true), "{found:?} in {one:?}");
            }
            (None, None) => {}
        }
        let empty = regexes.shortest(left) == Ok(None);
        assert_eq!(regexes.is_empty(left), Some(empty), "{one:?}");
        let equal = regexes.equal(left, right).expect("small");
        assert!(!equal || languages[0] == languages[1], "{one:?} and {two:?}");
        let [only_left, only_right] =
            [regexes.diff(left, right).expect("small"), regexes.diff(right, left).expect("small")];
        let difference = regexes.union(&[only_left, only_right]).expect("small");
        assert_eq!(regexes.is_empty(difference), Some(equal), "{one:?} and {two:?}");
        empty_ones += usize::from(empty);
        equal_ones += usize::from(equal);
    }
    assert!(empty_ones > cases / 50, "only {empty_ones} of {cases} were empty");
    assert!(equal_ones > cases / 100, "only {equal_ones} of {cases} were equal");
}

#[test]
fn members_are_those_of_the_definition() {
    compare_membership(3, 300);
}

#[test]
fn languages_are_those_of_the_definition() {
    compare_languages(4, 300);
}

/// Short texts in which every match is looked for by definition.
fn compare_replacements(first_seed: u64, cases: usize) {
    let letters = ['a', 'b'];
    let universe = Universe::new(&letters, 5);
    let mut seed = CallSeed::new(first_seed);
    let mut replaced = 0;
    for _ in 0..cases {
        let operators = seed.pick(6);
        let expression = Expression::draw(&mut seed, operators, &letters, true);
        let language = universe.language(&expression);
        let mut regexes = Regexes::new();
        let regex = expression.build(&mut regexes);
        // Leftmost, then shortest, with at least so many characters.
        let find = |text: &str, least: usize| {
            (0..=text.len())
                .flat_map(|start| (start + least..=text.len()).map(move |end| start..end))
                .find(|range| universe.has(language, &text[range.clone()]))
        };
        for _ in 0..8 {
            let text = random_word(&mut seed, &letters, 5);
            let by = random_word(&mut seed, &letters, 2);
            let first = match find(&text, 0) {
                Some(found) => format!("{}{by}{}", &text[..found.start], &text[found.end..]),
                None => text.clone(),
            };
            let result = regexes.replace(&codes(&text), regex, &codes(&by));
            assert_eq!(result, Ok(codes(&first)), "{text:?} {expression:?}");
            let (mut all, mut rest) = (String::new(), &text[..]);
            while let Some(found) = find(rest, 1) {
                all += &rest[..found.start];
                all += &by;
                rest = &rest[found.end..];
            }
            all += rest;
            let result = regexes.replace_all(&codes(&text), regex, &codes(&by));
            assert_eq!(result, Ok(codes(&all)), "{text:?} {expression:?}");
            replaced += usize::from(all != text);
            for from in 0..=text.len() {
                let position = find(&text[from..], 0).map(|found| (from + found.start) as i64);
                let found = regexes.index_of(&codes(&text), regex, &from.into());
                let expected = position.unwrap_or(-1).into();
                assert_eq!(found, Ok(expected), "{text:?} {from} {expression:?}");
            }
        }
    }
    assert!(replaced > cases, "only {replaced} of {} texts were changed", 8 * cases);
}

#[test]
fn replacements_are_those_of_the_definition() {
    compare_replacements(5, 200);
}

#[test]
#[ignore = "long: 30,000 expressions against their definition, each with all words up to length 4 or 5"]
fn languages_of_many_are_those_of_the_definition() {
    compare_membership(6, 10_000);
    compare_languages(7, 10_000);
    compare_replacements(8, 10_000);
    println!("30,000 expressions have the languages of their definition");
}
