//! What is kept of a mutant: its text with what must hold of it and how it is made again, and its seeds.

use murxla_api::Answer;
use murxla_api::smtlib::STANDARD;

use crate::mutate::{Mutant, Mutator, Promise};
use crate::rng;
use crate::seeds::{KnownSeed, SeedFile, lines};
use crate::smt::print;

/// How a mutant came to be.
pub(super) struct Made<'a> {
    pub(super) technique: &'a dyn Mutator,
    /// The names of its seeds.
    pub(super) names: &'a str,
    pub(super) chain: rng::Seed,
    /// Its place in the chain, from 1 on.
    pub(super) place: u64,
    pub(super) modulo: u64,
    /// The solvers whose operators were put into it.
    pub(super) asked: &'a str,
}

impl Made<'_> {
    /// The lines above its text, one of which is the command that prints it again.
    pub(super) fn heading(&self) -> String {
        let Made { technique, names, chain, place, modulo, asked } = self;
        let name = technique.name();
        let modulo = match technique.makes_chains() {
            true => format!(" -m {modulo}"),
            false => String::new(),
        };
        let asked = shlex::try_quote(asked).unwrap_or_default();
        format!(
            "; mutant {place} by {name} of {names}, chain {:#x}\n\
             ; again: murxla mutate {} --with {name} --seed {:#x} --at {place}{modulo} --solver {asked}\n",
            chain.0,
            SeedFile::NAME,
            chain.0
        )
    }
}

/// The seeds as files: each as a script, and all of them with what is known of them.
pub(super) fn files_of_seeds(seeds: &[KnownSeed]) -> Vec<(String, String)> {
    let mut files = vec![(SeedFile::NAME.to_owned(), lines(seeds))];
    for (place, seed) in seeds.iter().enumerate() {
        let name = match place {
            0 => "seed.smt2".to_owned(),
            _ => format!("seed-{}.smt2", place + 1),
        };
        files.push((name, seed.text.clone()));
    }
    files
}

/// A mutant as a script that says how it was made, after these steps and its own, and what must hold of it.
pub fn mutant_text(mutant: &Mutant<'_>, skipped: &[String], status: Option<Answer>) -> String {
    let mut text = String::new();
    for step in skipped.iter().chain(&mutant.steps) {
        text += &format!("; {}\n", murxla_api::visible_line(step));
    }
    match mutant.promise.answer(status) {
        Some(answer) => text += &format!("(set-info :status {answer})\n"),
        None if !matches!(mutant.promise, Promise::Nothing) => {
            text += "; its answer follows from that of the seed, which is not known\n";
        }
        None => {}
    }
    match print(mutant.script, &STANDARD) {
        Ok(script) => text + &script,
        Err(error) => format!("{text}; it cannot be printed: {error}\n"),
    }
}
