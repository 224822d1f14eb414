//! The runs of a campaign of mutants: run N is one mutant of a chain, imported to calls.
//!
//! A chain is so many mutations of one seed by one technique. All of it follows from the seed of the chain, which follows from that of
//! the campaign and its number: so run N is the same whoever asks for it.

use std::cell::RefCell;
use std::path::Path;

use murxla_api::smtlib::STANDARD;
use murxla_api::{ActionKind, Answer, Effort, Library, Profile};

use super::check_using::check_using;
use super::kept::{Made, files_of_seeds, mutant_text};
use super::settings::Technique;
use super::{Mutation, MutationError};
use crate::campaign::RunSource;
use crate::eval::Assignment;
use crate::exec::{OptionPolicy, Player};
use crate::findings::output_file::write_output;
use crate::model::{Fsm, Walk};
use crate::mutate::{Mutants, Promise, Repertoire, Seed};
use crate::oracle::{GivenVerdict, OracleSet, Verdict, play};
use crate::rng::{self, Rng, Stream};
use crate::sandbox::Log;
use crate::seeds::{FreshSeeds, KnownSeed, SeedFile};
use crate::smt::{Prepared, Script, import_planted, print};
use crate::trace::{Call, CallArg, Header};

/// Mutants on a solver.
pub struct MutantRuns<'a> {
    solver: &'a str,
    library: &'a dyn Library,
    profile: &'a Profile,
    mutation: Mutation,
    techniques: Vec<Technique>,
    seeds: SeedFile,
    /// The seeds that each technique can use, by number.
    usable: Vec<Vec<usize>>,
    fresh: Option<FreshSeeds<'a>>,
    repertoire: Repertoire,
    campaign: rng::Seed,
    header: Header,
    /// The solver as the user names it.
    asked: String,
    /// How many runs each chain gives.
    length: Vec<u64>,
    chain: RefCell<Option<Chain>>,
}

/// A chain under way.
struct Chain {
    number: u64,
    /// How many mutants it gave.
    given: u64,
    technique: usize,
    mutants: Box<dyn Mutants>,
    /// What is known of its seeds.
    status: Option<Answer>,
    seeds: Vec<KnownSeed>,
    names: String,
    rng: Rng,
    /// Of a chain every so many mutations give a mutant.
    modulo: u64,
}

/// A mutant, imported to calls.
struct Imported {
    calls: Vec<Call>,
    /// What the header of its trace says of it.
    about: Vec<(String, String)>,
    technique: &'static str,
}

/// So many seeds are tried for a chain before its runs are empty.
const TRIES: usize = 24;
/// A check may cost so many times as much as one of a drawn run.
const EFFORT: u64 = 10;

impl MutantRuns<'_> {
    /// Under this name it is counted how many runs had no mutant.
    pub const UNMADE: &'static str = "mutants that could not be made";
}

impl<'a> MutantRuns<'a> {
    /// The runs of a campaign on this library, within what this profile has; `solver` is the name of its wrapper.
    pub fn new(
        solver: &'a str,
        library: &'a dyn Library,
        profile: &'a Profile,
        mutation: Mutation,
        campaign: u64,
    ) -> Result<MutantRuns<'a>, MutationError> {
        let seeds = match &mutation.seeds {
            Some(path) => SeedFile::read(path)?,
            None => SeedFile::default(),
        };
        let techniques = mutation.mutators()?;
        let usable = techniques.iter().map(|technique| {
            let fits = |(_, seed): &(usize, &KnownSeed)| {
                seed.usable.iter().any(|name| name == technique.name())
            };
            seeds.seeds.iter().enumerate().filter(fits).map(|(number, _)| number).collect()
        });
        let usable = usable.collect();
        let fresh = if mutation.from_fuzzer { FreshSeeds::new(profile) } else { None };
        let mut header = Header::current(solver, &library.info().build());
        header.settings = Vec::new();
        let length = techniques.iter().map(|technique| {
            let modulo = if technique.makes_chains() { mutation.modulo } else { 1 };
            (mutation.iterations / modulo).max(1)
        });
        let length = length.collect();
        Ok(MutantRuns {
            solver,
            library,
            profile,
            techniques,
            seeds,
            usable,
            fresh,
            repertoire: Repertoire::of(profile),
            campaign: rng::Seed(campaign),
            header,
            asked: solver.to_owned(),
            length,
            chain: RefCell::default(),
            mutation,
        })
    }

    /// The same, of a solver that the user names so.
    pub fn asking(mut self, solver: &str) -> MutantRuns<'a> {
        self.asked = solver.to_owned();
        self
    }

    /// The chain of a run, and the place of the run in it. The techniques take turns.
    fn place(&self, run: u64) -> (u64, u64) {
        let round: u64 = self.length.iter().sum();
        let (turn, mut rest) = (run / round, run % round);
        for (technique, length) in self.length.iter().enumerate() {
            if rest < *length {
                return (turn * self.length.len() as u64 + technique as u64, rest);
            }
            rest -= length;
        }
        (turn, 0)
    }

    /// The chain with this number, from its beginning; `None` if its technique can use none of the seeds that were drawn.
    fn open(&self, number: u64) -> Option<Chain> {
        let technique = (number % self.techniques.len() as u64) as usize;
        let mutator = &*self.techniques[technique];
        let seed = self.campaign.run(number);
        let mut choice = seed.generator(Stream::Seeds);
        for _ in 0..TRIES {
            let mut known = Vec::new();
            for _ in 0..mutator.arity() {
                known.extend(self.draw_seed(technique, &mut choice));
            }
            let seeds: Vec<Seed> = known.iter().filter_map(|one| one.open().ok()).collect();
            if seeds.len() < mutator.arity() {
                continue;
            }
            let borrowed: Vec<&Seed> = seeds.iter().collect();
            let Ok(mutants) = mutator.open(&borrowed, &self.repertoire) else { continue };
            let names: Vec<&str> = seeds.iter().map(|one| one.name.as_str()).collect();
            let modulo = if mutator.makes_chains() { self.mutation.modulo } else { 1 };
            return Some(Chain {
                number,
                given: 0,
                technique,
                mutants,
                status: common_status(&seeds),
                names: names.join(" and "),
                seeds: known,
                rng: seed.generator(Stream::Mutation),
                modulo,
            });
        }
        None
    }

    fn draw_seed(&self, technique: usize, rng: &mut Rng) -> Option<KnownSeed> {
        let usable = &self.usable[technique];
        if let Some(fresh) = &self.fresh
            && (usable.is_empty() || rng.chance(1, 2))
        {
            return fresh.draw(rng::Seed(rng.number()));
        }
        Some(self.seeds.seeds[*rng.pick(usable)?].clone())
    }

    /// The calls of a run, and what the header says of them; `None` if there is no such mutant.
    fn calls(&self, run: u64) -> Option<Imported> {
        let (number, at) = self.place(run);
        let mut slot = self.chain.borrow_mut();
        if !slot.as_ref().is_some_and(|chain| chain.number == number && chain.given <= at) {
            *slot = self.open(number);
        }
        let chain = slot.as_mut()?;
        while chain.given < at {
            chain.skip();
        }
        let technique = self.techniques[chain.technique].name();
        let about = vec![
            ("mutant".to_owned(), technique.to_owned()),
            ("of".to_owned(), chain.names.clone()),
            ("chain".to_owned(), format!("{:#x}", self.campaign.run(number).0)),
            ("place".to_owned(), (at + 1).to_string()),
        ];
        let (status, modulo, names) = (chain.status, chain.modulo, chain.names.clone());
        let (mutant, skipped) = chain.next(modulo)?;
        let mut about = about;
        let steps = skipped.iter().chain(&mutant.steps);
        about.extend(steps.map(|step| ("step".to_owned(), step.clone())));
        let promises = Promises::of(&mutant.promise, status, technique, &names);
        if let Some(folder) = &self.mutation.keep {
            keep(folder, run, mutant.script);
        }
        let profile = (self.solver, self.profile);
        let options = &self.mutation.options;
        let mut calls = mutant_calls(mutant.script, &promises, profile, options)?;
        if technique == "storm" {
            let mut rng = self.campaign.run(number).run(at).generator(Stream::Calls);
            check_using(&mut calls, self.profile, &mut rng);
        }
        Some(Imported { calls, about, technique })
    }
}

/// What all seeds answer, if it is the same.
fn common_status(seeds: &[Seed]) -> Option<Answer> {
    let first = seeds.first()?.status;
    first.filter(|_| seeds.iter().all(|seed| seed.status == first))
}

impl Chain {
    /// Passes over one mutant.
    fn skip(&mut self) {
        let _ = self.next(self.modulo);
    }

    /// The next mutant, after so many mutations, and the steps of those before the last.
    fn next(&mut self, modulo: u64) -> Option<(crate::mutate::Mutant<'_>, Vec<String>)> {
        self.given += 1;
        let mut skipped = Vec::new();
        for _ in 1..modulo {
            if let Some(mutant) = self.mutants.draw(&mut self.rng) {
                skipped.extend(mutant.steps);
            }
        }
        self.mutants.draw(&mut self.rng).map(|mutant| (mutant, skipped))
    }
}

fn keep(folder: &Path, run: u64, script: &Script) {
    if let Ok(text) = print(script, &STANDARD) {
        // That a mutant is kept is a convenience: a full disk is told by the campaign itself.
        let _ = write_output(&folder.join(format!("{run}.smt2")), text.as_bytes());
    }
}

/// What must hold of a mutant, as its calls carry it.
#[derive(Clone, Debug)]
pub struct Promises {
    /// Values to plant.
    pub values: Option<Assignment>,
    /// The right answer with its reason.
    pub answer: Option<String>,
}

impl Promises {
    /// Those that follow from how a mutant was made.
    pub fn of(promise: &Promise, status: Option<Answer>, technique: &str, names: &str) -> Promises {
        if let Promise::Witness(values) = promise {
            return Promises { values: Some(values.clone()), answer: None };
        }
        let answer = promise.answer(status).map(|answer| match promise {
            Promise::Unsat => format!("{answer} {technique} made it so, of parts of {names}"),
            _ => format!("{answer} {technique} keeps that {names} is {answer}"),
        });
        Promises { values: None, answer }
    }
}

/// The calls of a mutant on a solver, with what is promised of it.
pub fn mutant_calls(
    script: &Script,
    promises: &Promises,
    (solver, profile): (&str, &Profile),
    options: &[(String, String)],
) -> Option<Vec<Call>> {
    let planted = |symbol| {
        let values = promises.values.as_ref()?;
        values.value(symbol)?.to_notation().map(String::into_boxed_str)
    };
    let mut imported = import_planted(script, &STANDARD, &planted).ok()?.trace;
    // What has no value that can be written is not proved by values: then the answer alone is promised.
    let all_planted = imported
        .calls
        .iter()
        .all(|call| call.action.kind() != ActionKind::MkConst || call.planted.is_some());
    let sat = || (promises.values.is_some() && !all_planted).then(|| "sat by values".to_owned());
    let answer = promises.answer.clone().or_else(sat);
    for call in &mut imported.calls {
        if matches!(call.action.kind(), ActionKind::CheckSat | ActionKind::CheckSatAssuming) {
            call.promised = answer.as_deref().map(Into::into);
            call.reply = None;
        }
    }
    let header = Header { for_any_solver: true, ..Header::default() };
    let prepared = Prepared::new(&header, &imported.calls, solver, profile);
    let mut calls = prepared.calls().to_vec();
    calls.iter_mut().for_each(|call| call.asked_by = None);
    let set_option = murxla_api::base_action("set-option")?;
    let option = |name: &str, value: &str| {
        Call::new(0, set_option, vec![CallArg::Text(name.into()), CallArg::Text(value.into())])
    };
    let mut first = vec![option(murxla_api::StandardOption::Models.key(), "true")];
    if let Some(Effort { option: name, units }) = profile.demands.effort {
        first.push(option(name, &(units * EFFORT).to_string()));
    }
    first.extend(options.iter().map(|(name, value)| option(name, value)));
    calls.splice(1..1, first);
    Some(calls)
}

impl RunSource for MutantRuns<'_> {
    fn play(&self, run: u64, log: &Log, oracles: &mut OracleSet<'_>) -> (Walk, bool) {
        let mut header = Header { seed: Some(self.seed(run).0), ..self.header.clone() };
        let Some(Imported { calls, about, technique }) = self.calls(run) else {
            log.write(header.to_line().as_bytes());
            let verdict = Verdict::CannotTell("no mutant could be made".to_owned());
            oracles.say(GivenVerdict { oracle: MutantRuns::UNMADE, call: 0, verdict });
            return (Walk::default(), true);
        };
        header.settings = about;
        log.write(header.to_line().as_bytes());
        let mut player = Player::new(self.library, OptionPolicy::NoFiles);
        let sound = play(&mut calls.as_slice(), &mut player, oracles, |bytes| log.write(bytes));
        let promised = |call: &Call| call.promised.is_some() || call.planted.is_some();
        let verdict = match calls.iter().any(promised) {
            true => Verdict::Holds,
            false => {
                Verdict::CannotTell("its right answer is not known by construction".to_owned())
            }
        };
        oracles.say(GivenVerdict { oracle: technique, call: 0, verdict });
        (Walk::default(), sound)
    }

    fn oracles<'o>(&self) -> OracleSet<'o> {
        OracleSet::of(&self.mutation.checks)
    }

    fn seed(&self, run: u64) -> rng::Seed {
        self.campaign.run(self.place(run).0)
    }

    fn fsm(&self) -> Option<&Fsm> {
        None
    }

    fn made_of(&self, run: u64) -> Vec<(String, String)> {
        let (number, at) = self.place(run);
        let Some(mut chain) = self.open(number) else { return Vec::new() };
        while chain.given < at {
            chain.skip();
        }
        let mut asked = vec![self.asked.clone()];
        asked.extend(self.mutation.cross_check.clone());
        let made = Made {
            technique: &*self.techniques[chain.technique],
            names: &chain.names,
            chain: self.campaign.run(number),
            place: at + 1,
            modulo: chain.modulo,
            asked: &asked.join(","),
        };
        let (mut files, mut text) = (files_of_seeds(&chain.seeds), made.heading());
        let (status, modulo) = (chain.status, chain.modulo);
        if let Some((mutant, skipped)) = chain.next(modulo) {
            text += &mutant_text(&mutant, &skipped, status);
        }
        files.push(("mutant.smt2".to_owned(), text));
        files
    }
}
