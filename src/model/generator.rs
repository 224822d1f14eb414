//! The generator of one run: its state, and how it makes a call.

use std::borrow::Cow;

use murxla_api::{
    ActionDef, ActionKind, Answer, BASE_ACTIONS, Effects, Op, OptionDef, Profile, ReplyKind, Sort,
};

use super::asked::Asked;
use super::database::{Database, Term, Variables};
use super::draw::Drawer;
use super::fsm::Fsm;
use super::knowledge::Knowledge;
use super::left_out::LeftOut;
use super::machine::{Machine, Walk};
use super::narrow::Chosen;
use super::offer::Traits;
use super::options::Options;
use super::repertoire::Repertoire;
use super::scale::{HardTerms, Scale};
use super::session::Session;
use super::settings::{Numbers, Settings};
use super::small_sorts::SmallSorts;
use super::swarm::Swarm;
use super::symbols::Symbols;
use super::terms::Attempt;
use crate::eval::Columns;
use crate::exec::Drawn;
use crate::oracle::{Feedback, OWN_CHECKS, Stage};
use crate::rng::{Rng, Seed, Stream};
use crate::trace::own_action::flatten;
use crate::trace::{Action, Applied, Call, CallArg, Name, SortName, TermName};

/// The solver for which calls are drawn.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// The name of its wrapper.
    pub solver: &'a str,
    /// What it can do.
    pub profile: &'a Profile,
    /// Its own options.
    pub options: &'a [OptionDef],
}

/// What became of an action of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActionOutcome {
    /// It was done.
    Done,
    /// It could not be done now.
    NotNow,
    /// It cannot be done in this run any more.
    Never,
}

impl ActionOutcome {
    pub(super) fn when(done: bool) -> ActionOutcome {
        if done { ActionOutcome::Done } else { ActionOutcome::NotNow }
    }

    pub(super) fn after(feedback: Feedback) -> ActionOutcome {
        match feedback {
            Feedback::Done | Feedback::Answer(_) => ActionOutcome::Done,
            Feedback::Rejected => ActionOutcome::NotNow,
            Feedback::Unsupported => ActionOutcome::Never,
        }
    }
}

/// Memory that one run leaves to the next. What was in it is gone.
#[derive(Default)]
pub(super) struct Room {
    database: Database,
    columns: Option<Columns>,
    #[expect(clippy::vec_box, reason = "they are large, and taken and given back all the time")]
    attempts: Vec<Box<Attempt>>,
}

/// Draws the calls of one run and has each executed on the stage before it draws the next. Gives the room back.
pub(super) fn generate(
    seed: Seed,
    settings: &Settings,
    target: Target<'_>,
    repertoire: &Repertoire<'_>,
    fsm: &Fsm,
    room: Room,
    stage: &mut dyn Stage,
) -> (Walk, Room) {
    let mut rng = seed.generator(Stream::Model);
    let chosen = Chosen::draw(seed, settings, &repertoire.narrow_options);
    let theories = chosen.as_ref().map_or(repertoire.theories.as_slice(), Chosen::theories);
    let width = settings.numbers.columns as usize;
    let mut knowledge = (width > 0).then(|| Knowledge::new(seed, width, room.columns));
    let mut chance = |percent| knowledge.as_mut().is_some_and(|known| known.chance(percent));
    let is_planted = chance(settings.numbers.planted);
    let small = (chosen.is_none() && chance(settings.numbers.small)).then(SmallSorts::default);
    let theories = match &small {
        Some(_) => Cow::Owned(SmallSorts::theories(theories)),
        None => Cow::Borrowed(theories),
    };
    let scale = Scale::draw(knowledge.as_mut(), &settings.numbers);
    let theories = match scale.theories(&theories) {
        Some(left) if chosen.is_none() && !settings.wants_all_theories() => Cow::Owned(left),
        _ => theories,
    };
    let numbers = match &small {
        Some(_) => scale.numbers(SmallSorts::numbers(&settings.numbers)),
        None => scale.numbers(settings.numbers.clone()),
    };
    let left_out = LeftOut::draw(seed, settings, &repertoire.out_of_scope);
    let swarm = Swarm::draw(&mut rng, settings, target.profile, repertoire, &theories, &left_out);
    let options = seed.generator(Stream::Options);
    let mut generator = Generator {
        numbers: &numbers,
        required_options: &settings.required_options,
        target,
        rng,
        options: Options::new(options, settings, target.profile, &repertoire.options, &left_out),
        chosen,
        repertoire,
        call_seeds: seed.generator(Stream::Calls),
        swarm,
        database: room.database,
        symbols: Symbols::default(),
        session: Session::default(),
        stage,
        call: Call::new(0, &BASE_ACTIONS[0], Vec::new()),
        effects: Effects::NONE,
        spare: None,
        attempts: room.attempts,
        knowledge,
        is_planted,
        small,
        scale,
        is_smt_lib: settings.smt_lib,
        left_out,
        unknowns: None,
        own_checks: settings.checks.has(OWN_CHECKS).then(|| seed.generator(Stream::OwnChecks)),
        asked: Asked::default(),
        recent: Vec::new(),
        hard: HardTerms::default(),
        planted: None,
        calls: 0,
        sorts: 0,
        terms: 0,
        refused: 0,
        last_applied: None,
    };
    let walk = Machine::new(&mut generator, fsm).run();
    generator.database.clear();
    let columns = generator.knowledge.map(Knowledge::into_columns);
    (walk, Room { database: generator.database, columns, attempts: generator.attempts })
}

/// The state of one run.
pub(super) struct Generator<'a> {
    pub(super) numbers: &'a Numbers,
    pub(super) required_options: &'a [(String, String)],
    pub(super) target: Target<'a>,
    pub(super) repertoire: &'a Repertoire<'a>,
    pub(super) rng: Rng,
    pub(super) options: Options<'a>,
    /// The option for which the run is made; most runs are made for none.
    pub(super) chosen: Option<Chosen<'a>>,
    call_seeds: Rng,
    pub(super) swarm: Swarm<'a>,
    pub(super) database: Database,
    pub(super) symbols: Symbols,
    pub(super) session: Session,
    pub(super) stage: &'a mut dyn Stage,
    /// What terms mean under a few assignments.
    pub(super) knowledge: Option<Knowledge>,
    /// Whether only what the planted assignment makes true is asserted and assumed.
    pub(super) is_planted: bool,
    /// In a run of small sorts alone: how many values its constants may have.
    pub(super) small: Option<SmallSorts>,
    /// How large and how hard its questions are.
    pub(super) scale: Scale,
    /// Whether the run keeps to SMT-LIB.
    pub(super) is_smt_lib: bool,
    /// What it does without.
    pub(super) left_out: LeftOut,
    /// How many checks were given up, if their effort is bounded.
    pub(super) unknowns: Option<u64>,
    /// Draws a check that the solver makes of itself, if each run is to have one.
    pub(super) own_checks: Option<Rng>,
    /// What is asserted now.
    pub(super) asked: Asked,
    /// Terms that were made last and not used since.
    pub(super) recent: Vec<Term>,
    /// In a hard run the terms with hard operators in them.
    pub(super) hard: HardTerms,
    /// The planted value of the constant that the next call makes.
    planted: Option<Box<str>>,
    /// The last call; it is kept for its memory alone.
    call: Call,
    /// What that call does.
    effects: Effects,
    /// An application without patterns from an earlier call; the same holds for it.
    pub(super) spare: Option<Box<Applied>>,
    /// As many as applications were made for the arguments of each other at once.
    #[expect(clippy::vec_box, reason = "they are large, and taken and given back all the time")]
    pub(super) attempts: Vec<Box<Attempt>>,
    calls: u64,
    /// The last name that was given to a sort.
    sorts: u32,
    /// The last name that was given to a term.
    terms: u32,
    /// Calls that were rejected one after the other.
    refused: u32,
    /// The operator that was applied last.
    pub(super) last_applied: Option<(&'static Op, Traits)>,
}

/// Seeds of calls are below this: five digits, as in the original's traces.
const CALL_SEEDS: u64 = 100_000;

/// After so many calls that were rejected in a row the run ends.
const STUCK: u32 = 8;

impl Generator<'_> {
    /// The number of calls so far.
    pub(super) fn calls(&self) -> u64 {
        self.calls
    }

    /// Whether the solver is in a state in which it takes nothing, or all that is asked is too hard for it.
    pub(super) fn is_stuck(&self) -> bool {
        let given_up = self.unknowns.is_some_and(|number| number >= self.numbers.unknowns_most);
        self.refused >= STUCK || given_up
    }

    pub(super) fn drawer<'b>(&'b mut self, favourite: Option<&'b Sort>) -> Drawer<'b> {
        Drawer {
            rng: &mut self.rng,
            numbers: self.numbers,
            profile: self.target.profile,
            swarm: &self.swarm,
            database: &self.database,
            favourite,
        }
    }

    pub(super) fn symbol(&mut self, prefix: &str) -> String {
        self.symbols.fresh(&mut self.rng, self.numbers, prefix)
    }

    /// A number in `1..=most`, small ones likelier.
    pub(super) fn few(&mut self, most: u64) -> u64 {
        let bound = 1 + self.rng.below(most.max(1));
        1 + self.rng.below(bound)
    }

    fn execute(
        &mut self,
        action: ActionKind,
        args: impl IntoIterator<Item = CallArg>,
        rets: impl IntoIterator<Item = Name>,
        drawn: Drawn<'_>,
    ) -> Feedback {
        let Some(row) = action.row() else { return Feedback::Unsupported };
        self.perform(Action::Base(row), row.effects, args, rets, drawn)
    }

    fn perform(
        &mut self,
        action: Action,
        effects: Effects,
        args: impl IntoIterator<Item = CallArg>,
        rets: impl IntoIterator<Item = Name>,
        drawn: Drawn<'_>,
    ) -> Feedback {
        let planted = self.planted.take();
        if self.left_out.has(action.name()) {
            return Feedback::Unsupported;
        }
        self.call.action = action;
        self.effects = effects;
        self.call.planted = planted;
        self.call.args.clear();
        self.call.args.extend(args);
        self.call.rets.clear();
        self.call.rets.extend(rets);
        self.execute_call(drawn)
    }

    /// Executes the call that is there, and makes this.
    fn execute_call(&mut self, drawn: Drawn<'_>) -> Feedback {
        let effects = self.effects;
        self.call.seed = self.call_seeds.below(CALL_SEEDS);
        self.calls += 1;
        let feedback = self.stage.step(&self.call, drawn);
        match (feedback, &mut self.unknowns) {
            (Feedback::Rejected, _) => self.refused += 1,
            (Feedback::Answer(Answer::Unknown), Some(number)) => *number += 1,
            _ => {}
        }
        if let Some(knowledge) = &mut self.knowledge
            && feedback.accepted()
            && let Some(questions) = self.stage.questions()
        {
            knowledge.learn(&self.call, effects, questions);
            if effects != Effects::MAKES {
                self.asked.after(effects, &self.call, feedback, questions, knowledge, self.numbers);
            }
        }
        // Most calls make terms: they do so whatever state the solver is in, and tell nothing of it.
        if effects == Effects::MAKES {
            return feedback;
        }
        if feedback != Feedback::Rejected && effects.any(Effects::ASSERTS.and(Effects::CHECKS)) {
            self.refused = 0;
        }
        self.session.solving |= effects.any(Effects::BEGINS_WORK);
        self.session.after(effects, &self.call, feedback);
        feedback
    }

    /// A call that makes nothing.
    pub(super) fn command(
        &mut self,
        action: ActionKind,
        args: impl IntoIterator<Item = CallArg>,
    ) -> Feedback {
        self.execute(action, args, [], Drawn::Nothing)
    }

    /// A call whose arguments were drawn by its row; if it makes a term, the term's name. The term has the sort of the
    /// first one among its arguments.
    pub(super) fn command_by_row(
        &mut self,
        row: &'static ActionDef,
        args: Vec<CallArg>,
        first: Option<&Sort>,
    ) -> (Feedback, Option<TermName>) {
        let name = TermName(self.terms + 1);
        let makes = row.reply == ReplyKind::Rewritten;
        let rets = makes.then_some(Name::Term(name));
        let drawn = first.filter(|_| makes).map_or(Drawn::Nothing, Drawn::Term);
        let feedback = match row.kind {
            // A trace holds the arguments of these word by word.
            ActionKind::Own => {
                let action = Action::Own(row.name.into());
                self.perform(action, row.effects, flatten(args), rets, drawn)
            }
            _ => self.perform(Action::Base(row), row.effects, args, rets, drawn),
        };
        if !makes || !feedback.accepted() {
            return (feedback, None);
        }
        self.terms += 1;
        (feedback, Some(name))
    }

    /// A call that makes sorts, with the name of the first of them.
    pub(super) fn make_sorts(
        &mut self,
        action: ActionKind,
        args: impl IntoIterator<Item = CallArg>,
        sorts: &[Sort],
    ) -> Result<SortName, Feedback> {
        let first = self.sorts + 1;
        let names = (first..).map(SortName).take(sorts.len());
        let rets = names.clone().map(Name::Sort);
        let feedback = self.execute(action, args, rets, Drawn::Sorts(sorts));
        if !feedback.accepted() {
            return Err(feedback);
        }
        self.sorts += sorts.len() as u32;
        for (sort, name) in sorts.iter().zip(names) {
            self.database.add_sort(sort.clone(), name);
        }
        Ok(SortName(first))
    }

    /// A call that makes a term of this sort; what it is made of is for the caller to say.
    pub(super) fn make_named(
        &mut self,
        action: ActionKind,
        args: impl IntoIterator<Item = CallArg>,
        sort: &Sort,
    ) -> Result<TermName, Feedback> {
        let name = TermName(self.terms + 1);
        let feedback = self.execute(action, args, [Name::Term(name)], Drawn::Term(sort));
        if !feedback.accepted() {
            return Err(feedback);
        }
        self.terms += 1;
        Ok(name)
    }

    /// A call that applies an operator and makes a term of this sort.
    pub(super) fn make_applied(
        &mut self,
        applied: Box<Applied>,
        sort: &Sort,
    ) -> Result<TermName, Feedback> {
        let Some(row) = ActionKind::MkTerm.row() else { return Err(Feedback::Unsupported) };
        if self.left_out.has(applied.operator.key()) {
            self.spare = Some(applied);
            return Err(Feedback::Unsupported);
        }
        let name = TermName(self.terms + 1);
        self.call.action = Action::Base(row);
        self.effects = row.effects;
        self.call.planted = None;
        self.call.args.clear();
        self.call.args.push(CallArg::Applied(applied));
        self.call.rets.clear();
        self.call.rets.push(Name::Term(name));
        let feedback = self.execute_call(Drawn::Term(sort));
        if let Some(CallArg::Applied(applied)) = self.call.args.pop() {
            self.spare = Some(applied);
        }
        if !feedback.accepted() {
            return Err(feedback);
        }
        self.terms += 1;
        Ok(name)
    }

    /// The next constant of this sort has a planted value.
    pub(super) fn plant(&mut self, sort: &Sort) {
        if let Some(knowledge) = &mut self.knowledge {
            self.planted = knowledge.plant(self.numbers, sort);
        }
    }

    /// Whether a term that was made is the same under all assignments, so that little can be asked of it.
    pub(super) fn is_constant(&mut self, name: TermName) -> bool {
        let Some(knowledge) = &mut self.knowledge else { return false };
        let Some(questions) = self.stage.questions() else { return false };
        let Some(term) = questions.term(name) else { return false };
        knowledge.glance_at(self.numbers, questions.graph(), term);
        knowledge.is_constant(term)
    }

    /// A call that makes a term without free variables that needs no other terms.
    pub(super) fn make_input(
        &mut self,
        action: ActionKind,
        args: impl IntoIterator<Item = CallArg>,
        sort: &Sort,
        literal: bool,
    ) -> Result<Term, Feedback> {
        let name = self.make_named(action, args, sort)?;
        let term = Term { name, sort: sort.clone(), free: Variables::default(), literal };
        self.database.add_input(&term);
        Ok(term)
    }
}
