//! The enumerator against another way of counting: all terms, written out, of which equal texts are one.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;

use murxla_api::{Binder, Profile, QuickSet, Wrapper};

use super::*;

fn profile() -> &'static Profile {
    murxla_mock::WRAPPER.load(Path::new("")).expect("the mock").profile()
}

fn space(name: &str, constants: usize, operators: &[&str]) -> Space {
    let operators = operators.iter().map(|one| (*one).to_owned()).collect();
    let limits = Limits { constants, operators, ..Limits::default() };
    Space::new(name, &limits, profile()).expect("a space")
}

/// A term, written out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Text {
    Constant(usize, usize),
    Literal(usize, usize),
    Apply(usize, Vec<Text>),
}

impl Text {
    /// The text of the class of a term under renaming and exchange of arguments: the least of all.
    fn class(&self, space: &Space) -> String {
        let mut renamings: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for sort in &space.sorts {
            let orders = orders(sort.constants);
            renamings = renamings
                .iter()
                .flat_map(|one| {
                    orders
                        .iter()
                        .map(|order| [one.as_slice(), std::slice::from_ref(order)].concat())
                })
                .collect();
        }
        renamings.iter().map(|renaming| self.written(space, renaming)).min().unwrap_or_default()
    }

    fn written(&self, space: &Space, renaming: &[Vec<usize>]) -> String {
        match self {
            Text::Constant(sort, name) => format!("c{sort}.{}", renaming[*sort][*name]),
            Text::Literal(sort, number) => format!("l{sort}.{number}"),
            Text::Apply(head, args) => {
                let mut args: Vec<String> =
                    args.iter().map(|arg| arg.written(space, renaming)).collect();
                if space.heads[*head].commutative {
                    args.sort();
                }
                format!("({head} {})", args.join(" "))
            }
        }
    }
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let with = |place: usize| {
        shorter.iter().map(move |order| {
            let mut order = order.clone();
            order.insert(place, count - 1);
            order
        })
    };
    (0..count).flat_map(with).collect()
}

/// All terms of each sort and size.
fn all(space: &Space, size: usize) -> Vec<Vec<Vec<Text>>> {
    let mut found: Vec<Vec<Vec<Text>>> = Vec::new();
    for size in 0..=size {
        let mut now: Vec<Vec<Text>> = vec![Vec::new(); space.sorts.len()];
        for (number, sort) in space.sorts.iter().enumerate() {
            if size == 0 {
                now[number].extend((0..sort.constants).map(|name| Text::Constant(number, name)));
                now[number].extend((0..sort.literals.len()).map(|one| Text::Literal(number, one)));
            }
        }
        for (number, head) in space.heads.iter().enumerate() {
            let least = if head.args.is_empty() { 0 } else { 1 };
            if size < least || (head.args.is_empty() && size > 0) {
                continue;
            }
            let mut lists: Vec<(usize, Vec<Text>)> = vec![(0, Vec::new())];
            for (place, sort) in head.args.iter().enumerate() {
                let mut longer = Vec::new();
                for (used, list) in &lists {
                    for (size_of, terms) in found.iter().enumerate().take(size - used) {
                        for term in &terms[*sort] {
                            let allowed = match head.places[place] {
                                super::heads::Place::Any => true,
                                super::heads::Place::Literal => matches!(term, Text::Literal(..)),
                                super::heads::Place::Constant => matches!(term, Text::Constant(..)),
                            };
                            if allowed {
                                longer.push((
                                    used + size_of,
                                    [list.as_slice(), std::slice::from_ref(term)].concat(),
                                ));
                            }
                        }
                    }
                }
                lists = longer;
            }
            let whole = lists.into_iter().filter(|(used, _)| used + least == size);
            now[head.result].extend(whole.map(|(_, args)| Text::Apply(number, args)));
        }
        found.push(now);
    }
    found
}

/// Makes texts of terms.
#[derive(Default)]
struct Texts(Vec<Text>);

impl Texts {
    fn add(&mut self, text: Text) -> Result<usize, Infallible> {
        self.0.push(text);
        Ok(self.0.len() - 1)
    }
}

impl Tree for Texts {
    type Term = usize;
    type Error = Infallible;

    fn known(&self, _: u32, _: &[u8]) -> Option<usize> {
        None
    }

    fn keep(&mut self, _: u32, _: &[u8], _: usize) {}

    fn constant(&mut self, sort: usize, number: usize) -> Result<usize, Infallible> {
        self.add(Text::Constant(sort, number))
    }

    fn variable(&mut self, sort: usize, depth: usize) -> Result<usize, Infallible> {
        self.add(Text::Constant(sort, 100 + depth))
    }

    fn literal(&mut self, sort: usize, number: usize) -> Result<usize, Infallible> {
        self.add(Text::Literal(sort, number))
    }

    fn value(&mut self, sort: usize, _: &murxla_api::Literal) -> Result<usize, Infallible> {
        self.add(Text::Literal(sort, 0))
    }

    fn operator(&mut self, _: &'static murxla_api::Op, _: &[usize]) -> Result<usize, Infallible> {
        self.add(Text::Literal(0, 0))
    }

    fn apply(&mut self, head: usize, args: &[usize]) -> Result<usize, Infallible> {
        let args = args.iter().map(|arg| self.0[*arg].clone()).collect();
        self.add(Text::Apply(head, args))
    }

    fn bind(
        &mut self,
        binder: Binder,
        sort: usize,
        depth: usize,
        body: usize,
    ) -> Result<usize, Infallible> {
        let number = if binder == Binder::Forall { 1000 } else { 1001 };
        let (variable, body) = (Text::Constant(sort, 100 + depth), self.0[body].clone());
        self.add(Text::Apply(number, vec![variable, body]))
    }
}

fn text(terms: &Terms, number: u64) -> Text {
    let mut texts = Texts::default();
    let whole = terms.term(number).expect("a term");
    let Ok(text) = terms.build(&mut texts, &whole);
    texts.0[text].clone()
}

/// With `--all-shapes` the terms are those that are written out, each once.
#[test]
fn the_count_is_that_of_all_terms_written_out() {
    let table: &[(&str, usize, &[&str], usize)] = &[
        ("core", 2, &[], 1),
        ("core", 3, &["not", "and", "=>"], 2),
        ("core", 1, &[], 2),
        ("core", 2, &["xor", "ite"], 2),
        ("bv1", 2, &["bvadd", "bvnot", "bvult", "OP_EQUAL"], 2),
        ("bv2", 2, &["bvsub", "concat", "extract"], 2),
        ("arrays", 1, &["select", "store"], 2),
        ("uf", 1, &[], 1),
        ("dt", 1, &[], 1),
    ];
    for (name, constants, operators, size) in table {
        let space = space(name, *constants, operators);
        let mut expected = BTreeSet::new();
        for terms in all(&space, *size) {
            for (sort, terms) in terms.iter().enumerate() {
                if space.is_asked(sort) {
                    expected.extend(terms.iter().map(|term| term.class(&space)));
                }
            }
        }
        let terms = Terms::new(space, *size, true).expect("terms");
        let found: BTreeSet<String> =
            (0..terms.count()).map(|number| text(&terms, number).class(terms.space())).collect();
        assert_eq!(found.len() as u64, terms.count(), "{name}: twice");
        let missing: Vec<&String> = expected.difference(&found).take(3).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        assert_eq!(found.len(), expected.len(), "{name}");
    }
}

/// Of two constants there are 16 functions, and 12 if these are exchanged.
#[test]
fn parts_are_functions_up_to_names() {
    let terms = Terms::new(space("core", 2, &[]), 4, false).expect("terms");
    assert_eq!(terms.part_count(), 12);
    let three = Terms::new(space("core", 3, &[]), 3, false).expect("terms");
    assert!(three.part_count() > 40, "{}", three.part_count());
}

/// What terms mean here is what the evaluator says.
#[test]
fn values_are_those_of_the_evaluator() {
    use crate::eval::{Assignment, Evaluator};
    for (name, size) in [("bv2", 2), ("arrays", 2), ("uf", 2), ("dt", 1), ("sets", 1), ("ints", 1)]
        .into_iter()
        .chain([("lists", 2), ("rels", 1), ("bags", 1)])
    {
        let mut terms = Terms::new(space(name, 2, &[]), size, false).expect("terms");
        let step = (terms.count() / 400).max(1);
        for number in (0..terms.count()).step_by(step as usize) {
            let whole = terms.term(number).expect("a term");
            let row = terms.row(&whole);
            let mut made = InGraph::new(terms.space());
            let term = terms.build(&mut made, &whole).expect("well sorted");
            for assignment in (0..terms.values().assignments()).step_by(7) {
                let mut values = Assignment::new();
                for (sort, symbols) in made.symbols().iter().enumerate() {
                    for (constant, symbol) in symbols.iter().enumerate() {
                        let number = terms.values().constant_in(sort, constant, assignment);
                        let datum = terms.values().datum(sort, number).expect("a value");
                        values.set(*symbol, datum.clone());
                    }
                }
                let expected = Evaluator::new(made.graph(), &values).evaluate(term);
                let found = terms.values().datum(whole.sort, row[assignment]);
                match (expected, found) {
                    (Ok(expected), Some(found)) => {
                        assert_eq!(
                            murxla_api::meaning::equal(&expected, found),
                            Ok(true),
                            "{name} {number}"
                        );
                    }
                    (Err(_), None) => {}
                    other => panic!("{name} {number}: {other:?}"),
                }
            }
        }
    }
}

/// Quantifiers: none twice, and each means what the evaluator says.
#[test]
fn quantified_terms_are_different() {
    let limits = Limits { constants: 2, quantifiers: true, ..Limits::default() };
    let space = Space::new("bv1", &limits, profile()).expect("a space");
    let mut terms = Terms::new(space, 2, false).expect("terms");
    let mut seen = QuickSet::default();
    let mut quantified = 0;
    for number in 0..terms.count() {
        let whole = terms.term(number).expect("a term");
        assert!(seen.insert(format!("{:?}", text(&terms, number))), "{number}");
        if matches!(whole.tree, super::term::Top::Bind { .. }) {
            quantified += 1;
            let row = terms.row(&whole);
            assert!(!row.contains(&UNKNOWN));
        }
    }
    assert!(quantified > 20, "{quantified}");
}

/// No text twice.
#[test]
#[ignore = "long: ten million terms are written out"]
fn no_duplicates_in_ten_million() {
    let terms = Terms::new(space("bv3", 2, &[]), 3, false).expect("terms");
    let mut seen: QuickSet<u128> = QuickSet::default();
    let count = terms.count().min(10_000_000);
    assert_eq!(count, 10_000_000);
    for one in 0..count {
        let class = text(&terms, one).class(terms.space());
        let hash = class.bytes().fold((7u64, 11u64), |(a, b), byte| {
            let byte = u64::from(byte);
            let a = (a.rotate_left(7) ^ byte).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (a, (b.rotate_left(29) ^ byte).wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
        });
        assert!(seen.insert(u128::from(hash.0) << 64 | u128::from(hash.1)), "{class}");
    }
    println!("{count} of {} terms, no two the same", terms.count());
}
