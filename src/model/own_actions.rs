//! Draws actions from their rows alone: a solver's own, and simplifying.

use murxla_api::{ActionDef, ActionKind, ArgKind, INFO_KEYWORDS, Sort};

use super::database::{Term, Which};
use super::generator::{ActionOutcome, Generator};
use super::terms::free_of;
use crate::trace::{CallArg, SortName, TermName};

/// What was drawn for an action.
#[derive(Default)]
struct DrawnArgs {
    args: Vec<CallArg>,
    /// All terms among them, in their order.
    terms: Vec<Term>,
}

impl Generator<'_> {
    /// Draws and makes a call by the row of its action alone.
    pub(super) fn act_by_row(&mut self, action: &'static ActionDef) -> ActionOutcome {
        let Some(drawn) = self.draw_args(action) else { return ActionOutcome::NotNow };
        let first = drawn.terms.first();
        let (heard, made) = self.command_by_row(action, drawn.args, first.map(|term| &term.sort));
        if let (Some(name), Some(first)) = (made, first) {
            let (sort, free) = (first.sort.clone(), free_of(&drawn.terms));
            self.database.add_term(&Term { name, sort, free, literal: false });
        }
        ActionOutcome::after(heard)
    }

    /// Has a term simplified.
    pub(super) fn simplify_any(&mut self) -> ActionOutcome {
        let Some(term) = self.any_term(Which::Any) else { return ActionOutcome::NotNow };
        match self.make_named(ActionKind::Simplify, [CallArg::Term(term.name)], &term.sort) {
            Ok(name) => {
                self.database.add_term(&Term { name, literal: false, ..term });
                ActionOutcome::Done
            }
            Err(heard) => ActionOutcome::after(heard),
        }
    }

    /// A term of any sort.
    pub(super) fn any_term(&mut self, which: Which) -> Option<Term> {
        let place = self.database.pick_place(&mut self.rng, which)?;
        self.database.pick_at(&mut self.rng, place, which)
    }

    fn any_made_sort(&mut self) -> Option<SortName> {
        let sort = self.rng.pick(self.database.first_class_sorts())?.clone();
        self.sort_name(&sort)
    }

    fn draw_args(&mut self, action: &ActionDef) -> Option<DrawnArgs> {
        let mut drawn = DrawnArgs::default();
        // The terms and sorts of the list before, for which partners may be asked.
        let (mut listed, mut sorts_listed): (Vec<Term>, usize) = (Vec::new(), 0);
        for kind in action.args {
            let arg = match kind {
                ArgKind::Formula => {
                    let term = self.database.pick(&mut self.rng, &Sort::bool(), Which::Closed)?;
                    drawn.terms.push(term.clone());
                    CallArg::Term(term.name)
                }
                ArgKind::Numeric => {
                    let numeric = |sort: &&Sort| sort.is_numeric();
                    let sorts: Vec<Sort> =
                        self.database.inhabited(Which::Closed).filter(numeric).cloned().collect();
                    let sort = self.rng.pick(&sorts)?.clone();
                    let term = self.database.pick(&mut self.rng, &sort, Which::Closed)?;
                    drawn.terms.push(term.clone());
                    CallArg::Term(term.name)
                }
                ArgKind::OneOf(words) => CallArg::Text((*self.rng.pick(words)?).into()),
                ArgKind::Term => {
                    let term = self.any_term(Which::Any)?;
                    drawn.terms.push(term.clone());
                    CallArg::Term(term.name)
                }
                ArgKind::Formulas | ArgKind::Terms | ArgKind::AnyTerms => {
                    let which = if *kind == ArgKind::AnyTerms { Which::Any } else { Which::Closed };
                    listed.clear();
                    for _ in 0..self.few(self.numbers.replaced_most) {
                        let term = match kind {
                            ArgKind::Formulas => {
                                self.database.pick(&mut self.rng, &Sort::bool(), which)?
                            }
                            _ => self.any_term(which)?,
                        };
                        if listed.iter().all(|known| known.name != term.name) {
                            listed.push(term);
                        }
                    }
                    self.terms_of(&mut drawn, &listed)
                }
                ArgKind::Replacements => {
                    let mut partners = Vec::new();
                    for term in &listed {
                        partners.push(self.database.pick(&mut self.rng, &term.sort, Which::Any)?);
                    }
                    self.terms_of(&mut drawn, &partners)
                }
                ArgKind::Sort => CallArg::Sort(self.any_made_sort()?),
                ArgKind::SortList => {
                    sorts_listed = self.few(self.numbers.replaced_most) as usize;
                    CallArg::Sorts(self.any_made_sorts(sorts_listed)?)
                }
                ArgKind::SortReplacements => CallArg::Sorts(self.any_made_sorts(sorts_listed)?),
                ArgKind::Symbol => CallArg::Text(self.symbol("n").into()),
                ArgKind::InfoKeyword => CallArg::Text((*self.rng.pick(INFO_KEYWORDS)?).into()),
                ArgKind::Levels => CallArg::Number(self.few(self.numbers.push_most) as u32),
                // No action of a solver's own has such an argument.
                ArgKind::Logic
                | ArgKind::OptionName
                | ArgKind::OptionValue
                | ArgKind::Shape
                | ArgKind::Sorts
                | ArgKind::Literal
                | ArgKind::Special
                | ArgKind::Application
                | ArgKind::Variables
                | ArgKind::Function => return None,
            };
            drawn.args.push(arg);
        }
        Some(drawn)
    }

    fn any_made_sorts(&mut self, count: usize) -> Option<Vec<SortName>> {
        (0..count).map(|_| self.any_made_sort()).collect()
    }

    fn terms_of(&self, drawn: &mut DrawnArgs, terms: &[Term]) -> CallArg {
        drawn.terms.extend_from_slice(terms);
        CallArg::Terms(terms.iter().map(|term| term.name).collect::<Vec<TermName>>())
    }
}
