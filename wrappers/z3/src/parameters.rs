//! Parameters of any object of Z3 (optimizer, tactic, simplifier, fixedpoint engine), drawn from what the object itself lists.

use murxla_api::{CallSeed, SolverError};

use crate::context::{Context, Counted, counted, text};
use crate::ffi::{self, Z3_param_descrs, Z3_params, call};

/// Parts of names of parameters that are not drawn: they concern time, threads, files, output, or what proofs and models are.
const DENIED: &[&str] = &[
    "timeout",
    "rlimit",
    "max_memory",
    "max_steps",
    "max_conflicts",
    "ctrl_c",
    "threads",
    "parallel",
    "dump",
    "print",
    "pp.",
    "log",
    "trace",
    "file",
    "path",
    "drat",
    "solution_prefix",
    "statistics",
    "verbose",
    "display",
    "proof",
    "unsat_core",
    "cancel",
    "type_check",
    "sls.",
    "hi_div0",
    "hi_fp_unspecified",
    "axioms2files",
    "inprocess.out",
    "debug",
    "dbg",
    "profile",
    "check_relation",
    "user_functions",
    "completion",
    "delay_units",
    "bv.solver",
    "model",
];

/// Words that parameters take, which Z3 tells in its documentation alone.
const WORDS: &[(&str, &[&str])] = &[
    ("priority", &["lex", "box", "pareto"]),
    (
        "maxsat_engine",
        &["core_maxsat", "wmax", "maxres", "maxresw", "pd-maxres", "maxres-bin", "rc2"],
    ),
    ("optsmt_engine", &["basic", "symba"]),
    ("arith.validate", &[]),
    ("branching.heuristic", &["vsids", "chb"]),
    ("gc", &["dyn_psm", "psm", "glue", "glue_psm"]),
    ("pb.solver", &["circuit", "sorting", "totalizer", "binary_merge", "segmented", "solver"]),
    ("pb.resolve", &["cardinality", "rounding"]),
    ("pb.lemma_format", &["cardinality", "pb"]),
    ("phase", &["always_false", "always_true", "basic_caching", "random", "caching"]),
    ("reorder.itau", &[]),
    ("restart", &["luby", "geometric", "ema", "static"]),
    ("cardinality.encoding", &["grouped", "bimander", "ordered", "unate", "circuit"]),
    ("datalog.default_table", &["sparse", "hashtable", "bitvector"]),
    ("tab.selection", &["weight", "first", "var-use"]),
];

/// How many parameters are drawn at most.
const MOST: usize = 4;

/// A drawn assignment, and how it is told.
pub(crate) struct Drawn<'a> {
    pub(crate) params: Counted<'a, Z3_params>,
    pub(crate) told: String,
}

/// The parameters in a list that may be drawn, by name.
fn known(
    context: &Context,
    made: Option<Z3_param_descrs>,
) -> Result<Vec<(String, u32)>, SolverError> {
    let list = counted!(context, made, Z3_param_descrs_inc_ref, Z3_param_descrs_dec_ref);
    let raw = context.raw;
    let mut known = Vec::new();
    for position in 0..call!(Z3_param_descrs_size(raw, list.raw)) {
        let made = call!(Z3_param_descrs_get_name(raw, list.raw, position));
        let symbol = context.checked(made)?;
        let name = text(call!(Z3_get_symbol_string(raw, symbol)));
        let kind = call!(Z3_param_descrs_get_kind(raw, list.raw, symbol));
        context.check()?;
        if !DENIED.iter().any(|part| name.contains(part)) {
            known.push((name, kind));
        }
    }
    // Z3 keeps them in a hash table; the order must not depend on addresses.
    known.sort();
    Ok(known)
}

/// Up to some parameters out of a list that the last call made.
pub(crate) fn draw<'a>(
    context: &'a Context,
    made: Option<Z3_param_descrs>,
    seed: &mut CallSeed,
) -> Result<Drawn<'a>, SolverError> {
    let list = counted!(context, made, Z3_param_descrs_inc_ref, Z3_param_descrs_dec_ref);
    let raw = context.raw;
    let known = known(context, Some(list.raw))?;
    let params = context.params()?;
    for _ in 0..seed.pick(MOST + 1) {
        let Some((name, kind)) = known.get(seed.pick(known.len().max(1))) else { break };
        if *kind == ffi::ParamKind::Bool as u32 {
            params.set_flag(name, seed.pick(2) == 0)?;
        } else if *kind == ffi::ParamKind::Uint as u32 {
            params.set_number(name, crate::options::some_number(name, seed))?;
        } else if *kind == ffi::ParamKind::Double as u32 {
            let symbol = context.symbol(name)?;
            let value = [0.0, 0.1, 0.5, 0.9, 1.0, 2.0][seed.pick(6)];
            call!(Z3_params_set_double(raw, params.raw, symbol, value));
            context.check()?;
        } else if let Some((_, words)) = WORDS.iter().find(|(known, _)| known == name)
            && !words.is_empty()
        {
            params.set_word(name, words[seed.pick(words.len())])?;
        }
    }
    call!(Z3_params_validate(raw, params.raw, list.raw));
    context.check()?;
    let told = text(call!(Z3_params_to_string(raw, params.raw)));
    context.check()?;
    Ok(Drawn { params, told })
}

/// The names of the switches in a list that the last call made, as far as they are drawn.
pub(crate) fn flags(
    context: &Context,
    made: Option<Z3_param_descrs>,
) -> Result<Vec<String>, SolverError> {
    let known = known(context, made)?;
    let is_flag = |kind: u32| kind == ffi::ParamKind::Bool as u32;
    Ok(known.into_iter().filter(|(_, kind)| is_flag(*kind)).map(|(name, _)| name).collect())
}

/// Reads all that Z3 says of the parameters in a list that the last call made.
pub(crate) fn read(context: &Context, made: Option<Z3_param_descrs>) -> Result<(), SolverError> {
    let list = counted!(context, made, Z3_param_descrs_inc_ref, Z3_param_descrs_dec_ref);
    let raw = context.raw;
    for position in 0..call!(Z3_param_descrs_size(raw, list.raw)) {
        let made = call!(Z3_param_descrs_get_name(raw, list.raw, position));
        let symbol = context.checked(made)?;
        text(call!(Z3_param_descrs_get_documentation(raw, list.raw, symbol)));
        call!(Z3_param_descrs_get_kind(raw, list.raw, symbol));
        context.check()?;
    }
    text(call!(Z3_param_descrs_to_string(raw, list.raw)));
    context.check()
}
