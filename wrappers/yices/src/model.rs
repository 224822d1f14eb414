//! Reads whole models, and asks them other things.

use std::fs::OpenOptions;
use std::os::fd::AsRawFd;
use std::ptr::null_mut;

use murxla_api::{CallSeed, SolverError};

use crate::context::free_model;
use crate::error::{count, done, owned_text, refused, term};
use crate::ffi::{call, model_t, smt_status_t, term_t, yices_gen_mode};
use crate::numbers::TagNumbers;
use crate::terms::Terms;
use crate::values::ModelReader;
use crate::vector::TermVector;

/// The size of what is printed.
const WIDTH: u32 = 100;
const HEIGHT: u32 = 1000;

/// Prints the model to nowhere, and reads the value of each term that it defines.
pub fn read_all(
    model: *mut model_t,
    tags: TagNumbers,
    terms: &Terms,
    seed: &mut CallSeed,
) -> Result<(), SolverError> {
    let mut defined = TermVector::new()?;
    call!(yices_model_collect_defined_terms(model, &mut *defined.0));
    let way = seed.pick(4);
    if way == 0 {
        owned_text(call!(yices_model_to_string(model, WIDTH, HEIGHT, 0)))?;
    } else {
        let nowhere = OpenOptions::new().write(true).open("/dev/null");
        let nowhere = nowhere.map_err(|error| SolverError::Unsupported(error.to_string()))?;
        let file = nowhere.as_raw_fd();
        let (length, all) = (defined.0.size, defined.0.data.cast_const());
        done(match way {
            1 => call!(yices_pp_model_fd(file, model, WIDTH, HEIGHT, 0)),
            2 => call!(yices_print_model_fd(file, model)),
            _ => call!(yices_pp_term_values_fd(file, model, length, all, WIDTH, HEIGHT, 0)),
        })?;
    }
    let reader = ModelReader { model, tags };
    for native in defined.terms() {
        reader.read(*native, &terms.native_sort(*native)?, seed)?;
    }
    Ok(())
}

/// Literals that make a formula true in the model, or its negation if that is true there.
pub fn implicant(
    model: *mut model_t,
    formula: term_t,
    asserted: &[term_t],
    terms: &Terms,
    seed: &mut CallSeed,
) -> Result<(), SolverError> {
    let formula = match call!(yices_formula_true_in_model(model, formula)) {
        0 => term(call!(yices_not(formula)))?,
        1 => formula,
        _ => return Err(refused()),
    };
    let mut found = TermVector::new()?;
    match seed.pick(3) {
        0 => done(call!(yices_implicant_for_formula(model, formula, &mut *found.0)))?,
        1 => {
            let mut all = asserted.to_vec();
            all.push(formula);
            let length = count(all.len())?;
            done(call!(yices_implicant_for_formulas(model, length, all.as_ptr(), &mut *found.0)))?;
        }
        _ => {
            let removed = removable(model, formula, terms)?;
            let mode = match seed.pick(3) {
                0 => yices_gen_mode::YICES_GEN_DEFAULT,
                1 => yices_gen_mode::YICES_GEN_BY_SUBST,
                _ => yices_gen_mode::YICES_GEN_BY_PROJ,
            };
            let (length, removed) = (count(removed.len())?, removed.as_ptr());
            let result = &mut *found.0;
            done(call!(yices_generalize_model(model, formula, length, removed, mode, result)))?;
        }
    }
    for literal in found.terms() {
        if call!(yices_formula_true_in_model(model, *literal)) == 0 {
            return Err(SolverError::Broken(
                "a literal of an implicant is false in its model".to_owned(),
            ));
        }
    }
    Ok(())
}

/// A constant on which the formula depends, if there is one that a generalization can remove.
fn removable(
    model: *mut model_t,
    formula: term_t,
    terms: &Terms,
) -> Result<Vec<term_t>, SolverError> {
    let mut support = TermVector::new()?;
    done(call!(yices_model_term_support(model, formula, &mut *support.0)))?;
    let mut constants = support.terms().iter().copied().filter(|native| terms.is_symbol(*native));
    Ok(match constants.next() {
        Some(native) if is_number_or_truth(native)? => vec![native],
        _ => Vec::new(),
    })
}

/// What a generalization can remove.
fn is_number_or_truth(native: term_t) -> Result<bool, SolverError> {
    Ok(call!(yices_term_is_bool(native)) != 0
        || call!(yices_term_is_arithmetic(native)) != 0
        || call!(yices_term_is_bitvector(native)) != 0)
}

/// Neither a function nor a tuple.
fn is_basic(native: term_t) -> Result<bool, SolverError> {
    Ok(call!(yices_term_is_function(native)) == 0 && call!(yices_term_is_tuple(native)) == 0)
}

/// The values of terms as terms, and a model made of those of the constants.
pub fn values_as_terms(
    model: *mut model_t,
    natives: &[term_t],
    terms: &Terms,
    seed: &mut CallSeed,
) -> Result<(), SolverError> {
    let mut asked = Vec::new();
    for native in natives {
        // The value of a function is no term.
        if is_basic(*native)? {
            asked.push(*native);
        }
    }
    let mut values = vec![0; asked.len()];
    if seed.pick(2) == 0 {
        let length = count(asked.len())?;
        done(call!(yices_term_array_value(model, length, asked.as_ptr(), values.as_mut_ptr())))?;
    } else {
        for (native, value) in asked.iter().zip(&mut values) {
            *value = term(call!(yices_get_value_as_term(model, *native)))?;
        }
    }
    let mut pairs: Vec<(term_t, term_t)> = asked.into_iter().zip(values).collect();
    pairs.retain(|(native, _)| terms.is_symbol(*native));
    pairs.sort_unstable();
    pairs.dedup_by_key(|(native, _)| *native);
    rebuild(&pairs)
}

/// A model of the same values tells the same values.
fn rebuild(pairs: &[(term_t, term_t)]) -> Result<(), SolverError> {
    let (constants, values): (Vec<term_t>, Vec<term_t>) = pairs.iter().copied().unzip();
    let length = count(pairs.len())?;
    let model = call!(yices_model_from_map(length, constants.as_ptr(), values.as_ptr()));
    if model.is_null() {
        return Err(refused());
    }
    let compare = || {
        for (constant, value) in pairs {
            if term(call!(yices_get_value_as_term(model, *constant)))? != *value {
                return Err(SolverError::Broken(
                    "a model made of values tells another value".to_owned(),
                ));
            }
        }
        Ok(())
    };
    let compared = compare();
    free_model(model)?;
    compared
}

/// Checks formulas on the side, in a context of the same logic.
pub fn check_on_the_side(
    formulas: &[term_t],
    logic: Option<&std::ffi::CString>,
    error: smt_status_t,
    seed: &mut CallSeed,
) -> Result<(), SolverError> {
    // A delegate is a SAT solver that takes over; it knows bit-vectors only.
    let mut delegates = vec![std::ptr::null()];
    if logic.is_some_and(|logic| logic.as_c_str() == c"QF_BV") {
        for name in [c"cadical", c"cryptominisat", c"kissat", c"y2sat"] {
            if call!(yices_has_delegate(name.as_ptr())) != 0 {
                delegates.push(name.as_ptr());
            }
        }
    }
    let delegate = delegates[seed.pick(delegates.len())];
    let logic = logic.map_or(std::ptr::null(), |logic| logic.as_ptr());
    let mut model = null_mut();
    let status = match formulas {
        [formula] if seed.pick(2) == 0 => {
            call!(yices_check_formula(*formula, logic, &mut model, delegate))
        }
        _ => {
            let length = count(formulas.len())?;
            let formulas = formulas.as_ptr();
            call!(yices_check_formulas(formulas, length, logic, &mut model, delegate))
        }
    };
    free_model(model)?;
    if status == error { Err(refused()) } else { Ok(()) }
}
