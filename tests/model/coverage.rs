//! Coverage of the generator: which actions and operators its runs reach.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use murxla::trace::{CallArg, Recorded};
use murxla_api::{Answer, BASE_ACTIONS, Binder, SpecialValue};

use crate::support::{mock, trace};

#[derive(Default)]
struct Reached {
    operators: BTreeMap<String, u32>,
    actions: BTreeMap<String, u32>,
    specials: BTreeSet<String>,
    answers: [u32; 3],
    calls: u32,
}

impl Reached {
    fn by(seeds: std::ops::Range<u64>) -> Reached {
        let mut reached = Reached::default();
        for seed in seeds {
            for call in trace(seed).calls {
                reached.calls += 1;
                *reached.actions.entry(call.action.name().to_owned()).or_default() += 1;
                if let [CallArg::Applied(applied)] = call.args.as_slice() {
                    *reached.operators.entry(applied.operator.key().to_owned()).or_default() += 1;
                }
                if let ("mk-special-value", [_, CallArg::Text(key)]) =
                    (call.action.name(), call.args.as_slice())
                {
                    reached.specials.insert(key.to_string());
                }
                if let Some(Recorded::Answer(answer)) = call.reply {
                    reached.answers[match answer {
                        Answer::Sat => 0,
                        Answer::Unsat => 1,
                        Answer::Unknown => 2,
                    }] += 1;
                }
            }
        }
        reached
    }

    /// Operators, binders, special values and actions that did not occur.
    fn missing(&self) -> Vec<&'static str> {
        let operators = mock().profile().operators.iter().copied();
        let binders = Binder::ALL.iter().map(|binder| binder.key());
        let applied = operators.chain(binders).filter(|key| !self.operators.contains_key(*key));
        let specials = SpecialValue::ALL.iter().map(|special| special.key());
        let specials = specials.filter(|key| !self.specials.contains(*key));
        let actions = BASE_ACTIONS.iter().map(|action| action.name);
        let actions = actions.filter(|name| !self.actions.contains_key(*name));
        applied.chain(specials).chain(actions).collect()
    }
}

#[test]
fn a_few_seeds_reach_nearly_everything() {
    let missing = Reached::by(0..400).missing();
    assert!(missing.len() <= 12, "missing: {missing:?}");
}

#[test]
#[ignore = "long: 2,000 seeds on the mock"]
fn all_operators_occur() {
    let start = Instant::now();
    let reached = Reached::by(0..2000);
    let seconds = start.elapsed().as_secs_f64();
    let missing = reached.missing();
    let mut rare: Vec<_> = reached.operators.iter().collect();
    rare.sort_by_key(|(_, count)| **count);
    println!("actions: {:?}", reached.actions);
    println!("rarest operators: {:?}", &rare[..rare.len().min(15)]);
    println!("answers (sat, unsat, unknown): {:?}", reached.answers);
    println!(
        "{} calls in {seconds:.1} s, generated, executed, read: {:.0} calls per second",
        reached.calls,
        f64::from(reached.calls) / seconds
    );
    println!("{} operators and binders occurred; missing: {missing:?}", reached.operators.len());
    assert!(missing.is_empty());
}
