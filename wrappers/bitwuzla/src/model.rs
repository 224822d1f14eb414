//! Reads the model as a whole, and the list of assertions.

use murxla_api::{Reply, SolverError, SortShape, TermId};

use crate::errors::present;
use crate::ffi::{BitwuzlaTerm, call, copy_array};
use crate::handles::OwnedTerm;
use crate::solver::BitwuzlaSolver;
use crate::sorts::structure_of;

/// The bases in which the API prints numbers.
pub(crate) const BASES: [u8; 3] = [2, 10, 16];

/// Formats with an exponent or a significand of so many bits are not printed as a real number.
const WIDE: u32 = 64;

impl BitwuzlaSolver {
    /// Reads the values of all constants and functions, and prints them in each way to nowhere.
    pub(crate) fn print_model(&mut self) -> Result<Reply, SolverError> {
        // Bitwuzla has to be asked, also where there is no constant.
        let truth = present(call!(bitwuzla_mk_true(self.native.manager)), "bitwuzla_mk_true")?;
        let truth = OwnedTerm(truth);
        self.print_value(truth.0)?;
        for constant in self.constants.clone() {
            self.print_value(constant)?;
        }
        Ok(Reply::Done)
    }

    /// Reads the value of a term in the model, and prints it in each way to nowhere.
    pub(crate) fn print_value(&mut self, term: BitwuzlaTerm) -> Result<(), SolverError> {
        let instance = self.native.instance()?;
        let value = present(call!(bitwuzla_get_value(instance, term)), "bitwuzla_get_value")?;
        let value = OwnedTerm(value);
        call!(bitwuzla_term_to_string(value.0));
        for base in BASES {
            call!(bitwuzla_term_to_string_fmt(value.0, base));
        }
        if call!(bitwuzla_term_is_fp_value(value.0)) {
            if let SortShape::FloatingPoint(0..WIDE, 0..WIDE) = structure_of(value.0)?.shape() {
                call!(bitwuzla_term_fp_value_to_real_string(value.0));
            }
            for base in BASES {
                let mut parts = [std::ptr::null(); 3];
                let [sign, exponent, significand] = &mut parts;
                call!(bitwuzla_term_value_get_fp_ieee(value.0, sign, exponent, significand, base));
            }
        }
        let has_digits = call!(bitwuzla_term_is_bool(value.0))
            || call!(bitwuzla_term_is_bv(value.0))
            || call!(bitwuzla_term_is_fp(value.0))
            || call!(bitwuzla_term_is_rm(value.0));
        if has_digits && call!(bitwuzla_term_is_value(value.0)) {
            call!(bitwuzla_term_value_get_str(value.0));
            for base in BASES {
                call!(bitwuzla_term_value_get_str_fmt(value.0, base));
            }
        }
        Ok(())
    }

    /// What is asserted, as far as it is what was given: a check simplifies the assertions, and lists assumptions
    /// among them.
    pub(crate) fn listed_assertions(&mut self) -> Result<Reply, SolverError> {
        if !self.native.has_instance() {
            return Ok(Reply::Terms(Vec::new()));
        }
        let instance = self.native.instance()?;
        let mut size = 0;
        let first = call!(bitwuzla_get_assertions(instance, &mut size));
        let listed: Vec<OwnedTerm> = copy_array(first, size).into_iter().map(OwnedTerm).collect();
        let mut left: Vec<(TermId, BitwuzlaTerm)> = self.assertions.formulas().to_vec();
        let mut ids = Vec::new();
        for term in &listed {
            // A term that is alive has one address, so the native handles can be compared.
            if let Some(place) = left.iter().position(|(_, native)| *native == term.0) {
                ids.push(left.remove(place).0);
            }
        }
        Ok(Reply::Terms(ids))
    }
}
