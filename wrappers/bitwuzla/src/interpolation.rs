//! Interpolants, each checked by its defining property: what the first part says of the symbols that both parts have.

use std::collections::HashSet;

use murxla_api::{Answer, SolverError, mismatch};

use crate::children::children;
use crate::commands::answer_of;
use crate::errors::present;
use crate::ffi::{BitwuzlaKind, BitwuzlaTerm, call, copy_array, text};
use crate::handles::OwnedTerm;
use crate::kinds::Kind;
use crate::solver::BitwuzlaSolver;
use crate::terms::count;

/// The option without which there are none.
const PRODUCE_INTERPOLANTS: &str = "produce-interpolants";

const NOT: Kind = Kind { name: "NOT", declared: BitwuzlaKind::BITWUZLA_KIND_NOT };

/// More assertions are not parted.
const MOST_ASSERTIONS: usize = 64;

impl BitwuzlaSolver {
    /// Whether the last check was one of the assertions alone, found them unsatisfiable, and interpolants were asked for.
    fn may_interpolate(&self) -> Result<bool, SolverError> {
        Ok(self.last_answer == Some(Answer::Unsat)
            && self.assumptions.is_empty()
            && self.knowledge.options.is_on(self.native.options, PRODUCE_INTERPOLANTS)?)
    }

    /// The assertions, each once.
    fn asserted_once(&self) -> Vec<BitwuzlaTerm> {
        let mut seen = HashSet::new();
        let asserted = self.assertions.formulas().iter().map(|(_, native)| *native);
        asserted.filter(|native| seen.insert(*native)).collect()
    }

    /// An interpolant between some of the assertions and the others.
    pub(crate) fn interpolate(&mut self) -> Result<(), SolverError> {
        let asserted = self.asserted_once();
        if !self.may_interpolate()? || !(2..=MOST_ASSERTIONS).contains(&asserted.len()) {
            return Ok(());
        }
        // Neither part is empty.
        let edge = 1 + self.seed.pick(asserted.len() - 1);
        let (first, second) = asserted.split_at(edge);
        let instance = self.native.instance()?;
        let mut part = first.to_vec();
        let (length, args) = (count(part.len())?, part.as_mut_ptr());
        let interpolant = call!(bitwuzla_get_interpolant(instance, length, args));
        let interpolant = OwnedTerm(present(interpolant, "bitwuzla_get_interpolant")?);
        self.is_interpolant("bitwuzla_get_interpolant", first, interpolant.0, second)
    }

    /// A sequence of interpolants: the assertions are parted into several, each interpolant follows from the one before and the
    /// next part.
    pub(crate) fn interpolate_sequence(&mut self) -> Result<(), SolverError> {
        let asserted = self.asserted_once();
        if !self.may_interpolate()? || !(2..=MOST_ASSERTIONS).contains(&asserted.len()) {
            return Ok(());
        }
        let mut increments: Vec<Vec<BitwuzlaTerm>> = Vec::new();
        let (last, rest) = asserted.split_last().ok_or_else(|| {
            SolverError::Broken("a list of several assertions has no last one".to_owned())
        })?;
        for formula in rest {
            match increments.last_mut() {
                Some(increment) if self.seed.pick(2) == 0 => increment.push(*formula),
                _ => increments.push(vec![*formula]),
            }
        }
        let lengths: Vec<u32> =
            increments.iter().map(|part| count(part.len())).collect::<Result<_, _>>()?;
        let (mut lengths, mut parts) = (lengths, increments.clone());
        let mut pointers: Vec<*mut BitwuzlaTerm> =
            parts.iter_mut().map(|part| part.as_mut_ptr()).collect();
        let instance = self.native.instance()?;
        let mut size = 0;
        let first = call!(bitwuzla_get_interpolants(
            instance,
            count(increments.len())?,
            lengths.as_mut_ptr(),
            pointers.as_mut_ptr(),
            &mut size,
        ));
        let interpolants: Vec<OwnedTerm> =
            copy_array(first.cast_const(), size).into_iter().map(OwnedTerm).collect();
        let function = "bitwuzla_get_interpolants";
        if interpolants.len() != increments.len() {
            let lengths = [increments.len(), interpolants.len()].map(|length| length.to_string());
            return Err(mismatch(function, "how many there are", &lengths[0], &lengths[1]));
        }
        let mut before: Vec<BitwuzlaTerm> = Vec::new();
        for (place, (interpolant, increment)) in interpolants.iter().zip(&increments).enumerate() {
            let mut step = before.clone();
            step.extend(increment);
            let rest = increments[place + 1..].iter().flatten().copied();
            let others: Vec<BitwuzlaTerm> = rest.chain([*last]).collect();
            self.is_interpolant(function, &step, interpolant.0, &others)?;
            before = vec![interpolant.0];
        }
        Ok(())
    }

    /// Whether a formula follows from the first part, contradicts the second, and has only symbols of both.
    fn is_interpolant(
        &self,
        function: &'static str,
        first: &[BitwuzlaTerm],
        interpolant: BitwuzlaTerm,
        second: &[BitwuzlaTerm],
    ) -> Result<(), SolverError> {
        let shown = || -> Result<String, SolverError> {
            Ok(text(call!(bitwuzla_term_to_string(interpolant))).unwrap_or_default())
        };
        let negated = self.negated(interpolant)?;
        let mut refuted = first.to_vec();
        refuted.push(negated.0);
        if self.asked_aside(&refuted)? == Answer::Sat {
            let aspect = "it follows from the first part";
            return Err(mismatch(function, aspect, "unsat with its negation", &shown()?));
        }
        let mut refuted = second.to_vec();
        refuted.push(interpolant);
        if self.asked_aside(&refuted)? == Answer::Sat {
            let aspect = "it contradicts the second part";
            return Err(mismatch(function, aspect, "unsat with it", &shown()?));
        }
        let (one, other) = (self.constants_of(first)?, self.constants_of(second)?);
        for constant in self.constants_of(&[interpolant])? {
            if !one.contains(&constant) || !other.contains(&constant) {
                let aspect = "its symbols are of both parts";
                return Err(mismatch(function, aspect, "symbols of both parts", &shown()?));
            }
        }
        Ok(())
    }

    fn negated(&self, formula: BitwuzlaTerm) -> Result<OwnedTerm, SolverError> {
        let kind = self.knowledge.kinds.require(&NOT)?;
        let negated = call!(bitwuzla_mk_term1(self.native.manager, kind, formula));
        present(negated, "bitwuzla_mk_term1").map(OwnedTerm)
    }

    /// The answer of another instance to these formulas.
    fn asked_aside(&self, formulas: &[BitwuzlaTerm]) -> Result<Answer, SolverError> {
        let aside = self.native.aside()?;
        for formula in formulas {
            call!(bitwuzla_assert(aside.0, *formula));
        }
        answer_of(call!(bitwuzla_check_sat(aside.0)))
    }

    /// The free constants and functions of these terms.
    fn constants_of(&self, roots: &[BitwuzlaTerm]) -> Result<HashSet<BitwuzlaTerm>, SolverError> {
        let mut found = HashSet::new();
        // A term that is alive has one address, so `owners` keeps all that was seen; roots are alive.
        let (mut owners, mut seen): (Vec<OwnedTerm>, _) = (Vec::new(), HashSet::new());
        let mut stack = roots.to_vec();
        while let Some(current) = stack.pop() {
            if !seen.insert(current) {
                continue;
            }
            if call!(bitwuzla_term_is_const(current)) {
                found.insert(current);
            }
            let below = children(current)?;
            stack.extend(below.iter().map(|child| child.0));
            owners.extend(below);
        }
        Ok(found)
    }
}
