//! Reads the arguments of calls, kind by kind.

use std::sync::Arc;

use murxla_api::{ArgKind, Base, Binder, SortKind, SortShape, SpecialValue};
use num_bigint::BigUint;

use super::lex::{Cursor, LineError};
use super::read_datatypes::read_datatypes;
use super::{Applied, CallArg, LiteralTail, Name, Operator, SortName, TermName, WrittenLiteral};

/// A list is never given more room in advance than this: its length is what the text claims.
const ROOM: u32 = 64;

/// Reads one argument.
pub(super) fn read_arg(kind: ArgKind, cursor: &mut Cursor<'_>) -> Result<CallArg, LineError> {
    Ok(match kind {
        ArgKind::Formula | ArgKind::Term | ArgKind::Function | ArgKind::Numeric => {
            CallArg::Term(cursor.term()?)
        }
        ArgKind::Formulas
        | ArgKind::Terms
        | ArgKind::Variables
        | ArgKind::AnyTerms
        | ArgKind::Replacements => CallArg::Terms(counted_terms(cursor)?),
        ArgKind::SortList | ArgKind::SortReplacements => CallArg::Sorts(counted_sorts(cursor)?),
        ArgKind::Levels => CallArg::Number(cursor.number("a number of levels")?),
        ArgKind::Logic => text(cursor, "a logic")?,
        ArgKind::OptionName => text(cursor, "the name of an option")?,
        ArgKind::InfoKeyword => text(cursor, "a keyword")?,
        ArgKind::OptionValue => text(cursor, "the value of an option")?,
        ArgKind::Symbol => CallArg::Text(cursor.quoted("a symbol")?.into()),
        ArgKind::OneOf(_) => CallArg::Text(cursor.quoted("a word")?.into()),
        ArgKind::Special => {
            let mark = cursor.mark();
            let name = cursor.text("a special value")?;
            if SpecialValue::from_key(&name).is_none() {
                return Err(cursor.error_at(mark, "expected the name of a special value"));
            }
            CallArg::Text(name.into())
        }
        ArgKind::Sort => CallArg::Sort(cursor.sort()?),
        ArgKind::Sorts => CallArg::Sorts(sorts_to_end(cursor)?),
        ArgKind::Shape => read_shape(cursor)?,
        ArgKind::Literal => CallArg::Literal(read_literal(cursor)?),
        ArgKind::Application => CallArg::Applied(Box::new(read_applied(cursor)?)),
    })
}

/// The words of a solver's own action, each by what it looks like.
pub(super) fn read_own_args(cursor: &mut Cursor<'_>) -> Result<Vec<CallArg>, LineError> {
    let mut args = Vec::new();
    while !cursor.at_end() {
        args.push(if cursor.at_quote() {
            CallArg::Text(cursor.quoted("text")?.into())
        } else if let Some(name) = cursor.next_name() {
            match name {
                Name::Sort(name) => CallArg::Sort(name),
                Name::Term(name) => CallArg::Term(name),
            }
        } else {
            let word = cursor.word("an argument")?;
            // A number that would be written differently stays as it is.
            match word.parse::<u32>() {
                Ok(number) if number.to_string() == word => CallArg::Number(number),
                _ => CallArg::Word(word.into()),
            }
        });
    }
    Ok(args)
}

fn text(cursor: &mut Cursor<'_>, what: &str) -> Result<CallArg, LineError> {
    Ok(CallArg::Text(cursor.text(what)?.into()))
}

fn counted_terms(cursor: &mut Cursor<'_>) -> Result<Vec<TermName>, LineError> {
    let count = cursor.number("a number of terms")?;
    terms(cursor, count)
}

fn terms(cursor: &mut Cursor<'_>, count: u32) -> Result<Vec<TermName>, LineError> {
    let mut terms = Vec::with_capacity(count.min(ROOM) as usize);
    for _ in 0..count {
        terms.push(cursor.term()?);
    }
    Ok(terms)
}

fn counted_sorts(cursor: &mut Cursor<'_>) -> Result<Vec<SortName>, LineError> {
    let count = cursor.number("a number of sorts")?;
    let mut sorts = Vec::with_capacity(count.min(ROOM) as usize);
    for _ in 0..count {
        sorts.push(cursor.sort()?);
    }
    Ok(sorts)
}

fn sorts_to_end(cursor: &mut Cursor<'_>) -> Result<Vec<SortName>, LineError> {
    let mut sorts = Vec::new();
    while !cursor.at_end() {
        sorts.push(cursor.sort()?);
    }
    Ok(sorts)
}

fn read_literal(cursor: &mut Cursor<'_>) -> Result<WrittenLiteral, LineError> {
    // Truth values stand without quotes in the original's traces.
    let text = cursor.text("a value")?.into();
    let tail = if cursor.at_end() {
        LiteralTail::None
    } else if cursor.at_quote() {
        LiteralTail::Denominator(cursor.quoted("a denominator")?.into())
    } else {
        let mark = cursor.mark();
        LiteralTail::Base(match cursor.number("a base")? {
            2 => Base::Binary,
            10 => Base::Decimal,
            16 => Base::Hexadecimal,
            _ => return Err(cursor.expected(mark, "one of the bases 2, 10 and 16")),
        })
    };
    Ok(WrittenLiteral { text, tail })
}

fn read_shape(cursor: &mut Cursor<'_>) -> Result<CallArg, LineError> {
    let mark = cursor.mark();
    let key = cursor.word("a kind of sorts such as SORT_BV")?;
    let Some(kind) = SortKind::from_key(key) else {
        return Err(cursor.expected(mark, "a kind of sorts such as SORT_BV"));
    };
    Ok(CallArg::Shape(match kind {
        SortKind::Bool => SortShape::Bool,
        SortKind::Int => SortShape::Int,
        SortKind::Real => SortShape::Real,
        SortKind::RoundingMode => SortShape::RoundingMode,
        SortKind::String => SortShape::String,
        SortKind::RegLan => SortShape::RegLan,
        SortKind::BitVec => SortShape::BitVec(cursor.number("a width")?),
        SortKind::FloatingPoint => SortShape::FloatingPoint(
            cursor.number("the width of the exponent")?,
            cursor.number("the width of the significand")?,
        ),
        SortKind::FiniteField => SortShape::FiniteField(Arc::new(read_order(cursor)?)),
        SortKind::Array => SortShape::Array(cursor.sort()?, cursor.sort()?),
        SortKind::Seq => SortShape::Seq(cursor.sort()?),
        SortKind::Set => SortShape::Set(cursor.sort()?),
        SortKind::Bag => SortShape::Bag(cursor.sort()?),
        SortKind::Tuple => SortShape::Tuple(sorts_to_end(cursor)?),
        SortKind::Fun => {
            let mark = cursor.mark();
            let mut sorts = sorts_to_end(cursor)?;
            match sorts.pop() {
                Some(codomain) if !sorts.is_empty() => SortShape::Fun(sorts, codomain),
                _ => return Err(cursor.expected(mark, "at least two sorts")),
            }
        }
        SortKind::Uninterpreted => {
            SortShape::Uninterpreted((&*cursor.text("the name of a sort")?).into())
        }
        SortKind::Datatype => return Ok(CallArg::Datatypes(read_datatypes(cursor)?)),
        SortKind::MatchCase => {
            return Err(cursor.error_at(mark, "cases of a match have no sort to be made"));
        }
    }))
}

/// A number of more digits is no order of a field that a solver can use, and reading it takes time.
const ORDER_DIGITS: usize = 10_000;

fn read_order(cursor: &mut Cursor<'_>) -> Result<BigUint, LineError> {
    let mark = cursor.mark();
    let digits = cursor.text("the order of a field")?;
    let well_formed =
        digits.len() <= ORDER_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    let order = well_formed.then(|| BigUint::parse_bytes(digits.as_bytes(), 10)).flatten();
    order.ok_or_else(|| cursor.expected(mark, "the order of a field: decimal digits"))
}

fn read_applied(cursor: &mut Cursor<'_>) -> Result<Applied, LineError> {
    let mark = cursor.mark();
    let key = cursor.word("an operator such as OP_BV_ADD")?;
    let Some(operator) = Operator::from_key(key) else {
        return Err(cursor.error_at(mark, "expected an operator (`murxla list ops` shows them)"));
    };
    let mark = cursor.mark();
    let kind = match cursor.word("a kind of sorts such as SORT_BV")? {
        "SORT_ANY" => None,
        key => match SortKind::from_key(key) {
            Some(kind) => Some(kind),
            None => return Err(cursor.expected(mark, "a kind of sorts such as SORT_BV")),
        },
    };
    let mut sorts = Vec::new();
    while cursor.rest().starts_with('s') {
        sorts.push(cursor.sort()?);
    }
    let mut count = cursor.number("a number of arguments")?;
    let mut names = Vec::new();
    if operator.always_names() || cursor.at_quote() {
        for _ in 0..count {
            names.push(cursor.quoted("the name of a member")?.into());
        }
        count = cursor.number("a number of arguments")?;
    }
    let args = terms(cursor, count)?;
    let (mut indices, mut patterns) = (Vec::new(), Vec::new());
    if !cursor.at_end() {
        if let Operator::Binder(_) = operator {
            for _ in 0..cursor.number("a number of patterns")? {
                patterns.push(counted_terms(cursor)?);
            }
        } else {
            for _ in 0..cursor.number("a number of indices")? {
                indices.push(cursor.number("an index")?);
            }
        }
    }
    let applied = Applied { operator, kind, sorts, names, args, indices, patterns };
    if let Operator::Binder(binder) = applied.operator
        && applied.bound(binder).is_none_or(|(vars, _)| vars.is_empty())
    {
        let bodies = if binder == Binder::Comprehension { "two bodies" } else { "a body" };
        return Err(cursor.error_at(mark, &format!("expected variables and {bodies}")));
    }
    Ok(applied)
}
