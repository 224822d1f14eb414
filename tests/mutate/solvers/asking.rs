//! Asks a solver many scripts, in children that play several each.

use std::time::Duration;

use libtest_mimic::Failed;
use murxla::exec::OptionPolicy;
use murxla::oracle::{Answers, AnswersEnd, LocalRunner};
use murxla::sandbox::{self, Class, Limits};
use murxla::smt::export::WrapperRows;
use murxla::smt::script_trace;
use murxla::solvers::{Choice, Locator, wrapper};
use murxla::supply::Silent;
use murxla::trace::{Trace, read};
use murxla_api::{Answer, Library};

/// What came of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The answers.
    Answers(Vec<Answer>),
    /// It was refused, and why.
    Refused(String),
    /// The run ended before: a limit, or a crash.
    Ended(String),
}

impl Asked {
    /// The answer, if there is one that says something.
    pub fn definite(&self) -> Option<Answer> {
        match self {
            Asked::Answers(list) => match list.as_slice() {
                [answer @ (Answer::Sat | Answer::Unsat)] => Some(*answer),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A solver in this process.
pub struct Solver {
    pub name: &'static str,
    pub library: &'static dyn Library,
    /// For what is played in one child.
    pub limits: Limits,
    /// So many scripts are played in a child.
    pub batch: usize,
}

impl Solver {
    /// The library, installed if need be; a script may use so much of a processor.
    pub fn load(name: &'static str, cpu: Duration) -> Result<Solver, Failed> {
        let library = Locator::new(&[])?.load(&Choice { name, version: None }, &Silent)?;
        let limits = Limits { cpu, wall: cpu * 20, log: 1 << 16, ..Limits::default() };
        Ok(Solver { name, library, limits, batch: 1 })
    }

    /// What the solver says to each of these scripts.
    pub fn ask(&self, scripts: &[String]) -> Result<Vec<Asked>, Failed> {
        let mut asked: Vec<Asked> = Vec::with_capacity(scripts.len());
        let traces: Vec<Result<Trace, String>> = scripts
            .iter()
            .map(|text| {
                let imported = script_trace(
                    text.as_bytes(),
                    Some(wrapper(self.name).map_err(|error| error.to_string())?),
                );
                imported.map(|imported| imported.trace).map_err(|error| error.to_string())
            })
            .collect();
        while asked.len() < traces.len() {
            let first = asked.len();
            let outcome = sandbox::run(&self.limits, |log| {
                for (place, trace) in traces.iter().enumerate().skip(first).take(self.batch) {
                    log.write(format!("begin {place}\n").as_bytes());
                    let said = match trace {
                        Ok(trace) => self.play(trace),
                        Err(error) => format!("refused not read: {}", error.replace('\n', " ")),
                    };
                    log.write(format!("{said}\n").as_bytes());
                }
            })?;
            let text = String::from_utf8_lossy(&outcome.log).into_owned();
            let mut open = false;
            for line in text.lines() {
                if line.starts_with("begin ") {
                    open = true;
                } else if let Some(why) = line.strip_prefix("refused ") {
                    open = false;
                    asked.push(Asked::Refused(why.to_owned()));
                } else if let Some(answers) = line.strip_prefix("answers") {
                    open = false;
                    let answer = |word: &str| match word {
                        "sat" => Answer::Sat,
                        "unsat" => Answer::Unsat,
                        _ => Answer::Unknown,
                    };
                    asked.push(Asked::Answers(answers.split_whitespace().map(answer).collect()));
                }
            }
            if open || asked.len() == first {
                asked.push(Asked::Ended(format!("{:?}", outcome.class)));
            }
        }
        Ok(asked)
    }

    /// Plays a trace here: its answers, or why there are none, on one line.
    fn play(&self, trace: &Trace) -> String {
        let mut text = Vec::new();
        let runner = LocalRunner::new(self.name, self.library, OptionPolicy::NoFiles);
        runner.play_here(trace, |bytes| text.extend_from_slice(bytes));
        let Ok((played, _)) = read(&text) else { return "refused the log is no trace".to_owned() };
        let Ok(of) = wrapper(self.name) else { return "refused".to_owned() };
        let answers = Answers::of(&played, &Class::Completed, &WrapperRows(Some(of)));
        match answers.end {
            Some(AnswersEnd::OtherProblem { action, why, .. }) => {
                format!("refused {action}: {}", why.replace('\n', " "))
            }
            Some(AnswersEnd::Ended(_)) => "refused it ended".to_owned(),
            None => {
                let words: Vec<String> = answers.list.iter().map(|one| one.to_string()).collect();
                format!("answers {}", words.join(" "))
            }
        }
    }
}
