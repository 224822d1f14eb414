//! What the numbers of cvc5's enumerations are called: each has a name, and no two of a list the same one.

use std::collections::HashSet;
use std::ffi::c_char;

use murxla_api::{ANYWHERE, ActionDef, ReplyKind, SolverError, inspect};

use super::{Outcome, Own, Run};
use crate::ffi::{self, call};
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[Own::new(
    ActionDef::own("cvc5-inspect-words", &[], ReplyKind::Done),
    Run::Alone(Instance::inspect_words),
    &[(ANYWHERE, 20_000)],
)];

/// Proof rules and identifiers are looked at up to this number.
const MANY: u32 = 60;

impl Instance {
    fn inspect_words(&mut self) -> Outcome {
        distinct("cvc5_rm_to_string", 5, |mode| Ok(call!(cvc5_rm_to_string(mode as i32))))?;
        distinct("cvc5_unknown_explanation_to_string", 9, |why| {
            Ok(call!(cvc5_unknown_explanation_to_string(why)))
        })?;
        distinct("cvc5_modes_block_models_mode_to_string", 2, |mode| {
            Ok(call!(cvc5_modes_block_models_mode_to_string(mode)))
        })?;
        distinct("cvc5_modes_learned_lit_type_to_string", 6, |mode| {
            Ok(call!(cvc5_modes_learned_lit_type_to_string(mode)))
        })?;
        distinct("cvc5_modes_proof_component_to_string", 5, |mode| {
            Ok(call!(cvc5_modes_proof_component_to_string(mode)))
        })?;
        distinct("cvc5_modes_proof_format_to_string", 5, |mode| {
            Ok(call!(cvc5_modes_proof_format_to_string(mode)))
        })?;
        distinct("cvc5_modes_find_synth_target_to_string", 5, |mode| {
            Ok(call!(cvc5_modes_find_synth_target_to_string(mode)))
        })?;
        distinct("cvc5_modes_option_category_to_string", 4, |mode| {
            Ok(call!(cvc5_modes_option_category_to_string(mode)))
        })?;
        distinct("cvc5_modes_input_language_to_string", 2, |mode| {
            Ok(call!(cvc5_modes_input_language_to_string(mode)))
        })?;
        distinct("cvc5_proof_rule_to_string", MANY, |rule| {
            Ok(call!(cvc5_proof_rule_to_string(rule)))
        })?;
        distinct("cvc5_proof_rewrite_rule_to_string", MANY, |rule| {
            Ok(call!(cvc5_proof_rewrite_rule_to_string(rule)))
        })?;
        distinct("cvc5_skolem_id_to_string", MANY, |id| Ok(call!(cvc5_skolem_id_to_string(id))))?;
        for number in 0..MANY {
            let hashes = [call!(cvc5_proof_rule_hash(number)), call!(cvc5_proof_rule_hash(number))];
            inspect("cvc5_proof_rule_hash", "asked twice", hashes[0], hashes[1])?;
            let hash = || Ok::<_, SolverError>(call!(cvc5_proof_rewrite_rule_hash(number)));
            inspect("cvc5_proof_rewrite_rule_hash", "asked twice", hash()?, hash()?)?;
            let hashes = [call!(cvc5_skolem_id_hash(number)), call!(cvc5_skolem_id_hash(number))];
            inspect("cvc5_skolem_id_hash", "asked twice", hashes[0], hashes[1])?;
        }
        Ok(())
    }
}

/// The first `count` numbers have names that differ.
fn distinct(
    function: &'static str,
    count: u32,
    name: impl Fn(u32) -> Result<*const c_char, SolverError>,
) -> Outcome {
    let mut names = HashSet::new();
    for number in 0..count {
        let name = match name(number) {
            // SAFETY: the library gave a C string.
            Ok(name) => unsafe { ffi::text(name) },
            // Other versions have fewer.
            Err(SolverError::Rejected(_)) if number > 1 => break,
            Err(error) => return Err(error),
        };
        inspect(function, "a name", false, name.is_empty())?;
        inspect(function, "a name of its own", true, names.insert(name))?;
    }
    Ok(())
}
