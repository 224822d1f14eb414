//! A solver, asked for what it tells of itself: infos, options, statistics; and the results of checks.

use std::ffi::{CStr, CString};

use murxla_api::{
    ANYWHERE, ActionDef, Answer, Command, OptionDef, OptionKind, ReplyKind, SolverError, inspect,
    mismatch,
};

use super::{Outcome, Own, Run};
use crate::ffi::{self, NativeResult, NativeStat, NativeStatistics, call, told};
use crate::memory_file::MemoryFile;
use crate::options::{RawOptionInfo, Told};
use crate::side::Side;
use crate::solver::Instance;

pub(super) const ACTIONS: &[Own] = &[
    // Reading all options and statistics takes longer than most checks: seldom, but often enough for every state.
    Own::new(
        ActionDef::own("cvc5-solver-info", &[], ReplyKind::Done),
        Run::Alone(Instance::ask_about_solver),
        &[(ANYWHERE, 2000)],
    )
    .of_all_versions(),
    Own::new(
        ActionDef::own("cvc5-inspect-options", &[], ReplyKind::Done),
        Run::Alone(Instance::inspect_options),
        &[(ANYWHERE, 8000)],
    ),
];

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

impl Instance {
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
    fn ask_about_solver(&mut self) -> Outcome {
        call!(cvc5_get_version(self.solver));
        inspect(
            "cvc5_get_tm",
            "the term manager",
            true,
            call!(cvc5_get_tm(self.solver)) == self.tm,
        )?;
        let logic_set = call!(cvc5_is_logic_set(self.solver));
        if let Some(logic) = self.logic.as_ref().filter(|_| !self.library.ends_process()) {
            inspect("cvc5_is_logic_set", "after it was set", true, logic_set)?;
            let told = told!(cvc5_get_logic(self.solver));
            // Before it works cvc5 tells the logic that it was given, and later what it made of it.
            if !self.conduct.started {
                inspect("cvc5_get_logic", "that was set", &*logic.to_string_lossy(), &*told)?;
            }
        } else if logic_set {
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
        let read = read_statistics(of_solver, internal, with_defaults);
        call!(cvc5_stats_release(of_solver));
        read?;
        let of_terms = call!(cvc5_term_manager_get_statistics(self.tm));
        let of_terms = ffi::live(of_terms, "statistics")?;
        let read = read_statistics(of_terms, internal, with_defaults);
        call!(cvc5_stats_release(of_terms));
        read?;
        self.read_printed_statistics()
    }

    /// The statistics as they are written to a file.
    fn read_printed_statistics(&self) -> Outcome {
        if self.library.ends_process() {
            return Ok(());
        }
        let Some(file) = MemoryFile::new() else { return Ok(()) };
        call!(cvc5_print_stats_safe(self.solver, file.descriptor()));
        let printed = file.text();
        let function = "cvc5_print_stats_safe";
        inspect(
            function,
            "it has lines with values",
            true,
            printed.lines().all(|it| it.contains(" = ")),
        )?;
        let Some(file) = MemoryFile::new() else { return Ok(()) };
        call!(cvc5_term_manager_print_stats_safe(self.tm, file.descriptor()));
        let printed = file.text();
        let function = "cvc5_term_manager_print_stats_safe";
        inspect(
            function,
            "it has lines with values",
            true,
            printed.lines().all(|it| it.contains(" = ")),
        )
    }

    /// Each option is what it was set to, whichever way it is asked for; of a solver that nobody works with.
    fn inspect_options(&mut self) -> Outcome {
        let place = self.seed.pick(self.library.options.len().max(1));
        let side = Side { native: ffi::live(call!(cvc5_new(self.tm)), "solver")? };
        let Some(option) = self.library.options.get(place) else { return Ok(()) };
        let name = ffi::c_string(&option.name)?;
        let value = self.other_value(option);
        if let Some(value) = &value {
            call!(cvc5_set_option(side.native, name.as_ptr(), value.as_ptr()));
        }
        for one in
            self.library.options.iter().filter(|one| !WRITE_ONLY.contains(&one.name.as_str()))
        {
            let changed = (one.name == option.name).then_some(value.as_deref()).flatten();
            inspect_option(&side, one, changed)?;
        }
        let output = call!(cvc5_is_output_on(side.native, c"inst".as_ptr()));
        inspect("cvc5_is_output_on", "of what was not asked for", false, output)?;
        call!(cvc5_set_info(side.native, c"filename".as_ptr(), c"nowhere".as_ptr()));
        let told = told!(cvc5_get_info(side.native, c"filename".as_ptr()));
        inspect("cvc5_set_info", "what was set is told", true, told.contains("nowhere"))
    }

    /// A value that an option does not have from the beginning, if that is easy to say.
    fn other_value(&self, option: &OptionDef) -> Option<CString> {
        // Where it is not a matter of what the option is set to later.
        let denied =
            ["safe", "stats", "verbos", "quiet", "print-", "output", "lang", "copyright", "help"];
        if denied.iter().any(|word| option.name.contains(word))
            || WRITE_ONLY.contains(&option.name.as_str())
        {
            return None;
        }
        let text = match &option.kind {
            OptionKind::Bool { default: Some(default) } => (!default).to_string(),
            OptionKind::Modes { modes, default } => modes
                .iter()
                .find(|mode| Some(*mode) != default.as_ref() && *mode != "help")?
                .clone(),
            _ => return None,
        };
        CString::new(text).ok()
    }

    /// A result that a check gave, asked for all that the API tells of it.
    pub(crate) fn inspect_result(&self, result: NativeResult, answer: Answer) -> Outcome {
        let unknown = answer == Answer::Unknown;
        inspect("cvc5_result_is_null", "of a check", false, call!(cvc5_result_is_null(result)))?;
        let told = call!(cvc5_result_is_unknown(result));
        inspect("cvc5_result_is_unknown", "of a check", unknown, told)?;
        let shown = told!(cvc5_result_to_string(result));
        let begins = shown.starts_with(&answer.to_string());
        inspect("cvc5_result_to_string", "of a check", true, begins)?;
        if unknown {
            let why = call!(cvc5_result_get_unknown_explanation(result));
            let why = told!(cvc5_unknown_explanation_to_string(why));
            inspect("cvc5_unknown_explanation_to_string", "a reason", false, why.is_empty())?;
        }
        let copy = ffi::live(call!(cvc5_result_copy(result)), "result")?;
        let (equal, different) = (
            call!(cvc5_result_is_equal(result, copy)),
            call!(cvc5_result_is_disequal(result, copy)),
        );
        let hashes = [call!(cvc5_result_hash(result)), call!(cvc5_result_hash(copy))];
        call!(cvc5_result_release(copy));
        inspect("cvc5_result_is_equal", "a copy", true, equal)?;
        inspect("cvc5_result_is_disequal", "a copy", false, different)?;
        inspect("cvc5_result_hash", "a copy", hashes[0], hashes[1])
    }
}

/// An option as the two ways tell it, and what it was set to.
fn inspect_option(side: &Side, option: &OptionDef, changed: Option<&CStr>) -> Outcome {
    let name = ffi::c_string(&option.name)?;
    let value = told!(cvc5_get_option(side.native, name.as_ptr()));
    let changed = changed.map(CStr::to_string_lossy);
    if let Some(changed) = &changed {
        inspect("cvc5_get_option", "what was set", &**changed, &*value)?;
    }
    let mut info = RawOptionInfo::empty();
    call!(cvc5_get_option_info(side.native, name.as_ptr(), &mut info));
    let shown = told!(cvc5_option_info_to_string(&info));
    let category = told!(cvc5_modes_option_category_to_string(info.category()));
    inspect("cvc5_option_info_to_string", "its name", true, shown.contains(&option.name))?;
    inspect("cvc5_modes_option_category_to_string", "a name", false, category.is_empty())?;
    let function = "cvc5_get_option_info";
    // Some options are other names of others, and some set others.
    if changed.is_some() {
        inspect(function, "set by the user", true, info.is_set_by_user())?;
    }
    // SAFETY: the library filled the description, and was not asked for another one since.
    match unsafe { info.current() } {
        Told::Text(current) => inspect(function, "the value now", &value, &current),
        Told::Number(current) => match value.parse::<f64>() {
            Ok(number) => inspect(function, "the value now", number, current),
            Err(_) => Err(mismatch(function, "the value now", "a number", &value)),
        },
        Told::Nothing => Ok(()),
    }
}

fn read_statistics(statistics: NativeStatistics, internal: bool, with_defaults: bool) -> Outcome {
    call!(cvc5_stats_to_string(statistics));
    let copy = ffi::live(call!(cvc5_stats_copy(statistics)), "statistics")?;
    inspect("cvc5_stats_copy", "the copy", statistics, copy)?;
    call!(cvc5_stats_release(copy));
    call!(cvc5_stats_iter_init(statistics, internal, with_defaults));
    while call!(cvc5_stats_iter_has_next(statistics)) {
        let mut name = std::ptr::null();
        let entry = ffi::live(call!(cvc5_stats_iter_next(statistics, &mut name)), "statistic")?;
        let read = read_statistic(entry, internal, with_defaults);
        // SAFETY: the library gave a C string.
        let name = unsafe { ffi::text(name) };
        let told = read.and_then(|shown| same_by_name(statistics, &name, &shown));
        call!(cvc5_stat_release(entry));
        told?;
    }
    Ok(())
}

/// A statistic that is asked for by its name is the one that the list has.
fn same_by_name(statistics: NativeStatistics, name: &str, shown: &str) -> Outcome {
    let name = ffi::c_string(name)?;
    let entry = ffi::live(call!(cvc5_stats_get(statistics, name.as_ptr())), "statistic")?;
    let again = told!(cvc5_stat_to_string(entry));
    call!(cvc5_stat_release(entry));
    inspect("cvc5_stats_get", "the value", shown, &*again)
}

/// A statistic; gives how it is printed.
fn read_statistic(
    entry: NativeStat,
    internal: bool,
    with_defaults: bool,
) -> Result<String, SolverError> {
    let is_internal = call!(cvc5_stat_is_internal(entry));
    inspect("cvc5_stat_is_internal", "in a list without those", true, internal || !is_internal)?;
    let is_default = call!(cvc5_stat_is_default(entry));
    inspect("cvc5_stat_is_default", "in a list without those", true, with_defaults || !is_default)?;
    let copy = ffi::live(call!(cvc5_stat_copy(entry)), "statistic")?;
    inspect("cvc5_stat_copy", "the copy", entry, copy)?;
    call!(cvc5_stat_release(copy));
    let shown = told!(cvc5_stat_to_string(entry));
    let kinds = [
        call!(cvc5_stat_is_int(entry)),
        call!(cvc5_stat_is_double(entry)),
        call!(cvc5_stat_is_string(entry)),
        call!(cvc5_stat_is_histogram(entry)),
    ];
    let several = kinds.iter().filter(|is| **is).count() > 1;
    inspect("cvc5_stat_is_int", "and of another kind", false, several)?;
    match kinds {
        [true, ..] => {
            let number = call!(cvc5_stat_get_int(entry)).to_string();
            inspect("cvc5_stat_get_int", "as it is printed", &shown, &number)?;
        }
        [_, true, ..] => _ = call!(cvc5_stat_get_double(entry)),
        [_, _, true, _] => {
            let text = told!(cvc5_stat_get_string(entry));
            inspect("cvc5_stat_get_string", "as it is printed", &shown, &text)?;
        }
        [.., true] => {
            let (mut keys, mut values) = (std::ptr::null_mut(), std::ptr::null_mut());
            let mut size = 0;
            call!(cvc5_stat_get_histogram(entry, &mut keys, &mut values, &mut size));
            // SAFETY: the library gave that many of both.
            let keys = unsafe { ffi::list(keys.cast_const(), size) };
            for key in keys {
                // SAFETY: the library gave C strings.
                let key = unsafe { ffi::text(key) };
                inspect("cvc5_stat_get_histogram", "keys are printed", true, shown.contains(&key))?;
            }
        }
        _ => {}
    }
    Ok(shown)
}
