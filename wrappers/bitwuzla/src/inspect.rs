//! Bitwuzla's actions that only ask or print.

use murxla_api::{Command, Reply, SolverError, inspect, mismatch};

use crate::ffi::{call, copy_array};
use crate::handles::OwnedTerm;
use crate::model::BASES;
use crate::solver::BitwuzlaSolver;
use crate::text_stream::Sink;

impl BitwuzlaSolver {
    /// What Bitwuzla tells under a keyword of SMT-LIB.
    pub(crate) fn read_info(&mut self, keyword: &str) -> Result<Reply, SolverError> {
        match keyword {
            "version" => _ = call!(bitwuzla_version()),
            "authors" => _ = call!(bitwuzla_copyright()),
            "name" => _ = call!(bitwuzla_git_id()),
            // A new instance would fix the options.
            "all-statistics" if self.native.has_instance() => {
                let instance = self.native.instance()?;
                let (mut keys, mut values) = (std::ptr::null_mut(), std::ptr::null_mut());
                let mut size = 0;
                call!(bitwuzla_get_statistics(instance, &mut keys, &mut values, &mut size));
            }
            "all-statistics" => {}
            _ => return Command::GetInfo(keyword).unsupported(),
        }
        Ok(Reply::Done)
    }

    /// Asks for what the library and the instance tell of themselves.
    pub(crate) fn ask_about_solver(&mut self) -> Result<(), SolverError> {
        call!(bitwuzla_version());
        call!(bitwuzla_copyright());
        call!(bitwuzla_git_id());
        self.knowledge.options.inspect(self.native.options)?;
        // A new instance would fix the options.
        if self.native.has_instance() {
            let instance = self.native.instance()?;
            let manager = call!(bitwuzla_get_term_mgr(instance));
            let known = self.native.manager;
            inspect("bitwuzla_get_term_mgr", "the term manager", known.addr(), manager.addr())?;
            self.native.terminator.inspect(instance)?;
            let (mut keys, mut values) = (std::ptr::null_mut(), std::ptr::null_mut());
            let mut size = 0;
            call!(bitwuzla_get_statistics(instance, &mut keys, &mut values, &mut size));
        }
        Ok(())
    }

    /// Prints the assertions to nowhere, as a problem in one of the formats.
    pub(crate) fn print_formula(&mut self) -> Result<(), SolverError> {
        if !self.native.has_instance() {
            return Ok(());
        }
        let instance = self.native.instance()?;
        let base = BASES[self.seed.pick(BASES.len())];
        let sink = Sink::open()?;
        call!(bitwuzla_print_formula(instance, c"smt2".as_ptr(), sink.stream(), base));
        Ok(())
    }

    /// Asks of each assumption of the last check whether it was needed, which must agree with the list of those that
    /// were.
    pub(crate) fn ask_about_assumptions(&mut self) -> Result<(), SolverError> {
        let instance = self.native.instance()?;
        let mut size = 0;
        let first = call!(bitwuzla_get_unsat_assumptions(instance, &mut size));
        let needed: Vec<OwnedTerm> = copy_array(first, size).into_iter().map(OwnedTerm).collect();
        for (_, assumption) in &self.assumptions {
            let is_needed = call!(bitwuzla_is_unsat_assumption(instance, *assumption));
            // A term that is alive has one address, so the native handles can be compared.
            if is_needed != needed.iter().any(|term| term.0 == *assumption) {
                return Err(mismatch(
                    "bitwuzla_is_unsat_assumption",
                    "against the list of those that were needed",
                    &(!is_needed).to_string(),
                    &is_needed.to_string(),
                ));
            }
        }
        Ok(())
    }

    /// Simplifies the assertions.
    pub(crate) fn simplify_assertions(&mut self) -> Result<(), SolverError> {
        let instance = self.native.instance()?;
        call!(bitwuzla_simplify(instance));
        self.assertions_changed();
        Ok(())
    }
}
