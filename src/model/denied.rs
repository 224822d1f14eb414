//! Options that are never drawn, with the reasons: those of all solvers are listed here, a solver's own in its
//! profile. Those that touch files are in it, too (`FileOptions`).

use murxla_api::{Denied, Profile};

const EVERYWHERE: &[Denied] = &[
    Denied {
        names: &[
            "timeout",
            "time-limit",
            "time_limit",
            "tlimit",
            "^time",
            "rlimit",
            "max_memory",
            "memory",
        ],
        reason: "its effect depends on the clock or the memory",
    },
    Denied { names: &["thread", "parallel", "nthreads"], reason: "its effect depends on threads" },
    Denied {
        names: &["=logic", "=force-logic"],
        reason: "the logic is set by an action of its own",
    },
    Denied {
        names: &[
            "verbos",
            "debug",
            "statistics",
            "stats",
            "display",
            "print",
            "help",
            "version",
            "copyright",
            "show",
            "profile",
            "trace",
            "log-level",
        ],
        reason: "it prints, or prints and exits",
    },
    Denied {
        names: &[
            "=incremental",
            "=produce-models",
            "=produce-unsat-cores",
            "=produce-unsat-assumptions",
        ],
        reason: "it is a standard option, which the model follows",
    },
];

/// Why an option is not drawn; `None` if it may be.
pub fn denied(profile: &Profile, option: &str) -> Option<&'static Denied> {
    let is_harmless = profile.demands.harmless_options.contains(&option)
        || profile.demands.unmet_limits.iter().any(|(limit, _)| *limit == option);
    let everywhere = if is_harmless { &[] } else { EVERYWHERE };
    let option = option.to_ascii_lowercase();
    everywhere.iter().chain(profile.demands.denied).find(|row| row.holds(&option))
}

#[cfg(test)]
mod tests {
    use murxla_api::Wrapper;

    use super::*;

    #[test]
    fn options_are_denied_by_their_names() {
        let own = Denied { names: &["=in", "^mode", "channel"], reason: "for the test" };
        let check = |option: &str, expected: bool| {
            let mut rows = EVERYWHERE.iter().chain([&own]);
            assert_eq!(rows.any(|row| row.holds(option)), expected, "{option}");
        };
        check("timeout", true);
        check("smt.random_seed", false);
        check("in", true);
        check("inst-when", false);
        check("mode-of-all", true);
        check("prop-mode", false);
        check("diagnostic-output-channel-name", true);
        check("log-level", true);
        check("rewrite-level", false);
    }

    #[test]
    fn what_a_profile_calls_harmless_is_drawn() {
        let library = murxla_mock::WRAPPER.load(std::path::Path::new("")).expect("the mock");
        let mut profile = library.profile().clone();
        assert!(denied(&profile, "verbosity").is_some());
        profile.demands.harmless_options = &["verbosity"];
        assert!(denied(&profile, "verbosity").is_none());
        assert!(denied(&profile, "more-verbosity").is_some());
    }
}
