//! Terms that cvc5 finds by enumerating a grammar: candidates for rewriting are equations that hold, and what its rewriter does
//! wrong is a finding.

use murxla_api::{ActionDef, Answer, ArgKind, ReplyKind, SolverError, TermId, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::{NativeTerm, call};
use crate::side::{Held, Setting};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    Own::new(
        ActionDef::own("cvc5-find-synth", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(Instance::find_terms),
        &[("check_sat", 400)],
    ),
    Own::new(
        ActionDef::own("cvc5-find-unsound-rewrite", &[ArgKind::Formula], ReplyKind::Done),
        Run::Term(Instance::find_unsound_rewrite),
        &[("check_sat", 600)],
    ),
];

/// What can be looked for, as the API counts it.
const TERMS: u32 = 0;
const REWRITES: u32 = 1;
const UNSOUND_REWRITES: u32 = 2;
const REWRITES_OF_INPUT: u32 = 3;
const QUERIES: u32 = 4;

/// How many are looked for.
const MOST: usize = 4;

impl Instance {
    /// Terms, equations and questions out of a grammar with the operators of the formula.
    fn find_terms(&mut self, formula: TermId) -> Outcome {
        let target = [TERMS, REWRITES, REWRITES_OF_INPUT, QUERIES][self.seed.pick(4)];
        let own_grammar = self.seed.pick(2) == 0;
        let held = Held::default();
        // Candidates that nobody checked are no rewrites.
        let options = [(c"sygus", c"true"), (c"sygus-rr-synth-check", c"true")];
        let Some(found) = self.enumerated(formula, target, &options, own_grammar, &held)? else {
            return Ok(());
        };
        let function = if own_grammar { "cvc5_find_synth_with_grammar" } else { "cvc5_find_synth" };
        if matches!(target, REWRITES | REWRITES_OF_INPUT) {
            for equation in &found {
                self.must_hold(function, "a rewrite", *equation, &held)?;
            }
        }
        self.all_differ("cvc5_find_synth_next", &found)
    }

    /// Two terms that the rewriter takes for the same and that have different values: there are none.
    fn find_unsound_rewrite(&mut self, formula: TermId) -> Outcome {
        let held = Held::default();
        let options = [(c"sygus", c"true"), (c"rlimit-per", c"400")];
        let target = UNSOUND_REWRITES;
        let Some(found) = self.enumerated(formula, target, &options, true, &held)? else {
            return Ok(());
        };
        let Some(first) = found.first() else { return Ok(()) };
        let negated = self.made("NOT", &[*first], &held)?;
        // It is told as an equation of the two. Where operators have no meaning of their own, it is none.
        let plain = self.brief_answer(&[negated])?.unwrap_or(Answer::Unknown);
        let shown = format!("{} ({plain} when it is denied)", self.shown(*first)?);
        Err(mismatch("cvc5_find_synth_with_grammar", "an unsound rewrite", "none", &shown))
    }

    fn enumerated(
        &mut self,
        formula: TermId,
        target: u32,
        options: &[Setting<'_>],
        own_grammar: bool,
        held: &Held,
    ) -> Result<Option<Vec<NativeTerm>>, SolverError> {
        let Some(natives) = self.plain_formulas(&[formula], held)? else { return Ok(None) };
        let Some(parts) = self.parts(&natives, held)? else { return Ok(None) };
        if parts.has_binders() || parts.has("APPLY_UF") || !self.is_simple(&parts.all)? {
            return Ok(None);
        }
        let side = self.side(options)?;
        let mut params = Vec::new();
        let mut bodies = natives.clone();
        if target != REWRITES_OF_INPUT {
            for constant in &parts.constants {
                let sort = held.sort(call!(cvc5_term_get_sort(*constant)))?;
                let name = c"param".as_ptr();
                params.push(held.term(call!(cvc5_mk_var(self.tm, sort, name)))?);
            }
            bodies = vec![self.replaced(natives[0], &parts.constants, &params, held)?];
        } else if side.unless_refused(|| side.assert(natives[0]))?.is_none() {
            return Ok(None);
        }
        let bool_sort = held.sort(call!(cvc5_get_boolean_sort(self.tm)))?;
        let made = self.grammar(&side, bool_sort, &params, &bodies, held);
        let Some(grammar) = side.unless_refused(|| made)? else { return Ok(None) };
        if !own_grammar {
            let (native, name) = (side.native, c"found".as_ptr());
            let (count, first) = (params.len(), params.as_ptr());
            let function = side.unless_refused(|| {
                held.term(call!(cvc5_synth_fun_with_grammar(
                    native,
                    name,
                    count,
                    first,
                    bool_sort,
                    grammar.native
                )))
            })?;
            if function.is_none() {
                return Ok(None);
            }
        }
        let mut found = Vec::new();
        for place in 0..MOST {
            let Some(given) = side.unless_refused(|| {
                Ok(match (place, own_grammar) {
                    (0, true) => {
                        call!(cvc5_find_synth_with_grammar(side.native, target, grammar.native))
                    }
                    (0, false) => call!(cvc5_find_synth(side.native, target)),
                    _ => call!(cvc5_find_synth_next(side.native)),
                })
            })?
            else {
                break;
            };
            let Some(given) = held.term_or_none(given)? else { break };
            found.push(given);
        }
        Ok(Some(found))
    }
}
