//! The texts of a file, each there once, with numbers.

use std::hash::Hasher;

use hashbrown::HashTable;
use murxla_api::QuickHasher;

/// The number of a text in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TextId(pub(super) u32);

impl TextId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Texts with numbers; the words that SMT-LIB itself knows have the same number in every file.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    /// All texts, one after the other.
    pool: String,
    /// Where each begins; one more than there are texts.
    starts: Vec<u32>,
    numbers: HashTable<TextId>,
}

macro_rules! words {
    ($($name:ident = $text:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name,)* }

        /// Words that have a meaning of their own.
        pub(super) mod word {
            use super::{Number, TextId};
            $(pub(in crate::smt) const $name: TextId = TextId(Number::$name as u32);)*
        }

        const WORDS: &[&str] = &[$($text,)*];
    };
}

words! {
    UNDERSCORE = "_",
    BANG = "!",
    AS = "as",
    LET = "let",
    FORALL = "forall",
    EXISTS = "exists",
    LAMBDA = "lambda",
    MATCH = "match",
    PAR = "par",
    WITNESS = "witness",
    COMPREHENSION = "set.comprehension",
    IS = "is",
    UPDATE = "update",
    UPDATE_FIELD = "update-field",
    CHAR = "char",
    PATTERN = ":pattern",
    NAMED = ":named",
    TRUE = "true",
    FALSE = "false",
}

impl Default for Texts {
    fn default() -> Texts {
        let mut texts =
            Texts { pool: String::new(), starts: vec![0], numbers: HashTable::with_capacity(64) };
        for word in WORDS {
            texts.intern(word);
        }
        texts
    }
}

/// Most texts are short: at most two multiplications.
fn hash(text: &str) -> u64 {
    let mut hasher = QuickHasher::default();
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    for word in words {
        hasher.write_u64(u64::from_le_bytes(*word));
    }
    let rest = rest.iter().fold(text.len() as u64, |number, byte| (number << 8) | u64::from(*byte));
    hasher.write_u64(rest);
    hasher.finish()
}

fn get<'a>(pool: &'a str, starts: &[u32], text: TextId) -> &'a str {
    &pool[starts[text.index()] as usize..starts[text.index() + 1] as usize]
}

impl Texts {
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn get(&self, text: TextId) -> &str {
        get(&self.pool, &self.starts, text)
    }

    pub(super) fn find(&self, text: &str) -> Option<TextId> {
        self.numbers.find(hash(text), |one| self.get(*one) == text).copied()
    }

    pub(super) fn intern(&mut self, text: &str) -> TextId {
        let Texts { pool, starts, numbers } = self;
        let digest = hash(text);
        if let Some(known) = numbers.find(digest, |one| get(pool, starts, *one) == text) {
            return *known;
        }
        let number = TextId(starts.len() as u32 - 1);
        pool.push_str(text);
        starts.push(pool.len() as u32);
        numbers.insert_unique(digest, number, |one| hash(get(pool, starts, *one)));
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_one_number() {
        let mut texts = Texts::default();
        assert_eq!(texts.find("let"), Some(word::LET));
        assert_eq!(texts.intern("false"), word::FALSE);
        let a = texts.intern("a");
        let empty = texts.intern("");
        assert_eq!((texts.intern("a"), texts.intern("")), (a, empty));
        assert_eq!((texts.get(a), texts.get(empty)), ("a", ""));
        assert_eq!(texts.find("b"), None);
    }
}
