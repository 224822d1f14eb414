//! What must hold of mutants, on two solvers: seeds are scripts of the corpus whose answer the solvers agree on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use murxla::mutate::{Repertoire, Seed, mutator};
use murxla::rng::{Seed as Number, Stream};
use murxla::smt::{print, read};
use murxla_api::Answer;
use murxla_api::smtlib::STANDARD;

use crate::asking::{Asked, Solver};

/// What a seed may take, so that its mutants take not much more, and what a batch of mutants may.
const SEED_TIME: Duration = Duration::from_millis(200);
const TIME: Duration = Duration::from_millis(2000);
/// Larger scripts are no seeds here.
const LARGEST: u64 = 3_000;
/// So many mutants are made of a seed, or of a pair of seeds, at a time.
const OF_A_SEED: usize = 16;

fn number(name: &str, default: u64) -> Result<u64, Failed> {
    match std::env::var(name) {
        Ok(text) => Ok(text.parse().map_err(|_| format!("{name} is no number: {text}"))?),
        Err(_) => Ok(default),
    }
}

/// The folder that `MURXLA_CORPUS` names, or the one beside the repository.
fn corpus() -> PathBuf {
    match std::env::var_os("MURXLA_CORPUS") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
    }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2")
                && path.metadata()?.len() <= LARGEST
            {
                found.push(path);
            }
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(format!("there are no scripts in {}", folder.display()).into()),
        false => Ok(found),
    }
}

/// Scripts that ask one question, with the answer on which the solvers agree.
fn seeds(solvers: &[Solver]) -> Result<Vec<Seed>, Failed> {
    let mut seeds = Vec::new();
    for path in files(&corpus())? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(script) = read(&std::fs::read(&path)?, &[]) else { continue };
        let Ok(seed) = Seed::plain(name, script) else { continue };
        if seed.one_question().is_some() {
            seeds.push(seed);
        }
    }
    let texts: Vec<String> =
        seeds.iter().map(|seed| print(&seed.script, &STANDARD).unwrap_or_default()).collect();
    let mut answers = Vec::new();
    for solver in solvers {
        answers.push(solver.ask(&texts)?);
    }
    let mut place = 0;
    seeds.retain_mut(|seed| {
        let said: Vec<Option<Answer>> = answers.iter().map(|list| list[place].definite()).collect();
        place += 1;
        let mut definite = said.iter().flatten();
        seed.status = definite.next().copied();
        seed.status.is_some() && definite.all(|other| Some(*other) == seed.status)
    });
    Ok(seeds)
}

/// A mutant, with what must hold of it.
struct Made {
    text: String,
    right: Answer,
    steps: String,
    of: usize,
}

/// `MURXLA_MUTANTS` mutants (50,000), or as many as there are in `MURXLA_MUTANTS_SECONDS` (1,000).
pub fn what_must_hold(technique: &str) -> Result<(), Failed> {
    let wanted = number("MURXLA_MUTANTS", 50_000)? as usize;
    let seconds = Duration::from_secs(number("MURXLA_MUTANTS_SECONDS", 1_000)?);
    let mut solvers = [Solver::load("z3", SEED_TIME)?, Solver::load("cvc5", SEED_TIME)?];
    let mutator = mutator(technique).ok_or("there is no such technique")?;
    let seeds = seeds(&solvers)?;
    println!("{} seeds whose answer is known", seeds.len());
    for solver in &mut solvers {
        solver.limits.cpu = TIME;
        solver.batch = OF_A_SEED;
    }
    let begin = Instant::now();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("must-hold").join(technique);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let may = Repertoire::default();
    let mut rng = Number(number("MURXLA_MUTANTS_FROM", 22)?).generator(Stream::Mutation);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    // Seeds that a solver refuses say nothing of mutants that it refuses.
    let (mut mutants, mut unusable, mut slow) = (0, 0, vec![0u32; seeds.len()]);
    let mut wrong = Vec::new();
    let mut order = 0;
    while mutants < wanted && begin.elapsed() < seconds {
        let first = order % seeds.len();
        order += 1;
        if slow[first] > 8 {
            continue;
        }
        let mut of = vec![&seeds[first]];
        while of.len() < mutator.arity() {
            let Some(partner) = rng.pick(&seeds) else { break };
            of.push(partner);
        }
        let Ok(mut opened) = mutator.open(&of, &may) else {
            unusable += 1;
            continue;
        };
        let mut made: Vec<Made> = Vec::new();
        for _ in 0..OF_A_SEED {
            let Some(mutant) = opened.draw(&mut rng) else { continue };
            let Some(right) = mutant.promise.answer(of[0].status) else {
                *counts.entry("nothing must hold".to_owned()).or_default() += 1;
                continue;
            };
            let text = print(mutant.script, &STANDARD)?;
            made.push(Made { text, right, steps: mutant.steps.join(", "), of: first });
        }
        mutants += made.len();
        let texts: Vec<String> = made.iter().map(|one| one.text.clone()).collect();
        for solver in &solvers {
            for (one, said) in made.iter().zip(solver.ask(&texts)?) {
                let word = match (&said, said.definite()) {
                    (_, Some(answer)) if answer == one.right => "right",
                    (_, Some(_)) => {
                        let file = folder.join(format!("{}-{}.smt2", solver.name, wrong.len()));
                        let names: Vec<&str> = of.iter().map(|seed| seed.name.as_str()).collect();
                        let about = format!(
                            "; {}: {:?} instead of {:?}\n; {}\n; {}\n",
                            solver.name,
                            said,
                            one.right,
                            names.join(" and "),
                            one.steps
                        );
                        std::fs::write(&file, about + &one.text)?;
                        wrong.push(format!("{}: {}", file.display(), one.steps));
                        "WRONG"
                    }
                    (Asked::Refused(why), _) => {
                        *refused.entry(format!("{}: {why}", solver.name)).or_default() += 1;
                        "refused"
                    }
                    (Asked::Ended(why), _) => {
                        slow[one.of] += 1;
                        if why.contains("Timeout") { "cut" } else { "ended" }
                    }
                    _ => "unknown",
                };
                *counts.entry(format!("{} {word}", solver.name)).or_default() += 1;
            }
        }
    }
    for (why, count) in refused {
        println!("refused {count} times: {why}");
    }
    println!(
        "{technique}: {mutants} mutants in {} s; {unusable} seeds or pairs that it cannot use; {counts:?}; {} violations",
        begin.elapsed().as_secs(),
        wrong.len()
    );
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
