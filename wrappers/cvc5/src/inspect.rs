//! cvc5's actions that only ask: about a term and all its parts, about the solver.

use std::collections::HashSet;
use std::ffi::CStr;

use murxla_api::{Answer, Command, OptionDef, SolverError, TermId};

use crate::ffi::{self, NativeStatistics, NativeTerm, call};
use crate::solver::Instance;

/// What can be asked of every solver at any time. Not `all-options`: cvc5 asks itself for one that cannot be asked
/// for, and refuses.
const INFOS: &[&CStr] = &[
    c"all-statistics",
    c"assertion-stack-levels",
    c"authors",
    c"error-behavior",
    c"filename",
    c"name",
    c"status",
    c"time",
    c"version",
];

/// What can be asked after an answer of unknown.
const REASON: &CStr = c"reason-unknown";

/// Options whose value cannot be asked for.
const WRITE_ONLY: &[&str] = &["output", "quiet", "rweight", "trace", "verbose"];

/// A walk ends after that many terms.
const MOST_TERMS: usize = 1000;

impl Instance {
    /// Asks a term and its parts for all that the API tells of them.
    pub(crate) fn ask_about_term(&mut self, term: TermId) -> Result<(), SolverError> {
        let root = self.terms.native(term)?;
        let mut owned = Vec::new();
        let asked = self.ask_about_parts(root, &mut owned);
        self.release(&owned)?;
        asked?;
        call!(cvc5_term_to_string(root));
        Ok(())
    }

    fn ask_about_parts(
        &self,
        root: NativeTerm,
        owned: &mut Vec<NativeTerm>,
    ) -> Result<(), SolverError> {
        let mut seen = HashSet::new();
        let mut stack = vec![root];
        while let Some(term) = stack.pop()
            && seen.len() < MOST_TERMS
        {
            if !seen.insert(call!(cvc5_term_get_id(term))) {
                continue;
            }
            call!(cvc5_term_hash(term));
            let itself = [
                call!(cvc5_term_is_equal(root, term)),
                !call!(cvc5_term_is_disequal(root, term)),
                call!(cvc5_term_compare(root, term)) == 0,
            ];
            if itself != [term == root; 3] {
                return Err(SolverError::Broken(
                    "a term and its part are equal in one way and differ in another".to_owned(),
                ));
            }
            self.ask_about_operator(term)?;
            self.ask_about_value(term)?;
            let children = self.children(term)?;
            owned.extend(&children);
            stack.extend(children);
        }
        Ok(())
    }

    fn ask_about_operator(&self, term: NativeTerm) -> Result<(), SolverError> {
        let kind = call!(cvc5_term_get_kind(term));
        call!(cvc5_kind_to_string(kind));
        call!(cvc5_kind_hash(kind));
        if call!(cvc5_term_has_symbol(term)) {
            call!(cvc5_term_get_symbol(term));
        }
        let sort = ffi::live(call!(cvc5_term_get_sort(term)), "sort")?;
        call!(cvc5_sort_to_string(sort));
        call!(cvc5_sort_hash(sort));
        call!(cvc5_sort_release(sort));
        if !call!(cvc5_term_has_op(term)) {
            return Ok(());
        }
        let op = ffi::live(call!(cvc5_term_get_op(term)), "operator")?;
        call!(cvc5_op_hash(op));
        call!(cvc5_op_to_string(op));
        let same_kind = call!(cvc5_op_get_kind(op)) == kind;
        if call!(cvc5_op_is_indexed(op)) {
            let mut indices = Vec::new();
            for place in 0..call!(cvc5_op_get_num_indices(op)) {
                indices.push(ffi::live(call!(cvc5_op_get_index(op, place)), "index")?);
            }
            self.release(&indices)?;
        }
        call!(cvc5_op_release(op));
        match same_kind {
            true => Ok(()),
            false => Err(SolverError::Broken("a term's operator has another kind".to_owned())),
        }
    }

    /// Asks whether a term is a value of each kind, and reads it in each of them that holds.
    fn ask_about_value(&self, term: NativeTerm) -> Result<(), SolverError> {
        if call!(cvc5_term_is_int32_value(term)) {
            call!(cvc5_term_get_int32_value(term));
        }
        if call!(cvc5_term_is_uint32_value(term)) {
            call!(cvc5_term_get_uint32_value(term));
        }
        if call!(cvc5_term_is_int64_value(term)) {
            call!(cvc5_term_get_int64_value(term));
        }
        if call!(cvc5_term_is_uint64_value(term)) {
            call!(cvc5_term_get_uint64_value(term));
        }
        if call!(cvc5_term_is_real32_value(term)) {
            let (mut above, mut below) = (0, 0);
            call!(cvc5_term_get_real32_value(term, &mut above, &mut below));
        }
        if call!(cvc5_term_is_real64_value(term)) {
            let (mut above, mut below) = (0, 0);
            call!(cvc5_term_get_real64_value(term, &mut above, &mut below));
        }
        if call!(cvc5_term_is_integer_value(term)) || call!(cvc5_term_is_real_value(term)) {
            call!(cvc5_term_get_real_or_integer_value_sign(term));
        }
        if call!(cvc5_term_is_string_value(term)) {
            call!(cvc5_term_get_string_value(term));
        }
        if call!(cvc5_term_is_cardinality_constraint(term)) {
            let (mut sort, mut upper) = (std::ptr::null_mut(), 0);
            call!(cvc5_term_get_cardinality_constraint(term, &mut sort, &mut upper));
            call!(cvc5_sort_release(ffi::live(sort, "sort")?));
        }
        call!(cvc5_term_is_fp_pos_zero(term));
        call!(cvc5_term_is_fp_neg_zero(term));
        call!(cvc5_term_is_fp_pos_inf(term));
        call!(cvc5_term_is_fp_neg_inf(term));
        call!(cvc5_term_is_real_algebraic_number(term));
        // The other kinds of values, which the API reads in one way only. Operators that are terms have a sort, too,
        // but none that anybody made.
        if self.is_value(term)? {
            let sort = self.sort_of_native(term)?;
            self.read_value(term, &sort)?;
        }
        Ok(())
    }

    /// What cvc5 tells under a keyword of SMT-LIB. It refuses others, and a refusal may leave it in an unsafe state.
    pub(crate) fn read_info(&mut self, keyword: &str) -> Result<(), SolverError> {
        let unknown = self.conduct.answer == Some(Answer::Unknown);
        let mut known = INFOS.iter().copied().chain(unknown.then_some(REASON));
        match known.find(|info| info.to_bytes() == keyword.as_bytes()) {
            Some(info) => _ = call!(cvc5_get_info(self.solver, info.as_ptr())),
            None => return Command::GetInfo(keyword).unsupported(),
        }
        Ok(())
    }

    /// Asks the solver for its infos, options and statistics.
    pub(crate) fn ask_about_solver(&mut self) -> Result<(), SolverError> {
        call!(cvc5_get_version(self.solver));
        if call!(cvc5_is_logic_set(self.solver)) {
            call!(cvc5_get_logic(self.solver));
        }
        let unknown = self.conduct.answer == Some(Answer::Unknown);
        for info in INFOS.iter().copied().chain(unknown.then_some(REASON)) {
            call!(cvc5_get_info(self.solver, info.as_ptr()));
        }
        let readable = |option: &&OptionDef| !WRITE_ONLY.contains(&option.name.as_str());
        for option in self.library.options.iter().filter(readable) {
            let name = ffi::c_string(&option.name)?;
            call!(cvc5_get_option(self.solver, name.as_ptr()));
        }
        let (internal, with_defaults) = (self.seed.pick(2) == 0, self.seed.pick(2) == 0);
        let of_solver = ffi::live(call!(cvc5_get_statistics(self.solver)), "statistics")?;
        read_statistics(of_solver, internal, with_defaults)?;
        let of_terms = call!(cvc5_term_manager_get_statistics(self.tm));
        read_statistics(ffi::live(of_terms, "statistics")?, internal, with_defaults)
    }
}

fn read_statistics(
    statistics: NativeStatistics,
    internal: bool,
    with_defaults: bool,
) -> Result<(), SolverError> {
    call!(cvc5_stats_to_string(statistics));
    call!(cvc5_stats_iter_init(statistics, internal, with_defaults));
    while call!(cvc5_stats_iter_has_next(statistics)) {
        let mut name = std::ptr::null();
        let entry = ffi::live(call!(cvc5_stats_iter_next(statistics, &mut name)), "statistic")?;
        call!(cvc5_stat_is_internal(entry));
        call!(cvc5_stat_is_default(entry));
        call!(cvc5_stat_to_string(entry));
        if call!(cvc5_stat_is_int(entry)) {
            call!(cvc5_stat_get_int(entry));
        }
        if call!(cvc5_stat_is_double(entry)) {
            call!(cvc5_stat_get_double(entry));
        }
        if call!(cvc5_stat_is_string(entry)) {
            call!(cvc5_stat_get_string(entry));
        }
        if call!(cvc5_stat_is_histogram(entry)) {
            let (mut keys, mut values) = (std::ptr::null_mut(), std::ptr::null_mut());
            let mut size = 0;
            call!(cvc5_stat_get_histogram(entry, &mut keys, &mut values, &mut size));
        }
        call!(cvc5_stat_release(entry));
    }
    call!(cvc5_stats_release(statistics));
    Ok(())
}
