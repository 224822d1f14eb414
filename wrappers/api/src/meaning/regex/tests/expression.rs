//! Expressions of the tests: drawn, built in an arena, and their languages by definition, over all short
//! strings.

use super::super::{Regex, Regexes};
use crate::CallSeed;

#[derive(Clone, Debug)]
pub enum Expression {
    None,
    All,
    AllChar,
    Literal(String),
    Range(char, char),
    Concat(Box<[Expression; 2]>),
    Union(Box<[Expression; 2]>),
    Inter(Box<[Expression; 2]>),
    Diff(Box<[Expression; 2]>),
    Complement(Box<Expression>),
    Star(Box<Expression>),
    Plus(Box<Expression>),
    Opt(Box<Expression>),
    Power(Box<Expression>, u64),
    Loop(Box<Expression>, u64, u64),
}

pub fn codes(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn letter(seed: &mut CallSeed, letters: &[char]) -> char {
    letters[seed.pick(letters.len())]
}

impl Expression {
    /// An expression with about so many operators over some letters; without complement, difference and
    /// intersection unless `boolean`.
    pub fn draw(
        seed: &mut CallSeed,
        operators: usize,
        letters: &[char],
        boolean: bool,
    ) -> Expression {
        if operators == 0 {
            return match seed.pick(10) {
                0 => Expression::None,
                1 => Expression::All,
                2 => Expression::AllChar,
                3 => Expression::Literal(String::new()),
                4 => Expression::Range(letter(seed, letters), letter(seed, letters)),
                _ => {
                    Expression::Literal((0..=seed.pick(2)).map(|_| letter(seed, letters)).collect())
                }
            };
        }
        let kind = seed.pick(if boolean { 12 } else { 8 });
        if matches!(kind, 2 | 3 | 4 | 5 | 7 | 11) {
            let body = Box::new(Expression::draw(seed, operators - 1, letters, boolean));
            return match kind {
                2 => Expression::Star(body),
                3 => Expression::Plus(body),
                4 => Expression::Opt(body),
                5 => Expression::Power(body, seed.pick(4) as u64),
                7 => Expression::Loop(body, seed.pick(4) as u64, seed.pick(5) as u64),
                _ => Expression::Complement(body),
            };
        }
        let left = seed.pick(operators);
        let parts = Box::new([
            Expression::draw(seed, left, letters, boolean),
            Expression::draw(seed, operators - 1 - left, letters, boolean),
        ]);
        match kind {
            0 | 6 => Expression::Concat(parts),
            1 => Expression::Union(parts),
            8 | 9 => Expression::Inter(parts),
            _ => Expression::Diff(parts),
        }
    }

    pub fn build(&self, regexes: &mut Regexes) -> Regex {
        let built = match self {
            Expression::None => return Regex::NONE,
            Expression::All => return Regex::ALL,
            Expression::AllChar => return Regex::ALL_CHAR,
            Expression::Literal(text) => regexes.literal(&codes(text)),
            Expression::Range(first, last) => {
                regexes.range(&[u32::from(*first)], &[u32::from(*last)])
            }
            Expression::Concat(parts) => {
                let parts = parts.each_ref().map(|part| part.build(regexes));
                regexes.concat(&parts)
            }
            Expression::Union(parts) => {
                let parts = parts.each_ref().map(|part| part.build(regexes));
                regexes.union(&parts)
            }
            Expression::Inter(parts) => {
                let parts = parts.each_ref().map(|part| part.build(regexes));
                regexes.inter(&parts)
            }
            Expression::Diff(parts) => {
                let [from, without] = parts.each_ref().map(|part| part.build(regexes));
                regexes.diff(from, without)
            }
            Expression::Complement(body) => {
                let body = body.build(regexes);
                regexes.complement(body)
            }
            Expression::Star(body) => {
                let body = body.build(regexes);
                regexes.star(body)
            }
            Expression::Plus(body) => {
                let body = body.build(regexes);
                regexes.plus(body)
            }
            Expression::Opt(body) => {
                let body = body.build(regexes);
                regexes.opt(body)
            }
            Expression::Power(body, times) => {
                let body = body.build(regexes);
                regexes.power(body, *times)
            }
            Expression::Loop(body, least, most) => {
                let body = body.build(regexes);
                regexes.repeat(body, *least, *most)
            }
        };
        built.expect("expressions of tests are small")
    }

    /// As the crate `regex` writes it; `None` for operators that it lacks.
    pub fn pattern(&self) -> Option<String> {
        Some(match self {
            Expression::None => "[a&&b]".to_owned(),
            Expression::All => "(?s:.*)".to_owned(),
            Expression::AllChar => "(?s:.)".to_owned(),
            Expression::Literal(text) => format!("(?:{text})"),
            Expression::Range(first, last) if first > last => "[a&&b]".to_owned(),
            Expression::Range(first, last) => format!("[{first}-{last}]"),
            Expression::Concat(parts) => {
                format!("(?:{}{})", parts[0].pattern()?, parts[1].pattern()?)
            }
            Expression::Union(parts) => {
                format!("(?:{}|{})", parts[0].pattern()?, parts[1].pattern()?)
            }
            Expression::Star(body) => format!("(?:{}*)", body.pattern()?),
            Expression::Plus(body) => format!("(?:{}+)", body.pattern()?),
            Expression::Opt(body) => format!("(?:{}?)", body.pattern()?),
            Expression::Power(body, times) => format!("(?:{}{{{times}}})", body.pattern()?),
            Expression::Loop(_, least, most) if least > most => "[a&&b]".to_owned(),
            Expression::Loop(body, least, most) => {
                format!("(?:{}{{{least},{most}}})", body.pattern()?)
            }
            Expression::Inter(_) | Expression::Diff(_) | Expression::Complement(_) => return None,
        })
    }
}

/// All strings up to a length over some letters, shorter ones first, then in lexicographic order. A language
/// is a set of bits, one for each of them.
pub struct Universe {
    pub words: Vec<String>,
}

impl Universe {
    /// The letters are in order.
    pub fn new(letters: &[char], longest: usize) -> Universe {
        let mut words = vec![String::new()];
        let mut last = words.clone();
        for _ in 0..longest {
            last = last
                .iter()
                .flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}")))
                .collect();
            words.extend_from_slice(&last);
        }
        assert!(words.len() < 128);
        Universe { words }
    }

    fn everything(&self) -> u128 {
        (1 << self.words.len()) - 1
    }

    fn those(&self, condition: impl Fn(&str) -> bool) -> u128 {
        self.words
            .iter()
            .enumerate()
            .filter(|(_, word)| condition(word))
            .fold(0, |bits, (place, _)| bits | (1 << place))
    }

    pub fn has(&self, language: u128, word: &str) -> bool {
        let place = self.words.iter().position(|candidate| candidate == word);
        place.is_some_and(|place| language & (1 << place) != 0)
    }

    fn product(&self, left: u128, right: u128) -> u128 {
        self.those(|word| {
            (0..=word.len())
                .any(|end| self.has(left, &word[..end]) && self.has(right, &word[end..]))
        })
    }

    fn power(&self, body: u128, times: u64) -> u128 {
        (0..times).fold(self.those(str::is_empty), |power, _| self.product(power, body))
    }

    /// The words that are in the language.
    pub fn language(&self, expression: &Expression) -> u128 {
        let longest = self.words.last().map_or(0, String::len) as u64;
        let up_to = |body: &Expression, least: u64, most: u64| {
            let body = self.language(body);
            (least..=most).fold(0, |union, times| union | self.power(body, times))
        };
        let both = |parts: &[Expression; 2]| (self.language(&parts[0]), self.language(&parts[1]));
        match expression {
            Expression::None => 0,
            Expression::All => self.everything(),
            Expression::AllChar => self.those(|word| word.len() == 1),
            Expression::Literal(text) => self.those(|word| word == text),
            Expression::Range(first, last) => self.those(|word| {
                word.len() == 1 && word.chars().all(|letter| (*first..=*last).contains(&letter))
            }),
            Expression::Concat(parts) => {
                let (left, right) = both(parts);
                self.product(left, right)
            }
            Expression::Union(parts) => {
                let (left, right) = both(parts);
                left | right
            }
            Expression::Inter(parts) => {
                let (left, right) = both(parts);
                left & right
            }
            Expression::Diff(parts) => {
                let (left, right) = both(parts);
                left & !right
            }
            Expression::Complement(body) => self.everything() & !self.language(body),
            // More copies than letters add nothing.
            Expression::Star(body) => up_to(body, 0, longest),
            Expression::Plus(body) => up_to(body, 1, longest + 1),
            Expression::Opt(body) => up_to(body, 0, 1),
            Expression::Power(body, times) => up_to(body, *times, *times),
            Expression::Loop(body, least, most) => up_to(body, *least, *most),
        }
    }
}
