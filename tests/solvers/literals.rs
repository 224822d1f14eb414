//! Literals: each is built, asked for in a model, and comes back as the same value.

use libtest_mimic::Failed;
use murxla_api::{
    Answer, Base, CODE_POINTS, CallSeed, Command, Draw, Library, Literal, Profile, Sort, SortKind,
    SortLimitRule, SpecialValue, StandardOption, StringValue, TermId, Value,
};

use crate::drawing::Drawing;
use crate::terms::Terms;

const QUICK: usize = 50;
const LONG: usize = 2000;

pub fn quick(library: &'static dyn Library) -> Result<(), Failed> {
    check(library, QUICK)
}

pub fn long(library: &'static dyn Library) -> Result<(), Failed> {
    check(library, LONG)
}

/// A kind of literal: its name, the kind of its sort, and a random one with its sort.
type Kind = (&'static str, SortKind, fn(&mut Drawing<'_>) -> (Sort, Literal));

const KINDS: &[Kind] = &[
    ("Boolean", SortKind::Bool, |draw| (Sort::bool(), Literal::Bool(draw.below(2) == 0))),
    ("binary", SortKind::BitVec, |draw| {
        let width = draw.width();
        let digits = digits(draw, 2, width);
        (Sort::bit_vec(width), Literal::BitVec { digits, base: Base::Binary })
    }),
    ("decimal", SortKind::BitVec, |draw| {
        let width = draw.width();
        let digits = draw.below(1 << width.min(40)).to_string();
        (Sort::bit_vec(width), Literal::BitVec { digits, base: Base::Decimal })
    }),
    ("negative decimal", SortKind::BitVec, |draw| {
        let width = draw.width();
        let digits = format!("-{}", draw.below(1 + (1 << (width - 1).min(40))));
        (Sort::bit_vec(width), Literal::BitVec { digits, base: Base::Decimal })
    }),
    ("hexadecimal", SortKind::BitVec, |draw| {
        let count = 1 + draw.below(32) as u32;
        let digits = digits(draw, 16, count);
        (Sort::bit_vec(4 * count), Literal::BitVec { digits, base: Base::Hexadecimal })
    }),
    ("integer", SortKind::Int, |draw| (Sort::int(), Literal::Integer(integer(draw)))),
    ("decimal fraction", SortKind::Real, |draw| {
        let (count, text) = (1 + draw.below(20) as u32, integer(draw));
        (Sort::real(), Literal::Real(format!("{text}.{}", digits(draw, 10, count))))
    }),
    ("integer as real", SortKind::Real, |draw| (Sort::real(), Literal::Real(integer(draw)))),
    ("fraction", SortKind::Real, |draw| {
        let denominator = 1 + draw.below(1 << 40);
        (Sort::real(), Literal::Real(format!("{}/{denominator}", integer(draw))))
    }),
    ("rational", SortKind::Real, |draw| {
        let denominator = (1 + draw.below(1 << 40)).to_string();
        (Sort::real(), Literal::Rational { numerator: integer(draw), denominator })
    }),
    ("floating point", SortKind::FloatingPoint, |draw| {
        let (exponent, significand) = draw.float_format();
        let bits = digits(draw, 2, exponent + significand);
        (Sort::floating_point(exponent, significand), Literal::FloatingPoint(bits))
    }),
    ("string", SortKind::String, |draw| {
        let count = draw.below(12);
        let codes = (0..count).map(|_| code_point(draw)).collect();
        let value = StringValue::new(codes).unwrap_or_default();
        (Sort::string(), Literal::String(value.to_escaped()))
    }),
    ("field element", SortKind::FiniteField, |draw| {
        let modulus = draw.pick(&[2u32, 3, 5, 7, 17, 101, 65537]);
        (Sort::finite_field(modulus.into()), Literal::FiniteField(integer(draw)))
    }),
];

fn digits(draw: &mut Drawing<'_>, radix: u32, count: u32) -> String {
    (0..count)
        .map(|_| char::from_digit(draw.below(radix.into()) as u32, radix).unwrap_or('0'))
        .collect()
}

/// Small, at the edges of machine words, and huge; of either sign.
fn integer(draw: &mut Drawing<'_>) -> String {
    let count = 1 + draw.below(40) as u32;
    let magnitude = match draw.below(4) {
        0 => draw.below(3).to_string(),
        1 => draw.pick(&[i64::MAX as u64, 1 << 63, u64::MAX, 1 << 31, u32::MAX.into()]).to_string(),
        _ => {
            let digits = digits(draw, 10, count);
            let trimmed = digits.trim_start_matches('0');
            if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() }
        }
    };
    if draw.below(2) == 0 && magnitude != "0" { format!("-{magnitude}") } else { magnitude }
}

fn code_point(draw: &mut Drawing<'_>) -> u32 {
    match draw.below(4) {
        0 => draw.pick(&[0, 9, 10, 34, 92, 117, 123, 125, 127, 255, 256, 0xffff, CODE_POINTS - 1]),
        1 => draw.below(CODE_POINTS.into()) as u32,
        _ => 32 + draw.below(95) as u32,
    }
}

fn has(profile: &Profile, kind: SortKind) -> bool {
    let never = |rule| matches!(rule, SortLimitRule::Never(other) if other == kind);
    !profile.sort_limits.iter().any(|limit| never(limit.rule))
}

fn check(library: &'static dyn Library, count: usize) -> Result<(), Failed> {
    let profile = library.profile();
    let mut draw = Drawing::new(3, profile);
    let mut report = Vec::new();
    for (name, kind, random) in KINDS.iter().filter(|(_, kind, _)| has(profile, *kind)) {
        let mut literals = Vec::new();
        while literals.len() < count {
            let (sort, literal) = random(&mut draw);
            if sort.kind() == *kind && profile.limit_on(&sort).is_none() {
                literals.push((sort, literal));
            }
        }
        round_trip(library, name, &literals)?;
        report.push(format!("{name} {count}"));
    }
    let mut special = Vec::new();
    for value in &profile.special_values {
        // The set of all elements is no value: what a model says of it is the solver's business.
        if *value == SpecialValue::SetUniverse {
            continue;
        }
        for _ in 0..8 {
            if let Some(sort) = draw.sort_of_kind(value.sort_kind()) {
                special.push((sort, Literal::Special(*value)));
            }
        }
    }
    round_trip(library, "special", &special)?;
    report.push(format!("special {}", special.len()));
    println!("came back equal: {}", report.join(", "));
    Ok(())
}

fn round_trip(
    library: &'static dyn Library,
    name: &str,
    literals: &[(Sort, Literal)],
) -> Result<(), Failed> {
    let mut terms = Terms::new(library.new_solver()?);
    let models = StandardOption::Models.key();
    terms.solver.execute(Command::SetOption { name: models, value: "true" })?;
    let mut seed = CallSeed::new(5);
    let mut ids: Vec<TermId> = Vec::new();
    let mut expected: Vec<Value> = Vec::new();
    for (sort, literal) in literals {
        expected.push(literal.value(sort)?);
        let sort = terms.sort(sort)?;
        terms.solver.seed_call(seed.pick(1 << 16) as u64);
        let term = terms.solver.mk_value(sort, literal);
        ids.push(term.map_err(|error| format!("{name} {literal:?} is refused: {error}"))?);
    }
    if library.info().path.is_none() {
        let seed = Command::SetOption { name: "seed", value: SAT_SEED };
        terms.solver.execute(seed)?;
    }
    match terms.check(Command::CheckSat)? {
        Answer::Sat => {}
        other => return Err(format!("no assertions are {other}").into()),
    }
    let found = terms.values(&ids)?;
    for (((sort, literal), expected), found) in literals.iter().zip(&expected).zip(&found) {
        let wrong = format!("{name} {sort} {literal:?} means {expected}, but came back as {found}");
        if expected != found {
            return Err(wrong.into());
        }
    }
    Ok(())
}

/// With this seed the mock finds no assertions satisfiable.
const SAT_SEED: &str = "0";
