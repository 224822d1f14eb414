//! The connection to a solver's process: commands and replies.
//!
//! `state` is what was said so far, as far as it must be said again to a new process; `levels` are the commands that
//! take back what was said.

mod levels;
mod state;

use std::os::unix::process::ExitStatusExt;

use murxla_api::SolverError;

use crate::file::AfterError;
use crate::process::{Process, Silence, end_by, end_like};
use crate::profile::Known;
use crate::reply::{beginning, name_of, without_place};
use crate::sexpr::Sexpr;

pub(crate) use state::Effect;
use state::State;

/// What answers.
enum Channel {
    Process(Process),
    /// Nobody: commands are printed.
    Print,
}

/// A solver that is spoken to.
pub(crate) struct Connection {
    known: &'static Known,
    words: Option<Vec<String>>,
    channel: Option<Channel>,
    state: State,
    echoes: u64,
    /// Why nothing is sent any more.
    distrusted: Option<String>,
}

impl Connection {
    /// Starts the solver.
    pub(crate) fn start(
        known: &'static Known,
        words: Option<Vec<String>>,
    ) -> Result<Connection, SolverError> {
        let mut connection = Connection {
            known,
            words,
            channel: None,
            state: State::default(),
            echoes: 0,
            distrusted: None,
        };
        connection.open()?;
        Ok(connection)
    }

    /// Whether somebody answers.
    pub(crate) fn answers(&self) -> bool {
        !matches!(self.channel, Some(Channel::Print))
    }

    /// A new process, or none, with what comes first.
    fn open(&mut self) -> Result<(), SolverError> {
        // The old one must not be there beside the new one.
        self.channel = None;
        self.channel = Some(match &self.words {
            None => Channel::Print,
            Some(words) => Channel::Process(Process::start(words).map_err(|error| {
                SolverError::Broken(format!("the solver's process cannot be started: {error}"))
            })?),
        });
        self.begin()
    }

    /// What comes first.
    fn begin(&mut self) -> Result<(), SolverError> {
        if self.answers() {
            self.must("(set-option :print-success true)")?;
        }
        if self.known.commands.global_declarations {
            self.must("(set-option :global-declarations true)")?;
        }
        Ok(())
    }

    /// Nothing that it says counts any more.
    fn distrust(&mut self, command: &str, said: &str) -> SolverError {
        let why = format!("to {} the solver said: {}", name_of(command), beginning(said));
        self.close(&why);
        SolverError::Broken(why)
    }

    /// Nothing is sent any more.
    fn close(&mut self, why: &str) {
        self.channel = None;
        self.distrusted = Some(why.to_owned());
    }

    /// Sends a command and waits for the reply.
    fn ask(&mut self, command: &str) -> Result<String, SolverError> {
        let silence = match &mut self.channel {
            None => {
                let why = self.distrusted.as_deref().unwrap_or("there is no process");
                return Err(SolverError::Unsupported(format!(
                    "nothing is sent any more, after: {why}"
                )));
            }
            Some(Channel::Print) => {
                println!("{command}");
                return Ok(match name_of(command) {
                    "check-sat" | "check-sat-assuming" => "unknown".to_owned(),
                    _ => "success".to_owned(),
                });
            }
            Some(Channel::Process(process)) => {
                process.send(command);
                match process.receive(None) {
                    Ok(reply) => return Ok(reply),
                    Err(silence) => silence,
                }
            }
        };
        match silence {
            Silence::Gone(status, partial) if status.success() && !partial.is_empty() => {
                Err(self.distrust(command, &format!("{partial} (and then ended)")))
            }
            Silence::Gone(status, partial) => end_like(status, &partial),
            Silence::Flood => {
                eprintln!("the solver prints without end, to {}", name_of(command));
                // The signal of a file that grows beyond its limit.
                end_by(libc::SIGXFSZ)
            }
            Silence::Late => Err(self.distrust(command, "nothing")),
            Silence::Io(error) => Err(self.distrust(command, &error.to_string())),
        }
    }

    /// Sends a command; gives the reply, unless it is an error.
    pub(crate) fn command(&mut self, command: &str, effect: Effect) -> Result<String, SolverError> {
        let reply = self.ask(command)?;
        if reply == "unsupported" {
            return Err(SolverError::Unsupported(format!(
                "{}: the solver says so",
                name_of(command)
            )));
        }
        if let Some(Sexpr::List(items)) = Sexpr::parse(&reply).as_ref()
            && let [Sexpr::Atom(head), rest @ ..] = items.as_slice()
            && head == "error"
        {
            let message = match rest {
                [Sexpr::Text(text)] => text.clone(),
                other => other.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            };
            self.after_error()?;
            return Err(SolverError::Rejected(beginning(without_place(&message))));
        }
        let expected = match effect {
            Effect::Check => matches!(reply.as_str(), "sat" | "unsat" | "unknown"),
            Effect::None => true,
            _ => reply == "success",
        };
        if effect == Effect::Check && reply == "timeout" {
            // Z3 says so when the kernel tells it that its time is up; the signal is the kernel's.
            end_by(libc::SIGXCPU);
        }
        if !expected {
            return Err(self.distrust(command, &reply));
        }
        self.keep(command, effect);
        Ok(reply)
    }

    /// A solver may say more than one error of a command, and some end after one. Afterwards it is where it was before.
    fn after_error(&mut self) -> Result<(), SolverError> {
        // Some solvers say success to an echo, too. After two of them it is known how many replies are to come.
        let words = [1, 2].map(|more| format!("murxla-{}", self.echoes + more));
        self.echoes += 2;
        let Some(Channel::Process(process)) = &mut self.channel else { return Ok(()) };
        for word in &words {
            process.send(&format!("(echo \"{word}\")"));
        }
        let (mut heard, mut says_success) = (0, false);
        // One error can have several lines, but not without end.
        for _ in 0..100 {
            match process.receive(None) {
                Ok(reply)
                    if words.get(heard).is_some_and(|word| reply.trim_matches('"') == word) =>
                {
                    heard += 1;
                    if heard == words.len() && !says_success {
                        return Ok(());
                    }
                }
                Ok(_) if heard == words.len() => return Ok(()),
                Ok(_) => says_success |= heard == 1,
                Err(Silence::Gone(status, _)) => {
                    let may_exit = self.known.commands.after_error == AfterError::MayExit;
                    let by_signal = status.signal().is_some();
                    if may_exit && !by_signal {
                        return self.restore();
                    }
                    end_like(status, "");
                }
                Err(Silence::Flood) => end_by(libc::SIGXFSZ),
                Err(Silence::Late | Silence::Io(_)) => break,
            }
        }
        Err(self.distrust("(echo)", "something else after an error"))
    }

    /// A command that must succeed: after anything else nobody knows what the state is.
    fn must(&mut self, command: &str) -> Result<(), SolverError> {
        match self.ask(command)?.as_str() {
            "success" => Ok(()),
            "unsupported" => {
                Err(SolverError::Unsupported(format!("{command}: the solver says so")))
            }
            other => Err(self.distrust(command, other)),
        }
    }

    /// The reply makes no sense.
    pub(crate) fn nonsense(&mut self, command: &str, reply: &str) -> SolverError {
        self.distrust(command, reply)
    }
}

impl Drop for Connection {
    /// A solver that dies while it ends has crashed, too.
    fn drop(&mut self) {
        match self.channel.take() {
            Some(Channel::Process(process)) => {
                if let Some(status) = process.end()
                    && status.signal().is_some()
                {
                    end_like(status, "");
                }
            }
            Some(Channel::Print) => println!("(exit)"),
            None => {}
        }
    }
}
