//! The models that solvers give after sat: which share of them the model oracle finds true, open, beyond telling or false, by
//! theory; of generated runs and of a corpus.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::exec::{self, OptionPolicy};
use murxla::oracle::{
    Checks, GivenVerdict, LocalRunner, MODEL, NO_MODEL, Runner, TRUE_BUT_FOR, produce_models,
};
use murxla::rng::Seed;
use murxla::sandbox;
use murxla::smt::script_trace;
use murxla::solvers::wrapper;
use murxla::trace::{Call, CallArg, Name, Operator, TermName};
use murxla_api::{ActionKind, Effects, Profile, Theory};

use crate::runs::Subject;
use crate::{TIME, seeds};

/// Of models without quantifiers and strings at least so many in a hundred get a definite verdict.
const DEFINITE: f64 = 97.0;

/// What no evaluator can tell: there is no such value in a model, the solver has it and does not tell it, or does not document it.
/// Models with such a reason are counted apart.
const OUT_OF_REACH: &[&str] = &[
    "its values are irrational almost everywhere",
    "it speaks of a heap, which no assignment has",
    "an algebraic number that is no fraction",
    "a set whose elements the solver does not tell",
    "a power with a fraction as exponent",
    // What block-model asserts.
    "a term that only a solver knows",
    // cvc5 does not say which universe a model has.
    "an operator that the solver does not document clearly",
    "which elements set.universe has",
    // cvc5 tells that the value is `(bag.choose …)` itself.
    "open: bag.choose",
    "open: set.choose",
];

/// Theories, each a bit by its place in `Theory::ALL`.
type Theories = u64;

fn bit(theory: Theory) -> Theories {
    1 << Theory::ALL.iter().position(|one| *one == theory).unwrap_or(63)
}

/// Models by what was said of them: true, open, cannot tell, false.
#[derive(Clone, Copy, Default)]
struct Shares([u64; 4]);

impl Shares {
    fn total(self) -> u64 {
        self.0.iter().sum()
    }

    fn definite(self) -> f64 {
        100.0 * (self.0[0] + self.0[3]) as f64 / self.total().max(1) as f64
    }

    fn text(self) -> String {
        let [right, open, unclear, wrong] = self.0;
        let all = self.total();
        let definite = self.definite();
        format!(
            "{all} models: {right} true, {open} open, {unclear} cannot tell, {wrong} false; {definite:.2} % definite"
        )
    }
}

fn place(told: &str) -> usize {
    match told {
        // What the solver asserted itself, to exclude a model, is no assertion of the run; how often is told apart.
        told if told
            .strip_prefix("cannot tell: ")
            .is_some_and(|why| why.starts_with(TRUE_BUT_FOR)) =>
        {
            0
        }
        "holds" => 0,
        "violated" => 3,
        told if told.starts_with("cannot tell: open: ") => 1,
        _ => 2,
    }
}

/// Follows a run: which theories its terms have, and what is asserted.
#[derive(Default)]
struct Asked {
    terms: BTreeMap<TermName, Theories>,
    asserted: Vec<TermName>,
    levels: Vec<usize>,
}

impl Asked {
    fn add(&mut self, call: &Call, profile: &Profile) {
        if call.failed() {
            return;
        }
        let effects = call.effects(profile);
        if effects.any(Effects::FORGETS_ALL) {
            *self = Asked::default();
        } else if effects.any(Effects::FORGETS_ASSERTIONS) {
            self.asserted.clear();
            self.levels.clear();
        }
        match (call.action.kind(), call.args.as_slice()) {
            (ActionKind::Assert | ActionKind::AssertNamed, [CallArg::Term(term), ..]) => {
                self.asserted.push(*term);
            }
            (ActionKind::Push, _) => {
                self.levels.extend((0..call.levels()).map(|_| self.asserted.len()));
            }
            (ActionKind::Pop, _) => {
                for _ in 0..call.levels() {
                    self.asserted.truncate(self.levels.pop().unwrap_or(0));
                }
            }
            _ => {}
        }
        let mut theories = self.of(call.uses().into_iter().filter_map(|name| match name {
            Name::Term(name) => Some(name),
            Name::Sort(_) => None,
        }));
        if let [CallArg::Applied(applied)] = call.args.as_slice() {
            theories |= match &applied.operator {
                Operator::Binder(_) => bit(Theory::Quantifiers),
                operator => profile.operator(operator.key()).map_or(0, |op| bit(op.theory)),
            };
        }
        for name in &call.rets {
            if let Name::Term(name) = name {
                self.terms.insert(*name, theories);
            }
        }
    }

    fn of(&self, names: impl IntoIterator<Item = TermName>) -> Theories {
        names.into_iter().filter_map(|name| self.terms.get(&name)).fold(0, |all, one| all | one)
    }

    /// The theories of what a check asks.
    fn by(&self, check: &Call) -> Theories {
        let assumed = check.uses().into_iter().filter_map(|name| match name {
            Name::Term(name) => Some(name),
            Name::Sort(_) => None,
        });
        self.of(self.asserted.iter().copied().chain(assumed))
    }
}

/// What was said of models, added up.
#[derive(Default)]
struct Tally {
    all: Shares,
    /// Those without quantifiers and strings.
    plain: Shares,
    /// Of these, those that are not out of reach.
    within: Shares,
    /// Values of further terms.
    values: Shares,
    by_theory: BTreeMap<&'static str, Shares>,
    /// Why there is no verdict for plain ones, and in which runs.
    reasons: BTreeMap<String, Vec<String>>,
    /// The runs in which one was false.
    wrong: Vec<String>,
    /// Those among the true ones of which it cannot be told whether they are other ones than those that were excluded.
    but_for: u64,
    /// Answers of sat after which the solver tells no model.
    without: u64,
}

impl Tally {
    /// Adds a run, which has a seed or a file as its name.
    fn add(&mut self, run: &exec::Run, profile: &Profile, name: &str) {
        let lines = GivenVerdict::lines(&run.outcome.log);
        let mut told = lines.iter().filter(|(oracle, ..)| oracle == MODEL).peekable();
        let mut asked = Asked::default();
        let mut judged: Option<&Call> = None;
        for (number, call) in run.played.calls.iter().enumerate() {
            asked.add(call, profile);
            // What the oracle asked is no call of the run, and the numbers of scripts count what was left out of them.
            let kind = call.action.kind();
            let is_own = call.asked_by.is_none();
            if is_own
                && matches!(
                    kind,
                    ActionKind::GetValue | ActionKind::CheckSat | ActionKind::CheckSatAssuming
                )
            {
                judged = Some(call);
            }
            while let Some((_, _, told)) = told.next_if(|(_, at, _)| *at <= number) {
                let place = place(told);
                let Some(judged) = judged else { continue };
                if judged.action.kind() == ActionKind::GetValue {
                    self.values.0[place] += 1;
                } else {
                    self.add_model(place, told, asked.by(judged), name);
                }
                if place == 3 {
                    self.wrong.push(name.to_owned());
                }
            }
        }
    }

    fn add_model(&mut self, place: usize, told: &str, theories: Theories, name: &str) {
        let doubt = told.strip_prefix("cannot tell: ").unwrap_or_default();
        if doubt == NO_MODEL {
            self.without += 1;
            return;
        }
        self.but_for += u64::from(doubt.starts_with(TRUE_BUT_FOR));
        self.all.0[place] += 1;
        for theory in Theory::ALL.iter().filter(|one| theories & bit(**one) != 0) {
            self.by_theory.entry(theory.name()).or_default().0[place] += 1;
        }
        if theories & (bit(Theory::Quantifiers) | bit(Theory::Strings)) != 0 {
            return;
        }
        self.plain.0[place] += 1;
        let why = told.strip_prefix("cannot tell: ").unwrap_or_default();
        if !OUT_OF_REACH.iter().any(|one| why.starts_with(one)) {
            self.within.0[place] += 1;
        }
        if (1..3).contains(&place) {
            self.reasons.entry(told.to_owned()).or_default().push(name.to_owned());
        }
    }

    fn print(self, title: &str) {
        let mut reasons: Vec<(String, Vec<String>)> = self.reasons.into_iter().collect();
        reasons.sort_by_key(|(_, runs)| std::cmp::Reverse(runs.len()));
        for (reason, mut runs) in reasons.into_iter().take(40) {
            let count = runs.len();
            runs.dedup();
            let more = if runs.len() > 4 { ", …" } else { "" };
            println!("  {count} {reason} ({}{more})", runs[..runs.len().min(4)].join(", "));
        }
        for (theory, shares) in self.by_theory {
            println!("  {theory}: {}", shares.text());
        }
        println!("{title}: values of other terms: {}", self.values.text());
        println!("{title}: false: {:?}", self.wrong);
        println!("{title}: after {} answers of sat the solver tells no model", self.without);
        println!(
            "{title}: of {} true ones it cannot be told whether they are other models than those that were excluded",
            self.but_for
        );
        println!("{title}: without quantifiers and strings: {}", self.plain.text());
        println!("{title}: of these, within reach: {}", self.within.text());
        println!("{title}: {}", self.all.text());
    }
}

/// Generated runs, until there are so many models. `MURXLA_SURVEY_SEEDS` ends earlier.
pub fn check(name: &'static str) -> Result<(), Failed> {
    const MODELS: u64 = 10_000;
    let subject = Subject::load(name, TIME)?;
    let mut tally = Tally::default();
    let mut runs = 0;
    for seed in seeds(20 * MODELS)? {
        if tally.all.total() >= MODELS {
            break;
        }
        let outcome = sandbox::run(&subject.limits, |log| {
            let mut oracles = subject.model.oracles();
            subject.model.run(Seed(seed), |bytes| log.write(bytes), &mut oracles);
            oracles.verdicts().iter().for_each(|given| log.write(given.line().as_bytes()));
        })?;
        tally.add(&exec::Run::from(outcome), subject.library.profile(), &format!("seed {seed}"));
        runs += 1;
    }
    let definite = tally.within.definite();
    tally.print(&format!("models: {name}: {runs} runs"));
    match definite >= DEFINITE {
        true => Ok(()),
        false => Err(format!("{name}: fewer than {DEFINITE} % have a definite verdict").into()),
    }
}

/// The scripts of a corpus: the folder that `MURXLA_CORPUS` names, or the one beside the repository.
pub fn check_corpus(name: &'static str) -> Result<(), Failed> {
    const PER_SCRIPT: Duration = Duration::from_secs(5);
    let subject = Subject::load(name, PER_SCRIPT)?;
    let wrapper = wrapper(name)?;
    let folder = match std::env::var_os("MURXLA_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
    };
    let mut paths = Vec::new();
    scripts(&folder, &mut paths)?;
    let mut runner = LocalRunner::new(name, subject.library, OptionPolicy::Declared);
    runner.check(Some(Checks::parse("contract,self-check,model")?));
    let mut tally = Tally::default();
    let (mut read, mut without) = (0, 0);
    for path in &paths {
        let Ok(mut imported) = script_trace(&std::fs::read(path)?, Some(wrapper)) else { continue };
        read += 1;
        produce_models(&mut imported.trace);
        let run = runner.play(&imported.trace, &subject.limits)?;
        if run.played.calls.iter().any(Call::failed) {
            // It is not the script any more that the models are of.
            without += 1;
            continue;
        }
        let shown = path.strip_prefix(&folder).unwrap_or(path).display().to_string();
        tally.add(&run, subject.library.profile(), &shown);
    }
    let scripts = paths.len();
    tally.print(&format!(
        "models: {name}: {scripts} scripts, {read} read, {without} with a call that the solver refuses or lacks"
    ));
    match read {
        0 => Err(format!("{}: no script could be read", folder.display()).into()),
        _ => Ok(()),
    }
}

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut paths = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            scripts(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            found.push(path);
        }
    }
    Ok(())
}
