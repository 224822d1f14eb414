//! Mutated files: whatever is changed in a file, reading it ends, and nothing panics.

use murxla::rng::{Rng, Seed, Stream};
use murxla::smt::{check, parse};
use murxla_api::Op;

use crate::corpus::own_operators;
use crate::golden;

/// Pieces of a file that tell its structure.
fn tokens(input: &[u8]) -> Vec<&[u8]> {
    let is_word = |byte: &u8| !byte.is_ascii_whitespace() && !b"()".contains(byte);
    let mut tokens = Vec::new();
    let mut rest = input;
    while !rest.is_empty() {
        let length = rest.iter().take_while(|byte| is_word(byte)).count().max(1);
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn mutate_bytes(input: &mut Vec<u8>, rng: &mut Rng) {
    const TELLING: &[u8] = b"()|\";:#_! \n0-9az\0\xff\xc3";
    let place = rng.below(input.len() as u64) as usize;
    match rng.below(5) {
        0 => input[place] = rng.below(256) as u8,
        1 => input[place] = TELLING[rng.below(TELLING.len() as u64) as usize],
        2 => input.insert(place, TELLING[rng.below(TELLING.len() as u64) as usize]),
        3 => drop(input.remove(place)),
        _ => input.truncate(place + 1),
    }
}

fn mutate_tokens(input: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let (mut tokens, others) = (tokens(input), tokens(other));
    let pick = |rng: &mut Rng, count: usize| rng.below(count as u64) as usize;
    let place = pick(rng, tokens.len());
    match rng.below(5) {
        0 => drop(tokens.remove(place)),
        1 => tokens.insert(place, others[pick(rng, others.len())]),
        2 => tokens[place] = others[pick(rng, others.len())],
        3 => {
            let from = pick(rng, tokens.len());
            tokens.swap(place, from);
        }
        _ => {
            let from = pick(rng, others.len());
            let until = (from + 1 + pick(rng, 40)).min(others.len());
            tokens.splice(place..place, others[from..until].iter().copied());
        }
    }
    *input = tokens.concat();
}

/// A file with one to four mistakes.
fn mutant(files: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut rng = Seed(number).generator(Stream::Mutation);
    let pick = |rng: &mut Rng| &files[rng.below(files.len() as u64) as usize];
    let mut input = pick(&mut rng).clone();
    for _ in 0..1 + rng.below(4) {
        if input.is_empty() {
            break;
        }
        if rng.below(2) == 0 {
            mutate_bytes(&mut input, &mut rng);
        } else {
            let other = pick(&mut rng).clone();
            mutate_tokens(&mut input, &other, &mut rng);
        }
    }
    input
}

/// How many of the mutants parse, and how many type-check.
fn read_mutants(numbers: std::ops::Range<u64>) -> (u64, u64) {
    let paths = golden::files();
    let files: Vec<Vec<u8>> =
        paths.iter().map(|path| std::fs::read(path).expect("a file")).collect();
    let own: Vec<&'static Op> = own_operators();
    let (mut parsed, mut checked) = (0, 0);
    for number in numbers {
        let input = mutant(&files, number);
        if let Ok(commands) = parse(&input) {
            parsed += 1;
            let again = parse(commands.to_string().as_bytes());
            assert_eq!(again.as_ref(), Ok(&commands), "mutant {number} changes when it is printed");
            checked += u64::from(check(&commands, &own).is_ok());
        }
    }
    (parsed, checked)
}

#[test]
fn mutated_files_20000() {
    let (parsed, checked) = read_mutants(0..20_000);
    assert!(
        parsed > 5_000 && checked > 1_000,
        "{parsed} parsed and {checked} checked: too few to tell"
    );
}

#[test]
#[ignore = "long: a million mutated files"]
fn mutated_files_1000000() {
    let (parsed, checked) = read_mutants(0..1_000_000);
    println!("1000000 mutated files: {parsed} parse, {checked} type-check, none panics");
}
