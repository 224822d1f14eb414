//! Mutants: they have sorts, differ from their seed, are the same again, and what they say is known.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use murxla::eval::{Assignment, Evaluator};
use murxla::mutate::{MUTATORS, Mutant, Mutator, Needs, Promise, Repertoire, Seed, theory_of};
use murxla::rng::{Seed as Number, Stream};
use murxla::seeds::FreshSeeds;
use murxla::smt::{Command, Reprinter, Script, Term, print, read};
use murxla_api::meaning::{Datum, finite};
use murxla_api::smtlib::STANDARD;
use murxla_api::{Answer, Wrapper};

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
    let mut printer = Reprinter::new(&STANDARD);
    for _ in 0..count {
        if let Some(mutant) = mutants.draw(&mut rng) {
            // What is kept from one to the next changes no text.
            let again = printer.print(mutant.script, mutant.lasting).expect("a text");
            assert_eq!(again, text(mutant.script), "{} of {}", mutator.name(), seed.name);
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

/// The scripts of a corpus, and fresh runs of the generator in all theories.
fn many_seeds(fresh: u64) -> Vec<Seed> {
    let corpus = std::env::var_os("MURXLA_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    let mut seeds: Vec<Seed> = scripts(&corpus).iter().filter_map(|path| seed(path)).collect();
    println!("{} seeds of the corpus", seeds.len());
    let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
    let runs = FreshSeeds::new(library.profile()).expect("a generator");
    let drawn = (0..fresh).filter_map(|number| runs.draw(Number(number))?.open().ok());
    let before = seeds.len();
    seeds.extend(drawn);
    println!("{} seeds of {fresh} fresh runs", seeds.len() - before);
    seeds
}

/// The theories of a seed, by their names.
fn theories(seed: &Seed) -> BTreeSet<String> {
    let graph = &seed.script.graph;
    graph.terms().filter_map(|term| theory_of(graph, term)).map(|one| format!("{one:?}")).collect()
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Mutants of each technique over a corpus and over fresh runs; prints how many seeds it can use, by theory, and how many mutants
/// were looked at.
#[test]
#[ignore = "long: 100,000 mutants of each technique over a corpus and fresh runs"]
fn mutants_100000() {
    let wanted = number("MURXLA_MUTANTS", 100_000);
    let from = number("MURXLA_MUTANTS_FROM", 1);
    let chosen = std::env::var("MURXLA_MUTATORS").unwrap_or_default();
    let seeds = many_seeds(number("MURXLA_MUTANTS_FRESH", 1_000));
    let theories: Vec<BTreeSet<String>> = seeds.iter().map(theories).collect();
    let is_chosen = |name: &str| chosen.is_empty() || chosen.split(',').any(|one| one == name);
    for mutator in MUTATORS.iter().filter(|one| is_chosen(one.name())) {
        let (mut usable, mut made, mut round) = (vec![false; seeds.len()], 0u64, from);
        let mut left: Vec<usize> = (0..seeds.len()).collect();
        while made < wanted && !left.is_empty() {
            // Those that gave none in a round are left out afterwards.
            left.retain(|place| {
                let seed = &seeds[*place];
                let pair = vec![seed; mutator.arity()];
                let Ok(mut mutants) = mutator.open(&pair, &Repertoire::default()) else {
                    return false;
                };
                usable[*place] = true;
                let mut rng = Number(round).run(*place as u64).generator(Stream::Mutation);
                let mut printer = Reprinter::new(&STANDARD);
                let mut any = false;
                for _ in 0..OF_A_SEED {
                    if made < wanted
                        && let Some(mutant) = mutants.draw(&mut rng)
                    {
                        made += 1;
                        any = true;
                        let written = examine(&mutant, false);
                        let again = printer.print(mutant.script, mutant.lasting).expect("a text");
                        assert_eq!(again, written, "{} of {}", mutator.name(), seed.name);
                    }
                }
                any
            });
            round += 1;
        }
        let used = usable.iter().filter(|one| **one).count();
        println!(
            "{}: {made} mutants, all of them scripts; {used} of {} seeds can be used",
            mutator.name(),
            seeds.len()
        );
        let mut shares: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for (usable, theories) in usable.iter().zip(&theories) {
            for theory in theories {
                let [some, all] = shares.entry(theory).or_default();
                *all += 1;
                *some += usize::from(*usable);
            }
        }
        let shares: Vec<String> =
            shares.iter().map(|(theory, [some, all])| format!("{theory} {some}/{all}")).collect();
        println!("    {}", shares.join(", "));
    }
}

/// So many mutants are drawn of a seed in one round.
const OF_A_SEED: usize = 64;
