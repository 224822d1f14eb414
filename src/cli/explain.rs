//! `murxla explain`: why what a solver says is wrong, in words.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use murxla_api::{ActionKind, Answer};

use super::OwnBuilds;
use super::exit::Outcome;
use super::export_check::trace_of;
use super::print::say;
use super::replay::{read_or_tell, recorded_solver};
use super::right_status::export_with_right_answers;
use crate::eval::{Assignment, Evaluator, explain};
use crate::exec::{OptionPolicy, Run};
use crate::oracle::{
    Checks, LocalRunner, ORACLES, Proof, Runner, SELF_CHECK, Verdict, Violation, asked,
    right_answer, values_in, without_self_checks,
};
use crate::sandbox::Limits;
use crate::smt::export::{Target, WrapperRows};
use crate::smt::{Check, FromCalls};
use crate::solvers::{AllRows, Choice, Locator, wrapper};
use crate::supply::Silent;
use crate::trace::{Call, Recorded, Trace};

/// Tell in words why what a solver says is wrong: the input, the values, who else says what
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla explain out/findings/NAME               a finding of a campaign, minimized if it was
  murxla explain bug.trace --solver z3,cvc5      what others say to it, too
  murxla explain bug.trace --solver z3@4.12.1    another version of the same solver

The trace is executed by the solver that it was recorded with, in a child process. What is printed: the input up to the \
call that is wrong, as SMT-LIB; the answer, and the right one where planted values or all assignments prove it; the \
values of the constants; each assertion and assumption with its value, and the values of its parts; what other solvers \
answer. Exit code 10: something is wrong; 12: no oracle finds anything wrong, and no two answers contradict each other.")]
pub(super) struct Args {
    /// The trace, or the folder of a finding
    #[arg(value_name = "FINDING|TRACE")]
    file: PathBuf,
    /// Other solvers to be asked
    #[arg(long, value_name = "NAME[@VERSION],…")]
    solver: Vec<String>,
    /// Seconds of processor time that a run may take
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seed::seconds)]
    time: f64,
    /// The oracles that look on: names, or all, default, none [default: default, and those that the trace names]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = Checks::parse)]
    check: Option<Checks>,
}

impl Args {
    /// What a solver does with a trace, loaded in a child alone: two versions may be asked in turn.
    fn play(&self, locator: &Locator, choice: &Choice, trace: &Trace) -> anyhow::Result<Run> {
        let load = || locator.load(choice, &Silent).map_err(|problem| problem.to_string());
        let mut runner = LocalRunner::loading(choice.name, OptionPolicy::Declared, load);
        match &self.check {
            Some(checks) => runner.check(Some(checks.clone())),
            None => {
                let usual = ORACLES.iter().filter(|row| row.by_default);
                runner.watch(usual.map(|row| row.name.into()).collect());
            }
        }
        let time = Duration::from_secs_f64(self.time);
        let limits = Limits { cpu: time, wall: time * 2, ..Limits::default() };
        Ok(runner.play(trace, &limits)?)
    }
}

/// A trace that is explained.
struct Subject<'a> {
    /// Who plays it.
    choice: &'a Choice,
    /// What it did.
    run: &'a Run,
    violation: Option<Violation>,
    /// The calls up to the one that is wrong.
    calls: &'a [Call],
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let file = trace_of(&args.file);
    let Some(input) = read_or_tell(&file) else { return Ok(Outcome::BadInput) };
    let others = own.choices(&args.solver)?;
    let recorded = own.with_library_of(&file)?;
    let locator = recorded.locator()?;
    let Some(choice) = recorded_solver(&input, &locator)? else { return Ok(Outcome::BadInput) };
    let played = args.play(&locator, &choice, &input.trace)?;
    if let Some(error) = &played.load_error {
        say!("error: {choice}: {error}");
        return Ok(Outcome::SolverUnusable);
    }
    let mut answers = Vec::new();
    for other in others {
        let run = args.play(&own.locator()?, &other, &input.trace)?;
        answers.push((other, run));
    }
    let violation = Verdict::recorded_in(&played).violation();
    let last = violation.as_ref().map(|one| one.call).or_else(|| last_check(&played.played.calls));
    let Some(last) = last else {
        say!("error: {}: nothing is wrong, and nothing is asked", file.display());
        return Ok(Outcome::NoStableFailure);
    };
    let calls = &played.played.calls[..=last];
    let subject = Subject { choice: &choice, run: &played, violation, calls };
    let mut text = String::new();
    let check = subject.tell(&mut text)?;
    if subject.violation.as_ref().is_some_and(|one| &*one.oracle == SELF_CHECK) {
        tell_without_self_checks(args, &locator, &choice, &played.played, &mut text)?;
    }
    let contradicted = tell_others(&answers, &subject, check, &mut text)?;
    super::print::data(text.as_bytes())?;
    Ok(if subject.violation.is_some() || contradicted || subject.is_refuted() {
        Outcome::Finding
    } else {
        Outcome::NoStableFailure
    })
}

fn is_check(call: &Call) -> bool {
    matches!(call.action.kind(), ActionKind::CheckSat | ActionKind::CheckSatAssuming)
}

fn last_check(calls: &[Call]) -> Option<usize> {
    calls.iter().rposition(is_check)
}

fn answer_of(call: Option<&Call>) -> Option<Answer> {
    match call?.reply {
        Some(Recorded::Answer(answer)) => Some(answer),
        _ => None,
    }
}

impl Subject<'_> {
    fn questions(&self) -> FromCalls {
        let mut questions = FromCalls::new();
        self.calls.iter().for_each(|call| questions.add(call, &AllRows));
        questions
    }

    /// Whether the answer to the last check is not the right one.
    fn is_refuted(&self) -> bool {
        let questions = self.questions();
        let Some(check) = questions.last_check() else { return false };
        let said = answer_of(self.calls.get(check.call));
        let right = right_answer(&questions, check);
        said.zip(right.ok()).is_some_and(|(said, right)| said.contradicts(right.answer))
    }

    /// Tells the input, the answer and the proof; gives the number of the check that is meant.
    fn tell(&self, text: &mut String) -> anyhow::Result<Option<usize>> {
        let header = &self.run.played.header;
        let version = header.solver_version.as_deref().unwrap_or("?");
        let name = self.choice.name;
        match &self.violation {
            Some(Violation { oracle, what, .. }) => {
                writeln!(text, "{name} {version} is wrong, says the oracle {oracle}: {what}")?;
            }
            None => writeln!(text, "No oracle finds anything wrong with {name} {version}.")?,
        }
        let rows = WrapperRows(wrapper(self.choice.name).ok());
        let target = Target { solver: self.choice.name, dialect: rows.dialect(), own: &rows };
        let cut = Trace { header: header.clone(), calls: self.calls.to_vec() };
        let (script, _) = export_with_right_answers(&cut, &target).text(rows.dialect());
        writeln!(text, "\nThe input:\n")?;
        script.lines().try_for_each(|line| writeln!(text, "    {line}"))?;
        let questions = self.questions();
        let check = questions.last_check();
        if let Some(check) = check {
            self.tell_answer(&questions, check, text)?;
        }
        if let Some(Violation { proof: Proof::Model(lines), .. }) = &self.violation {
            writeln!(
                text,
                "\nThe model that the solver tells, and what it makes of the assertions:\n"
            )?;
            lines.lines().try_for_each(|line| writeln!(text, "    {line}"))?;
        }
        Ok(check.map(|check| check.call))
    }

    fn tell_answer(
        &self,
        questions: &FromCalls,
        check: &Check,
        text: &mut String,
    ) -> anyhow::Result<()> {
        let name = self.choice.name;
        let said = answer_of(self.calls.get(check.call));
        match said {
            Some(said) => writeln!(text, "\n{name} answers {said}.")?,
            None => writeln!(text, "\n{name} does not answer.")?,
        }
        let right = match right_answer(questions, check) {
            Ok(right) => right,
            Err(why) => {
                writeln!(text, "The right answer is not proved here: {why}.")?;
                return Ok(());
            }
        };
        if self.violation.is_some() && said == Some(right.answer) {
            writeln!(text, "That is right.")?;
            return Ok(());
        }
        let Some(witness) = &right.witness else {
            writeln!(
                text,
                "It is unsat: all values of all constants were tried, and none make all true."
            )?;
            return Ok(());
        };
        let how =
            if right.by == "planted" { "the trace plants them" } else { "found by trying all" };
        writeln!(text, "It is sat: these values make all true ({how}):\n")?;
        self.tell_values(questions, check, witness, text)
    }

    /// The values of constants, and of the formulas with their parts.
    fn tell_values(
        &self,
        questions: &FromCalls,
        check: &Check,
        values: &Assignment,
        text: &mut String,
    ) -> anyhow::Result<()> {
        let formulas = asked(questions, check);
        for (name, value) in values_in(questions, &formulas, values) {
            writeln!(text, "    {name} = {value}")?;
        }
        let mut evaluator = Evaluator::new(questions.graph(), values);
        let assertions = formulas.len() - check.assumptions.len();
        for (place, formula) in formulas.iter().enumerate() {
            let what = if place < assertions { "assertion" } else { "assumption" };
            let number = if place < assertions { place } else { place - assertions } + 1;
            let value = match evaluator.evaluate(*formula) {
                Ok(value) => value.to_string(),
                Err(unknown) => format!("not known, {unknown}"),
            };
            writeln!(text, "\n{what} {number} is {value}:\n")?;
            let tree = explain(questions.graph(), &mut evaluator, *formula);
            tree.lines().try_for_each(|line| writeln!(text, "    {line}"))?;
        }
        Ok(())
    }
}

/// What the solver does, and what the oracles say, if it does not check itself.
fn tell_without_self_checks(
    args: &Args,
    locator: &Locator,
    choice: &Choice,
    trace: &Trace,
    text: &mut String,
) -> anyhow::Result<()> {
    let library = locator.load_tried(choice, true, &Silent)?;
    let checks = library.profile().demands.self_checks;
    let run = args.play(locator, choice, &without_self_checks(trace, checks))?;
    writeln!(text, "\nWithout the solver's checks of itself:")?;
    match Verdict::recorded_in(&run).violation() {
        None => writeln!(text, "no other oracle finds anything wrong.")?,
        Some(Violation { oracle, what, proof, .. }) => {
            writeln!(text, "the oracle {oracle} says: {what}\n")?;
            proof.text().lines().try_for_each(|line| writeln!(text, "    {line}"))?;
        }
    }
    Ok(())
}

/// What others answer to the same check; tells whether any of them contradicts the solver.
fn tell_others(
    answers: &[(Choice, Run)],
    subject: &Subject<'_>,
    check: Option<usize>,
    text: &mut String,
) -> anyhow::Result<bool> {
    let Some(check) = check.filter(|_| !answers.is_empty()) else { return Ok(false) };
    let said = answer_of(subject.calls.get(check));
    // Options and logics may differ, the checks do not.
    let number = subject.calls[..=check].iter().filter(|call| is_check(call)).count();
    writeln!(text, "\nOthers answer:\n")?;
    let mut contradicted = false;
    for (choice, run) in answers {
        let call = run.played.calls.iter().filter(|call| is_check(call)).nth(number - 1);
        let version = run.played.header.solver_version.as_deref().unwrap_or("?");
        let word = match (&run.load_error, answer_of(call)) {
            (Some(error), _) => error.clone(),
            (None, Some(answer)) => {
                contradicted |= said.is_some_and(|said| said.contradicts(answer));
                answer.to_string()
            }
            (None, None) => "nothing".to_owned(),
        };
        let refused = run.played.calls.iter().filter(|call| call.failed()).count();
        let note = match refused {
            0 => String::new(),
            count => format!(" ({count} calls were refused or not executed)"),
        };
        writeln!(text, "    {} {version}: {word}{note}", choice.name)?;
    }
    Ok(contradicted)
}
