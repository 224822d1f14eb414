//! The data types of calls and traces.

use murxla_api::{ActionDef, ActionKind, Answer, DatatypeDef, Effects, SortShape};

use super::check::OwnRows;
use super::{Applied, Header, Name, SortName, TermName, WrittenLiteral};

/// An action, by its row or by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A row of the schema.
    Base(&'static ActionDef),
    /// A solver's own action, e.g. `cvc5-simplify`.
    Own(Box<str>),
}

impl Action {
    /// The name in traces.
    pub fn name(&self) -> &str {
        match self {
            Action::Base(action) => action.name,
            Action::Own(name) => name,
        }
    }

    /// What it means.
    pub fn kind(&self) -> ActionKind {
        match self {
            Action::Base(action) => action.kind,
            Action::Own(_) => ActionKind::Own,
        }
    }
}

/// An argument: one for each [`ArgKind`](murxla_api::ArgKind) of the action's row. Of a solver's own action, one
/// for each word of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallArg {
    /// The shape of a sort.
    Shape(SortShape<SortName>),
    /// A group of datatypes.
    Datatypes(Vec<DatatypeDef<SortName>>),
    /// A sort.
    Sort(SortName),
    /// Several sorts.
    Sorts(Vec<SortName>),
    /// A term.
    Term(TermName),
    /// Several terms.
    Terms(Vec<TermName>),
    /// A number.
    Number(u32),
    /// A symbol, a name, a value of an option; quoted text in a solver's own action.
    Text(Box<str>),
    /// Any other word; only in a solver's own action.
    Word(Box<str>),
    /// A value.
    Literal(WrittenLiteral),
    /// An operator with all it is applied to.
    Applied(Box<Applied>),
}

/// What a call gave when the trace was recorded, beyond the names that it bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// The answer of a check.
    Answer(Answer),
    /// Terms that were given to the solver before.
    Terms(Vec<TermName>),
    /// Values, as SMT-LIB writes them.
    Values(Vec<Box<str>>),
    /// The solver said no.
    Rejected(Box<str>),
    /// It was not executed.
    Skipped(Box<str>),
    /// The solver or its wrapper broke the contract.
    Broken(Box<str>),
}

/// That an oracle found something wrong with a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violated {
    /// The name of the oracle.
    pub oracle: Box<str>,
    /// What is wrong.
    pub what: Box<str>,
    /// What proves it, in lines for people; empty if the call itself shows it.
    pub proof: Box<str>,
}

/// Who has calls made that a trace does not have, and a solver needs that it was not made for.
pub const PREPARATION: &str = "preparation";

/// A call: the only currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// With this the wrapper picks among several ways of the API to the same thing.
    pub seed: u64,
    /// The action.
    pub action: Action,
    /// Its arguments.
    pub args: Vec<CallArg>,
    /// Names for what it makes: sorts, or a term and possibly its sort.
    pub rets: Vec<Name>,
    /// What else it gave, if that was recorded.
    pub reply: Option<Recorded>,
    /// What an oracle found wrong with it, if that was recorded.
    pub violated: Option<Box<Violated>>,
    /// Who had it made: an oracle, to find something out, or the [preparation](PREPARATION) of a trace for a solver; `None`
    /// if it is part of the run itself.
    pub asked_by: Option<Box<str>>,
    /// The value that the generator had in mind for the constant that it makes, in the notation of
    /// [`Datum::of_notation`](murxla_api::meaning::Datum::of_notation): under these values what it asserts may be true.
    pub planted: Option<Box<str>>,
    /// The right answer of the check that it is, and why it is right, for whoever knows how what is asked was made:
    /// `unsat each assertion of a.smt2 follows`.
    pub promised: Option<Box<str>>,
}

impl Call {
    /// A call of a base action that is not recorded yet.
    pub fn new(seed: u64, action: &'static ActionDef, args: Vec<CallArg>) -> Call {
        Call::of_action(seed, Action::Base(action), args)
    }

    /// A call that is not recorded yet.
    pub fn of_action(seed: u64, action: Action, args: Vec<CallArg>) -> Call {
        Call {
            seed,
            action,
            args,
            rets: Vec::new(),
            reply: None,
            violated: None,
            asked_by: None,
            planted: None,
            promised: None,
        }
    }

    /// Whether the preparation of a trace for a solver added it.
    pub fn is_added(&self) -> bool {
        self.asked_by.as_deref() == Some(PREPARATION)
    }

    /// The same call with names for what it makes.
    pub fn returning(mut self, rets: Vec<Name>) -> Call {
        self.rets = rets;
        self
    }

    /// The row of its action; `None` for a solver's own action that `own` does not know.
    pub fn row(&self, own: &dyn OwnRows) -> Option<&'static ActionDef> {
        match &self.action {
            Action::Base(row) => Some(row),
            Action::Own(name) => own.action(name),
        }
    }

    /// What it does; anything, if it is an action that `own` does not know.
    pub fn effects(&self, own: &dyn OwnRows) -> Effects {
        self.row(own).map_or(Effects::UNKNOWN, |row| row.effects)
    }

    /// Whether the solver refused it or it was not executed, as far as that is recorded.
    pub fn failed(&self) -> bool {
        matches!(
            self.reply,
            Some(Recorded::Rejected(_) | Recorded::Skipped(_) | Recorded::Broken(_))
        )
    }

    /// The number of levels that it opens or closes.
    pub fn levels(&self) -> u64 {
        match self.args.first() {
            Some(CallArg::Number(levels)) => u64::from(*levels),
            _ => 0,
        }
    }

    /// Whether it did something: what a solver refused or was not asked has no effect.
    pub fn took_effect(&self) -> bool {
        !matches!(self.reply, Some(Recorded::Rejected(_) | Recorded::Skipped(_)))
    }

    /// The names that it uses, from left to right.
    pub fn uses(&self) -> Vec<Name> {
        let mut names = Vec::new();
        let Ok(()) = self.visit_uses(|name| {
            names.push(name);
            Ok::<(), std::convert::Infallible>(())
        });
        names
    }

    /// Visits the names that it uses, from left to right, until there is an error.
    pub fn visit_uses<E>(&self, mut visit: impl FnMut(Name) -> Result<(), E>) -> Result<(), E> {
        for arg in &self.args {
            match arg {
                CallArg::Shape(shape) => {
                    shape.children().try_for_each(|name| visit(Name::Sort(*name)))?;
                }
                CallArg::Datatypes(group) => {
                    for definition in group {
                        // The names come in the order of the fields.
                        definition.try_map(&mut |name: &SortName| visit(Name::Sort(*name)))?;
                    }
                }
                CallArg::Sort(name) => visit(Name::Sort(*name))?,
                CallArg::Sorts(list) => {
                    list.iter().try_for_each(|name| visit(Name::Sort(*name)))?;
                }
                CallArg::Term(name) => visit(Name::Term(*name))?,
                CallArg::Terms(list) => {
                    list.iter().try_for_each(|name| visit(Name::Term(*name)))?;
                }
                CallArg::Applied(applied) => {
                    applied.sorts.iter().try_for_each(|name| visit(Name::Sort(*name)))?;
                    let mut terms = applied.args.iter().chain(applied.patterns.iter().flatten());
                    terms.try_for_each(|name| visit(Name::Term(*name)))?;
                }
                CallArg::Number(_) | CallArg::Text(_) | CallArg::Word(_) | CallArg::Literal(_) => {}
            }
        }
        Ok(())
    }
}

/// A trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Where it comes from.
    pub header: Header,
    /// The calls.
    pub calls: Vec<Call>,
}
