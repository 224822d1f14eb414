//! Checks the commands of a script.

use std::sync::Arc;

use murxla_api::{ActionDef, Effects, Sort, plain_command};

use super::Checker;
use super::error::{Checked, expected};
use crate::smt::sexpr::{CellId, Kind};
use crate::smt::{Command, Term};

impl Checker<'_> {
    /// All commands.
    pub(super) fn script(&mut self) -> Checked<Vec<Command>> {
        let mut commands = Vec::new();
        let mut next = 0;
        while (next as usize) < self.source.cells.len() {
            let command = match self.source.kind(next) {
                Kind::Comment => Command::Comment(self.source.text(next).into()),
                _ => self.command(next)?,
            };
            commands.append(&mut self.implied);
            commands.push(command);
            next = self.source.after(next);
        }
        Ok(commands)
    }

    fn command(&mut self, list: CellId) -> Checked<Command> {
        let head = list + 1;
        let end = self.source.after(list);
        let name = if head < end && self.is_symbol(head) { self.source.text(head) } else { "" };
        let plain =
            |command| if head + 1 == end { Ok(command) } else { expected(list, "no argument") };
        match name {
            "set-logic" => {
                let [_, logic] = self.exactly(list, "a logic")?;
                let logic = self.source.text(logic);
                self.set_numerals_are_real(is_real_only(logic));
                self.logic_is_all = logic == "ALL";
                Ok(Command::SetLogic(logic.into()))
            }
            "set-option" => {
                let (keyword, value) = self.keyword(list)?;
                if &*keyword == "global-declarations" {
                    self.scope.global_declarations = &*value == "true";
                }
                Ok(Command::SetOption { keyword, value })
            }
            "set-info" => {
                let (keyword, value) = self.keyword(list)?;
                Ok(Command::SetInfo { keyword, value })
            }
            "declare-sort" => self.declare_sort(list),
            "define-sort" => self.define_sort(list),
            "declare-datatype" => self.declare_datatype(list, false),
            "declare-datatypes" => self.declare_datatypes(list, false),
            "declare-codatatype" => self.declare_datatype(list, true),
            "declare-codatatypes" => self.declare_datatypes(list, true),
            "declare-fun" => self.declare_fun(list),
            "declare-const" => self.declare_const(list),
            "define-fun" => self.define_fun(list),
            "define-const" => self.define_const(list),
            "define-fun-rec" => self.define_fun_rec(list),
            "define-funs-rec" => self.define_funs_rec(list),
            "assert" => {
                let [_, formula] = self.exactly(list, "a formula")?;
                self.formula(formula).map(Command::Assert)
            }
            // Z3 takes assumptions here, too.
            "check-sat" if head + 1 == end => Ok(Command::CheckSat),
            "check-sat" => {
                let assumptions = self.items(list).split_off(1);
                let formulas = assumptions.into_iter().map(|one| self.formula(one));
                Ok(Command::CheckSatAssuming(formulas.collect::<Checked<_>>()?))
            }
            "check-sat-assuming" => {
                let [_, assumptions] = self.exactly(list, "a list of formulas")?;
                let formulas = self.items(assumptions).into_iter().map(|one| self.formula(one));
                Ok(Command::CheckSatAssuming(formulas.collect::<Checked<_>>()?))
            }
            "get-value" => {
                let [_, terms] = self.exactly(list, "a list of terms")?;
                let terms = self.items(terms).into_iter().map(|one| self.term(one));
                Ok(Command::GetValue(terms.collect::<Checked<_>>()?))
            }
            "push" => {
                let levels = self.levels(list)?;
                self.scope.push(levels);
                Ok(Command::Push(levels))
            }
            "pop" => {
                let levels = self.levels(list)?;
                if !self.scope.pop(levels) {
                    return expected(list, "as many levels as there are");
                }
                Ok(Command::Pop(levels))
            }
            "reset" => {
                self.scope.reset();
                self.set_numerals_are_real(false);
                self.logic_is_all = true;
                plain(Command::Reset)
            }
            "exit" => plain(Command::Exit),
            other => match plain_command(other) {
                Some(row) => self.plain_command(list, row),
                None => Ok(Command::Verbatim(self.source.written(list).into())),
            },
        }
    }

    /// A command whose arguments are keywords, as its row says.
    fn plain_command(&mut self, list: CellId, row: &'static ActionDef) -> Checked<Command> {
        let items = self.items(list);
        let words: Option<Vec<Arc<str>>> = items
            .iter()
            .skip(1)
            .map(|item| self.source.written(*item).strip_prefix(':').map(Arc::from))
            .collect();
        match words {
            Some(words) if words.len() == row.args.len() => {
                if row.effects.any(Effects::FORGETS_ASSERTIONS) {
                    self.scope.reset_assertions();
                }
                Ok(Command::Plain { row, words })
            }
            _ if row.args.is_empty() => expected(list, "a command without arguments"),
            _ => expected(list, "a keyword, such as :version"),
        }
    }

    /// A term of sort Bool.
    fn formula(&mut self, cell: CellId) -> Checked<Term> {
        let term = self.term(cell)?;
        self.of_sort(cell, term, &Sort::bool())
    }

    /// `(command :keyword value…)`
    fn keyword(&self, list: CellId) -> Checked<(Arc<str>, Arc<str>)> {
        let items = self.items(list);
        let [_, keyword, value @ ..] = items.as_slice() else {
            return expected(list, "a keyword");
        };
        if self.source.kind(*keyword) != Kind::Keyword {
            return expected(*keyword, "a keyword");
        }
        let value: Vec<String> = value.iter().map(|value| self.source.written(*value)).collect();
        let keyword = self.source.text(*keyword).trim_start_matches(':');
        Ok((keyword.into(), value.join(" ").into()))
    }

    /// The number of levels of `push` and `pop`, one if it is not there.
    fn levels(&self, list: CellId) -> Checked<u32> {
        let items = self.items(list);
        match items.as_slice() {
            [_] => Ok(1),
            [_, levels] if self.source.kind(*levels) == Kind::Numeral => {
                match self.source.text(*levels).parse() {
                    Ok(levels) => Ok(levels),
                    Err(_) => expected(*levels, "a number of levels"),
                }
            }
            _ => expected(list, "a number of levels"),
        }
    }
}

/// Whether real numbers are the only numbers of a logic.
fn is_real_only(logic: &str) -> bool {
    let logic = logic.strip_prefix("QF_").unwrap_or(logic);
    let has_real = ["LRA", "NRA", "RDL"].iter().any(|arithmetic| logic.ends_with(arithmetic));
    // `LIRA` and `NIRA` end otherwise; strings bring integers with them.
    has_real && !logic.replace("RA", "").replace("FS", "").contains('S')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logics_of_real_numbers() {
        for logic in ["QF_LRA", "LRA", "QF_UFNRA", "QF_RDL", "QF_FPLRA", "NRA"] {
            assert!(is_real_only(logic), "{logic}");
        }
        for logic in ["QF_LIRA", "AUFNIRA", "QF_SLRA", "ALL", "QF_LIA", "QF_IDL", "HORN"] {
            assert!(!is_real_only(logic), "{logic}");
        }
    }
}
