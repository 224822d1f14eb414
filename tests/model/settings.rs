//! Settings hold in every call of a run.

use std::collections::BTreeSet;

use murxla::model::{Logic, Settings};
use murxla::trace::{Call, CallArg, Name, Operator, Trace, read};
use murxla_api::{Linearity, Op, Theory};

use crate::support::text;

const SEEDS: u64 = 100;

fn traces(settings: &Settings) -> impl Iterator<Item = Trace> {
    (0..SEEDS).map(|seed| read(text(seed, settings).as_bytes()).expect("a trace").0)
}

fn operator(call: &Call) -> Option<&'static Op> {
    match call.args.as_slice() {
        [CallArg::Applied(applied)] => match applied.operator {
            Operator::Base(op) => Some(op),
            _ => None,
        },
        _ => None,
    }
}

fn text_args(call: &Call) -> Vec<&str> {
    let texts = call.args.iter().map(|arg| match arg {
        CallArg::Text(text) => &**text,
        _ => "",
    });
    texts.collect()
}

#[test]
fn linear_arithmetic_is_linear() {
    let mut settings = Settings::default();
    settings.set("linear=100").expect("a setting");
    let mut products = 0;
    for trace in traces(&settings) {
        let mut values = BTreeSet::new();
        for call in &trace.calls {
            if let ("mk-value" | "mk-special-value", Some(Name::Term(name))) =
                (call.action.name(), call.rets.first())
            {
                values.insert(*name);
            }
            let (Some(op), [CallArg::Applied(applied)]) = (operator(call), call.args.as_slice())
            else {
                continue;
            };
            let open = applied.args.iter().filter(|name| !values.contains(name)).count();
            let first_open = applied.args.first().is_some_and(|name| !values.contains(name));
            match op.linearity {
                Linearity::Always => {}
                Linearity::OneFactor => assert!(open <= 1, "{call:?}"),
                Linearity::ValueDivisors => assert!(open <= usize::from(first_open), "{call:?}"),
                Linearity::Never => panic!("{call:?}"),
            }
            products += u32::from(op.linearity != Linearity::Always);
        }
    }
    assert!(products > 20, "only {products} products and quotients");
}

#[test]
fn a_logic_limits_theories_and_is_set() {
    let logic = Logic::parse("QF_AUFBV").expect("a logic");
    let settings = Settings { logic: Some(logic), ..Settings::default() };
    let mut theories = BTreeSet::new();
    for trace in traces(&settings) {
        for call in &trace.calls {
            if call.action.name() == "set-logic" {
                assert_eq!(text_args(call), ["QF_AUFBV"]);
            }
            theories.extend(operator(call).map(|op| op.theory));
        }
    }
    let expected = [Theory::Core, Theory::BitVectors, Theory::Arrays, Theory::Functions];
    assert_eq!(theories, BTreeSet::from(expected));
}

#[test]
fn smt_lib_has_no_actions_and_options_of_the_solver() {
    let settings = Settings { smt_lib: true, ..Settings::default() };
    let standard =
        ["incremental", "produce-models", "produce-unsat-cores", "produce-unsat-assumptions"];
    for trace in traces(&settings) {
        for call in &trace.calls {
            let name = call.action.name();
            assert!(!name.starts_with("mock-") && name != "simplify", "{name}");
            if name == "set-option" {
                assert!(standard.contains(&text_args(call)[0]), "{call:?}");
            }
            assert!(operator(call).is_none_or(|op| op.key != "OP_CONST_ARRAY"), "{call:?}");
            assert!(operator(call).is_none_or(|op| op.theory != Theory::Bags), "{call:?}");
        }
    }
}

#[test]
fn required_options_are_set_and_filters_hold() {
    let required = vec![("produce-models".to_owned(), "true".to_owned())];
    let mut settings = Settings {
        required_options: required,
        option_filter: vec!["nothing-is-named-so".to_owned()],
        ..Settings::default()
    };
    settings.set("options=100").expect("a setting");
    for trace in traces(&settings) {
        let options: Vec<Vec<&str>> = trace
            .calls
            .iter()
            .filter(|call| call.action.name() == "set-option")
            .map(text_args)
            .collect();
        assert_eq!(options.first(), Some(&vec!["produce-models", "true"]));
        assert!(options.iter().all(|option| option[0] != "seed"), "{options:?}");
    }
    settings.option_filter = vec!["^see".to_owned()];
    let drawn = traces(&settings)
        .flat_map(|trace| trace.calls)
        .filter(|call| call.action.name() == "set-option" && text_args(call)[0] == "seed");
    assert!(drawn.count() > 50);
}

#[test]
fn random_symbols_are_everywhere() {
    let mut settings = Settings::default();
    settings.set("random-symbols=100").expect("a setting");
    // A random text may be one of these, too, but seldom is.
    let (mut plain, mut all) = (0, 0);
    for trace in traces(&settings) {
        for call in trace.calls.iter().filter(|call| call.action.name() == "mk-const") {
            let symbol = text_args(call)[1];
            let counted =
                symbol.strip_prefix(['x', 'f']).is_some_and(|rest| rest.parse::<u64>().is_ok());
            plain += u32::from(counted);
            all += 1;
        }
    }
    assert!(all > 500 && plain * 100 < all, "{plain} of {all}");
}

#[test]
fn formats_are_no_wider_than_said() {
    let mut settings = Settings {
        theories: vec![Theory::FloatingPoint, Theory::BitVectors],
        ..Settings::default()
    };
    settings.set("fp-exponent-max=7,fp-significand-max=12,fp-standard=0").expect("settings");
    let mut conversions = 0;
    for call in traces(&settings).flat_map(|trace| trace.calls) {
        let (Some(op), [CallArg::Applied(applied)]) = (operator(&call), call.args.as_slice())
        else {
            continue;
        };
        if op.key.starts_with("OP_FP_TO_FP_FROM") {
            assert!(applied.indices[0] <= 7 && applied.indices[1] <= 12, "{call:?}");
            conversions += u32::from(op.key == "OP_FP_TO_FP_FROM_BV");
        }
    }
    assert!(conversions > 10, "only {conversions} numbers from bits");
}
