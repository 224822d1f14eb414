//! The exporter: goes through the calls of a trace and writes a script.

use std::collections::HashMap;

use murxla_api::smtlib::Dialect;
use murxla_api::{ActionKind, Datatype, Effects, Sort, StandardOption};

use super::heap::declare_heaps;
use super::logic::missing_in;
use super::lowered::Lowered;
use super::wider_logics::{add_integers, add_products, add_quantifiers};
use super::{Export, LeftOut, SaidOtherwise, Target};
use crate::smt::{Command, Definition, FromCalls, Script, Symbol};
use crate::trace::check::{Context, Effect};
use crate::trace::{Call, Trace, owner};

/// Why a call is left out.
pub(super) type Why = String;

pub(super) struct Exporter<'a> {
    pub(super) trace: &'a Trace,
    /// The number of the call that is being exported.
    pub(super) at: usize,
    pub(super) target: &'a Target<'a>,
    pub(super) script: Script,
    pub(super) context: Context,
    /// What the calls made, as no dialect has it.
    pub(super) questions: FromCalls,
    /// The same as the dialect has it.
    pub(super) lowered: Lowered,
    /// Datatypes as they are declared in the script.
    pub(super) datatypes: HashMap<String, Datatype>,
    /// The datatypes that stand for tuples, by the tuples.
    pub(super) tuples: HashMap<Sort, Sort>,
    /// How many of these there were; sorts with one name are one sort in the whole graph, also after a reset.
    pub(super) tuple_count: usize,
    /// Recursive functions that are declared and not yet defined, or that wait for others.
    pub(super) recursive: HashMap<Symbol, Option<Definition>>,
    /// The logic that is set before the next command but for options.
    pub(super) logic: Option<String>,
    pub(super) logic_is_set: bool,
    pub(super) assumptions: u32,
    /// Whether nothing is missing on which answers depend.
    pub(super) faithful: bool,
    /// Whether the script has said something of the status before.
    pub(super) status_was_said: bool,
    /// Whether this part of the trace is for a solver of non-linear arithmetic alone.
    pub(super) nonlinear_apart: bool,
    /// Whether the last check has a level of its own that is still open.
    pub(super) level_to_close: bool,
    left_out: Vec<LeftOut>,
    pub(super) said_otherwise: Vec<SaidOtherwise>,
    /// How the term that is being lowered is said otherwise, if it is.
    pub(super) rewriting: Option<String>,
}

impl<'a> Exporter<'a> {
    pub(super) fn new(trace: &'a Trace, target: &'a Target<'a>) -> Exporter<'a> {
        Exporter {
            trace,
            at: 0,
            target,
            script: Script::default(),
            context: Context::default(),
            questions: FromCalls::new(),
            lowered: Lowered::default(),
            datatypes: HashMap::new(),
            tuples: HashMap::new(),
            tuple_count: 0,
            recursive: HashMap::new(),
            logic: None,
            logic_is_set: false,
            assumptions: 0,
            faithful: true,
            status_was_said: false,
            nonlinear_apart: false,
            level_to_close: false,
            left_out: Vec::new(),
            said_otherwise: Vec::new(),
            rewriting: None,
        }
    }

    pub(super) fn dialect(&self) -> &'static Dialect {
        self.target.dialect
    }

    /// Appends a command.
    pub(super) fn say(&mut self, command: Command) {
        self.close_level(&command);
        self.script.commands.push(command);
    }

    pub(super) fn run(mut self) -> Export {
        self.heading();
        for (number, call) in self.trace.calls.iter().enumerate() {
            if !call.took_effect() {
                // Whether it left anything behind is not known: cvc5 says sat after a check that it refused.
                self.faithful &= !is_check(call);
                self.questions.skip();
                continue;
            }
            self.at = number;
            let effect = match self.context.examine(call, self.target.own) {
                Ok(effect) => effect,
                Err(problem) => {
                    self.questions.skip();
                    self.leave_out(number, call, problem.to_string());
                    continue;
                }
            };
            self.questions.add_done(call, self.target.own);
            let sorts = match &effect {
                Effect::Sorts(sorts) => sorts.clone(),
                _ => Vec::new(),
            };
            if let Err(why) = self.call(call, &sorts) {
                self.leave_out(number, call, why);
            }
            self.context.commit(call, effect);
        }
        let logics = self.logics();
        self.require_logic();
        add_integers(&mut self.script, self.target.dialect);
        add_quantifiers(&mut self.script, self.target.dialect);
        if self.is_of_another_solver() {
            add_products(&mut self.script, self.target.dialect);
        }
        declare_heaps(&mut self.script, self.target.dialect);
        self.drop_idle_options();
        self.set_demanded_options();
        self.set_higher_order_logics();
        self.compare_logics(&logics);
        let Exporter { script, left_out, said_otherwise, .. } = self;
        Export { script, left_out, said_otherwise }
    }

    /// Where the logic tells which symbols there are: it is not set if it lacks some.
    fn require_logic(&mut self) {
        if !self.dialect().logic.restricts {
            return;
        }
        for command in &mut self.script.commands {
            if let Command::SetLogic(logic) = command
                && let Some(missing) = missing_in(logic, &self.script.graph)
            {
                let text = format!("not set: the logic {logic}, which lacks {missing}");
                *command = Command::Comment(text.into());
            }
        }
    }

    /// What asks for failed assumptions is of no use if all checks with assumptions were left out, and so is what keeps
    /// declarations where nothing takes them away.
    fn drop_idle_options(&mut self) {
        let global_definitions = self.dialect().global_definitions;
        let needs_global = |command: &Command| match command {
            Command::Push(_) | Command::Pop(_) => true,
            Command::Define(_) | Command::DefineRec(_) => global_definitions,
            other => other.forgets_assertions(),
        };
        if !self.script.commands.iter().any(needs_global) {
            self.drop_option("global-declarations");
        }
        let assumes = |command: &Command| matches!(command, Command::CheckSatAssuming(_));
        if self.dialect().options.cores_with_assumptions || self.script.commands.iter().any(assumes)
        {
            return;
        }
        self.drop_option(StandardOption::UnsatAssumptions.key());
    }

    fn drop_option(&mut self, key: &str) {
        let is_idle = |command: &Command| matches!(command, Command::SetOption { keyword, .. } if &**keyword == key);
        self.script.commands.retain(|command| !is_idle(command));
    }

    /// The call is not in the script. What makes sorts and terms alone is not listed: what uses them is.
    fn leave_out(&mut self, number: usize, call: &Call, why: Why) {
        self.lowered.leave_out(call, &why);
        if !call.rets.is_empty() || call.action.kind() == ActionKind::TermGetChildren {
            return;
        }
        let action = call.action.name().to_owned();
        self.say(Command::Comment(format!("left out: {action}: {why}").into()));
        let matters = self.matters(call);
        self.faithful &= !matters;
        self.left_out.push(LeftOut { call: number, action, why, matters });
    }

    /// Whether later answers may be others without this call.
    fn matters(&self, call: &Call) -> bool {
        let effects = call.effects(self.target.own);
        let forgets = Effects::FORGETS_ASSERTIONS.and(Effects::FORGETS_ALL);
        effects.any(Effects::ASSERTS.and(Effects::DEFINES).and(Effects::CHECKS).and(forgets))
    }

    fn call(&mut self, call: &Call, sorts: &[Sort]) -> Result<(), Why> {
        match call.action.kind() {
            ActionKind::New => self.begin(),
            ActionKind::Delete => self.forget_terms(),
            ActionKind::MkSort => return self.declare_sorts(call, sorts),
            ActionKind::InstantiateSort => {}
            ActionKind::MkConst
            | ActionKind::MkVar
            | ActionKind::MkValue
            | ActionKind::MkSpecialValue
            | ActionKind::MkTerm
            | ActionKind::MkFun
            | ActionKind::MkLet
            | ActionKind::MkRecFun
            | ActionKind::DefineRecFun
            | ActionKind::Simplify
            | ActionKind::TermGetChildren => return self.make(call),
            ActionKind::Own => return self.own_command(call),
            _ => return self.command(call),
        }
        Ok(())
    }
}

/// Why an action of a solver's own is left out.
pub(super) fn of_own_api(call: &Call) -> Why {
    let solver = owner(call.action.name()).unwrap_or("a solver");
    format!("an action of {solver}'s own API")
}

fn is_check(call: &Call) -> bool {
    matches!(call.action.kind(), ActionKind::CheckSat | ActionKind::CheckSatAssuming)
}
