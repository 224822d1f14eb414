//! Malformed traces: each is refused with its place.

use murxla::trace::{check, read};

use super::random::{Random, random_trace};

fn fails(text: impl AsRef<[u8]>, expected: &str) {
    let error = read(text.as_ref()).expect_err(expected);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn places_and_tokens_are_told() {
    fails("1 fly", "1:3: expected an action (`murxla list actions` shows them), but found 'fly'");
    fails(
        "\n\n  12 mk-sort",
        "3:13: expected a kind of sorts such as SORT_BV, but found the end of the line",
    );
    fails("1 mk-sort SORT_BV x", "1:19: expected a width, but found 'x'");
    fails("1 mk-sort SORT_BV 4294967296", "1:19: expected a width, but found '4294967296'");
    fails("1 mk-sort SORT_BV 8 9", "1:21: expected the end of the line, but found '9'");
    fails("1 mk-const s1 x", "1:15: expected a symbol in quotes, but found 'x'");
    fails(
        "1 mk-const s1 \"x",
        "1:15: expected a symbol in quotes, closed on this line, but found '\\\"x'",
    );
    fails("1 mk-const s1 \"x\"y", "1:18: expected a blank behind the quotes, but found 'y'");
    fails("1 mk-const t1 \"x\"", "1:12: expected a sort such as s3, but found 't1'");
    fails(
        "1 mk-term OP_FLY SORT_BV 0",
        "1:11: expected an operator (`murxla list ops` shows them), but found 'OP_FLY'",
    );
    fails(
        "1 mk-term OP_BV_ADD SORT_BV 3 t1 t2",
        "1:36: expected a term such as t12, but found the end of the line",
    );
    fails(
        "1 mk-term OP_FORALL SORT_BOOL 1 t1",
        "1:21: expected variables and a body, but found 'SORT_BOOL'",
    );
    fails("1 mk-value s1 \"1\" 3", "1:19: expected one of the bases 2, 10 and 16, but found '3'");
    fails(
        "99999999999999999999 new",
        "1:1: expected a seed below 2^64, but found '99999999999999999999'",
    );
    fails("return t1", "1:1: expected a call first, but found 'return'");
    fails(
        "1 new\nreturn t1",
        "2:1: expected a call: the one above returns nothing, but found 'return'",
    );
    fails("1 check-sat\nreturn maybe", "2:8: expected sat, unsat or unknown, but found 'maybe'");
    fails(
        "1 check-sat\nreturn sat\nreturn sat",
        "3:1: expected a call: the one above has its reply, but found 'return'",
    );
    fails("1 check-sat\nrejected why", "2:10: expected a message in quotes, but found 'why'");
    fails("1 new\n#! seed 1", "2:1: the header comes before the first call, but found '#!'");
    fails("#! format 2", "1:11: this murxla reads the formats up to 1, but found '2'");
    fails(
        "#! colour red",
        "1:4: expected one of format, murxla, solver, any-solver, seed, setting, but found 'colour'",
    );
    fails(
        "1 new\nset-murxla-options --cvc5",
        "2:1: expected an action (`murxla list actions` shows them), but found 'set-murxla-options'",
    );
    fails(b"1 new\n1 mk-const s1 \"\xff\"", "2:16: expected UTF-8, but found the byte 0xff");
    fails(
        "1 ne\0w",
        "1:3: expected an action (`murxla list actions` shows them), but found 'ne\\0w'",
    );
    fails("1 mk-sort SORT_DT 0", "1:19: expected at least one datatype, but found '0'");
    fails(
        "1 mk-sort SORT_DT 1 \"a\" 0 1 \"c\" 1 \"s\" s\"X\"",
        "1:39: expected a parameter declared above, but found 's\\\"X\\\"'",
    );
    for (field, problem) in [
        (
            "s[SORT_ARRAY] 1 s(nil)",
            "expected a kind that has so many parts, but found 's[SORT_ARRAY]'",
        ),
        ("s[SORT_BOOL] 0", "expected a kind that has so many parts, but found 's[SORT_BOOL]'"),
        (
            "s[t1] 1 s(nil)",
            "expected a sort or a kind of sorts between '[' and ']', but found 's[t1]'",
        ),
        (
            "s[SORT_SEQ 1 s(nil)",
            "expected a sort or a kind of sorts between '[' and ']', but found 's[SORT_SEQ'",
        ),
    ] {
        fails(
            format!("1 mk-sort SORT_DT 1 \"a\" 0 1 \"c\" 1 \"s\" {field}"),
            &format!("1:39: {problem}"),
        );
    }
    fails(
        "1 mk-sort SORT_DT 1 \"a\" 0 1 \"c\" 1 \"s\" s<\"b\"> 0",
        "1:39: expected a datatype of this group, but found 's<\\\"b\\\">'",
    );
}

#[test]
fn what_is_large_is_refused_or_read_in_time() {
    let token = "a".repeat(100_000_000);
    let cut = "a".repeat(40);
    fails(
        &token,
        &format!("1:1: expected an action (`murxla list actions` shows them), but found '{cut}…'"),
    );
    let token = "a".repeat(10_000_000);
    let call = format!("1 mk-const s1 \"{token}\"");
    assert!(read(call.as_bytes()).is_ok());
    let open = format!("1 new\n1 mk-const s1 \"{token}");
    assert_eq!(read(open.as_bytes()).map_err(|error| (error.line, error.column)), Err((2, 15)));
    let nested = format!(
        "1 mk-sort SORT_DT 1 \"a\" 1 \"X\" 1 \"c\" 1 \"s\" {}",
        "s<\"a\"> 1 ".repeat(100_000)
    );
    let error = read(nested.as_bytes()).expect_err("too deep");
    assert_eq!(error.problem, "sorts may stand 32 deep in each other");
    let terms = format!("1 check-sat-assuming 4294967295 {}", "t1 ".repeat(1_000_000));
    assert!(read(terms.as_bytes()).is_err());
}

/// Sorts that grow with every line: refused by the checker before anything recurses over them.
#[test]
fn sorts_do_not_grow_without_bounds() {
    let check = |lines: u32, line: &dyn Fn(u32) -> String| {
        let mut text = String::from(
            "1 new\n1 mk-sort SORT_INT\n return s0\n1 mk-const s0 \"x\"\n return t0\n",
        );
        for number in 1..=lines {
            text.push_str(&line(number));
        }
        let (trace, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let problems = check::check(&trace, &check::NoOwnRows);
        assert!(problems.len() > lines as usize - 100, "{}", problems.len());
    };
    check(100_000, &|n| format!("1 mk-sort SORT_SEQ s{}\n return s{n}\n", n - 1));
    check(10_000, &|n| format!("1 mk-sort SORT_ARRAY s{0} s{0}\n return s{n}\n", n - 1));
    check(10_000, &|n| format!("1 mk-term OP_SEQ_UNIT SORT_SEQ 1 t{}\n return t{n} s{n}\n", n - 1));
    check(10_000, &|n| {
        format!("1 mk-sort SORT_DT 1 \"d{n}\" 0 1 \"c{n}\" 1 \"f{n}\" s{}\n return s{n}\n", n - 1)
    });
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    const TOKENS: &[&str] = &[
        "t1",
        "s1",
        "\"",
        "\\",
        "4294967295",
        "99999999999",
        "return",
        "\n",
        "mk-term",
        "OP_FORALL",
        "SORT_DT",
        "s(nil)",
        "s<\"",
        "#!",
        "rejected \"x\"",
        "\0",
        "\u{fffd}",
        " ",
        "0",
        "-1",
        "mk-sort",
        "SORT_BV 0",
        "cvc5-x",
        "set-murxla-options",
        "1 mk-fun \"f\" 1 t1 t1\n",
        "\r\n",
    ];
    let at = random.below(bytes.len() as u64 + 1) as usize;
    let end = (at + random.below(40) as usize).min(bytes.len());
    match random.below(7) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let copy = bytes[at..end].to_vec();
            let to = random.below(bytes.len() as u64 + 1) as usize;
            bytes.splice(to..to, copy);
        }
        3 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = random.next() as u8;
            }
        }
        4 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(7);
            }
        }
        _ => {
            let token = random.pick(TOKENS).copied().unwrap_or("");
            bytes.splice(at..at, token.bytes());
        }
    }
}

fn mutants(count: u64) {
    let mut random = Random(4);
    let bases: Vec<String> = (0..50).map(|seed| random_trace(seed, 25).to_text()).collect();
    let (mut refused, mut problems) = (0, 0);
    for _ in 0..count {
        let mut bytes = random.pick(&bases).expect("a base").clone().into_bytes();
        for _ in 0..1 + random.below(3) {
            mutate(&mut bytes, &mut random);
        }
        match read(&bytes) {
            Err(error) => {
                assert!(error.line > 0 && error.column > 0 && error.to_string().len() < 400);
                refused += 1;
            }
            Ok((trace, _)) => {
                problems += usize::from(!check::check(&trace, &check::NoOwnRows).is_empty());
                let text = trace.to_text();
                let again = read(text.as_bytes()).map(|(trace, _)| trace);
                assert_eq!(again.as_ref().map(|again| &again.calls), Ok(&trace.calls));
                assert_eq!(again.map(|again| again.to_text()), Ok(text));
            }
        }
    }
    println!(
        "{count} mutated traces: {refused} refused with a place, {problems} read with problems"
    );
}

#[test]
fn mutated_traces_are_read_or_refused() {
    mutants(20_000);
}

#[test]
#[ignore = "long: 1,000,000 mutated traces are read or refused"]
fn long_mutated_traces() {
    mutants(1_000_000);
}
