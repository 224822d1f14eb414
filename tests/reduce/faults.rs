//! Traces that fail because of their structure: something that a run does late is chosen, and the mock is told to fail
//! there.

use libtest_mimic::Failed;
use murxla::exec::OptionPolicy;
use murxla::model::{Model, Settings};
use murxla::oracle::{LocalRunner, Runner};
use murxla::rng::Seed;
use murxla::sandbox::{self, Class, Limits};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::{Call, CallArg, Name, TermName, Trace, read};
use murxla_api::{ActionKind, Library, SortShape, base_action};

/// The mock, with models of shorter and longer runs.
pub struct Subject {
    pub library: &'static dyn Library,
    models: Vec<Model<'static>>,
}

/// A trace that fails.
pub struct Failing {
    /// On what the fault depends, in a word.
    pub family: &'static str,
    /// The fault, as the mock takes it.
    pub fault: String,
    pub text: Vec<u8>,
}

/// Ways to choose a fault, each with how it goes wrong.
type Family = (&'static str, &'static str, fn(&[Call]) -> Option<String>);

const FAMILIES: &[Family] = &[
    ("operator under operator", "segv", under),
    ("operator below operator", "abort", below),
    ("option x action", "ill", option),
    ("value range", "broken", value),
    ("levels", "fpe", levels),
    ("repetition", "exit3", repetition),
];

impl Subject {
    pub fn new() -> Result<Subject, Failed> {
        let library = Locator::new(&[])?.load(&Choice { name: "mock", version: None }, &Silent)?;
        let mut models = Vec::new();
        for (least, most) in [(60, 400), (200, 500), (300, 1000)] {
            let mut settings = Settings::default();
            settings.set(&format!("calls-min={least}"))?;
            settings.set(&format!("calls-max={most}"))?;
            models.push(Model::new("mock", library, &settings));
        }
        Ok(Subject { library, models })
    }

    /// A trace that fails, made of the run with this seed; `None` if the run has nothing of the kind that is its turn.
    pub fn failing(&self, seed: u64) -> Result<Option<Failing>, Failed> {
        let model = &self.models[seed as usize / FAMILIES.len() % self.models.len()];
        let limits = Limits::default();
        let run = sandbox::run(&limits, |log| {
            model.run(Seed(seed), |bytes| log.write(bytes), &mut model.oracles());
        })?;
        let (trace, _) = read(&run.log)?;
        let (family, how, choose) = FAMILIES[seed as usize % FAMILIES.len()];
        let Some(condition) = choose(&trace.calls) else { return Ok(None) };
        let fault = format!("{how}?{condition}");
        let mut calls = trace.calls.clone();
        let option = |text: &str| CallArg::Text(text.into());
        let action = base_action("set-option").ok_or("no set-option")?;
        let told = Call::new(7, action, vec![option("fault"), option(&fault)]);
        calls.insert(1, told);
        let trace = Trace { header: trace.header, calls };
        let runner = LocalRunner::new("mock", self.library, OptionPolicy::NoFiles);
        let failed = runner.play(&trace, &limits)?.outcome;
        let broken = String::from_utf8_lossy(&failed.log).contains("\n      broken ");
        if failed.class == Class::Completed && !broken {
            return Err(format!("seed {seed}: {fault} does not happen").into());
        }
        Ok(Some(Failing { family, fault, text: failed.log }))
    }
}

impl Failing {
    /// What the original minimizer leaves behind, and we should not.
    pub fn leftovers(&self, result: &[u8]) -> Vec<String> {
        let Ok((trace, _)) = read(result) else { return vec!["it cannot be read".to_owned()] };
        let mut wrong = Vec::new();
        let last = trace.calls.len().saturating_sub(1);
        let used: Vec<Name> = trace.calls.iter().flat_map(Call::uses).collect();
        let mut terms = 0;
        for (place, call) in trace.calls.iter().enumerate() {
            let checks = |call: &Call| call.action.kind() == ActionKind::CheckSat;
            let before = place.checked_sub(1).and_then(|before| trace.calls.get(before));
            if checks(call) && before.is_some_and(checks) && self.family != "repetition" {
                wrong.push("a doubled check-sat".to_owned());
            }
            if !call.rets.is_empty()
                && place != last
                && !call.rets.iter().any(|name| used.contains(name))
            {
                wrong.push(format!("{} {:?} is not used", call.action.name(), call.rets));
            }
            for name in &call.rets {
                if let Name::Term(TermName(number)) = name {
                    terms += 1;
                    if *number != terms {
                        wrong.push(format!("a gap before t{number}"));
                    }
                }
            }
            for arg in &call.args {
                match arg {
                    CallArg::Shape(SortShape::BitVec(width))
                        if *width > 2 && self.family != "value range" =>
                    {
                        wrong.push(format!("{width} bits"));
                    }
                    CallArg::Literal(literal)
                        if literal.text.len() > 5 && self.family != "value range" =>
                    {
                        wrong.push(format!("the literal {}", literal.text));
                    }
                    CallArg::Text(text)
                        if call.action.kind() == ActionKind::MkConst
                            && text.chars().count() > 2 =>
                    {
                        wrong.push(format!("the symbol {text}"));
                    }
                    _ => {}
                }
            }
        }
        wrong
    }
}

/// The last of these texts that was not there before: so the trace is long until then.
fn newest(texts: impl Iterator<Item = String>) -> Option<String> {
    let mut seen = std::collections::BTreeSet::new();
    texts.filter(|text| seen.insert(text.clone())).last()
}

fn applied(call: &Call) -> Option<&murxla::trace::Applied> {
    match call.args.as_slice() {
        [CallArg::Applied(applied)] if call.reply.is_none() => Some(applied),
        _ => None,
    }
}

fn maker<'a>(calls: &'a [Call], term: &TermName) -> Option<&'a Call> {
    calls.iter().rfind(|call| call.rets.first() == Some(&Name::Term(*term)))
}

fn is_operator(applied: &murxla::trace::Applied) -> bool {
    matches!(applied.operator, murxla::trace::Operator::Base(_))
}

/// Pairs of operators in terms, one directly under the other, in the order in which they are made.
fn pairs(calls: &[Call]) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for outer in calls.iter().filter_map(applied).filter(|outer| is_operator(outer)) {
        for arg in &outer.args {
            let inner = maker(calls, arg).and_then(applied).filter(|inner| is_operator(inner));
            pairs.extend(
                inner.map(|inner| {
                    (outer.operator.key().to_owned(), inner.operator.key().to_owned())
                }),
            );
        }
    }
    pairs
}

fn under(calls: &[Call]) -> Option<String> {
    newest(pairs(calls).iter().map(|(outer, inner)| format!("under:{outer}:{inner}")))
}

/// Pairs in formulas that are asserted before the last check.
fn below(calls: &[Call]) -> Option<String> {
    let check = calls.iter().rposition(|call| call.action.kind() == ActionKind::CheckSat)?;
    let asserted = calls[..check]
        .iter()
        .rfind(|call| call.action.kind() == ActionKind::Assert && call.reply.is_none())?;
    let Some(CallArg::Term(formula)) = asserted.args.first() else { return None };
    let mut open = vec![*formula];
    let mut all = Vec::new();
    while let Some(term) = open.pop() {
        let Some(one) = maker(calls, &term).and_then(applied) else { continue };
        if !is_operator(one) {
            continue;
        }
        for arg in &one.args {
            let inner = maker(calls, arg).and_then(applied).filter(|inner| is_operator(inner));
            all.extend(
                inner.map(|inner| format!("below:{}:{}", one.operator.key(), inner.operator.key())),
            );
        }
        if all.len() > 8 {
            break;
        }
        open.extend(&one.args);
    }
    // It must be checked while it is asserted.
    let popped = calls[..check].iter().rposition(|call| {
        matches!(
            call.action.kind(),
            ActionKind::Pop | ActionKind::ResetAssertions | ActionKind::Reset
        )
    });
    let place = calls.iter().position(|call| std::ptr::eq(call, asserted))?;
    let last_checked = calls[check]
        .reply
        .as_ref()
        .is_some_and(|reply| matches!(reply, murxla::trace::Recorded::Answer(_)));
    (popped.is_none_or(|popped| popped < place) && last_checked).then(|| all.pop()).flatten()
}

fn option(calls: &[Call]) -> Option<String> {
    let (at, set) =
        calls.iter().enumerate().rev().find_map(|(at, call)| match call.args.as_slice() {
            [CallArg::Text(name), CallArg::Text(value)]
                if call.action.kind() == ActionKind::SetOption && call.reply.is_none() =>
            {
                Some((at, format!("{name}={value}")))
            }
            _ => None,
        })?;
    // A reset may have come between what was done before and the option.
    let commands = calls[at..].iter().filter(|call| {
        matches!(
            call.action.kind(),
            ActionKind::Push
                | ActionKind::Pop
                | ActionKind::GetValue
                | ActionKind::CheckSatAssuming
                | ActionKind::GetUnsatCore
                | ActionKind::PrintModel
                | ActionKind::AssertNamed
                | ActionKind::CheckSat
        )
    });
    newest(commands.map(|call| format!("option:{set}:{}", call.action.name())))
}

fn value(calls: &[Call]) -> Option<String> {
    let mut all = Vec::new();
    for outer in calls.iter().filter_map(applied).filter(|outer| is_operator(outer)) {
        for arg in &outer.args {
            let Some([CallArg::Sort(_), CallArg::Literal(literal)]) =
                maker(calls, arg).map(|call| call.args.as_slice())
            else {
                continue;
            };
            let is_number = matches!(
                maker(calls, arg).and_then(|call| sort_kind(calls, call)),
                Some(SortShape::Int)
            );
            if let (true, Ok(number)) =
                (is_number, literal.text.trim_start_matches('-').parse::<u64>())
            {
                let key = outer.operator.key();
                all.push(format!(
                    "value:{key}:{}-{}",
                    number - number / 4,
                    number.saturating_add(3)
                ));
            }
        }
    }
    newest(all.into_iter())
}

fn sort_kind<'a>(calls: &'a [Call], call: &Call) -> Option<&'a SortShape<murxla::trace::SortName>> {
    let Some(CallArg::Sort(name)) = call.args.first() else { return None };
    let maker = calls.iter().rfind(|call| call.rets.first() == Some(&Name::Sort(*name)))?;
    match maker.args.as_slice() {
        [CallArg::Shape(shape)] => Some(shape),
        _ => None,
    }
}

/// The deepest level that a check sees.
fn levels(calls: &[Call]) -> Option<String> {
    let (mut open, mut deepest) = (0, 0);
    for call in calls {
        let number = match call.args.first() {
            Some(CallArg::Number(number)) if call.reply.is_none() => i64::from(*number),
            _ => 0,
        };
        match call.action.kind() {
            ActionKind::Push => open += number,
            ActionKind::Pop => open -= number,
            ActionKind::Reset | ActionKind::ResetAssertions | ActionKind::Delete => open = 0,
            ActionKind::CheckSat => deepest = deepest.max(open),
            _ => {}
        }
    }
    (deepest > 1).then(|| format!("depth:{deepest}:check-sat"))
}

fn repetition(calls: &[Call]) -> Option<String> {
    let checks = calls.iter().filter(|call| call.action.kind() == ActionKind::CheckSat).count();
    let resets = calls.iter().filter(|call| call.action.kind() == ActionKind::Delete).count();
    (checks > 1 && resets < 2).then(|| format!("count:{}:check-sat", checks.min(3)))
}
