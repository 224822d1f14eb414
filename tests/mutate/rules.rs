//! Rules: each is read, and holds under all assignments that are tried.

use murxla::mutate::rewriting::RULE_FILES;
use murxla::mutate::rules::{Effort, Rule, read_rules, verify};
use murxla::rng::{Seed, Stream};

const QUICK: Effort = Effort { instances: 3, assignments: 60 };
const THOROUGH: Effort = Effort { instances: 60, assignments: 20_000 };

/// Rules in files of these names.
fn check(files: &[(&str, &str)], effort: Effort) {
    let mut rng = Seed(22).generator(Stream::Mutation);
    let mut wrong = Vec::new();
    let (mut count, mut exhausted, mut held, mut unclear) = (0, 0, 0, 0);
    for (file, text) in files {
        let rules: Vec<Rule> = match read_rules(text) {
            Ok(rules) => rules,
            Err(error) => {
                wrong.push(format!("{file}: {error}"));
                continue;
            }
        };
        for rule in &rules {
            let checked = verify(rule, effort, &mut rng);
            if let Some(counterexample) = &checked.counterexample {
                wrong.push(format!("{file}: {} is wrong: {counterexample}", rule.name));
            } else if checked.held == 0 {
                wrong.push(format!("{file}: {} was never evaluated: {checked:?}", rule.name));
            }
            count += 1;
            exhausted += u64::from(checked.exhausted);
            held += checked.held;
            unclear += checked.unclear;
        }
    }
    println!(
        "{count} rules: {held} assignments hold, {unclear} cannot be told; of {exhausted} rules all small instances"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_of_rewriting_hold() {
    check(RULE_FILES, QUICK);
}

#[test]
#[ignore = "long: all small instances of each rule"]
fn rules_hold_exhaustively() {
    check(RULE_FILES, THOROUGH);
}
