//! The writer: from calls to text.

use std::fmt;

use murxla_api::{ArgKind, DatatypeDef, FieldSort, SortShape};

use super::quote::{is_plain_word, write_quoted};
use super::{
    Action, Applied, Call, CallArg, LiteralTail, Name, Operator, Recorded, SortName, TermName,
    Trace,
};

/// As wide as the column of seeds; the lines below a call are indented by it.
const BLANKS: &str = "     ";

/// Writes a call with all that is recorded of it.
pub fn write_call(out: &mut String, call: &Call) {
    write_line(out, call);
    write_reply(out, &call.rets, call.reply.as_ref());
}

/// Writes the line of a call alone: all that is known before it is executed.
pub fn write_line(out: &mut String, call: &Call) {
    let width = call.seed.checked_ilog10().map_or(1, |log| log as usize + 1);
    out.push_str(BLANKS.get(width..).unwrap_or_default());
    push_decimal(out, call.seed);
    out.push(' ');
    out.push_str(call.action.name());
    let kinds: &[ArgKind] = match &call.action {
        Action::Base(action) => action.args,
        Action::Own(_) => &[],
    };
    for (position, arg) in call.args.iter().enumerate() {
        write_arg(out, arg, kinds.get(position).copied());
    }
    out.push('\n');
}

/// Writes the lines below a call: the names that it binds, and what else it gave.
pub fn write_reply(out: &mut String, rets: &[Name], reply: Option<&Recorded>) {
    if !rets.is_empty() {
        out.push_str("      return");
        for name in rets {
            write_name(out, *name);
        }
        out.push('\n');
    }
    let message = |out: &mut String, word: &str, message: &str| {
        out.push_str("      ");
        out.push_str(word);
        out.push(' ');
        write_quoted(out, message);
        out.push('\n');
    };
    match reply {
        None => {}
        Some(Recorded::Rejected(text)) => message(out, "rejected", text),
        Some(Recorded::Skipped(text)) => message(out, "skipped", text),
        Some(Recorded::Broken(text)) => message(out, "broken", text),
        Some(Recorded::Answer(answer)) => {
            out.push_str("      return ");
            out.push_str(match answer {
                murxla_api::Answer::Sat => "sat\n",
                murxla_api::Answer::Unsat => "unsat\n",
                murxla_api::Answer::Unknown => "unknown\n",
            });
        }
        Some(Recorded::Terms(terms)) => {
            out.push_str("      return");
            write_terms(out, terms);
            out.push('\n');
        }
        Some(Recorded::Values(values)) => {
            out.push_str("      return");
            for value in values {
                out.push(' ');
                write_quoted(out, value);
            }
            out.push('\n');
        }
    }
}

/// Writes the digits of a number.
pub fn push_decimal(out: &mut String, number: u64) {
    let digit = |number: u64| char::from(b'0' + (number % 10) as u8);
    if number >= 1000 {
        push_decimal(out, number / 1000);
    }
    if number >= 100 {
        out.push(digit(number / 100));
    }
    if number >= 10 {
        out.push(digit(number / 10));
    }
    out.push(digit(number));
}

fn write_number(out: &mut String, number: u64) {
    out.push(' ');
    push_decimal(out, number);
}

fn write_count(out: &mut String, count: usize) {
    write_number(out, count as u64);
}

fn write_name(out: &mut String, name: Name) {
    let (letter, number) = match name {
        Name::Sort(SortName(number)) => (" s", number),
        Name::Term(TermName(number)) => (" t", number),
    };
    out.push_str(letter);
    push_decimal(out, number.into());
}

fn write_sorts<'a>(out: &mut String, sorts: impl IntoIterator<Item = &'a SortName>) {
    for name in sorts {
        write_name(out, Name::Sort(*name));
    }
}

fn write_terms(out: &mut String, terms: &[TermName]) {
    for name in terms {
        write_name(out, Name::Term(*name));
    }
}

fn write_text(out: &mut String, text: &str) {
    out.push(' ');
    write_quoted(out, text);
}

fn write_arg(out: &mut String, arg: &CallArg, kind: Option<ArgKind>) {
    match arg {
        CallArg::Shape(shape) => write_shape(out, shape),
        CallArg::Datatypes(group) => write_datatypes(out, group),
        CallArg::Sort(name) => write_name(out, Name::Sort(*name)),
        CallArg::Sorts(sorts) => write_sorts(out, sorts),
        CallArg::Term(name) => write_name(out, Name::Term(*name)),
        CallArg::Terms(terms) => {
            write_count(out, terms.len());
            write_terms(out, terms);
        }
        CallArg::Number(number) => write_number(out, (*number).into()),
        CallArg::Text(text) => {
            let bare =
                matches!(kind, Some(ArgKind::Logic | ArgKind::OptionName | ArgKind::OptionValue));
            if bare && is_plain_word(text) {
                out.push(' ');
                out.push_str(text);
            } else {
                write_text(out, text);
            }
        }
        CallArg::Word(word) => {
            out.push(' ');
            out.push_str(word);
        }
        CallArg::Literal(literal) => {
            write_text(out, &literal.text);
            match &literal.tail {
                LiteralTail::None => {}
                LiteralTail::Base(base) => write_number(out, base.radix().into()),
                LiteralTail::Denominator(denominator) => write_text(out, denominator),
            }
        }
        CallArg::Applied(applied) => write_applied(out, applied),
    }
}

fn write_applied(out: &mut String, applied: &Applied) {
    out.push(' ');
    out.push_str(applied.operator.key());
    out.push(' ');
    out.push_str(applied.kind.map_or("SORT_ANY", |kind| kind.key()));
    write_sorts(out, &applied.sorts);
    if applied.operator.always_names() || !applied.names.is_empty() {
        write_count(out, applied.names.len());
        for name in &applied.names {
            write_text(out, name);
        }
    }
    write_count(out, applied.args.len());
    write_terms(out, &applied.args);
    if let Operator::Binder(_) = applied.operator {
        if !applied.patterns.is_empty() {
            write_count(out, applied.patterns.len());
            for pattern in &applied.patterns {
                write_count(out, pattern.len());
                write_terms(out, pattern);
            }
        }
    } else if !applied.indices.is_empty() {
        write_count(out, applied.indices.len());
        for index in &applied.indices {
            write_number(out, (*index).into());
        }
    }
}

fn write_shape(out: &mut String, shape: &SortShape<SortName>) {
    out.push(' ');
    out.push_str(shape.kind().key());
    match shape {
        SortShape::BitVec(width) => write_number(out, (*width).into()),
        SortShape::FloatingPoint(exponent, significand) => {
            write_number(out, (*exponent).into());
            write_number(out, (*significand).into());
        }
        SortShape::FiniteField(order) => {
            out.push(' ');
            out.push_str(&order.to_string());
        }
        SortShape::Uninterpreted(name) if is_plain_word(name) => {
            out.push(' ');
            out.push_str(name);
        }
        SortShape::Uninterpreted(name) => write_text(out, name),
        _ => write_sorts(out, shape.children()),
    }
}

fn write_datatypes(out: &mut String, group: &[DatatypeDef<SortName>]) {
    out.push_str(" SORT_DT");
    write_count(out, group.len());
    for (index, datatype) in group.iter().enumerate() {
        write_text(out, &datatype.name);
        write_count(out, datatype.params.len());
        for param in &datatype.params {
            out.push_str(" s");
            write_quoted(out, param);
        }
        write_count(out, datatype.constructors.len());
        for constructor in &datatype.constructors {
            write_text(out, &constructor.name);
            write_count(out, constructor.fields.len());
            for (selector, field) in &constructor.fields {
                write_text(out, selector);
                write_field(out, field, group, index);
            }
        }
    }
}

/// As deep as fields stand in each other; what was read is not deep.
fn write_field(
    out: &mut String,
    field: &FieldSort<SortName>,
    group: &[DatatypeDef<SortName>],
    index: usize,
) {
    let params: &[_] = group.get(index).map_or(&[], |datatype| &datatype.params);
    match field {
        FieldSort::Sort(name) => write_name(out, Name::Sort(*name)),
        FieldSort::Param(number) => {
            out.push_str(" s");
            write_quoted(out, params.get(*number).map_or("", |name| name));
        }
        FieldSort::Member(member, args) => {
            let own_params = args.iter().enumerate();
            let same = own_params.clone().all(|(place, arg)| *arg == FieldSort::Param(place));
            if *member == index && same && args.len() == params.len() {
                out.push_str(" s(nil)");
                return;
            }
            out.push_str(" s<");
            write_quoted(out, group.get(*member).map_or("", |datatype| &datatype.name));
            out.push('>');
            write_count(out, args.len());
            for arg in args {
                write_field(out, arg, group, index);
            }
        }
    }
}

impl fmt::Display for Call {
    /// The line of the call, without its reply.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        write_line(&mut line, self);
        f.write_str(line.trim())
    }
}

impl Trace {
    /// The text of the trace.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.header.write(&mut text);
        for call in &self.calls {
            write_call(&mut text, call);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_everywhere() {
        let powers = (0..20).map(|power| 10u64.pow(power));
        let near = powers.flat_map(|power| [power - 1, power, power + 1]);
        for number in near.chain(0..1100).chain([100_042, 1_002_003, u64::MAX]) {
            let mut text = String::new();
            push_decimal(&mut text, number);
            assert_eq!(text, number.to_string());
        }
    }
}
