//! The models that solvers give after sat: which share of them the model oracle finds true, open, beyond telling or false, by
//! theory.

use std::collections::BTreeMap;

use libtest_mimic::Failed;
use murxla::exec;
use murxla::oracle::GivenVerdict;
use murxla::rng::Seed;
use murxla::sandbox;
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
    "a value of SORT_REAL that cannot be read",
    "a power with a fraction as exponent",
    // What block-model asserts.
    "a term that only a solver knows",
    // cvc5 does not say which universe a model has.
    "an operator that the solver does not document clearly",
    "which elements set.universe has",
    "Z3 says of no array what its default is",
    "some place at which two arrays differ",
    "some order of this kind, which no assignment has",
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

pub fn check(name: &'static str) -> Result<(), Failed> {
    let subject = Subject::load(name, TIME)?;
    let profile = subject.library.profile();
    let (mut all, mut plain, mut within, mut values) =
        (Shares::default(), Shares::default(), Shares::default(), Shares::default());
    let mut by_theory: BTreeMap<&str, Shares> = BTreeMap::new();
    let mut reasons: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in seeds(10_000)? {
        let outcome = sandbox::run(&subject.limits, |log| {
            let mut oracles = subject.model.oracles();
            subject.model.run(Seed(seed), |bytes| log.write(bytes), &mut oracles);
            oracles.verdicts().iter().for_each(|given| log.write(given.line().as_bytes()));
        })?;
        let run = exec::Run::from(outcome);
        let lines = GivenVerdict::lines(&run.outcome.log);
        let mut told = lines.iter().filter(|(oracle, ..)| oracle == "model").peekable();
        let mut asked = Asked::default();
        for (number, call) in run.played.calls.iter().enumerate() {
            asked.add(call, profile);
            while let Some((_, _, told)) = told.next_if(|(_, at, _)| *at == number) {
                let place = place(told);
                if call.action.kind() == ActionKind::GetValue {
                    values.0[place] += 1;
                } else {
                    let theories = asked.by(call);
                    all.0[place] += 1;
                    for theory in Theory::ALL.iter().filter(|one| theories & bit(**one) != 0) {
                        by_theory.entry(theory.name()).or_default().0[place] += 1;
                    }
                    let hard = [Theory::Quantifiers, Theory::Strings];
                    if hard.into_iter().all(|theory| theories & bit(theory) == 0) {
                        plain.0[place] += 1;
                        let why = told.strip_prefix("cannot tell: ").unwrap_or_default();
                        if !OUT_OF_REACH.iter().any(|one| why.starts_with(one)) {
                            within.0[place] += 1;
                        }
                        if (1..3).contains(&place) {
                            reasons.entry(told.clone()).or_default().push(seed);
                        }
                    }
                }
                if place == 3 {
                    wrong.push(seed);
                }
            }
        }
    }
    let mut reasons: Vec<(String, Vec<u64>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, seeds)| std::cmp::Reverse(seeds.len()));
    for (reason, seeds) in reasons.iter().take(40) {
        let first = &seeds[..seeds.len().min(4)];
        println!("  {} {reason} (seeds {first:?}, …)", seeds.len());
    }
    for (theory, shares) in by_theory {
        println!("  {theory}: {}", shares.text());
    }
    println!("models: {name}: values of other terms: {}", values.text());
    println!("models: {name}: {}; false: seeds {wrong:?}", all.text());
    println!("models: {name}: without quantifiers and strings: {}", plain.text());
    println!("models: {name}: of these, within reach: {}", within.text());
    match within.definite() >= DEFINITE {
        true => Ok(()),
        false => Err(format!("{name}: fewer than {DEFINITE} % have a definite verdict").into()),
    }
}
