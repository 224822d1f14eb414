//! Z3's actions that ask: what a solver object tells of itself, what a tactic makes of formulas, what follows.

use murxla_api::{Command, Reply, SolverError, TermId};

use crate::context::{counted, text};
use crate::ffi::call;
use crate::parameters;
use crate::solver::Z3Solver;

impl Z3Solver {
    /// One of the things that a solver object tells.
    pub(crate) fn read_information(&mut self) -> Result<(), SolverError> {
        let way = self.seed.pick(8);
        let (context, solver) = (&self.context, self.raw);
        let raw = context.raw;
        match way {
            0 => {
                let scopes = call!(Z3_solver_get_num_scopes(raw, solver)) as usize;
                context.check()?;
                let open = self.asserted.open_levels();
                if scopes != open {
                    return Err(SolverError::Broken(format!(
                        "Z3 tells {scopes} levels where {open} are open"
                    )));
                }
            }
            1 => {
                let units = call!(Z3_solver_get_units(raw, solver));
                context.vector(units)?.elements()?;
            }
            2 => {
                let others = call!(Z3_solver_get_non_units(raw, solver));
                context.vector(others)?.elements()?;
            }
            3 => self.read_trail()?,
            4 => self.read_statistics()?,
            5 => {
                text(call!(Z3_solver_get_reason_unknown(raw, solver)));
                context.check()?;
            }
            6 => {
                text(call!(Z3_solver_get_help(raw, solver)));
                context.check()?;
            }
            _ => parameters::read(context, call!(Z3_solver_get_param_descrs(raw, solver)))?,
        }
        Ok(())
    }

    /// What Z3 tells under a keyword of SMT-LIB.
    pub(crate) fn read_info(&mut self, keyword: &str) -> Result<Reply, SolverError> {
        let (raw, solver) = (self.context.raw, self.raw);
        match keyword {
            "all-statistics" => self.read_statistics()?,
            "assertion-stack-levels" => _ = call!(Z3_solver_get_num_scopes(raw, solver)),
            "reason-unknown" => _ = text(call!(Z3_solver_get_reason_unknown(raw, solver))),
            "version" => _ = text(call!(Z3_get_full_version())),
            _ => return Command::GetInfo(keyword).unsupported(),
        }
        self.context.check()?;
        Ok(Reply::Done)
    }

    /// The trail and the levels of its literals. Which solver object Z3 has chosen inside, and so whether it has
    /// a trail, nobody can ask it: its refusal means that it has none.
    fn read_trail(&self) -> Result<(), SolverError> {
        let (context, solver) = (&self.context, self.raw);
        let made = call!(Z3_solver_get_trail(context.raw, solver));
        if context.check().is_err() {
            return Ok(());
        }
        let trail = context.vector(made)?;
        let literals = trail.elements()?;
        let mut levels = vec![0; literals.len()];
        let (count, levels) = (literals.len() as u32, levels.as_mut_ptr());
        call!(Z3_solver_get_levels(context.raw, solver, trail.raw, count, levels));
        // As above.
        let _ = context.check();
        Ok(())
    }

    fn read_statistics(&self) -> Result<(), SolverError> {
        let context = &self.context;
        let raw = context.raw;
        let made = call!(Z3_solver_get_statistics(raw, self.raw));
        let statistics = counted!(context, made, Z3_stats_inc_ref, Z3_stats_dec_ref);
        for position in 0..call!(Z3_stats_size(raw, statistics.raw)) {
            text(call!(Z3_stats_get_key(raw, statistics.raw, position)));
            if call!(Z3_stats_is_uint(raw, statistics.raw, position)) {
                call!(Z3_stats_get_uint_value(raw, statistics.raw, position));
            } else if call!(Z3_stats_is_double(raw, statistics.raw, position)) {
                call!(Z3_stats_get_double_value(raw, statistics.raw, position));
            }
            context.check()?;
        }
        text(call!(Z3_stats_to_string(raw, statistics.raw)));
        context.check()
    }

    /// What follows for the formulas from the assertions, and by seed from the first formula.
    pub(crate) fn consequences(&mut self, formulas: &[TermId]) -> Result<(), SolverError> {
        let natives = self.plain_terms(formulas)?;
        let assume_first = self.seed.pick(2) == 0;
        self.last_answer = None;
        self.assumptions = None;
        let context = &self.context;
        let (assumed, asked, found) =
            (context.new_vector()?, context.new_vector()?, context.new_vector()?);
        for (place, formula) in natives.iter().enumerate() {
            if place == 0 && assume_first { assumed.add(*formula)? } else { asked.add(*formula)? }
        }
        let (raw, solver) = (context.raw, self.raw);
        call!(Z3_solver_get_consequences(raw, solver, assumed.raw, asked.raw, found.raw));
        context.check()?;
        for consequence in found.elements()? {
            context.print(consequence)?;
        }
        Ok(())
    }
}
