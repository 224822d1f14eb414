//! The weight of a call: how much there is to read in it. Only the order matters: an edit that makes a call simpler
//! makes it lighter.

use std::sync::Arc;

use murxla_api::{ActionKind, Base, ConstructorDef, DatatypeDef, SortShape};

use super::passes::operators;
use crate::trace::{Call, CallArg, LiteralTail, Operator, SortName, WrittenLiteral};

/// The seed of a call that needs no particular one.
pub(super) const PLAIN_SEED: u64 = 1;

/// The weight of a call.
pub(super) fn of(call: &Call) -> u64 {
    let base = match call.action.kind() {
        ActionKind::MkConst => 3,
        ActionKind::MkValue | ActionKind::MkSpecialValue => 4,
        ActionKind::CheckSatAssuming | ActionKind::AssertNamed => 8,
        ActionKind::MkVar => 6,
        ActionKind::Own => 9,
        ActionKind::MkTerm => 20,
        ActionKind::MkFun | ActionKind::MkLet | ActionKind::MkRecFun => 40,
        _ => 5,
    };
    let args: u64 = call.args.iter().map(arg).sum();
    base + args + u64::from(call.seed != PLAIN_SEED) + u64::from(call.planted.is_some())
}

fn arg(arg: &CallArg) -> u64 {
    match arg {
        CallArg::Shape(shape) => sort(shape),
        CallArg::Datatypes(group) => group.iter().map(datatype).sum(),
        // An argument that was made earlier is simpler: so that terms become the same.
        CallArg::Sort(_) | CallArg::Term(_) => 2,
        CallArg::Sorts(list) => 4 * list.len() as u64,
        CallArg::Terms(list) => 4 * list.len() as u64,
        CallArg::Number(number) => u64::from(*number),
        CallArg::Text(word) | CallArg::Word(word) => text(word),
        CallArg::Literal(written) => literal(written),
        CallArg::Applied(applied) => {
            let operator = match &applied.operator {
                Operator::Base(op) => operators::rank(op.key),
                Operator::Binder(_) => 60,
                Operator::Own(_) => 50,
            };
            let lists = applied.sorts.len() + applied.args.len();
            let patterns: usize = applied.patterns.iter().map(|list| 1 + list.len()).sum();
            let names: u64 = applied.names.iter().map(|name| text(name)).sum();
            let indices: u64 = applied.indices.iter().map(|index| 1 + u64::from(*index)).sum();
            operator + names + indices + 4 * (lists + patterns) as u64
        }
    }
}

fn sort(shape: &SortShape<SortName>) -> u64 {
    match shape {
        SortShape::Bool => 1,
        SortShape::Int => 2,
        SortShape::Real => 3,
        SortShape::BitVec(width) => 3 + u64::from(*width),
        SortShape::FloatingPoint(exponent, significand) => {
            4 + u64::from(*exponent) + u64::from(*significand)
        }
        SortShape::FiniteField(order) => {
            // Of two orders of the same length the smaller one.
            4 + 16 * order.bits() + order.iter_u64_digits().next_back().unwrap_or(0).min(15)
        }
        SortShape::RoundingMode | SortShape::String => 4,
        SortShape::RegLan => 5,
        SortShape::Uninterpreted(name) => 5 + text(name),
        other => 8 + 4 * other.children().count() as u64,
    }
}

fn datatype(definition: &DatatypeDef<SortName>) -> u64 {
    let constructor = |one: &ConstructorDef<SortName>| {
        let fields: u64 = one.fields.iter().map(|(name, _)| 5 + text(name)).sum();
        10 + text(&one.name) + fields
    };
    let params: u64 = definition.params.iter().map(|name: &Arc<str>| 5 + text(name)).sum();
    10 + text(&definition.name)
        + params
        + definition.constructors.iter().map(constructor).sum::<u64>()
}

/// Longer is more; of the same length, what is written with the plainest characters is less.
fn text(text: &str) -> u64 {
    let character = |one: char| match one {
        '0' => 0,
        '1' => 1,
        'a'..='z' => 2,
        _ if one.is_ascii_alphanumeric() => 3,
        _ if one.is_ascii() => 5,
        _ => 6,
    };
    text.chars().map(|one| 8 + character(one)).sum()
}

fn literal(written: &WrittenLiteral) -> u64 {
    // Words of which each is one thing to read, and less than the name of a constant that is declared.
    match &*written.text {
        "true" => return 6,
        "false" => return 7,
        _ => {}
    }
    let tail = match &written.tail {
        LiteralTail::None | LiteralTail::Base(Base::Binary) => 0,
        // SMT-LIB writes short binary numbers in the shortest way.
        LiteralTail::Base(Base::Decimal | Base::Hexadecimal) => 1,
        LiteralTail::Denominator(denominator) => 8 + text(denominator),
    };
    text(&written.text) + tail
}
