//! Tests of the comparison itself: rows of known differences match no more than they say, and a script that ends early
//! is a difference.

use libtest_mimic::{Failed, Trial};

use crate::different;
use crate::known::{Case, ROWS, Runs, reason, silent};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("known_rows_are_narrow", known_rows_are_narrow),
        Trial::test("rows_that_nothing_met_are_told", silent_rows),
        Trial::test("a_missing_tail_is_a_difference", missing_tail),
    ]
}

fn expect<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), Failed> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{found:?}, not {expected:?}").into()),
    }
}

fn known_rows_are_narrow() -> Result<(), Failed> {
    let yices = "; recorded with yices\n";
    let unsat = "(set-info :status unsat)\n(check-sat-assuming (p))\n";
    let sat = "(set-info :status sat)\n(check-sat)\n";
    let functions = "(declare-fun f (RoundingMode) (_ FloatingPoint 2 2))\n";
    let table = [
        ("check 1: unsat instead of sat", format!("{yices}{unsat}{sat}"), true),
        ("check 0: unsat instead of sat", format!("{yices}{unsat}{sat}"), false),
        ("check 1: unsat instead of sat", format!("{yices}{unsat}(pop 1)\n{sat}"), false),
        ("check 1: unsat instead of sat", format!("{unsat}{sat}"), false),
        ("signal 11: x", functions.to_owned(), true),
        (
            "signal 11: x",
            "(declare-fun f (Bool) Bool)\n(declare-const m RoundingMode)\n(declare-const x (_ FloatingPoint 2 2))\n"
                .to_owned(),
            false,
        ),
    ];
    for (wrong, script, known) in &table {
        let case = Case { seed: 0, solver: "z3", script, trace: "" };
        expect((wrong, script, reason(wrong, &case).is_some()), (wrong, script, *known))?;
    }
    Ok(())
}

fn silent_rows() -> Result<(), Failed> {
    let of = |solver: &str, runs| {
        ROWS.iter().filter(|row| row.solver == solver && row.runs == runs).collect::<Vec<_>>()
    };
    let rows = of("bitwuzla", Runs::Own);
    let met: Vec<_> = rows.iter().skip(1).copied().collect();
    let told = silent("bitwuzla", Runs::Own, &met);
    expect(told.len(), 1)?;
    expect(told[0].contains(rows[0].words), true)?;
    expect(silent("bitwuzla", Runs::Of("z3"), &[]).len(), of("bitwuzla", Runs::Of("z3")).len())
}

fn missing_tail() -> Result<(), Failed> {
    let whole = "(set-logic ALL)\n; a comment\n(check-sat)\n";
    expect(different("again", whole, "(set-logic ALL)\n(check-sat)\n"), None)?;
    for (old, new) in [(whole, "(set-logic ALL)\n"), ("(set-logic ALL)\n", whole)] {
        expect(different("again", old, new).is_some(), true)?;
    }
    Ok(())
}
