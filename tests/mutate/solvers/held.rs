//! What must hold of mutants, on two solvers: seeds are scripts of the corpus whose answer the solvers agree on, and fresh runs of
//! the generator.
//!
//! Where a technique promises nothing, the solvers must not contradict each other. No solver may refuse a mutant of a seed that it
//! took.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use murxla::mutate::{Mutator, Needs, Repertoire, Seed, mutator};
use murxla::rng::{Rng, Seed as Number, Stream};
use murxla::seeds::{FreshSeeds, KnownSeed, learn_seed};
use murxla::smt::{print, read};
use murxla_api::smtlib::STANDARD;
use murxla_api::{Answer, Profile};

use crate::asking::{Asked, Solver};

/// What a seed may take, so that its mutants take not much more, and what a batch of mutants may.
const SEED_TIME: Duration = Duration::from_millis(200);
const TIME: Duration = Duration::from_millis(2000);
/// Larger scripts are no seeds here.
const LARGEST: u64 = 3_000;
/// So many mutants are made of a seed, or of a pair of seeds, at a time.
const OF_A_SEED: usize = 16;
/// A seed of which so many mutants were cut off is left.
const MOST_CUT: u32 = 8;

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

/// A seed, and which solvers take it.
struct Taken {
    seed: Seed,
    by: Vec<bool>,
}

/// Scripts that ask one question on whose answer the solvers agree, with values if these are needed.
fn seeds(
    solvers: &[Solver],
    common: &Profile,
    needs: Needs,
    from: u64,
) -> Result<Vec<Taken>, Failed> {
    let mut all: Vec<KnownSeed> = Vec::new();
    for path in files(&corpus())? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(script) = read(text.as_bytes(), &[]) else { continue };
        if Seed::plain(name.clone(), script).is_ok() {
            all.push(KnownSeed { name, text, ..KnownSeed::default() });
        }
    }
    let fresh = FreshSeeds::new(common).ok_or("there is no generator")?;
    let drawn = (0..number("MURXLA_MUTANTS_FRESH", 300)?)
        .filter_map(|number| fresh.draw(Number(from).run(number)))
        .filter(|known| known.text.len() as u64 <= LARGEST);
    all.extend(drawn);
    all.retain(|known| known.open().is_ok_and(|seed| seed.one_question().is_some()));
    let mut texts = Vec::new();
    for known in &all {
        texts.push(print(&known.open().map_err(|why| why.to_string())?.script, &STANDARD)?);
    }
    let mut answers = Vec::new();
    for solver in solvers {
        answers.push(solver.ask(&texts)?);
    }
    let mut taken = Vec::new();
    for (place, mut known) in all.into_iter().enumerate() {
        let said: Vec<&Asked> = answers.iter().map(|list| &list[place]).collect();
        let mut definite = said.iter().filter_map(|asked| asked.definite());
        let first = definite.next();
        if first.is_none() || definite.any(|other| Some(other) != first) {
            continue;
        }
        known.sat = first.map(|answer| answer == Answer::Sat);
        if needs == Needs::Values && known.values.is_empty() {
            let seed = known.open().map_err(|why| why.to_string())?;
            let asked = (solvers[0].name, solvers[0].library);
            learn_seed(&mut known, &seed, needs, asked, &solvers[0].limits)?;
        }
        let by = said.iter().map(|asked| !matches!(asked, Asked::Refused(_))).collect();
        let seed = known.open().map_err(|why| why.to_string())?;
        taken.push(Taken { seed, by });
    }
    Ok(taken)
}

/// A mutant, with what must hold of it.
struct Made {
    text: String,
    right: Option<Answer>,
    steps: String,
}

/// What was counted.
#[derive(Default)]
struct Counts {
    words: BTreeMap<String, usize>,
    refused: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

/// Which of the answers of a solver contradict this one.
fn contradicts(asked: &Asked, right: Answer) -> bool {
    matches!(asked, Asked::Answers(list) if list.iter().any(|one| one.contradicts(right)))
}

struct Check<'a> {
    mutator: &'static dyn Mutator,
    seeds: &'a [Taken],
    solvers: &'a [Solver],
    folder: PathBuf,
    counts: Counts,
    cut: Vec<u32>,
}

impl Check<'_> {
    fn keep(&mut self, who: &str, what: &str, made: &Made, of: &[usize]) -> Result<(), Failed> {
        let file = self.folder.join(format!("{who}-{}.smt2", self.counts.wrong.len()));
        let names: Vec<&str> = of.iter().map(|one| self.seeds[*one].seed.name.as_str()).collect();
        let about = format!("; {who}: {what}\n; {}\n; {}\n", names.join(" and "), made.steps);
        std::fs::write(&file, about + &made.text)?;
        if what.starts_with("refused") {
            return Ok(());
        }
        self.counts.wrong.push(format!("{}: {}", file.display(), made.steps));
        Ok(())
    }

    /// Asks the solvers about mutants of these seeds.
    fn ask(&mut self, made: &[Made], of: &[usize]) -> Result<(), Failed> {
        let texts: Vec<String> = made.iter().map(|one| one.text.clone()).collect();
        let mut all = Vec::new();
        for (number, solver) in self.solvers.iter().enumerate() {
            let said = solver.ask(&texts)?;
            let takes = of.iter().all(|one| self.seeds[*one].by[number]);
            for (one, said) in made.iter().zip(&said) {
                let word = match said {
                    Asked::Refused(why) if takes => {
                        let count = self
                            .counts
                            .refused
                            .entry(format!("{}: {why}", solver.name))
                            .or_default();
                        *count += 1;
                        if *count == 1 {
                            self.keep(solver.name, &format!("refused-{why}"), one, of)?;
                        }
                        "refused"
                    }
                    Asked::Refused(_) => "refused as its seed",
                    Asked::Ended(why) => {
                        self.cut[of[0]] += 1;
                        if why.contains("Timeout") { "cut" } else { "ended" }
                    }
                    Asked::Answers(_)
                        if one.right.is_some_and(|right| contradicts(said, right)) =>
                    {
                        let what = format!("{said:?} instead of {:?}", one.right);
                        self.keep(solver.name, &what, one, of)?;
                        "WRONG"
                    }
                    Asked::Answers(list) if list.contains(&Answer::Unknown) => "unknown",
                    Asked::Answers(_) if one.right.is_some() => "right",
                    Asked::Answers(_) => "answered",
                };
                *self.counts.words.entry(format!("{} {word}", solver.name)).or_default() += 1;
            }
            all.push(said);
        }
        let [first, second] = all.as_slice() else { return Ok(()) };
        for (one, (first, second)) in made.iter().zip(first.iter().zip(second)) {
            let (Asked::Answers(a), Asked::Answers(b)) = (first, second) else { continue };
            if a.iter().zip(b).any(|(a, b)| a.contradicts(*b)) && one.right.is_none() {
                self.keep("both", &format!("{first:?} and {second:?}"), one, of)?;
                *self.counts.words.entry("DIFFERENT".to_owned()).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Draws mutants of these seeds; `None` if they cannot be used.
    fn draw(
        &mut self,
        of: &[usize],
        may: &Repertoire,
        rng: &mut Rng,
    ) -> Result<Option<Vec<Made>>, Failed> {
        let seeds: Vec<&Seed> = of.iter().map(|one| &self.seeds[*one].seed).collect();
        let Ok(mut opened) = self.mutator.open(&seeds, may) else { return Ok(None) };
        let mut made = Vec::new();
        // Techniques that promise something are looked at for that.
        let promises = self.mutator.needs() != Needs::Nothing;
        for _ in 0..OF_A_SEED {
            let Some(mutant) = opened.draw(rng) else { continue };
            let right = mutant.promise.answer(seeds[0].status);
            if promises && right.is_none() {
                *self.counts.words.entry("nothing must hold".to_owned()).or_default() += 1;
                continue;
            }
            let text = print(mutant.script, &STANDARD)?;
            made.push(Made { text, right, steps: mutant.steps.join(", ") });
        }
        Ok(Some(made))
    }
}

/// `MURXLA_MUTANTS` mutants (50,000), or as many as there are in `MURXLA_MUTANTS_SECONDS` (1,000).
pub fn what_must_hold(technique: &str) -> Result<(), Failed> {
    let wanted = number("MURXLA_MUTANTS", 50_000)? as usize;
    let seconds = Duration::from_secs(number("MURXLA_MUTANTS_SECONDS", 1_000)?);
    let from = number("MURXLA_MUTANTS_FROM", 22)?;
    let begin = Instant::now();
    let mut solvers = [Solver::load("z3", SEED_TIME)?, Solver::load("cvc5", SEED_TIME)?];
    let mutator = mutator(technique).ok_or("there is no such technique")?;
    let common = solvers[0].library.profile().in_common_with(&[solvers[1].library.profile()]);
    let seeds = seeds(&solvers, &common, mutator.needs(), from)?;
    println!("{} seeds whose answer is known, after {} s", seeds.len(), begin.elapsed().as_secs());
    for solver in &mut solvers {
        solver.limits.cpu = TIME;
        solver.batch = OF_A_SEED;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("must-hold").join(technique);
    std::fs::create_dir_all(&folder)?;
    let folder = folder.join(from.to_string());
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let may = Repertoire::of(&common);
    let mut rng = Number(from).generator(Stream::Mutation);
    let (mut mutants, mut unusable) = (0, 0);
    let mut order = rng.below(seeds.len() as u64) as usize;
    let counts = Counts::default();
    let cut = vec![0u32; seeds.len()];
    let mut check = Check { mutator, seeds: &seeds, solvers: &solvers, folder, counts, cut };
    let mut idle = 0;
    while mutants < wanted && begin.elapsed() < seconds && idle < 10 * seeds.len() {
        let first = order % seeds.len();
        order += 1;
        idle += 1;
        if check.cut[first] > MOST_CUT {
            continue;
        }
        let mut of = vec![first];
        while of.len() < mutator.arity() {
            of.push(rng.below(seeds.len() as u64) as usize);
        }
        let Some(made) = check.draw(&of, &may, &mut rng)? else {
            unusable += 1;
            continue;
        };
        if !made.is_empty() {
            idle = 0;
        }
        mutants += made.len();
        check.ask(&made, &of)?;
    }
    let Counts { words, refused, wrong } = check.counts;
    for (why, count) in refused {
        println!("refused {count} times: {why}");
    }
    println!(
        "{technique}: {mutants} mutants in {} s; {unusable} seeds or pairs that it cannot use; {words:?}; {} violations",
        begin.elapsed().as_secs(),
        wrong.len()
    );
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
