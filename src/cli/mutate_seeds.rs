//! The seeds of `murxla mutate`: files that can be used, with what is known of them, and why others cannot.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use murxla_api::{Answer, Library};

use super::print::say;
use crate::campaign::Mutation;
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::mutate::{Needs, Repertoire, Seed};
use crate::sandbox::Limits;
use crate::seeds::{KnownSeed, SeedFile, learn_seed};
use crate::smt::read;

/// What is wanted of seeds.
pub(super) struct Wanted {
    /// Larger files are left out.
    pub(super) size_at_most: u64,
    /// All are satisfiable, or not, whatever they say.
    pub(super) sat: Option<bool>,
    /// Seconds for what a solver is asked about one.
    pub(super) time: f64,
}

/// Seeds, and what cannot be used.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) file: SeedFile,
    /// Files that are no seeds at all, with the reason.
    unusable: Vec<(String, String)>,
    /// How many seeds each technique can use, and why it cannot use others, each reason with their number.
    techniques: Vec<(String, usize, BTreeMap<String, usize>)>,
}

/// Seeds that a technique of several seeds is tried with.
const PARTNERS: usize = 8;

/// Looks at files and folders.
pub(super) fn gather(
    paths: &[PathBuf],
    mutation: &Mutation,
    repertoire: &Repertoire,
    wanted: &Wanted,
    asked: (&str, &dyn Library),
) -> anyhow::Result<Gathered> {
    let mut gathered = Gathered::default();
    let techniques = mutation.mutators()?;
    let needs = techniques.iter().map(|one| one.needs()).max().unwrap_or(Needs::Nothing);
    let cpu = Duration::from_secs_f64(wanted.time);
    let limits = Limits { cpu, wall: cpu * 2, ..Limits::default() };
    for path in files(paths, &mut gathered.unusable) {
        let name = path.display().to_string();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            match SeedFile::read(&path) {
                Ok(file) => gathered.file.seeds.extend(file.seeds.into_iter().map(unused)),
                Err(error) => gathered.unusable.push((name, error.to_string())),
            }
            continue;
        }
        let (mut known, seed) = match seed_of(&path, wanted) {
            Ok(both) => both,
            Err(why) => {
                gathered.unusable.push((name, why));
                continue;
            }
        };
        learn_seed(&mut known, &seed, needs, asked, &limits)?;
        gathered.file.seeds.push(known);
    }
    let opened: Vec<Option<Seed>> =
        gathered.file.seeds.iter().map(|known| known.open().ok()).collect();
    for technique in &techniques {
        let (mut usable, mut reasons) = (0, BTreeMap::new());
        for (number, seed) in opened.iter().enumerate() {
            let Some(seed) = seed else { continue };
            // One that takes several seeds can use a seed if it can use it with some other one.
            let partners: Vec<&Seed> = match technique.arity() {
                1 => vec![seed],
                _ => opened
                    .iter()
                    .flatten()
                    .filter(|other| other.status == seed.status)
                    .take(PARTNERS)
                    .collect(),
            };
            let mut why = None;
            let fits = partners.iter().any(|partner| {
                let mut seeds = vec![seed];
                seeds.extend(std::iter::repeat_n(*partner, technique.arity() - 1));
                match technique.open(&seeds, repertoire) {
                    Ok(_) => true,
                    Err(error) => {
                        why = Some(error.to_string());
                        false
                    }
                }
            });
            if fits {
                usable += 1;
                gathered.file.seeds[number].usable.push(technique.name().to_owned());
            } else if let Some(why) = why {
                *reasons.entry(why).or_default() += 1;
            }
        }
        gathered.techniques.push((technique.name().to_owned(), usable, reasons));
    }
    Ok(gathered)
}

/// A seed of which it is not yet known who can use it.
fn unused(seed: KnownSeed) -> KnownSeed {
    KnownSeed { usable: Vec::new(), ..seed }
}

/// The seed in a file, or why there is none.
fn seed_of(path: &Path, wanted: &Wanted) -> Result<(KnownSeed, Seed), String> {
    let about = std::fs::metadata(path).map_err(|error| format!("cannot be read: {error}"))?;
    if about.len() > wanted.size_at_most {
        return Err(format!("larger than {} bytes", wanted.size_at_most));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err("empty".to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|_| "no text".to_owned())?;
    let script = read(text.as_bytes(), &[]).map_err(|error| format!("no script: {error}"))?;
    let name = path.display().to_string();
    let mut seed = Seed::plain(name.clone(), script).map_err(|why| why.to_string())?;
    if let Some(sat) = wanted.sat {
        seed.status = Some(if sat { Answer::Sat } else { Answer::Unsat });
    }
    let sat = seed.status.map(|status| status == Answer::Sat);
    let known = KnownSeed { name, text, sat, ..KnownSeed::default() };
    Ok((known, seed))
}

/// All files that are named, and all *.smt2 in folders that are named, in order.
fn files(paths: &[PathBuf], unusable: &mut Vec<(String, String)>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let (mut open, begin) = (vec![path.clone()], files.len());
        while let Some(folder) = open.pop() {
            let entries = match std::fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) => {
                    unusable
                        .push((folder.display().to_string(), format!("cannot be read: {error}")));
                    continue;
                }
            };
            for entry in entries.flatten() {
                let path = entry.path();
                // A link to a folder may lead round in a circle.
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if is_folder {
                    open.push(path);
                } else if path.extension().is_some_and(|extension| extension == "smt2") {
                    files.push(path);
                }
            }
        }
        files[begin..].sort();
    }
    files
}

/// The file in the folder of a campaign that lists what could not be used.
const UNUSABLE: &str = "unusable-seeds.txt";

impl Gathered {
    /// How many seeds some technique can use.
    pub(super) fn usable(&self) -> usize {
        self.file.seeds.iter().filter(|seed| !seed.usable.is_empty()).count()
    }

    /// Says how many seeds each technique can use.
    pub(super) fn tell(&self) {
        for (technique, usable, _) in &self.techniques {
            say!("{technique}: {usable} of {} seeds", self.file.seeds.len());
        }
    }

    /// Says why files are no seeds.
    pub(super) fn tell_unusable(&self) {
        for line in self.lines() {
            say!("{line}");
        }
    }

    /// Why a technique cannot use the seeds.
    pub(super) fn first_reason(&self, technique: &str) -> String {
        let of_technique = self.techniques.iter().find(|(name, ..)| name == technique);
        let reason = of_technique.and_then(|(.., reasons)| reasons.keys().next().cloned());
        let of_file = || self.unusable.first().map(|(name, why)| format!("{name}: {why}"));
        reason.or_else(of_file).unwrap_or_else(|| "there are too few".to_owned())
    }

    /// What cannot be used: files one by one, and for each technique the reasons with their numbers.
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, why) in &self.unusable {
            lines.push(format!("no seed: {name}: {why}"));
        }
        for (technique, _, reasons) in &self.techniques {
            for (why, count) in reasons {
                lines.push(format!("{technique} cannot use {count} seeds: {why}"));
            }
        }
        lines
    }

    /// Keeps that in the folder of the campaign.
    pub(super) fn write_unusable(&self, out: &Path) -> Result<(), DiskError> {
        let mut text = self.lines().join("\n");
        text.push('\n');
        write_output(&out.join(UNUSABLE), text.as_bytes())
    }

    /// What was kept, for the summary: the number of files, and the lines of the techniques.
    pub(super) fn read_unusable(out: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(out.join(UNUSABLE)).unwrap_or_default();
        let (files, techniques): (Vec<&str>, Vec<&str>) = text
            .lines()
            .filter(|line| !line.is_empty())
            .partition(|line| line.starts_with("no seed: "));
        let mut lines: Vec<String> = techniques.iter().map(|line| (*line).to_owned()).collect();
        if !files.is_empty() {
            let path = out.join(UNUSABLE);
            lines.push(format!("{} files are no seeds: {} tells why", files.len(), path.display()));
        }
        lines
    }
}
