//! All operators on all bit-vectors of one to four bits, against arithmetic written for this test alone: a bit-vector is the list of its
//! bits here, and numbers are sums of powers. The same at 68 bits more, where the evaluator goes another way.

use super::*;

/// Widths that are tried exhaustively.
const WIDTHS: std::ops::RangeInclusive<u32> = 1..=4;

fn number(width: u32, bits: u64) -> i128 {
    (0..width).map(|place| i128::from(bits >> place & 1) << place).sum()
}

fn signed(width: u32, bits: u64) -> i128 {
    let top = i128::from(bits >> (width - 1) & 1);
    number(width, bits) - top * (1 << width)
}

fn wrap(width: u32, number: i128) -> u64 {
    number.rem_euclid(1 << width) as u64
}

fn fits(width: u32, number: i128) -> bool {
    (-(1i128 << (width - 1))..1 << (width - 1)).contains(&number)
}

fn by_bits(width: u32, a: u64, b: u64, of: fn(bool, bool) -> bool) -> u64 {
    (0..width).map(|i| u64::from(of(a >> i & 1 == 1, b >> i & 1 == 1)) << i).sum()
}

/// What an operator of two arguments gives: bits, or a truth value.
fn expected(key: &str, w: u32, a: u64, b: u64) -> Datum {
    let (x, y, s, t) = (number(w, a), number(w, b), signed(w, a), signed(w, b));
    let bits = |value: u64| Datum::bits(w, value);
    let truth = Datum::Bool;
    // By the definitions of the standard, in terms of unsigned division of absolute values.
    let divide = |x: i128, y: i128| if y == 0 { (1 << w) - 1 } else { x / y };
    let remainder = |x: i128, y: i128| if y == 0 { x } else { x - y * (x / y) };
    match key {
        "AND" => bits(by_bits(w, a, b, |a, b| a && b)),
        "OR" => bits(by_bits(w, a, b, |a, b| a || b)),
        "XOR" => bits(by_bits(w, a, b, |a, b| a != b)),
        "NAND" => bits(by_bits(w, a, b, |a, b| !(a && b))),
        "NOR" => bits(by_bits(w, a, b, |a, b| !(a || b))),
        "XNOR" => bits(by_bits(w, a, b, |a, b| a == b)),
        "ADD" => bits(wrap(w, x + y)),
        "SUB" => bits(wrap(w, x - y)),
        "MULT" => bits(wrap(w, x * y)),
        "UDIV" => bits(wrap(w, divide(x, y))),
        "UREM" => bits(wrap(w, remainder(x, y))),
        "SDIV" => {
            let quotient = divide(wrap(w, s.abs()).into(), wrap(w, t.abs()).into());
            bits(wrap(w, if (s < 0) != (t < 0) { -quotient } else { quotient }))
        }
        "SREM" => {
            let rest = remainder(s.abs(), t.abs());
            bits(wrap(w, if s < 0 { -rest } else { rest }))
        }
        "SMOD" => {
            let u = remainder(s.abs(), t.abs());
            bits(wrap(
                w,
                match (u, s >= 0, t >= 0) {
                    (0, ..) => u,
                    (_, true, true) => u,
                    (_, false, true) => -u + t,
                    (_, true, false) => u + t,
                    (_, false, false) => -u,
                },
            ))
        }
        "SHL" => bits(if y >= w.into() { 0 } else { wrap(w, x << y) }),
        "LSHR" => bits(if y >= w.into() { 0 } else { wrap(w, x >> y) }),
        "ASHR" => bits(
            (0..w)
                .map(|i| {
                    let from = (i128::from(i) + y).min((w - 1).into());
                    (a >> from & 1) << i
                })
                .sum(),
        ),
        "COMP" => Datum::bits(1, (a == b).into()),
        "ULT" => truth(x < y),
        "ULE" => truth(x <= y),
        "UGT" => truth(x > y),
        "UGE" => truth(x >= y),
        "SLT" => truth(s < t),
        "SLE" => truth(s <= t),
        "SGT" => truth(s > t),
        "SGE" => truth(s >= t),
        "UADDO" => truth(x + y >= 1 << w),
        "SADDO" => truth(!fits(w, s + t)),
        "UMULO" => truth(x * y >= 1 << w),
        "SMULO" => truth(!fits(w, s * t)),
        "USUBO" => truth(x - y < 0),
        "SSUBO" => truth(!fits(w, s - t)),
        "SDIVO" => truth(t != 0 && !fits(w, if t == -1 { -s } else { 0 })),
        "CONCAT" => Datum::bits(2 * w, ((x << w) + y) as u64),
        _ => panic!("{key} is not expected here"),
    }
}

/// What an operator of one argument and perhaps an index gives.
fn expected_of_one(key: &str, w: u32, a: u64, n: u32) -> Datum {
    let bit = |place: u32| a >> place & 1;
    match key {
        "NOT" => Datum::bits(w, by_bits(w, a, 0, |a, _| !a)),
        "NEG" => Datum::bits(w, wrap(w, -number(w, a))),
        "NEGO" => Datum::Bool(!fits(w, -signed(w, a))),
        "REDAND" => Datum::bits(1, (0..w).map(bit).min().unwrap()),
        "REDOR" => Datum::bits(1, (0..w).map(bit).max().unwrap()),
        "UBV_TO_INT" => Datum::Int(number(w, a) as i64),
        "SBV_TO_INT" => Datum::Int(signed(w, a) as i64),
        "REPEAT" => Datum::bits(w * n, (0..w * n).map(|i| bit(i % w) << i).sum()),
        "ZERO_EXTEND" => Datum::bits(w + n, number(w, a) as u64),
        "SIGN_EXTEND" => Datum::bits(w + n, (0..w + n).map(|i| bit(i.min(w - 1)) << i).sum()),
        "ROTATE_LEFT" => Datum::bits(w, (0..w).map(|i| bit(i) << ((i + n) % w)).sum()),
        "ROTATE_RIGHT" => Datum::bits(w, (0..w).map(|i| bit((i + n) % w) << i).sum()),
        _ => panic!("{key} is not expected here"),
    }
}

#[test]
fn every_operator_exhaustively() {
    let mut seen = 0;
    for op in crate::Theory::BitVectors.operators() {
        let key = op.key.strip_prefix("OP_BV_").unwrap();
        for width in WIDTHS {
            let all = 0..1u64 << width;
            for a in all.clone() {
                let x = Datum::bits(width, a);
                match (op.arity().0, op.index_count()) {
                    (2, 0) => {
                        for b in all.clone() {
                            let given = plain(op.key, &[x.clone(), Datum::bits(width, b)]);
                            assert_eq!(
                                given,
                                Ok(expected(key, width, a, b)),
                                "{key} {width} {a} {b}"
                            );
                            seen += 1;
                        }
                    }
                    (1, 2) => {
                        for high in 0..width {
                            for low in 0..=high {
                                let given = indexed(op.key, &[high, low], std::slice::from_ref(&x));
                                let bits = (low..=high).map(|i| (a >> i & 1) << (i - low)).sum();
                                assert_eq!(given, Ok(Datum::bits(high - low + 1, bits)));
                                seen += 1;
                            }
                        }
                    }
                    (1, indices) => {
                        let least = u32::from(key == "REPEAT");
                        for n in least..=if indices == 1 { 9 } else { least } {
                            let indices: &[u32] = if indices == 1 { &[n] } else { &[] };
                            let given = indexed(op.key, indices, std::slice::from_ref(&x));
                            let expected = expected_of_one(key, width, a, n);
                            assert_eq!(given, Ok(expected), "{key} {width} {a} {n}");
                            seen += 1;
                        }
                    }
                    other => panic!("{key} has {other:?} arguments and indices"),
                }
            }
        }
    }
    assert!(seen > 12_000, "{seen}");
}

/// Wide bit-vectors that are sign extensions, and shifted ones, of narrow ones: what is true of those follows from what is true of these.
#[test]
fn wide_ones_agree_with_narrow_ones() {
    const MORE: u32 = 68;
    let widen =
        |value: &Datum| indexed("OP_BV_SIGN_EXTEND", &[MORE], std::slice::from_ref(value)).unwrap();
    let preserved = [
        "AND", "OR", "XOR", "NAND", "NOR", "XNOR", "SLT", "SLE", "SGT", "SGE", "ULT", "ULE", "UGT",
        "UGE", "COMP", "SREM", "SMOD", "ASHR", "SDIV",
    ];
    for key in preserved {
        let key = format!("OP_BV_{key}");
        for a in 0..16 {
            for b in 0..16 {
                let narrow = [Datum::bits(4, a), Datum::bits(4, b)];
                // Its quotient does not fit into four bits; and shifts by negative numbers are long ones only there.
                if key.ends_with("SDIV") && (a, b) == (8, 15) {
                    continue;
                }
                let wide = [widen(&narrow[0]), widen(&narrow[1])];
                let expected = plain(&key, &narrow).unwrap();
                let expected = match expected {
                    Datum::BitVec(4, _) => widen(&expected),
                    other => other,
                };
                assert_eq!(plain(&key, &wide), Ok(expected), "{key} {a} {b}");
            }
        }
    }
    // The others: the low bits of the result.
    for key in ["ADD", "SUB", "MULT", "SHL"] {
        let key = format!("OP_BV_{key}");
        for a in 0..16 {
            for b in 0..16 {
                let narrow = [Datum::bits(4, a), Datum::bits(4, b)];
                let wide = [
                    widen(&narrow[0]),
                    if key.ends_with("SHL") {
                        indexed("OP_BV_ZERO_EXTEND", &[MORE], &narrow[1..]).unwrap()
                    } else {
                        widen(&narrow[1])
                    },
                ];
                let low = indexed("OP_BV_EXTRACT", &[3, 0], &[plain(&key, &wide).unwrap()]);
                assert_eq!(low, plain(&key, &narrow), "{key} {a} {b}");
            }
        }
    }
}

/// Overflow, division and shifts at a width beyond machine words, where only extremes tell something.
#[test]
fn extremes_of_wide_ones() {
    let wide = |text: &str| {
        let digits = text.repeat(20);
        Datum::bit_vec(crate::BitVec::from_binary(&digits).unwrap())
    };
    let (zero, ones) = (wide("0000"), wide("1111"));
    let least = indexed(
        "OP_BV_ROTATE_RIGHT",
        &[1],
        &[plain("OP_BV_SUB", &[zero.clone(), ones.clone()]).unwrap()],
    )
    .unwrap();
    let greatest = plain("OP_BV_NOT", std::slice::from_ref(&least)).unwrap();
    let check = |key: &str, a: &Datum, b: &Datum, expected: Datum| {
        assert_eq!(plain(key, &[a.clone(), b.clone()]), Ok(expected), "{key}");
    };
    let (yes, no) = (Datum::Bool(true), Datum::Bool(false));
    check("OP_BV_UDIV", &least, &zero, ones.clone());
    check("OP_BV_UREM", &least, &zero, least.clone());
    check("OP_BV_SDIV", &least, &zero, plain("OP_BV_NEG", std::slice::from_ref(&ones)).unwrap());
    check("OP_BV_SDIV", &greatest, &zero, ones.clone());
    check("OP_BV_SDIV", &least, &ones, least.clone());
    check("OP_BV_SREM", &least, &ones, zero.clone());
    check("OP_BV_SMOD", &greatest, &least, ones.clone());
    check("OP_BV_SDIVO", &least, &ones, yes.clone());
    check("OP_BV_SDIVO", &greatest, &ones, no.clone());
    check("OP_BV_SADDO", &greatest, &ones, no.clone());
    check("OP_BV_SADDO", &least, &ones, yes.clone());
    check("OP_BV_UADDO", &ones, &ones, yes.clone());
    check("OP_BV_SSUBO", &least, &greatest, yes.clone());
    check("OP_BV_SMULO", &least, &ones, yes.clone());
    check("OP_BV_SMULO", &greatest, &ones, no.clone());
    check("OP_BV_UMULO", &least, &ones, yes);
    check("OP_BV_USUBO", &ones, &least, no);
    check("OP_BV_SHL", &ones, &ones, zero.clone());
    check("OP_BV_LSHR", &ones, &least, zero.clone());
    check("OP_BV_ASHR", &least, &least, ones.clone());
    check("OP_BV_ASHR", &greatest, &ones, zero);
    assert_eq!(plain("OP_BV_NEGO", &[least]), Ok(Datum::Bool(true)));
    assert_eq!(plain("OP_BV_REDAND", &[ones]), Ok(Datum::bits(1, 1)));
}
