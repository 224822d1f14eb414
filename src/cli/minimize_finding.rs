//! `murxla minimize-finding`: minimizes a finding of a campaign. It is started by murxla itself.

use std::io;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;

use super::diagnose::installed_others;
use super::dossier::{Wish, complete};
use super::exit::Outcome;
use super::minimize::describe;
use super::other_solver::other_solver;
use super::own_libraries;
use super::reduction_bar::Bar;
use crate::campaign::messages::MinimizeOrder;
use crate::exec::OptionPolicy;
use crate::findings::{MIN_TRACE, Minimization, TRACE, cause_is_told, oracle_of};
use crate::oracle::{CROSS_CHECK, Runner};
use crate::reduce::{Form, Input, Refusal, Task, minimize};
use crate::solvers::{Choice, Locator};
use crate::supply::Silent;
use crate::trace::read;

/// How long options are tried that take the failure away.
const SWITCH_TIME: Duration = Duration::from_secs(5);

pub(super) fn run() -> anyhow::Result<Outcome> {
    let order: MinimizeOrder = serde_json::from_reader(io::stdin().lock())?;
    let minimized = minimized(&order).unwrap_or_else(|error| refused(format!("{error:#}")));
    serde_json::to_writer(io::stdout().lock(), &minimized)?;
    Ok(Outcome::Clean)
}

fn refused(why: String) -> Minimization {
    Minimization { refused: Some(why), ..Minimization::default() }
}

fn minimized(order: &MinimizeOrder) -> anyhow::Result<Minimization> {
    let file = order.folder.join(TRACE);
    let shown = || file.display().to_string();
    let text = std::fs::read(&file).with_context(shown)?;
    let (trace, _) = read(&text).with_context(shown)?;
    let original = (trace.calls.len() as u64, text.len() as u64);
    let output = order.folder.join(MIN_TRACE);
    // A wrong answer was made small already, to tell its cause.
    let begun = std::fs::read(&output).ok().filter(|_| cause_is_told(&order.folder));
    let begun = begun.and_then(|text| read(&text).ok().map(|(trace, _)| (trace, text)));
    let (trace, text) = begun.unwrap_or((trace, text));
    let choice = Choice::parse(&order.solver)?;
    let locator = Locator::new(&own_libraries(&order.libraries))?;
    let library = locator.load(&choice, &Silent)?;
    let input = Input { trace: &trace, text: &text };
    // Whoever wants an end kills this process: the best so far is kept.
    let never = AtomicBool::new(false);
    let mut ended = Err(Refusal::DoesNotFail);
    for (named, other) in against(order, &locator, &choice)? {
        let task = Task {
            solver: choice.name,
            library,
            other: other.clone(),
            status: None,
            policy: OptionPolicy::NoFiles,
            time: Duration::from_secs_f64(order.time),
            memory: order.memory,
            wants_timeout: false,
            ignores_err: false,
            match_err: None,
            match_out: None,
            output: output.clone(),
            form: Form::Trace,
            restarts: false,
            budget: Some(Duration::from_secs_f64(order.budget)),
            jobs: 1,
            program: std::env::current_exe()?,
            solver_texts: [order.solver.clone()].into_iter().chain(named.clone()).collect(),
            libraries: order.libraries.clone(),
        };
        ended = minimize(&input, &task, &never, &mut Bar::new(true))?;
        if !matches!(ended, Err(Refusal::DoesNotFail)) {
            break;
        }
    }
    // What is sent to the maintainers is made of the smallest trace. The finding is there without it, too.
    let time = Duration::from_secs_f64(order.time.max(1.0));
    let wish = Wish {
        locator: &locator,
        choice: &choice,
        time,
        switch_time: SWITCH_TIME,
        script: None,
        others: installed_others(&locator, choice.name),
    };
    let _ = complete(&order.folder, &wish);
    Ok(match ended {
        Ok(minimized) => Minimization {
            calls: [original.0, minimized.calls[1]],
            bytes: [original.1, minimized.bytes[1]],
            tests: minimized.tests,
            minimal: minimized.minimal,
            refused: None,
        },
        Err(refusal) => refused(describe(&refusal, order.time)),
    })
}

type Other = (Option<String>, Option<Rc<dyn Runner>>);

/// With whom the finding is a contradiction, one after the other: nobody, unless it comes from a cross-check.
fn against(order: &MinimizeOrder, locator: &Locator, first: &Choice) -> anyhow::Result<Vec<Other>> {
    let is_contradiction = oracle_of(&order.folder).flatten().as_deref() == Some(CROSS_CHECK);
    let Some(texts) = order.cross_check.as_deref().filter(|_| is_contradiction) else {
        return Ok(vec![(None, None)]);
    };
    let mut others = Vec::new();
    for choice in Choice::parse_list(texts)? {
        let pair = [first, &choice];
        let runner = other_solver(locator, pair, OptionPolicy::NoFiles, &order.libraries)?;
        others.push((Some(choice.to_string()), Some(runner)));
    }
    Ok(others)
}
