//! cvc5's own actions, by engine: rows with what executes them, and what they add to the state machine.

mod abduction;
mod algebraic;
mod callbacks;
mod elimination;
mod enumeration;
mod extension_sorts;
mod inspect_datatype;
mod inspect_solver;
mod inspect_sort;
mod inspect_term;
mod models;
mod parser;
mod proofs;
mod questions;
mod skolems;
mod synthesis;
mod terms;
mod words;

use std::sync::LazyLock;

use murxla_api::{
    ActionDef, Arg, Effects, Extension, Need, Reply, SolverError, SortId, TermId, Transition,
};

use crate::solver::Instance;

/// What most actions give: nothing, or why it went wrong.
type Outcome = Result<(), SolverError>;

/// What makes a term of another one, some terms, and as many that replace them.
type Replacing = fn(&mut Instance, TermId, &[TermId], &[TermId]) -> Result<TermId, SolverError>;

/// What executes an action, by the arguments that it takes.
#[derive(Clone, Copy)]
enum Run {
    /// None; all choices come from the seed of the call.
    Alone(fn(&mut Instance) -> Outcome),
    /// A term.
    Term(fn(&mut Instance, TermId) -> Outcome),
    /// Two terms.
    Two(fn(&mut Instance, TermId, TermId) -> Outcome),
    /// A list of terms.
    Terms(fn(&mut Instance, &[TermId]) -> Outcome),
    /// A word out of a list.
    Word(fn(&mut Instance, &str) -> Outcome),
    /// A sort.
    Sort(fn(&mut Instance, SortId) -> Outcome),
    /// A term: it makes a term.
    Rewrite(fn(&mut Instance, TermId) -> Result<TermId, SolverError>),
    /// A term, and terms that others replace: it makes a term.
    Replace(Replacing),
    /// A sort, and sorts that others replace.
    ReplaceSorts(fn(&mut Instance, SortId, &[SortId], &[SortId]) -> Outcome),
}

/// An action: its row, what executes it, and where in the state machine it is called.
#[derive(Clone, Copy)]
struct Own {
    row: ActionDef,
    run: Run,
    /// States with rarities, in which it stays.
    stays: &'static [(&'static str, u64)],
    /// States with rarities, from which it goes to another.
    leads: &'static [(&'static str, u64, &'static str)],
    /// Whether it needs a library that reports errors: a refusal on the side would end the process of another.
    may_be_refused: bool,
}

impl Own {
    /// An action that only a library takes which reports errors.
    const fn new(row: ActionDef, run: Run, stays: &'static [(&'static str, u64)]) -> Own {
        Own { row, run, stays, leads: &[], may_be_refused: true }
    }

    const fn of_all_versions(mut self) -> Own {
        self.may_be_refused = false;
        self
    }

    const fn leads(mut self, leads: &'static [(&'static str, u64, &'static str)]) -> Own {
        self.leads = leads;
        self
    }

    const fn needs(mut self, needs: &'static [Need]) -> Own {
        self.row = self.row.needs(needs);
        self
    }

    const fn does(mut self, effects: Effects) -> Own {
        self.row = self.row.does(effects);
        self
    }
}

const ENGINES: &[&[Own]] = &[
    terms::ACTIONS,
    models::ACTIONS,
    inspect_term::ACTIONS,
    inspect_solver::ACTIONS,
    inspect_sort::ACTIONS,
    inspect_datatype::ACTIONS,
    extension_sorts::ACTIONS,
    words::ACTIONS,
    skolems::ACTIONS,
    algebraic::ACTIONS,
    questions::ACTIONS,
    proofs::ACTIONS,
    elimination::ACTIONS,
    abduction::ACTIONS,
    synthesis::ACTIONS,
    enumeration::ACTIONS,
    callbacks::ACTIONS,
    parser::ACTIONS,
];

fn all() -> impl Iterator<Item = &'static Own> {
    ENGINES.iter().copied().flatten()
}

static ACTIONS: LazyLock<Vec<ActionDef>> = LazyLock::new(|| all().map(|own| own.row).collect());

static TRANSITIONS: LazyLock<Vec<Transition>> = LazyLock::new(|| {
    let of_one = |own: &'static Own| {
        let name = own.row.name;
        let stays = own.stays.iter().map(|(state, rarity)| Transition::stay(state, name, *rarity));
        let leads = own.leads.iter();
        let leads = leads.map(|(from, rarity, to)| Transition::call(from, name, *rarity, to));
        stays.chain(leads)
    };
    all().flat_map(of_one).collect()
});

/// What cvc5 adds to the state machine.
pub(crate) fn extension() -> Extension {
    Extension { actions: &ACTIONS, states: &[], transitions: &TRANSITIONS }
}

impl Instance {
    /// Executes an action of cvc5's own.
    pub(crate) fn own_action(
        &mut self,
        action: &ActionDef,
        args: &[Arg<'_>],
    ) -> Result<Reply, SolverError> {
        let unsupported = |what: &str| {
            let name = action.name;
            Err(SolverError::Unsupported(format!("the action {name} {what} {args:?}")))
        };
        let Some(own) = all().find(|own| own.row == *action) else {
            return unsupported("of another version, with the arguments");
        };
        if own.may_be_refused && self.library.ends_process() {
            return unsupported("in a version that ends the process at refusals, with");
        }
        // Some of the engines work under the options of the run.
        self.lends_settings = own.may_be_refused && self.seed.pick(3) == 0;
        let done = match (own.run, args) {
            (Run::Alone(run), []) => run(self),
            (Run::Term(run), [Arg::Term(term)]) => run(self, *term),
            (Run::Two(run), [Arg::Term(one), Arg::Term(other)]) => run(self, *one, *other),
            (Run::Terms(run), [Arg::Terms(terms)]) => run(self, terms),
            (Run::Word(run), [Arg::Text(word)]) => run(self, word),
            (Run::Sort(run), [Arg::Sort(sort)]) => run(self, *sort),
            (Run::Rewrite(run), [Arg::Term(term)]) => return run(self, *term).map(Reply::Term),
            (Run::Replace(run), [Arg::Term(term), Arg::Terms(from), Arg::Terms(to)]) => {
                return run(self, *term, from, to).map(Reply::Term);
            }
            (Run::ReplaceSorts(run), [Arg::Sort(sort), Arg::Sorts(from), Arg::Sorts(to)]) => {
                run(self, *sort, from, to)
            }
            _ => return unsupported("with the arguments"),
        };
        match done {
            // What an engine makes of drawn terms, or with drawn options, may be refused: then there is nothing to compare.
            Err(SolverError::Rejected(_)) if own.may_be_refused => Ok(Reply::Done),
            done => done.map(|()| Reply::Done),
        }
    }
}
