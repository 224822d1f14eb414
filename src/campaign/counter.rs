//! The counter of calls, answers and operators, updated while a run is executed.
//!
//! A worker makes hundreds of thousands of calls in a second, so a call costs one look into a small table, and numbers
//! become names only when the counts are taken.

use std::collections::BTreeMap;

use murxla_api::{ActionKind, Answer, ApiFunctions, BASE_ACTIONS, QuickMap, SortKind};

use super::counts::{Counts, Table};
use crate::exec::{Played, Player};
use crate::findings::Ending;
use crate::model::{Fsm, Walk};
use crate::oracle::{GivenVerdict, Interest, Oracle, Step, Verdict};
use crate::trace::{Action, Call, CallArg, Recorded};

/// Tried and succeeded.
pub(super) type Pair = [u64; 2];

/// Counts by name, in a dense list.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    places: QuickMap<Box<str>, usize>,
    list: Vec<Box<str>>,
    counts: Vec<Pair>,
    /// Runs in which it was, and those of them that came to their end.
    runs: Vec<Pair>,
    /// How many names the parent knows, if this is in a child.
    told: usize,
}

impl Names {
    pub(super) fn place(&mut self, name: &str) -> usize {
        match self.places.get(name) {
            Some(place) => *place,
            None => {
                let place = self.counts.len();
                self.places.insert(name.into(), place);
                self.list.push(name.into());
                self.counts.push([0, 0]);
                self.runs.push([0, 0]);
                place
            }
        }
    }

    /// Names that the parent does not know.
    pub(super) fn untold(&self) -> &[Box<str>] {
        self.list.get(self.told..).unwrap_or_default()
    }

    pub(super) fn all_told(&mut self) {
        self.told = self.list.len();
    }

    /// The name at this place was in a run.
    pub(super) fn in_run(&mut self, place: usize, ended: bool) {
        if let Some(runs) = self.runs.get_mut(place) {
            runs[0] += 1;
            runs[1] += u64::from(ended);
        }
    }

    fn take_runs(&mut self, table: &mut Table) {
        for (name, runs) in self.list.iter().zip(&mut self.runs) {
            add(table, name, std::mem::take(runs));
        }
    }

    /// Names are kept: the next runs use the same.
    fn take(&mut self) -> Table {
        let mut table = Table::new();
        for (name, counts) in self.list.iter().zip(&mut self.counts) {
            let counts = std::mem::take(counts);
            if counts != [0, 0] {
                table.insert(name.to_string(), counts);
            }
        }
        table
    }
}

/// What a call uses, beside its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Used {
    Operator(usize),
    Sort(SortKind),
    Option(usize),
    SpecialValue(usize),
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Accepted(Option<Answer>),
    Rejected,
    Skipped,
    Broken,
}

/// Counts calls while they are executed, as an [`Oracle`] or call by call, and the walks of whole runs.
#[derive(Clone, Debug)]
pub struct CallCounter {
    /// The single numbers.
    numbers: Counts,
    ends: BTreeMap<Ending, u64>,
    /// By the place in `BASE_ACTIONS`.
    base_actions: Vec<Pair>,
    /// The place in `BASE_ACTIONS`, by kind.
    places: Vec<usize>,
    own_actions: Names,
    operators: Names,
    sorts: Vec<Pair>,
    options: Names,
    special_values: Names,
    oracles: Names,
    cannot_tell: Names,
    /// Functions of the C API, in the order in which the wrapper declares them.
    functions: Names,
    /// By the place of the transition.
    arrows: Vec<Pair>,
    /// The call that was begun.
    begun: Option<(Place, Option<Used>)>,
}

/// An action.
#[derive(Clone, Copy, Debug)]
enum Place {
    Base(usize),
    Own(usize),
}

impl Default for CallCounter {
    fn default() -> CallCounter {
        let most = BASE_ACTIONS.iter().map(|action| action.kind as usize).max().unwrap_or(0);
        let mut places = vec![0; most + 1];
        for (place, action) in BASE_ACTIONS.iter().enumerate() {
            places[action.kind as usize] = place;
        }
        CallCounter {
            numbers: Counts::default(),
            ends: BTreeMap::new(),
            base_actions: vec![[0, 0]; BASE_ACTIONS.len()],
            places,
            own_actions: Names::default(),
            operators: Names::default(),
            sorts: vec![[0, 0]; SortKind::ALL.len()],
            options: Names::default(),
            special_values: Names::default(),
            oracles: Names::default(),
            cannot_tell: Names::default(),
            functions: Names::default(),
            arrows: Vec::new(),
            begun: None,
        }
    }
}

impl CallCounter {
    /// One that counts the steps of this machine.
    pub fn new(fsm: &Fsm) -> CallCounter {
        CallCounter { arrows: vec![[0, 0]; fsm.arrows().len()], ..CallCounter::default() }
    }

    /// One that has counted nothing, but knows the same names.
    pub fn for_a_child(&self) -> CallCounter {
        let mut counter = self.clone();
        counter.single_numbers().into_iter().for_each(|number| *number = 0);
        counter.tables().into_iter().for_each(|table| table.fill([0, 0]));
        counter.names().into_iter().for_each(Names::all_told);
        counter.names().into_iter().for_each(|names| names.runs.fill([0, 0]));
        counter
    }

    /// The single numbers, but that of runs.
    pub(super) fn single_numbers(&mut self) -> [&mut u64; 8] {
        let Counts { calls, accepted, rejected, skipped, broken, sat, unsat, unknown, .. } =
            &mut self.numbers;
        [calls, accepted, rejected, skipped, broken, sat, unsat, unknown]
    }

    pub(super) fn names(&mut self) -> [&mut Names; 7] {
        [
            &mut self.own_actions,
            &mut self.operators,
            &mut self.options,
            &mut self.special_values,
            &mut self.oracles,
            &mut self.cannot_tell,
            &mut self.functions,
        ]
    }

    pub(super) fn tables(&mut self) -> [&mut [Pair]; 10] {
        [
            &mut self.base_actions,
            &mut self.sorts,
            &mut self.arrows,
            &mut self.own_actions.counts,
            &mut self.operators.counts,
            &mut self.options.counts,
            &mut self.special_values.counts,
            &mut self.oracles.counts,
            &mut self.cannot_tell.counts,
            &mut self.functions.counts,
        ]
    }

    /// A call is about to be executed.
    pub fn begin(&mut self, call: &Call) {
        self.numbers.calls += 1;
        let action = match &call.action {
            Action::Base(action) => Place::Base(self.places[action.kind as usize]),
            Action::Own(name) => Place::Own(self.own_actions.place(name)),
        };
        let used = self.used(call);
        self.begun = Some((action, used));
        self.bump(0);
    }

    /// The call that was begun last was executed.
    pub fn end(&mut self, played: &Played) {
        self.end_with(match played {
            Played::Rejected(_) => Fate::Rejected,
            Played::Skipped(_) => Fate::Skipped,
            Played::Broken(_) | Played::Mismatch(_) => Fate::Broken,
            Played::Answer(answer) => Fate::Accepted(Some(*answer)),
            Played::Done(_) | Played::Terms(_) | Played::Values(_) => Fate::Accepted(None),
        });
    }

    /// Counts the calls of a trace that was recorded: of a run whose counter died with it. The last call of one that
    /// did not complete did not return.
    pub fn recorded(&mut self, calls: &[Call], completed: bool) {
        for (number, call) in calls.iter().enumerate() {
            self.begin(call);
            if !completed && number + 1 == calls.len() {
                break;
            }
            self.end_with(match &call.reply {
                Some(Recorded::Rejected(_)) => Fate::Rejected,
                Some(Recorded::Skipped(_)) => Fate::Skipped,
                Some(Recorded::Broken(_)) => Fate::Broken,
                Some(Recorded::Answer(answer)) => Fate::Accepted(Some(*answer)),
                Some(Recorded::Terms(_) | Recorded::Values(_)) | None => Fate::Accepted(None),
            });
        }
    }

    /// Counts what oracles said in a run.
    pub fn verdicts(&mut self, given: &[GivenVerdict]) {
        for GivenVerdict { oracle, verdict, .. } in given {
            let place = self.oracles.place(oracle);
            self.oracles.counts[place][0] += 1;
            match verdict {
                Verdict::CannotTell(why) => {
                    let place = self.cannot_tell.place(&format!("{oracle}: {why}"));
                    self.cannot_tell.counts[place][0] += 1;
                }
                Verdict::Holds | Verdict::Violated(_) => self.oracles.counts[place][1] += 1,
            }
        }
    }

    /// Counts the functions of the C API that were called in this process since this was asked last: a run, or the load of the
    /// library.
    pub fn functions(&mut self, api: &ApiFunctions) {
        if self.functions.counts.is_empty() {
            for function in &api.bound {
                self.functions.place(function.name);
            }
        }
        for (function, runs) in api.bound.iter().zip(&mut self.functions.counts) {
            if function.take_called() {
                *runs = [runs[0] + 1, runs[1] + 1];
            }
        }
    }

    /// Counts the steps of a run.
    pub fn walk(&mut self, walk: &Walk) {
        let length = self.arrows.len().max(walk.tried.len());
        self.arrows.resize(length, [0, 0]);
        for (arrow, (tried, taken)) in
            self.arrows.iter_mut().zip(walk.tried.iter().zip(&walk.taken))
        {
            arrow[0] += u64::from(*tried);
            arrow[1] += u64::from(*taken);
        }
    }

    /// What was counted is all of one run: its names were in that.
    pub fn one_run(&mut self, ended: bool) {
        for names in self.names_of_runs() {
            for place in 0..names.counts.len() {
                if names.counts[place] != [0, 0] {
                    names.in_run(place, ended);
                }
            }
        }
    }

    /// What runs have or have not.
    pub(super) fn names_of_runs(&mut self) -> [&mut Names; 3] {
        [&mut self.own_actions, &mut self.operators, &mut self.options]
    }

    /// Counts a run that ended.
    pub fn run_ended(&mut self, ending: Ending) {
        *self.ends.entry(ending).or_default() += 1;
    }

    /// What was counted since it was last taken. The machine gives the steps their names.
    pub fn take(&mut self, fsm: Option<&Fsm>) -> Counts {
        self.begun = None;
        let mut counts = std::mem::take(&mut self.numbers);
        for (ending, runs) in std::mem::take(&mut self.ends) {
            counts.runs += runs;
            *counts.ends.entry(ending.word()).or_default() += runs;
        }
        for names in self.names_of_runs() {
            names.take_runs(&mut counts.runs_with);
        }
        counts.actions = self.own_actions.take();
        for (action, pair) in BASE_ACTIONS.iter().zip(&mut self.base_actions) {
            add(&mut counts.actions, action.name, std::mem::take(pair));
        }
        counts.operators = self.operators.take();
        for kind in SortKind::ALL {
            add(&mut counts.sorts, kind.key(), std::mem::take(&mut self.sorts[*kind as usize]));
        }
        counts.options = self.options.take();
        counts.special_values = self.special_values.take();
        counts.oracles = self.oracles.take();
        counts.cannot_tell = self.cannot_tell.take();
        counts.functions = self.functions.take();
        if let Some(fsm) = fsm {
            for (arrow, pair) in fsm.arrows().iter().zip(&self.arrows) {
                let pair = *pair;
                add(&mut counts.transitions, &fsm.arrow_name(arrow), pair);
                add(&mut counts.states, fsm.states()[arrow.from].name, pair);
            }
        }
        self.arrows.fill([0, 0]);
        counts
    }

    fn used(&mut self, call: &Call) -> Option<Used> {
        Some(match (call.action.kind(), call.args.as_slice()) {
            (ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
                Used::Operator(self.operators.place(applied.operator.key()))
            }
            (ActionKind::MkSort, [CallArg::Shape(shape)]) => Used::Sort(shape.kind()),
            (ActionKind::MkSort | ActionKind::InstantiateSort, _) => Used::Sort(SortKind::Datatype),
            (ActionKind::MkSpecialValue, [_, CallArg::Text(key)]) => {
                Used::SpecialValue(self.special_values.place(key))
            }
            (ActionKind::SetOption, [CallArg::Text(name), _]) => {
                Used::Option(self.options.place(name))
            }
            _ => return None,
        })
    }

    fn end_with(&mut self, fate: Fate) {
        match fate {
            Fate::Accepted(answer) => {
                self.numbers.accepted += 1;
                match answer {
                    Some(Answer::Sat) => self.numbers.sat += 1,
                    Some(Answer::Unsat) => self.numbers.unsat += 1,
                    Some(Answer::Unknown) => self.numbers.unknown += 1,
                    None => {}
                }
                self.bump(1);
            }
            Fate::Rejected => self.numbers.rejected += 1,
            Fate::Skipped => self.numbers.skipped += 1,
            Fate::Broken => self.numbers.broken += 1,
        }
        self.begun = None;
    }

    /// Counts what the call that was begun uses: 0 as tried, 1 as succeeded.
    fn bump(&mut self, column: usize) {
        let Some((action, used)) = self.begun else { return };
        match action {
            Place::Base(place) => self.base_actions[place][column] += 1,
            Place::Own(place) => self.own_actions.counts[place][column] += 1,
        }
        match used {
            Some(Used::Operator(place)) => self.operators.counts[place][column] += 1,
            Some(Used::Sort(kind)) => self.sorts[kind as usize][column] += 1,
            Some(Used::Option(place)) => self.options.counts[place][column] += 1,
            Some(Used::SpecialValue(place)) => self.special_values.counts[place][column] += 1,
            None => {}
        }
    }
}

fn add(table: &mut Table, name: &str, [tried, succeeded]: Pair) {
    if [tried, succeeded] != [0, 0] {
        let counts = table.entry(name.to_owned()).or_default();
        counts[0] += tried;
        counts[1] += succeeded;
    }
}

/// It looks on as oracles do, and finds nothing wrong.
impl Oracle for &mut CallCounter {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn interest(&self) -> Interest {
        Interest::ALL
    }

    fn judge(&mut self, step: &Step<'_>, _: &mut Player<'_>) -> Verdict {
        self.begin(step.call);
        self.end(step.played);
        Verdict::Holds
    }
}

#[cfg(test)]
pub(super) mod tests {
    use murxla_api::Extension;

    use super::*;
    use crate::trace::read;

    pub(in crate::campaign) const TRACE: &str = "\
        1 new\n\
        2 set-option \"incremental\" \"true\"\n\
        3 mk-sort SORT_BOOL\nreturn s1\n\
        4 mk-const s1 \"x\"\nreturn t1\n\
        5 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2 s1\n\
        6 mk-term OP_NOT SORT_BOOL 1 t2\nrejected \"no\"\n\
        7 check-sat\nreturn sat\n\
        8 mock-do\nskipped \"unsupported\"\n\
        9 check-sat\n";

    fn counted(completed: bool) -> Counts {
        let (trace, _) = read(TRACE.as_bytes()).expect("a trace");
        let mut counter = CallCounter::default();
        counter.recorded(&trace.calls, completed);
        counter.run_ended(if completed { Ending::Completed } else { Ending::Timeout });
        counter.take(None)
    }

    #[test]
    fn calls_are_counted() {
        let counts = counted(false);
        assert_eq!((counts.runs, counts.calls, counts.accepted), (1, 9, 6));
        assert_eq!((counts.rejected, counts.skipped, counts.sat), (1, 1, 1));
        assert_eq!(counts.operators, [("OP_NOT".to_owned(), [2, 1])].into());
        assert_eq!(counts.actions["check-sat"], [2, 1]);
        assert_eq!(counts.actions["mock-do"], [1, 0]);
        assert_eq!(counts.actions["new"], [1, 1]);
        assert_eq!(counts.options, [("incremental".to_owned(), [1, 1])].into());
        assert_eq!(counts.sorts, [("SORT_BOOL".to_owned(), [1, 1])].into());
        assert_eq!(counts.ends, [("timeout".to_owned(), 1)].into());
        assert_eq!(counted(true).actions["check-sat"], [2, 2]);
    }

    #[test]
    fn what_was_taken_is_not_counted_again() {
        let (trace, _) = read(TRACE.as_bytes()).expect("a trace");
        let mut counter = CallCounter::default();
        counter.recorded(&trace.calls, true);
        let first = counter.take(None);
        assert_eq!(counter.take(None), Counts::default());
        counter.recorded(&trace.calls, true);
        assert_eq!(counter.take(None), first);
    }

    #[test]
    fn steps_have_names() {
        let fsm = Fsm::new(&Extension::default());
        let mut counter = CallCounter::default();
        let mut walk = Walk { tried: vec![0; fsm.arrows().len()], ..Walk::default() };
        walk.tried[0] = 2;
        walk.taken = walk.tried.clone();
        walk.taken[0] = 1;
        counter.walk(&walk);
        counter.walk(&walk);
        let counts = counter.take(Some(&fsm));
        assert_eq!(counts.transitions, [("new --new--> set_logic".to_owned(), [4, 2])].into());
        assert_eq!(counts.states, [("new".to_owned(), [4, 2])].into());
    }

    /// The kinds are places in dense lists.
    #[test]
    fn every_sort_and_action_has_its_place() {
        for (place, kind) in SortKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, place);
        }
        let counter = CallCounter::default();
        for (place, action) in BASE_ACTIONS.iter().enumerate() {
            assert_eq!(counter.places.get(action.kind as usize), Some(&place), "{}", action.name);
        }
    }
}
