//! Mutants: they have sorts, differ from their seed, are the same again, and what they say is known.

use std::path::{Path, PathBuf};

use murxla::eval::{Assignment, Evaluator};
use murxla::mutate::{MUTATORS, Mutant, Mutator, Needs, Promise, Repertoire, Seed};
use murxla::rng::{Seed as Number, Stream};
use murxla::smt::{Command, Script, Term, print, read};
use murxla_api::Answer;
use murxla_api::meaning::{Datum, finite};
use murxla_api::smtlib::STANDARD;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutate")
}

/// The scripts in a folder, in order.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A seed with some values for its constants: they need be no model.
fn seed(path: &Path) -> Option<Seed> {
    let text = std::fs::read(path).expect("a file");
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut seed = Seed::plain(name, read(&text, &[]).ok()?).ok()?;
    let mut values = Assignment::of_definitions(&seed.script);
    for command in &seed.script.commands {
        if let Command::Declare(symbol) = command {
            let sort = &seed.script.graph.symbol(*symbol).sort;
            let first = match sort.kind() {
                murxla_api::SortKind::Int => Some(Datum::Int(1)),
                murxla_api::SortKind::Real => Some(Datum::Real(1, 2)),
                murxla_api::SortKind::String => Some(Datum::String(['a' as u32].into())),
                _ => finite::nth(sort, 1).or_else(|| finite::nth(sort, 0)),
            };
            if let Some(value) = first {
                values.set(*symbol, value);
            }
        }
    }
    seed.counter_model = Some(values);
    Some(seed)
}

fn text(script: &Script) -> String {
    print(script, &STANDARD).expect("a text")
}

fn asserted(script: &Script) -> Vec<Term> {
    script
        .commands
        .iter()
        .filter(|one| matches!(one, Command::Assert(_)))
        .flat_map(Command::terms)
        .collect()
}

/// Looks at a mutant: it can be read; values that are promised make it true.
fn examine(mutant: &Mutant<'_>, values_are_looked_at: bool) -> String {
    let written = text(mutant.script);
    let again = read(written.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}:\n{written}"));
    assert_eq!(asserted(&again).len(), asserted(mutant.script).len());
    if let Promise::Witness(values) = &mutant.promise
        && values_are_looked_at
    {
        let mut evaluator = Evaluator::new(&mutant.script.graph, values);
        for term in asserted(mutant.script) {
            assert_eq!(evaluator.evaluate(term), Ok(Datum::Bool(true)), "{written}");
        }
    }
    written
}

/// Draws mutants of one seed, with itself as its partner where there are to be two.
fn draw(mutator: &dyn Mutator, seed: &Seed, count: usize, examined: bool) -> Option<Vec<String>> {
    let seeds = vec![seed; mutator.arity()];
    let mut mutants = mutator.open(&seeds, &Repertoire::default()).ok()?;
    let mut rng = Number(7).generator(Stream::Mutation);
    let mut written = Vec::new();
    for _ in 0..count {
        if let Some(mutant) = mutants.draw(&mut rng) {
            written.push(match examined {
                true => examine(&mutant, true),
                false => text(mutant.script),
            });
        }
    }
    Some(written)
}

#[test]
fn mutants_of_all_theories_are_scripts() {
    for path in scripts(&folder().join("seeds")) {
        let seed = seed(&path).unwrap_or_else(|| panic!("{} is a seed", path.display()));
        for mutator in MUTATORS {
            let Some(first) = draw(*mutator, &seed, 15, true) else { continue };
            assert!(!first.is_empty(), "{} of {}", mutator.name(), seed.name);
            // The same numbers give the same mutants, byte for byte.
            assert_eq!(draw(*mutator, &seed, 15, false).as_ref(), Some(&first));
            if mutator.needs() == Needs::Nothing {
                let unchanged = text(&seed.script);
                let without_logic: String = unchanged
                    .lines()
                    .filter(|line| !line.starts_with("(set-logic"))
                    .map(|line| format!("{line}\n"))
                    .collect();
                assert!(!first.contains(&without_logic), "{} of {}", mutator.name(), seed.name);
            }
        }
    }
}

/// Which techniques can use which seeds, and the first mutants of each: one file per technique.
#[test]
fn the_first_mutants_are_as_they_were() {
    for mutator in MUTATORS {
        let mut golden = String::new();
        for path in scripts(&folder().join("seeds")) {
            let seed = seed(&path).expect("a seed");
            golden += &format!("; {}\n", seed.name);
            let seeds = vec![&seed; mutator.arity()];
            let mut mutants = match mutator.open(&seeds, &Repertoire::default()) {
                Ok(mutants) => mutants,
                Err(why) => {
                    golden += &format!(";   not usable: {why}\n");
                    continue;
                }
            };
            let mut rng = Number(1).generator(Stream::Mutation);
            let drawn = (0..4).find_map(|_| {
                let mutant = mutants.draw(&mut rng)?;
                let answer = mutant.promise.answer(seed.status);
                let promised =
                    answer.map_or_else(|| "unknown".to_owned(), |one: Answer| one.to_string());
                let steps: String =
                    mutant.steps.iter().map(|step| format!(";   {step}\n")).collect();
                Some(format!("{steps};   answer: {promised}\n{}", text(mutant.script)))
            });
            golden += &drawn.unwrap_or_else(|| ";   no mutant\n".to_owned());
        }
        let path = folder().join("golden").join(format!("{}.txt", mutator.name()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &golden).expect("written");
            continue;
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(golden, expected, "{}; BLESS=1 rewrites it", path.display());
    }
}

/// Mutants of each technique over a corpus; prints how many seeds it can use, and how many mutants were looked at.
#[test]
#[ignore = "long: 100,000 mutants of each technique over a corpus"]
fn mutants_100000() {
    let corpus = std::env::var_os("MURXLA_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    let wanted: usize =
        std::env::var("MURXLA_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let seeds: Vec<Seed> = scripts(&corpus).iter().filter_map(|path| seed(path)).collect();
    println!("{} seeds", seeds.len());
    for mutator in MUTATORS {
        let (mut usable, mut made) = (0usize, 0usize);
        let each = wanted.div_ceil(seeds.len()) * 5 / 4;
        for seed in &seeds {
            let pair = vec![seed; mutator.arity()];
            let Ok(mut mutants) = mutator.open(&pair, &Repertoire::default()) else { continue };
            usable += 1;
            let mut rng = Number(usable as u64).generator(Stream::Mutation);
            for _ in 0..each {
                let Some(mutant) = mutants.draw(&mut rng) else { continue };
                made += 1;
                examine(&mutant, false);
            }
        }
        println!("{}: {usable} seeds usable, {made} mutants, all of them scripts", mutator.name());
    }
}
