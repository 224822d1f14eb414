//! The figures of a survey: refusals, answers, ends and coverage of its runs.

use std::collections::BTreeMap;
use std::time::Duration;

use murxla::exec::class_name;
use murxla::sandbox::Class;
use murxla::trace::{Call, CallArg, Lines, Operator, Recorded, Trace};
use murxla_api::{ActionKind, Answer};

use crate::kinds::kind;
use crate::runs::Run;

/// How often something was seen, and where first.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub count: u64,
    /// The first places.
    pub examples: Vec<String>,
}

impl Seen {
    const EXAMPLES: usize = 3;

    pub fn add(&mut self, place: String) {
        self.count += 1;
        if self.examples.len() < Self::EXAMPLES {
            self.examples.push(place);
        }
    }
}

/// Things that a solver claims to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Operator,
    Binder,
    SpecialValue,
    Action,
    Option,
    Transition,
}

impl What {
    pub const ALL: &[What] = &[
        What::Operator,
        What::Binder,
        What::SpecialValue,
        What::Action,
        What::Option,
        What::Transition,
    ];

    pub fn name(self) -> &'static str {
        match self {
            What::Operator => "operators",
            What::Binder => "binders",
            What::SpecialValue => "special values",
            What::Action => "actions",
            What::Option => "options",
            What::Transition => "transitions",
        }
    }
}

/// How often something was tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tried {
    pub times: u64,
    pub succeeded: u64,
    /// Told to be unsupported.
    pub unsupported: u64,
}

/// What the replays of the runs gave.
#[derive(Clone, Debug, Default)]
pub struct Replays {
    /// The same text.
    pub identical: u64,
    /// The same replies, in other words.
    pub agreeing: u64,
    /// A limit ended the run or its replay: the same as far as both came.
    pub cut: u64,
    /// Seeds, and what differs.
    pub differing: Vec<(u64, String)>,
}

/// All that is counted.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub runs: u64,
    pub calls: u64,
    pub rejected: u64,
    pub skipped: u64,
    pub broken: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Runs that hit the limit on time.
    pub timeouts: u64,
    /// Runs that hit any limit.
    pub cut: u64,
    /// Runs that ended in the solver: crashes and the like, but no limits.
    pub died: u64,
    /// Runs that ended in our own code.
    pub own_errors: u64,
    /// Runs that ended early because the solver refused call after call; see [`ended_early`].
    pub early: Seen,
    /// Runs after one of whose refusals the wrapper asked nothing more, as the solver's documentation wants it.
    pub stopped: Seen,
    /// Runs that the reader and the checker accept.
    pub valid: u64,
    /// The others, with what is wrong.
    pub invalid: Vec<(u64, String)>,
    pub ends: BTreeMap<String, Seen>,
    pub refusals: BTreeMap<String, Seen>,
    pub skips: BTreeMap<String, Seen>,
    pub breaks: BTreeMap<String, Seen>,
    pub tried: BTreeMap<(What, String), Tried>,
    pub replays: Replays,
    /// How often each transition of the state machine was taken.
    pub transitions: BTreeMap<String, u64>,
    /// The sha256 of the text of each run that was not cut.
    pub hashes: BTreeMap<u64, String>,
    pub time: Duration,
}

impl Figures {
    /// Counts a run, as far as it can be told without its trace.
    pub fn add_run(&mut self, run: &Run) {
        self.runs += 1;
        for name in &run.transitions {
            *self.transitions.entry(name.clone()).or_default() += 1;
        }
        self.timeouts += u64::from(run.class == Class::Timeout);
        if run.is_cut() {
            self.cut += 1;
        } else {
            self.hashes.insert(run.seed, run.sha256());
            match run.class {
                Class::Completed => {}
                Class::OwnError { .. } => self.own_errors += 1,
                _ => self.died += 1,
            }
        }
    }

    /// Counts how a run ended.
    pub fn add_end(&mut self, run: &Run, trace: &Trace) {
        let mut end = if run.log_overflowed { run.word() } else { class_name(&run.class) };
        if let Class::Aborted { message } | Class::OwnError { message } = &run.class {
            end.push_str(&format!(": {}", kind(message)));
        }
        if run.class != Class::Completed {
            let fatal = trace.calls.last().map_or("-", |call| call.action.name());
            end.push_str(&format!("; in {fatal}"));
        }
        // Where a limit was hit is chance.
        if !run.is_cut() {
            let symbols = run.frames.iter().filter_map(|frame| frame.symbol.as_deref());
            let symbols: Vec<&str> =
                symbols.filter(|symbol| !LIBC.contains(symbol)).take(2).collect();
            if !symbols.is_empty() {
                end.push_str(&format!("; at {}", symbols.join(" < ")));
            }
        }
        self.ends.entry(end).or_default().add(run.seed.to_string());
    }

    /// Counts the calls of a run.
    pub fn add_calls(&mut self, run: &Run, trace: &Trace, lines: &Lines) {
        let completed = run.class == Class::Completed;
        for (number, call) in trace.calls.iter().enumerate() {
            let place = || format!("{}:{}", run.seed, lines.of(number).unwrap_or(0));
            let finished = completed || number + 1 < trace.calls.len();
            self.calls += 1;
            let told = |why: &str| format!("{}: {}", call.action.name(), kind(why));
            match &call.reply {
                Some(Recorded::Rejected(why)) => {
                    self.rejected += 1;
                    self.refusals.entry(told(why)).or_default().add(place());
                }
                Some(Recorded::Skipped(why)) => {
                    self.skipped += 1;
                    self.skips.entry(told(why)).or_default().add(place());
                }
                Some(Recorded::Broken(why)) => {
                    self.broken += 1;
                    self.breaks.entry(told(why)).or_default().add(place());
                }
                Some(Recorded::Answer(Answer::Sat)) => self.sat += 1,
                Some(Recorded::Answer(Answer::Unsat)) => self.unsat += 1,
                Some(Recorded::Answer(Answer::Unknown)) => self.unknown += 1,
                Some(Recorded::Terms(_) | Recorded::Values(_)) | None => {}
            }
            let succeeded = finished && !failed(call);
            let unsupported = is_unsupported(call);
            for what in uses(call) {
                let tried = self.tried.entry(what).or_default();
                tried.times += 1;
                tried.succeeded += u64::from(succeeded);
                tried.unsupported += u64::from(unsupported);
            }
        }
        if trace.calls.iter().any(is_not_asked) {
            self.stopped.add(run.seed.to_string());
        } else if completed && ended_early(trace) {
            self.early.add(run.seed.to_string());
        }
    }

    pub fn answers(&self) -> u64 {
        self.sat + self.unsat + self.unknown
    }
}

/// Functions of the C library through which a solver ends itself: they tell nothing.
const LIBC: &[&str] = &[
    "gsignal",
    "raise",
    "abort",
    "pthread_kill",
    "__pthread_kill_implementation",
    "__assert_fail",
];

/// What a call needs the solver to have.
fn uses(call: &Call) -> Vec<(What, String)> {
    let mut uses = vec![(What::Action, call.action.name().to_owned())];
    match (call.action.kind(), call.args.as_slice()) {
        (ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
            let what = match applied.operator {
                Operator::Binder(_) => What::Binder,
                _ => What::Operator,
            };
            uses.push((what, applied.operator.key().to_owned()));
        }
        (ActionKind::MkSpecialValue, [_, CallArg::Text(key)]) => {
            uses.push((What::SpecialValue, key.to_string()));
        }
        (ActionKind::SetOption, [CallArg::Text(name), _]) => {
            uses.push((What::Option, name.to_string()));
        }
        _ => {}
    }
    uses
}

/// Whether a call is recorded as one that did nothing.
pub fn failed(call: &Call) -> bool {
    matches!(call.reply, Some(Recorded::Rejected(_) | Recorded::Skipped(_) | Recorded::Broken(_)))
}

fn is_unsupported(call: &Call) -> bool {
    matches!(&call.reply, Some(Recorded::Skipped(why)) if why.starts_with("unsupported"))
}

/// Whether a wrapper refused a call itself, since the solver may not be asked any more (`wrappers/cvc5/src/spoiled.rs`).
fn is_not_asked(call: &Call) -> bool {
    matches!(&call.reply, Some(Recorded::Rejected(why)) if why.starts_with("murxla did not ask"))
}

/// The rule by which the generator gives up: so many calls were refused since an assertion or a check last went
/// through (`STUCK` in src/model/generator.rs). What is unsupported does not count.
const STUCK: u32 = 8;

/// Whether a run that completed was given up: it is counted here as the generator counts, up to the `delete` with
/// which it ends every run. A run without `delete` had no solver to delete: `new` was refused.
pub fn ended_early(trace: &Trace) -> bool {
    let mut refused = 0;
    for call in &trace.calls {
        let kind = call.action.kind();
        if kind == ActionKind::Delete {
            return refused >= STUCK;
        }
        if failed(call) && !is_unsupported(call) {
            refused += 1;
        } else if [ActionKind::Assert, ActionKind::CheckSat, ActionKind::CheckSatAssuming]
            .contains(&kind)
        {
            refused = 0;
        }
    }
    true
}
