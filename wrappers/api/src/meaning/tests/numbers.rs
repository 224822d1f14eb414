use num_bigint::BigInt;

use super::*;

fn int(number: i64) -> Datum {
    Datum::Int(number)
}

#[test]
fn division_of_integers_is_euclidean() {
    // Dividend, divisor, quotient, remainder: the examples of the standard's definition in all four signs.
    let table = [
        (7, 2, 3, 1),
        (-7, 2, -4, 1),
        (7, -2, -3, 1),
        (-7, -2, 4, 1),
        (6, -3, -2, 0),
        (-6, 3, -2, 0),
        (0, -5, 0, 0),
        (i64::MAX, -1, -i64::MAX, 0),
    ];
    let big = BigInt::from(10).pow(40);
    for (a, b, quotient, remainder) in table {
        assert_eq!(plain("OP_INT_DIV", &[int(a), int(b)]), Ok(int(quotient)), "{a} div {b}");
        assert_eq!(plain("OP_INT_MOD", &[int(a), int(b)]), Ok(int(remainder)), "{a} mod {b}");
        // The same beyond machine words: both are scaled.
        let scaled = |number: i64| Datum::int(&big * number);
        let wide = [scaled(a), scaled(b)];
        assert_eq!(plain("OP_INT_DIV", &wide), Ok(int(quotient)), "{a} div {b}");
        assert_eq!(plain("OP_INT_MOD", &wide), Ok(scaled(remainder)), "{a} mod {b}");
    }
    assert_eq!(
        plain("OP_INT_DIV", &[int(i64::MIN), int(-1)]),
        Ok(Datum::int(-BigInt::from(i64::MIN)))
    );
}

#[test]
fn integers_do_not_overflow() {
    let check = |key: &str, args: &[Datum], expected: &str| {
        assert_eq!(plain(key, args).unwrap().to_string(), expected, "{key}");
    };
    check("OP_INT_ADD", &[int(i64::MAX), int(1)], "9223372036854775808");
    check("OP_INT_SUB", &[int(i64::MIN), int(1)], "(- 9223372036854775809)");
    check("OP_INT_MUL", &[int(i64::MAX), int(2), int(-1)], "(- 18446744073709551614)");
    check("OP_INT_NEG", &[int(i64::MIN)], "9223372036854775808");
    check("OP_INT_ABS", &[int(i64::MIN)], "9223372036854775808");
    let large = plain("OP_INT_NEG", &[int(i64::MIN)]).unwrap();
    check("OP_INT_SUB", &[large, int(1)], "9223372036854775807");
    check("OP_INT_POW", &[int(-2), int(3)], "(- 8)");
    check("OP_INT_POW", &[int(-1), int(i64::MAX - 1)], "1");
    check("OP_INT_POW", &[int(0), int(4)], "0");
    assert_eq!(indexed("OP_INT_IS_DIV", &[3], &[int(-9)]), Ok(Datum::Bool(true)));
    assert_eq!(indexed("OP_INT_IS_DIV", &[3], &[int(-8)]), Ok(Datum::Bool(false)));
    assert_eq!(indexed("OP_INT_TO_BV", &[4], &[int(-1)]), Ok(Datum::bits(4, 15)));
    assert_eq!(
        indexed("OP_INT_TO_BV", &[100], &[int(-1)]).unwrap().to_string(),
        format!("#x{}", "f".repeat(25))
    );
    assert!(matches!(plain("OP_INT_POW", &[int(2), int(i64::MAX)]), Err(Unknown::TooLarge(_))));
}

#[test]
fn reals_are_exact() {
    let real = Datum::Real;
    let check = |key: &str, args: &[Datum], expected: &str| {
        assert_eq!(plain(key, args).unwrap().to_string(), expected, "{key}");
    };
    check("OP_REAL_ADD", &[real(1, 3), real(1, 6)], "(/ 1.0 2.0)");
    check("OP_REAL_SUB", &[real(1, 3), real(1, 3)], "0.0");
    check("OP_REAL_MUL", &[real(2, 3), real(-3, 2)], "(- 1.0)");
    check("OP_REAL_DIV", &[real(1, 2), real(-1, 4)], "(- 2.0)");
    check("OP_REAL_DIV", &[real(1, 2), real(i64::MIN, 1)], "(/ (- 1.0) 18446744073709551616.0)");
    check(
        "OP_REAL_MUL",
        &[real(i64::MIN, 1), real(i64::MIN, 1)],
        "85070591730234615865843651857942052864.0",
    );
    check("OP_REAL_TO_INT", &[real(-1, 2)], "(- 1)");
    check("OP_REAL_TO_INT", &[real(7, 2)], "3");
    check("OP_REAL_POW", &[real(2, 3), real(-2, 1)], "(/ 9.0 4.0)");
    assert_eq!(plain("OP_REAL_IS_INT", &[real(4, 1)]), Ok(Datum::Bool(true)));
    assert_eq!(plain("OP_REAL_IS_INT", &[real(1, 2)]), Ok(Datum::Bool(false)));
    let ascending = [real(-1, 2), real(-1, 3), real(0, 1), real(1, 3)];
    assert_eq!(plain("OP_REAL_LT", &ascending), Ok(Datum::Bool(true)));
    assert_eq!(plain("OP_REAL_GT", &ascending), Ok(Datum::Bool(false)));
}

#[test]
fn what_the_standard_leaves_open_is_open() {
    let shown = |given: Result<Datum, Unknown>| match given {
        Err(Unknown::Open(open)) => open.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(shown(plain("OP_INT_DIV", &[int(5), int(0)])), "(div 5 0)");
    assert_eq!(shown(plain("OP_INT_MOD", &[int(5), int(0)])), "(mod 5 0)");
    assert_eq!(shown(plain("OP_INT_DIV", &[int(5), int(2), int(0), int(3)])), "(div 2 0)");
    assert_eq!(shown(plain("OP_REAL_DIV", &[Datum::Real(5, 1), Datum::Real(0, 1)])), "(/ 5.0 0.0)");
    let two = Datum::set(vec![int(1), int(2)]);
    assert_eq!(shown(plain("OP_SET_CHOOSE", &[two])), "(set.choose (set 1 2))");
}

#[test]
fn logic_is_that_of_kleene() {
    let unknown = Unknown::TooLarge("x");
    let truth = |key: &str, args: &[Option<bool>]| {
        let op = theory::operator(key).unwrap();
        let result = Sort::bool();
        let call = Call { op, sorts: &[], names: &[], indices: &[], result: &result };
        let values: Vec<Option<Datum>> = args.iter().map(|arg| arg.map(Datum::Bool)).collect();
        let args: Vec<Arg<'_>> =
            values.iter().map(|value| value.as_ref().ok_or(&unknown)).collect();
        apply(&call, &args, &NothingKnown).ok().and_then(|value| value.as_bool())
    };
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(truth("OP_AND", &[None, no]), no);
    assert_eq!(truth("OP_AND", &[None, yes, no]), no);
    assert_eq!(truth("OP_AND", &[None, yes]), None);
    assert_eq!(truth("OP_OR", &[yes, None]), yes);
    assert_eq!(truth("OP_OR", &[no, None]), None);
    assert_eq!(truth("OP_IMPLIES", &[no, None]), yes);
    assert_eq!(truth("OP_IMPLIES", &[None, yes]), yes);
    assert_eq!(truth("OP_IMPLIES", &[yes, no, no]), yes);
    assert_eq!(truth("OP_IMPLIES", &[yes, yes, no]), no);
    assert_eq!(truth("OP_IMPLIES", &[None, no]), None);
    assert_eq!(truth("OP_ITE", &[yes, no, None]), no);
    assert_eq!(truth("OP_ITE", &[None, no, no]), no);
    assert_eq!(truth("OP_ITE", &[None, no, yes]), None);
    assert_eq!(truth("OP_EQUAL", &[yes, no, None]), no);
    assert_eq!(truth("OP_DISTINCT", &[yes, None, yes]), no);
    assert_eq!(truth("OP_XOR", &[yes, yes, yes]), yes);
}
