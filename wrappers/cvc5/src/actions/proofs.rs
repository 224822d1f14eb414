//! Proofs: they end in false, begin with what was asserted, and each of their steps holds.

use std::collections::HashSet;
use std::ffi::c_char;

use murxla_api::{ActionDef, Answer, ArgKind, ReplyKind, SolverError, TermId, inspect, mismatch};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeProof, NativeTerm, call, told};
use crate::side::{Held, Side};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[Own::new(
    ActionDef::own("cvc5-proof", &[ArgKind::Formulas], ReplyKind::Done),
    Run::Terms(Instance::prove),
    &[("check_sat", 200)],
)];

/// Parts of a proof, as the API counts them.
const PREPROCESSED: u32 = 1;
const FULL: u32 = 4;
/// How many parts there are.
const COMPONENTS: u32 = 5;
/// How many ways there are to print one, at most.
const FORMATS: u32 = 6;
/// So many steps of a proof are walked, and so many of them are asked for.
const MOST_STEPS: usize = 300;
const MOST_ASKED: usize = 2;

/// Rules whose conclusion does not follow from the premises alone: they take assumptions away, or name what there is.
const NOT_LOCAL: &[&str] =
    &["SCOPE", "ASSUME", "SKOLEMIZE", "ALPHA_EQUIV", "HO_APP_ENCODE", "TRUST"];

/// Proofs that are given back together.
#[derive(Default)]
struct Proofs(Vec<NativeProof>);

impl Drop for Proofs {
    fn drop(&mut self) {
        let release = || -> Result<(), SolverError> {
            for proof in self.0.drain(..) {
                call!(cvc5_proof_release(proof));
            }
            Ok(())
        };
        // Nobody is left to tell of a failure.
        let mut release = release;
        let _ = release();
    }
}

impl Instance {
    fn prove(&mut self, formulas: &[TermId]) -> Outcome {
        const GRANULARITIES: &[&std::ffi::CStr] =
            &[c"macro", c"rewrite", c"theory-rewrite", c"dsl-rewrite"];
        let granularity = GRANULARITIES[self.seed.pick(GRANULARITIES.len())];
        let component = self.seed.pick(COMPONENTS as usize) as u32;
        let (format, chosen) = (self.seed.pick(FORMATS as usize) as u32, self.seed.pick(97));
        let held = Held::default();
        let Some(formulas) = self.refutable(formulas, &held)? else { return Ok(()) };
        let options = [(c"produce-proofs", c"true"), (c"proof-granularity", granularity)];
        let Some(side) = self.side_with(&options, &formulas)? else { return Ok(()) };
        if side.check()? != Some(Answer::Unsat) {
            return Ok(());
        }
        let mut proofs = Proofs::default();
        let full = self.proofs_of(&side, FULL, &mut proofs)?;
        let Some([whole]) = full.as_deref() else { return Ok(()) };
        let whole = *whole;
        let result = held.term(call!(cvc5_proof_get_result(whole)))?;
        self.ends_in_false(result, &formulas)?;
        self.walk(whole, &formulas, chosen, &held)?;
        self.print_proof(&side, whole, format, &formulas)?;
        let Some(parts) = self.proofs_of(&side, component, &mut proofs)? else { return Ok(()) };
        let mut told = Vec::new();
        for part in &parts {
            told.push(held.term(call!(cvc5_proof_get_result(*part)))?);
        }
        if component <= PREPROCESSED {
            // What is left of formulas without models has none.
            let plain = self.brief_answer(&told)?;
            inspect("cvc5_get_proof", "preprocessed formulas", false, plain == Some(Answer::Sat))?;
        }
        Ok(())
    }

    fn proofs_of(
        &self,
        side: &Side,
        component: u32,
        proofs: &mut Proofs,
    ) -> Result<Option<Vec<NativeProof>>, SolverError> {
        let mut count = 0;
        let given =
            side.unless_refused(|| Ok(call!(cvc5_get_proof(side.native, component, &mut count))))?;
        let Some(given) = given else { return Ok(None) };
        // SAFETY: the library gave that many proofs, valid until the next call of this function.
        let given = unsafe { ffi::list(given, count) };
        proofs.0.extend(&given);
        Ok(Some(given))
    }

    /// A proof ends in false, or says of what was asserted that it is.
    fn ends_in_false(&self, result: NativeTerm, formulas: &[NativeTerm]) -> Outcome {
        let is_false = call!(cvc5_term_is_boolean_value(result))
            && !call!(cvc5_term_get_boolean_value(result));
        if is_false || self.kind_name(result)? == "NOT" {
            return Ok(());
        }
        let shown = format!("{} of {} formulas", self.shown(result)?, formulas.len());
        Err(mismatch("cvc5_get_proof", "the end of a proof", "false", &shown))
    }

    /// The steps of a proof, each asked for what it is.
    fn walk(
        &self,
        root: NativeProof,
        formulas: &[NativeTerm],
        chosen: usize,
        held: &Held,
    ) -> Outcome {
        let asserted = self.ids(formulas)?;
        let mut proofs = Proofs::default();
        let (mut seen, mut stack) = (HashSet::new(), vec![root]);
        let mut asked = 0;
        while let Some(proof) = stack.pop()
            && seen.len() < MOST_STEPS
        {
            if !seen.insert(proof) {
                continue;
            }
            let first = proofs.0.len();
            self.look_at(proof, root, &mut proofs)?;
            let children = proofs.0[first..].to_vec();
            let result = held.term(call!(cvc5_proof_get_result(proof)))?;
            let rule = call!(cvc5_proof_get_rule(proof));
            let rule = told!(cvc5_proof_rule_to_string(rule));
            let mut count = 0;
            let args = call!(cvc5_proof_get_arguments(proof, &mut count));
            // SAFETY: the library gave that many terms, valid until the next call of this function.
            let args = unsafe { held.terms(args, count)? };
            if matches!(rule.as_str(), "DSL_REWRITE" | "THEORY_REWRITE") {
                let rewrite = call!(cvc5_proof_get_rewrite_rule(proof));
                let name = told!(cvc5_proof_rewrite_rule_to_string(rewrite));
                inspect("cvc5_proof_get_rewrite_rule", "a rule", false, name.is_empty())?;
            }
            if rule == "ASSUME" {
                inspect("cvc5_proof_get_arguments", "of an assumption", 1, args.len())?;
                let same = args.first() == Some(&result);
                inspect("cvc5_proof_get_result", "of an assumption", true, same)?;
            } else if rule == "SCOPE" && proof == root {
                // What the whole proof takes for granted was asserted.
                let taken = self.ids(&args)?;
                let known = taken.is_subset(&asserted);
                inspect("cvc5_get_proof", "what is assumed was asserted", true, known)?;
            }
            let turn = (seen.len() + chosen).is_multiple_of(7);
            if turn && asked < MOST_ASKED && !NOT_LOCAL.contains(&rule.as_str()) {
                asked += 1;
                self.step_holds(&rule, &children, result, held)?;
            }
            stack.extend(children);
        }
        Ok(())
    }

    /// A proof is itself, and so is its copy.
    fn look_at(&self, proof: NativeProof, root: NativeProof, proofs: &mut Proofs) -> Outcome {
        let same = proof == root;
        if same {
            let (equal, different) = (
                call!(cvc5_proof_is_equal(proof, root)),
                call!(cvc5_proof_is_disequal(proof, root)),
            );
            inspect("cvc5_proof_is_equal", "the same proof", true, equal)?;
            inspect("cvc5_proof_is_disequal", "the same proof", false, different)?;
        }
        let copy = ffi::live(call!(cvc5_proof_copy(proof)), "proof")?;
        let equal = call!(cvc5_proof_is_equal(proof, copy));
        let hashes = [call!(cvc5_proof_hash(proof)), call!(cvc5_proof_hash(copy))];
        call!(cvc5_proof_release(copy));
        inspect("cvc5_proof_copy", "the copy", true, equal)?;
        inspect("cvc5_proof_hash", "a copy", hashes[0], hashes[1])?;
        let mut count = 0;
        let children = call!(cvc5_proof_get_children(proof, &mut count));
        // SAFETY: the library gave that many proofs, valid until the next call of this function.
        proofs.0.extend(unsafe { ffi::list(children, count) });
        Ok(())
    }

    /// The conclusion of a step follows from its premises.
    fn step_holds(
        &self,
        rule: &str,
        children: &[NativeProof],
        result: NativeTerm,
        held: &Held,
    ) -> Outcome {
        let mut premises = Vec::new();
        for child in children {
            premises.push(held.term(call!(cvc5_proof_get_result(*child)))?);
        }
        let mut all = premises.clone();
        all.push(result);
        let Some(parts) = self.parts(&all, held)? else { return Ok(()) };
        let strange = ["SKOLEM", "INTERNAL_KIND", "UNDEFINED_KIND", "WITNESS", "SEXPR", "VARIABLE"];
        // Under no binder of its own a variable is anything.
        if strange.iter().any(|kind| parts.has(kind)) || self.may_follow(&premises, result, held)? {
            return Ok(());
        }
        let shown = format!("{} by {rule}", self.shown(result)?);
        Err(mismatch("cvc5_get_proof", "a step of a proof", "what follows", &shown))
    }

    /// A proof is printed in one of the formats, with names for what was asserted.
    fn print_proof(
        &self,
        side: &Side,
        proof: NativeProof,
        format: u32,
        formulas: &[NativeTerm],
    ) -> Outcome {
        let name = side.unless_refused(|| Ok(call!(cvc5_modes_proof_format_to_string(format))))?;
        if name.is_none() {
            return Ok(());
        }
        let names = ["one", "two", "three"].map(ffi::c_string);
        let names: Vec<_> = names.into_iter().collect::<Result<_, _>>()?;
        let count = formulas.len().min(names.len());
        let mut pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
        let (native, first) = (side.native, formulas.as_ptr());
        let printed = side.unless_refused(|| {
            let names = pointers.as_mut_ptr();
            Ok(call!(cvc5_proof_to_string(native, proof, format, count, first, names)))
        })?;
        if let Some(printed) = printed {
            // SAFETY: the library gave a C string.
            let printed = unsafe { ffi::text(printed) };
            inspect("cvc5_proof_to_string", "a printed proof", false, printed.is_empty())?;
        }
        Ok(())
    }
}
