//! The figures of a campaign: runs, calls, answers, and how often each action and operator was used.

use std::collections::BTreeMap;

use murxla_api::{BASE_ACTIONS, Demand, Library, StandardOption};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::enumerate::Note;
use crate::findings::Ending;
use crate::model::Fsm;

/// How often something was tried and how often that succeeded, by name.
pub type Table = BTreeMap<String, [u64; 2]>;

/// The figures of a campaign, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Runs that ended, however they did.
    pub runs: u64,
    /// Calls that were begun.
    pub calls: u64,
    /// Calls that the solver accepted.
    pub accepted: u64,
    /// Calls that the solver rejected.
    pub rejected: u64,
    /// Calls that were not executed.
    pub skipped: u64,
    /// Calls that broke the contract.
    pub broken: u64,
    /// Checks that were answered with sat.
    pub sat: u64,
    /// Checks that were answered with unsat.
    pub unsat: u64,
    /// Checks that were answered with unknown.
    pub unknown: u64,
    /// Milliseconds of processor time that runs took.
    pub milliseconds: u64,
    /// Those of runs that hit the time limit.
    pub milliseconds_lost: u64,
    /// Runs, by how they ended.
    pub ends: BTreeMap<String, u64>,
    /// Steps, by the state in which they were made.
    pub states: Table,
    /// Steps, by transition.
    pub transitions: Table,
    /// Calls, by action.
    pub actions: Table,
    /// Terms, by operator or binder.
    pub operators: Table,
    /// Sorts, by kind.
    pub sorts: Table,
    /// Options that were set.
    pub options: Table,
    /// Special values.
    pub special_values: Table,
    /// Functions of the solver's C API: the number of runs that called each, twice.
    pub functions: Table,
    /// What oracles judged, by oracle: how often they did, and how often they could tell.
    pub oracles: Table,
    /// Why an oracle could not tell, by oracle and reason.
    pub cannot_tell: Table,
    /// Runs that have an operator, an own action or an option, and how many of them came to their end.
    pub runs_with: Table,
}

/// Under this name it is counted how many answers of an enumeration were compared, and how many with a known one.
pub const ENUMERATION: &str = "enumeration";

/// Under this name it is counted how many simplified terms of an enumeration could not be compared.
pub const UNCOMPARED: &str = "enumeration: simplified terms whose values the solver does not tell";

/// Rows with a single number have no name, or the name of an end.
const NUMBERS: &str = "numbers";
const ENDS: &str = "ends";
/// In stats.json, too.
const FUNCTIONS: &str = "functions";

impl Counts {
    /// Adds others.
    pub fn add(&mut self, other: &Counts) {
        for (section, name, count) in other.rows() {
            self.add_row(section, name, count);
        }
    }

    /// Counts a run that ended.
    pub fn run_ended(&mut self, ending: Ending) {
        self.runs += 1;
        *self.ends.entry(ending.word()).or_default() += 1;
    }

    /// Counts what became of a term of an enumeration.
    pub fn add_note(&mut self, note: &Note) {
        let [sat, unsat, unknown] = note.answers.map(u64::from);
        self.calls += u64::from(note.calls);
        self.rejected += u64::from(note.refused);
        self.accepted += u64::from(note.calls).saturating_sub(u64::from(note.refused));
        (self.sat, self.unsat) = (self.sat + sat, self.unsat + unsat);
        self.unknown += unknown;
        let asked = self.oracles.entry(ENUMERATION.to_owned()).or_default();
        asked[0] += sat + unsat + unknown;
        asked[1] += (sat + unsat + unknown).saturating_sub(u64::from(note.open));
        if note.uncompared > 0 {
            let row = self.cannot_tell.entry(UNCOMPARED.to_owned()).or_default();
            row[0] += u64::from(note.uncompared);
            row[1] += u64::from(note.uncompared);
        }
    }

    /// The single numbers.
    fn numbers(&self) -> [(&'static str, u64); 11] {
        [
            ("runs", self.runs),
            ("calls", self.calls),
            ("accepted", self.accepted),
            ("rejected", self.rejected),
            ("skipped", self.skipped),
            ("broken", self.broken),
            ("sat", self.sat),
            ("unsat", self.unsat),
            ("unknown", self.unknown),
            ("milliseconds", self.milliseconds),
            ("milliseconds_lost", self.milliseconds_lost),
        ]
    }

    /// Of a table of names, how many were used at all, and how many there are.
    pub fn used(table: &Table) -> (usize, usize) {
        (table.values().filter(|counts| counts[0] > 0).count(), table.len())
    }

    fn number(&mut self, name: &str) -> Option<&mut u64> {
        Some(match name {
            "runs" => &mut self.runs,
            "calls" => &mut self.calls,
            "accepted" => &mut self.accepted,
            "rejected" => &mut self.rejected,
            "skipped" => &mut self.skipped,
            "broken" => &mut self.broken,
            "sat" => &mut self.sat,
            "unsat" => &mut self.unsat,
            "unknown" => &mut self.unknown,
            "milliseconds" => &mut self.milliseconds,
            "milliseconds_lost" => &mut self.milliseconds_lost,
            _ => return None,
        })
    }

    fn tables(&self) -> [(&'static str, &Table); 11] {
        [
            ("states", &self.states),
            ("transitions", &self.transitions),
            ("actions", &self.actions),
            ("operators", &self.operators),
            ("sorts", &self.sorts),
            ("options", &self.options),
            ("special_values", &self.special_values),
            (FUNCTIONS, &self.functions),
            ("oracles", &self.oracles),
            ("cannot_tell", &self.cannot_tell),
            ("runs_with", &self.runs_with),
        ]
    }

    fn table(&mut self, section: &str) -> Option<&mut Table> {
        Some(match section {
            "states" => &mut self.states,
            "transitions" => &mut self.transitions,
            "actions" => &mut self.actions,
            "operators" => &mut self.operators,
            "sorts" => &mut self.sorts,
            "options" => &mut self.options,
            "special_values" => &mut self.special_values,
            FUNCTIONS => &mut self.functions,
            "oracles" => &mut self.oracles,
            "cannot_tell" => &mut self.cannot_tell,
            "runs_with" => &mut self.runs_with,
            _ => return None,
        })
    }

    /// All figures that are not 0, each with its section and name; of a single number the second one is 0.
    pub fn rows(&self) -> Vec<(&'static str, &str, [u64; 2])> {
        let numbers = self.numbers().into_iter().map(|(name, number)| (NUMBERS, name, [number, 0]));
        let ends = self.ends.iter().map(|(name, number)| (ENDS, name.as_str(), [*number, 0]));
        let tables = self.tables().into_iter().flat_map(|(section, table)| {
            table.iter().map(move |(name, counts)| (section, name.as_str(), *counts))
        });
        numbers.chain(ends).chain(tables).filter(|(_, _, counts)| *counts != [0, 0]).collect()
    }

    /// Adds a row; one of another version, which is not known here, is left out.
    pub fn add_row(&mut self, section: &str, name: &str, [tried, succeeded]: [u64; 2]) {
        match section {
            NUMBERS => {
                if let Some(number) = self.number(name) {
                    *number += tried;
                }
            }
            ENDS => *self.ends.entry(name.to_owned()).or_default() += tried,
            _ => {
                let Some(table) = self.table(section) else { return };
                let counts = table.entry(name.to_owned()).or_default();
                counts[0] += tried;
                counts[1] += succeeded;
            }
        }
    }

    /// Adds rows of zeros for what this library claims to have: what was never tried is then seen.
    pub fn claim(&mut self, library: &dyn Library, fsm: &Fsm) {
        self.claim_functions_and_options(library);
        let profile = library.profile();
        let mut claim =
            |section: &str, names: &mut dyn Iterator<Item = String>| self.zeros(section, names);
        let operators = profile.operators.iter().map(|key| (*key).to_owned());
        let binders = profile.binders.iter().map(|binder| binder.key().to_owned());
        claim("operators", &mut operators.chain(binders));
        let own = profile.extension.actions.iter();
        let lacks = |name: &'static str| profile.demands().any(|it| it == Demand::Lacks(name));
        let actions = BASE_ACTIONS.iter().filter(|action| !lacks(action.name)).chain(own);
        claim("actions", &mut actions.map(|action| action.name.to_owned()));
        let special = profile.special_values.iter();
        claim("special_values", &mut special.map(|value| value.key().to_owned()));
        claim("states", &mut fsm.states().iter().map(|state| state.name.to_owned()));
        claim("transitions", &mut fsm.arrows().iter().map(|arrow| fsm.arrow_name(arrow)));
    }

    /// The same for the functions of its API and the options alone.
    pub fn claim_functions_and_options(&mut self, library: &dyn Library) {
        let standard = StandardOption::ALL.iter().map(|option| option.key().to_owned());
        let options = library.options().iter().map(|option| option.name.clone());
        self.zeros("options", &mut standard.chain(options));
        let functions = library.functions().into_iter().flat_map(|api| &api.exported);
        self.zeros(FUNCTIONS, &mut functions.cloned());
    }

    fn zeros(&mut self, section: &str, names: &mut dyn Iterator<Item = String>) {
        if let Some(table) = self.table(section) {
            names.for_each(|name| {
                table.entry(name).or_default();
            });
        }
    }

    /// The text of `stats.json`; what else is to stand there comes first.
    pub fn stats_json(&self, mut stats: Map<String, Value>) -> String {
        for (name, number) in self.numbers() {
            stats.insert(name.to_owned(), json!(number));
        }
        stats.insert("ends".to_owned(), json!(self.ends));
        for (section, table) in self.tables() {
            let rows = table.iter().map(|(name, [tried, succeeded])| match section {
                FUNCTIONS => (name.clone(), json!(tried)),
                _ => (name.clone(), json!({ "tried": tried, "succeeded": succeeded })),
            });
            stats.insert(section.to_owned(), Value::Object(rows.collect()));
        }
        format!("{:#}\n", Value::Object(stats))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use murxla_api::Wrapper;

    use super::*;

    fn some() -> Counts {
        let mut counts = Counts { calls: 9, sat: 1, ..Counts::default() };
        counts.run_ended(Ending::Completed);
        counts.run_ended(Ending::Signal(11));
        counts.operators.insert("OP_AND".to_owned(), [3, 2]);
        counts.states.insert("opt".to_owned(), [1, 0]);
        counts
    }

    #[test]
    fn counts_are_added() {
        let mut sum = some();
        sum.add(&some());
        assert_eq!((sum.runs, sum.calls, sum.sat), (4, 18, 2));
        assert_eq!(sum.ends, [("completed".to_owned(), 2), ("segv".to_owned(), 2)].into());
        assert_eq!(sum.operators["OP_AND"], [6, 4]);
        let mut rows = Counts::default();
        for (section, name, counts) in sum.rows() {
            rows.add_row(section, name, counts);
        }
        assert_eq!(rows, sum);
    }

    /// Each number and each table has its row.
    #[test]
    fn nothing_is_left_out() {
        let mut all = Counts::default();
        for (name, _) in Counts::default().numbers() {
            all.add_row(NUMBERS, name, [1, 0]);
        }
        for (section, _) in Counts::default().tables() {
            all.add_row(section, "x", [1, 1]);
        }
        all.add_row(ENDS, "segv", [1, 0]);
        all.add_row("later", "x", [1, 1]);
        assert_eq!(all.rows().len(), 11 + 11 + 1);
        let fields = serde_json::to_value(&all).expect("JSON");
        let empty = |value: &Value| *value == json!(0) || *value == json!({});
        assert!(fields.as_object().is_some_and(|map| !map.values().any(empty)), "{fields}");
    }

    #[test]
    fn what_was_never_tried_is_seen() {
        let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
        let mut counts = some();
        let fsm = Fsm::new(&library.profile().extension);
        counts.claim(library, &fsm);
        assert_eq!(counts.operators["OP_AND"], [3, 2]);
        assert_eq!(counts.operators["OP_OR"], [0, 0]);
        assert_eq!(counts.actions["check-sat"], [0, 0]);
        assert_eq!(counts.options["fault"], [0, 0]);
        assert_eq!(counts.states["new"], [0, 0]);
        assert_eq!(counts.rows(), some().rows());
    }

    #[test]
    fn statistics_are_json() {
        let mut called = some();
        called.functions = [("f".to_owned(), [3, 3]), ("g".to_owned(), [0, 0])].into();
        let stats: Value = serde_json::from_str(&called.stats_json(Map::new())).expect("JSON");
        assert_eq!(stats["functions"], json!({ "f": 3, "g": 0 }));
        assert_eq!(Counts::used(&called.functions), (1, 2));
        assert_eq!(stats["runs"], 2);
        assert_eq!(stats["unsat"], 0);
        assert_eq!(stats["ends"]["segv"], 1);
        assert_eq!(stats["operators"]["OP_AND"], json!({ "tried": 3, "succeeded": 2 }));
        let text = serde_json::to_string(&some()).expect("JSON");
        assert_eq!(serde_json::from_str::<Counts>(&text).expect("counts"), some());
    }
}
