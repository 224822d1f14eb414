//! Tests of the survey itself, on runs that are made up or changed.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use murxla::sandbox::{Class, Outcome};
use murxla::trace::{Recorded, Trace, read};
use murxla_api::Answer;

use crate::TIME;
use crate::batches::{self, in_batches};
use crate::determinism::{ToldRun, different};
use crate::figures::{Figures, ended_early};
use crate::replays::{Verdict, compare, to_replay};
use crate::report;
use crate::runs::{Run, Subject};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("transitions_are_no_part_of_the_trace", transitions),
        Trial::test("cut_runs_are_compared_as_far_as_they_came", prefixes),
        Trial::test("another_answer_is_a_difference", another_answer),
        Trial::test("runs_that_are_given_up_are_known", given_up),
        Trial::test("another_run_in_a_batch_is_a_difference", another_run_in_a_batch),
        Trial::test("a_broken_contract_is_wrong", broken_contract),
    ]
}

fn expect<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), Failed> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{found:?}, not {expected:?}").into()),
    }
}

fn transitions() -> Result<(), Failed> {
    let outcome = Outcome {
        class: Class::Completed,
        log: b"#! format 1\n1 new\n2 delete\n#~ new: new\n#~ delete: delete\n#~ new: new\n"
            .to_vec(),
        log_overflowed: false,
        stdout: Vec::new(),
        stderr: Vec::new(),
        frames: Vec::new(),
        wall: Duration::ZERO,
    };
    let run = Run::from_outcome(7, outcome);
    expect(run.text.as_slice(), b"#! format 1\n1 new\n2 delete\n")?;
    let mut figures = Figures::default();
    figures.add_run(&run);
    let found: Vec<(String, u64)> = figures.transitions.into_iter().collect();
    expect(found, vec![("delete: delete".to_owned(), 1), ("new: new".to_owned(), 2)])
}

fn prefixes() -> Result<(), Failed> {
    let table = [
        ([("completed", "abc"), ("completed", "abc")], None),
        ([("completed", "abc"), ("completed", "abd")], Some((0, 1))),
        ([("cut:timeout", "ab"), ("completed", "abc")], None),
        ([("cut:timeout", "ax"), ("completed", "abc")], Some((1, 0))),
        ([("completed", "abc"), ("cut:timeout", "abcd")], Some((0, 1))),
        ([("cut:timeout", "ab"), ("cut:timeout", "abc")], None),
        ([("completed", "abc"), ("crash-signal-11", "abc")], Some((0, 1))),
    ];
    for (runs, expected) in table {
        let told = |(class, text): &(&str, &str)| ToldRun {
            class: (*class).to_owned(),
            text: text.as_bytes().to_vec(),
        };
        expect(different(&runs.iter().map(told).collect::<Vec<_>>()), expected)?;
    }
    Ok(())
}

/// The trace of a run in which one answer was changed.
fn another_answer() -> Result<(), Failed> {
    let subject = Subject::load("mock", TIME)?;
    let answered = |call: &murxla::trace::Call| matches!(call.reply, Some(Recorded::Answer(_)));
    for seed in 0..100 {
        let mut run = subject.generate(seed)?;
        let (mut trace, _) = read(&run.text)?;
        let Some(call) = trace.calls.iter().position(answered) else { continue };
        let other = match trace.calls[call].reply {
            Some(Recorded::Answer(Answer::Sat)) => Answer::Unsat,
            _ => Answer::Sat,
        };
        trace.calls[call].reply = Some(Recorded::Answer(other));
        run.text = trace.to_text().into_bytes();
        let recorded = to_replay(&run, &trace);
        let replay = subject.replay(&recorded)?;
        return match compare(&run, &recorded, &replay) {
            Verdict::Differs(how) if how.starts_with(&format!("call {call},")) => Ok(()),
            Verdict::Differs(how) => Err(how.into()),
            _ => Err(format!("seed {seed}: nothing was seen").into()),
        };
    }
    Err("no run has an answer".into())
}

/// The runs of a batch, each against the run alone with its seed and with another one.
fn another_run_in_a_batch() -> Result<(), Failed> {
    let subject = Subject::load("mock", TIME)?;
    let batch = in_batches(&subject, 0..4)?;
    expect(batch.values().all(|(first, _)| *first == 0), true)?;
    for (seed, (_, run)) in &batch {
        let [alone, other] = [subject.generate(*seed)?, subject.generate(seed + 1)?];
        expect(batches::compare(run, &alone), batches::Verdict::Same)?;
        let differs = batches::Verdict::Differs("another text".to_owned());
        expect(batches::compare(run, &other), differs)?;
    }
    Ok(())
}

fn broken_contract() -> Result<(), Failed> {
    let mut figures = Figures::default();
    expect(report::broken("mock", &figures).is_empty(), true)?;
    figures.breaks.entry("get-value: no value".to_owned()).or_default().add("3:7".to_owned());
    expect(report::broken("mock", &figures).len(), 1)?;
    let subject = Subject::load("mock", TIME)?;
    let told = |wrong: Vec<String>| wrong.iter().any(|line| line.contains("no value [3:7]"));
    expect(told(report::wrong(&subject, &figures)), true)?;
    expect(told(report::wrong_of_a_few(&subject, &figures)), true)
}

fn given_up() -> Result<(), Failed> {
    let refused = "1 set-logic X\n  rejected \"no\"\n";
    let unsupported = "1 print-model\n  skipped \"unsupported: it\"\n";
    let check = "1 check-sat\n  return sat\n";
    let table = [
        (format!("1 new\n{}1 delete\n", refused.repeat(8)), true),
        (format!("1 new\n{}1 delete\n", refused.repeat(7)), false),
        (format!("1 new\n{}{check}1 delete\n", refused.repeat(8)), false),
        (format!("1 new\n{}1 delete\n", unsupported.repeat(9)), false),
        ("1 new\n  rejected \"no\"\n".to_owned(), true),
    ];
    for (text, expected) in table {
        let (trace, _): (Trace, _) = read(text.as_bytes())?;
        expect((&text, ended_early(&trace)), (&text, expected))?;
    }
    Ok(())
}
