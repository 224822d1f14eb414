//! Exports calls that are commands.

use std::sync::Arc;

use murxla_api::smtlib::{SymbolText, is_simple};
use murxla_api::{ActionKind, Answer, Effects, Need, StandardOption};

use super::exporter::{Exporter, Why, of_own_api};
use crate::smt::{Attribute, Command, Node, Term, source_text};
use crate::trace::own_action::group;
use crate::trace::{Action, Call, CallArg, Recorded, owner};

/// The command that asks for a core.
const GET_CORE: &str = "get-unsat-core";

impl Exporter<'_> {
    /// Where the script comes from.
    pub(super) fn heading(&mut self) {
        let Some(source) = source_text(&self.trace.header) else { return };
        let value = format!("|{source}|");
        self.say(Command::SetInfo { keyword: "smt-lib-version".into(), value: "2.6".into() });
        self.say(Command::SetInfo { keyword: "source".into(), value: value.into() });
    }

    /// A new instance of the solver.
    pub(super) fn begin(&mut self) {
        if self.logic_is_set {
            self.say(Command::Reset);
        }
        self.start_anew();
    }

    /// Nothing is left of what was before.
    fn start_anew(&mut self) {
        self.forget_terms();
        (self.logic, self.logic_is_set) = (None, false);
        self.faithful = true;
        self.nonlinear_apart = self.is_for_nonlinear_solver();
        if self.dialect().options.incremental {
            let value = self.incremental().to_owned();
            self.option(StandardOption::Incremental.key(), &value);
        }
        let global_definitions = self.dialect().global_definitions;
        let nonlinear_apart = self.nonlinear_apart;
        let own = self.target.own;
        // Only these commands take declarations away.
        let levels = Effects::OPENS_LEVELS.and(Effects::CLOSES_LEVELS);
        let takes_away = levels.and(Effects::FORGETS_ASSERTIONS);
        let needs_global = |call: &Call| match call.action.kind() {
            ActionKind::Own => false,
            _ if call.effects(own).any(takes_away) => call.took_effect(),
            ActionKind::MkFun | ActionKind::DefineRecFun => {
                global_definitions && call.took_effect()
            }
            ActionKind::CheckSatAssuming => nonlinear_apart && call.took_effect(),
            _ => false,
        };
        if self.trace.calls.iter().any(needs_global) {
            self.option("global-declarations", "true");
        }
        let asks =
            |call: &Call| call.action.kind() == ActionKind::GetAssertions && call.took_effect();
        if self.trace.calls.iter().any(asks) && !self.dialect().lacks.contains(&"get-assertions") {
            self.option("produce-assertions", "true");
        }
    }

    /// The value of `:incremental` until all is reset. Scripts say it first, wherever the calls say it: so it does not matter
    /// whether they say that it is off, which it is until it is set.
    fn incremental(&self) -> &str {
        let values =
            self.calls_of_part().filter(|call| call.took_effect()).filter_map(|call| {
                match (call.action.kind(), call.args.as_slice()) {
                    (ActionKind::SetOption, [CallArg::Text(name), CallArg::Text(value)])
                        if &**name == StandardOption::Incremental.key() =>
                    {
                        Some(&**value)
                    }
                    _ => None,
                }
            });
        values.last().unwrap_or("false")
    }

    /// The calls from the next one on, until all is reset.
    pub(super) fn calls_of_part(&self) -> impl Iterator<Item = &Call> {
        let later = self.trace.calls.get(self.at + 1..).unwrap_or_default();
        later.iter().take_while(|call| {
            !matches!(call.action.kind(), ActionKind::New | ActionKind::Reset)
                || !call.took_effect()
        })
    }

    fn option(&mut self, keyword: &str, value: &str) {
        self.say(Command::SetOption { keyword: keyword.into(), value: value.into() });
    }

    /// What comes before the first command but for options: the logic.
    pub(super) fn begin_commands(&mut self) {
        if self.logic_is_set {
            return;
        }
        self.logic_is_set = true;
        let logic = self.logic.take().unwrap_or_else(|| self.dialect().logic.default.to_owned());
        if !logic.is_empty() {
            self.say(Command::SetLogic(logic.into()));
        }
    }

    /// What comes before the first formula.
    fn begin_formulas(&mut self) {
        self.begin_commands();
        self.declare_recursive();
    }

    pub(super) fn command(&mut self, call: &Call) -> Result<(), Why> {
        let smtlib = match &call.action {
            Action::Base(action) => action.smtlib,
            Action::Own(_) => "",
        };
        if self.dialect().lacks.contains(&smtlib) {
            return Err(format!("{} has no command {smtlib}", self.target.solver));
        }
        let asks_about_answer = match &call.action {
            Action::Base(action) => {
                action.needs.iter().any(|need| matches!(need, Need::LastAnswer(_)))
            }
            Action::Own(_) => false,
        };
        if asks_about_answer && !self.faithful {
            return Err("the answer that it asks about may be another here".to_owned());
        }
        match (call.action.kind(), call.args.as_slice()) {
            (ActionKind::SetLogic, [CallArg::Text(logic)]) => {
                if self.dialect().logic.matters && self.knows_logic(logic) {
                    self.logic = Some(logic.to_string());
                } else if self.dialect().logic.matters {
                    self.note_otherwise(format!("the logic {logic} is not known and not set"));
                }
                return Ok(());
            }
            (ActionKind::SetOption, [CallArg::Text(name), CallArg::Text(value)]) => {
                return self.set_option(name, value);
            }
            // Front ends refuse an empty list, and there is nothing to be told.
            (ActionKind::GetValue, [CallArg::Terms(terms)]) if terms.is_empty() => return Ok(()),
            (ActionKind::Reset, _) => {
                self.say(Command::Reset);
                self.start_anew();
                return Ok(());
            }
            _ => {}
        }
        let command = match (call.action.kind(), call.args.as_slice()) {
            (ActionKind::Assert, [CallArg::Term(formula)]) => {
                Command::Assert(self.known(*formula)?)
            }
            // Names are for cores.
            (ActionKind::AssertNamed, [CallArg::Term(formula), CallArg::Text(_)])
                if self.dialect().lacks.contains(&GET_CORE) =>
            {
                Command::Assert(self.known(*formula)?)
            }
            (ActionKind::AssertNamed, [CallArg::Term(formula), CallArg::Text(name)]) => {
                let formula = self.known(*formula)?;
                let named = Attribute { keyword: "named".into(), value: (&**name).into() };
                Command::Assert(self.script.graph.annotate(formula, vec![named]))
            }
            (ActionKind::CheckSat, _) => Command::CheckSat,
            (ActionKind::CheckSatAssuming, [CallArg::Terms(formulas)]) => {
                let formulas = self.all_known(formulas)?;
                self.begin_formulas();
                match self.nonlinear_apart {
                    true => self.assume_above(formulas),
                    false => Command::CheckSatAssuming(self.assumptions(formulas)),
                }
            }
            (ActionKind::Push, [CallArg::Number(levels)]) => Command::Push(*levels),
            (ActionKind::Pop, [CallArg::Number(levels)]) => Command::Pop(*levels),
            (ActionKind::GetValue, [CallArg::Terms(terms)]) => {
                Command::GetValue(self.all_known(terms)?)
            }
            _ => self.plain_command(call)?,
        };
        self.begin_formulas();
        self.note_used(call);
        if matches!(command, Command::CheckSat | Command::CheckSatAssuming(_)) {
            self.say_status(call);
        }
        self.say(command);
        self.level_to_close = self.nonlinear_apart
            && (self.level_to_close || call.action.kind() == ActionKind::CheckSatAssuming);
        Ok(())
    }

    /// An action of a solver's own, if its dialect has a command for it and the script is for that solver.
    pub(super) fn own_command(&mut self, call: &Call) -> Result<(), Why> {
        let name = call.action.name();
        let row = self.target.own.action(name).filter(|row| !row.smtlib.is_empty());
        let Some(row) = row.filter(|_| owner(name) == Some(self.target.solver)) else {
            return Err(of_own_api(call));
        };
        if !self.faithful && row.needs.iter().any(|need| matches!(need, Need::LastAnswer(_))) {
            return Err("the answer that it asks about may be another here".to_owned());
        }
        let (mut words, mut terms) = (Vec::new(), Vec::new());
        for arg in group(row, &call.args).ok_or("it has other arguments than its row says")? {
            match arg {
                CallArg::Text(word) => words.push(Arc::from(&*word)),
                CallArg::Term(term) => terms.push(self.known(term)?),
                CallArg::Terms(list) => terms.extend(self.all_known(&list)?),
                _ => return Err(of_own_api(call)),
            }
        }
        self.begin_formulas();
        self.note_used(call);
        self.say(Command::Own { row, words, terms });
        // What it excludes is the model that there is, which may be another in another version.
        self.faithful &= !row.effects.any(Effects::EXCLUDES);
        Ok(())
    }

    /// A command whose arguments are words.
    fn plain_command(&mut self, call: &Call) -> Result<Command, Why> {
        let words: Option<Vec<Arc<str>>> = call
            .args
            .iter()
            .map(|arg| match arg {
                CallArg::Text(word) => Some(Arc::from(&**word)),
                _ => None,
            })
            .collect();
        let row = call.row(self.target.own).filter(|row| row.is_plain_command());
        let (Some(row), Some(words)) = (row, words) else {
            return Err("it has other arguments than its row says".to_owned());
        };
        for option in [StandardOption::UnsatCores, StandardOption::UnsatAssumptions] {
            if row.needs_option(option) {
                self.require_produced(option)?;
            }
        }
        self.faithful |= row.effects.any(Effects::FORGETS_ASSERTIONS);
        Ok(Command::Plain { row, words })
    }

    /// What the next check is expected to answer. What was said before holds until something else is said.
    fn say_status(&mut self, call: &Call) {
        let value = match &call.reply {
            Some(Recorded::Answer(Answer::Sat)) if self.faithful => "sat",
            Some(Recorded::Answer(Answer::Unsat)) if self.faithful => "unsat",
            Some(Recorded::Answer(Answer::Unknown)) if self.faithful => "unknown",
            _ if self.status_was_said => "unknown",
            _ => return,
        };
        self.status_was_said = true;
        self.say(Command::SetInfo { keyword: "status".into(), value: value.into() });
    }

    /// Assumptions; where the text takes literals only, others get names.
    fn assumptions(&mut self, formulas: Vec<Term>) -> Vec<Term> {
        if !self.dialect().literal_assumptions {
            return formulas;
        }
        let mut literals = Vec::with_capacity(formulas.len());
        for formula in formulas {
            let is_literal = match self.script.graph.node(formula) {
                Node::Constant(_) => true,
                Node::Apply { head, args: [inner] } if head.op().key == "OP_NOT" => {
                    matches!(self.script.graph.node(*inner), Node::Constant(_))
                }
                _ => false,
            };
            literals.push(if is_literal {
                formula
            } else {
                self.assumptions += 1;
                self.name_term(&format!("assumption{}", self.assumptions), formula)
            });
        }
        literals
    }

    fn require_produced(&self, option: StandardOption) -> Result<(), Why> {
        match self.can_produce(option) {
            true => Ok(()),
            false => Err(format!("{} has no {} here", self.target.solver, option.key())),
        }
    }

    /// Whether this can be asked for, given what the trace does.
    fn can_produce(&self, option: StandardOption) -> bool {
        let assumes = self
            .trace
            .calls
            .iter()
            .filter(|call| call.took_effect())
            .any(|call| matches!(call.action.kind(), ActionKind::CheckSatAssuming));
        let is_core =
            matches!(option, StandardOption::UnsatCores | StandardOption::UnsatAssumptions);
        match option {
            _ if is_core && self.nonlinear_apart => false,
            _ if self.dialect().options.cores_with_assumptions => true,
            StandardOption::UnsatCores => !assumes,
            StandardOption::UnsatAssumptions => assumes,
            _ => true,
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Why> {
        match StandardOption::from_key(name) {
            // Said at the beginning, if at all.
            Some(StandardOption::Incremental) => Ok(()),
            Some(option) => {
                let is_unknown = option == StandardOption::UnsatCores
                    && self.dialect().lacks.contains(&GET_CORE);
                if is_unknown || (value == "true" && !self.can_produce(option)) {
                    return Err(format!("{} has no {name} here", self.target.solver));
                }
                self.option(name, value);
                Ok(())
            }
            None => {
                let recorded = self.trace.header.solver.as_deref();
                if recorded != Some(self.target.solver) {
                    let recorded = recorded.unwrap_or("the solver of the trace");
                    return Err(format!("{name} is an option of {recorded}"));
                }
                let prefix = self.dialect().options.prefix;
                let Some(prefix) =
                    prefix.filter(|_| !self.dialect().options.api_only.contains(&name))
                else {
                    return Err(format!("{name} cannot be set in a script"));
                };
                let largest = self.dialect().options.largest_number;
                if value.parse().is_ok_and(|number: u64| number > largest) {
                    return Err(format!("{name} takes smaller numbers in a script"));
                }
                let style = &self.dialect().options;
                let is_string = style.words_are_strings || style.strings.contains(&name);
                let value = option_value(value, is_string);
                self.option(&format!("{prefix}{name}"), &value);
                Ok(())
            }
        }
    }
}

/// A value of an option: a word or a number as it is, other text as a string.
fn option_value(value: &str, strings: bool) -> String {
    let number = value.strip_prefix('-').unwrap_or(value);
    let is_number = !number.is_empty()
        && number
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'))
        && number.starts_with(|first: char| first.is_ascii_digit());
    if is_number {
        value.to_owned()
    } else if matches!(value, "true" | "false") || (is_simple(value) && !strings) {
        SymbolText(value).to_string()
    } else {
        format!("\"{}\"", value.replace('"', "\"\""))
    }
}
