//! The writer: from calls to text.

use std::fmt;

use murxla_api::{
    ActionKind, ArgKind, BASE_ACTIONS, DatatypeDef, FieldSort, SortKind, SortShape, visible_line,
};

use super::line::Word;
use super::quote::{is_plain_word, write_quoted};
use super::{
    Action, Applied, Call, CallArg, Line, LiteralTail, Name, Operator, Recorded, SortName,
    TermName, Trace,
};

/// What the lines below a call begin with: they are indented by the width of the seeds and one more.
const RETURN: Word = Word::new("     return");

/// The names of the base actions, by kind.
static ACTIONS: [Word; ActionKind::Own as usize + 1] = {
    let mut words = [Word::new(""); ActionKind::Own as usize + 1];
    let mut at = 0;
    while at < BASE_ACTIONS.len() {
        words[BASE_ACTIONS[at].kind as usize] = Word::new(BASE_ACTIONS[at].name);
        at += 1;
    }
    words
};

/// The keys of the kinds of sorts.
static KINDS: [Word; SortKind::ALL.len()] = {
    let mut words = [Word::new(""); SortKind::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = Word::new(SortKind::ALL[at].key());
        at += 1;
    }
    words
};

/// Writes a call with all that is recorded of it.
pub fn write_call(out: &mut Line, call: &Call) {
    if let Some(oracle) = &call.asked_by {
        write_asked_by(out, oracle);
    }
    write_line(out, call);
    write_reply(out, &call.rets, call.reply.as_ref());
    if let Some(violated) = &call.violated {
        write_violated(out, &violated.oracle, &violated.what, &violated.proof);
    }
}

/// Writes the line above a call that an oracle asks for.
pub fn write_asked_by(out: &mut Line, oracle: &str) {
    out.push_str("#? ");
    out.push_str(oracle);
    out.push_ascii(b'\n');
}

/// Writes what an oracle found wrong with the call above.
pub fn write_violated(out: &mut Line, oracle: &str, what: &str, proof: &str) {
    out.push_str("      violated ");
    write_quoted(out, oracle);
    out.push_ascii(b' ');
    write_quoted(out, what);
    out.push_ascii(b'\n');
    for line in proof.lines() {
        out.push_str(PROOF);
        out.push_ascii(b' ');
        out.push_str(&visible_line(line));
        out.push_ascii(b'\n');
    }
}

/// The beginning of a line of what proves a violation; to who does not know it, such a line is a comment.
pub const PROOF: &str = "#|";

/// Writes all that is known of a call before it is executed: its line, and above it the planted value, or the answer that is
/// promised.
#[inline]
pub fn write_line(out: &mut Line, call: &Call) {
    if let Some(planted) = &call.planted {
        out.push_str("#= ");
        out.push_str(planted);
        out.push_ascii(b'\n');
    }
    if let Some(promised) = &call.promised {
        out.push_str("#: ");
        out.push_str(&visible_line(promised));
        out.push_ascii(b'\n');
    }
    write_call_alone(out, call);
}

fn write_call_alone(out: &mut Line, call: &Call) {
    out.push_right(call.seed);
    let kinds: &[ArgKind] = match &call.action {
        Action::Base(action) => {
            out.push_known(&ACTIONS[action.kind as usize]);
            action.args
        }
        Action::Own(name) => {
            out.push_word(name);
            &[]
        }
    };
    for (position, arg) in call.args.iter().enumerate() {
        write_arg(out, arg, kinds, position);
    }
    out.push_ascii(b'\n');
}

/// Writes the lines below a call: the names that it binds, and what else it gave.
pub fn write_reply(out: &mut Line, rets: &[Name], reply: Option<&Recorded>) {
    write_returned(out, rets);
    if let Some(reply) = reply {
        write_recorded(out, reply);
    }
}

/// Writes the names that a call binds.
#[inline]
pub fn write_returned(out: &mut Line, rets: &[Name]) {
    if !rets.is_empty() {
        out.push_known(&RETURN);
        for name in rets {
            write_name(out, *name);
        }
        out.push_ascii(b'\n');
    }
}

#[inline(never)]
fn write_recorded(out: &mut Line, reply: &Recorded) {
    let message = |out: &mut Line, word: &str, message: &str| {
        out.push_str("      ");
        out.push_str(word);
        out.push_ascii(b' ');
        write_quoted(out, message);
        out.push_ascii(b'\n');
    };
    match reply {
        Recorded::Rejected(text) => message(out, "rejected", text),
        Recorded::Skipped(text) => message(out, "skipped", text),
        Recorded::Broken(text) => message(out, "broken", text),
        Recorded::Answer(answer) => {
            out.push_str("      return ");
            out.push_str(match answer {
                murxla_api::Answer::Sat => "sat\n",
                murxla_api::Answer::Unsat => "unsat\n",
                murxla_api::Answer::Unknown => "unknown\n",
            });
        }
        Recorded::Terms(terms) => {
            out.push_str("      return");
            write_terms(out, terms);
            out.push_ascii(b'\n');
        }
        Recorded::Values(values) => {
            out.push_str("      return");
            for value in values {
                out.push_ascii(b' ');
                write_quoted(out, value);
            }
            out.push_ascii(b'\n');
        }
    }
}

fn write_number(out: &mut Line, number: u64) {
    out.push_marked(*b" ", number);
}

fn write_count(out: &mut Line, count: usize) {
    write_number(out, count as u64);
}

#[inline(always)]
fn write_name(out: &mut Line, name: Name) {
    match name {
        Name::Sort(SortName(number)) => out.push_marked(*b" s", number.into()),
        Name::Term(TermName(number)) => out.push_marked(*b" t", number.into()),
    }
}

fn write_sorts<'a>(out: &mut Line, sorts: impl IntoIterator<Item = &'a SortName>) {
    for name in sorts {
        write_name(out, Name::Sort(*name));
    }
}

fn write_terms(out: &mut Line, terms: &[TermName]) {
    for name in terms {
        write_name(out, Name::Term(*name));
    }
}

fn write_text(out: &mut Line, text: &str) {
    out.push_ascii(b' ');
    write_quoted(out, text);
}

/// Writes the argument at this position of an action that has arguments of these kinds.
fn write_arg(out: &mut Line, arg: &CallArg, kinds: &[ArgKind], position: usize) {
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
            let bare = matches!(
                kinds.get(position),
                Some(
                    ArgKind::Logic
                        | ArgKind::OptionName
                        | ArgKind::OptionValue
                        | ArgKind::InfoKeyword
                )
            );
            if bare && is_plain_word(text) {
                out.push_word(text);
            } else {
                write_text(out, text);
            }
        }
        CallArg::Word(word) => {
            out.push_word(word);
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

fn write_applied(out: &mut Line, applied: &Applied) {
    out.push_word(applied.operator.key());
    match applied.kind {
        Some(kind) => out.push_known(&KINDS[kind as usize]),
        None => out.push_word("SORT_ANY"),
    }
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

fn write_shape(out: &mut Line, shape: &SortShape<SortName>) {
    out.push_known(&KINDS[shape.kind() as usize]);
    match shape {
        SortShape::BitVec(width) => write_number(out, (*width).into()),
        SortShape::FloatingPoint(exponent, significand) => {
            write_number(out, (*exponent).into());
            write_number(out, (*significand).into());
        }
        SortShape::FiniteField(order) => {
            out.push_word(&order.to_string());
        }
        SortShape::Uninterpreted(name) if is_plain_word(name) => {
            out.push_word(name);
        }
        SortShape::Uninterpreted(name) => write_text(out, name),
        _ => write_sorts(out, shape.children()),
    }
}

fn write_datatypes(out: &mut Line, group: &[DatatypeDef<SortName>]) {
    out.push_str(" SORT_DT");
    if group.first().is_some_and(|datatype| datatype.coinductive) {
        out.push_str(" co");
    }
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
    out: &mut Line,
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
            out.push_ascii(b'>');
            write_parts(out, field, group, index);
        }
        FieldSort::Instance(generic, _) => {
            out.push_str(" s[");
            out.push_str(&Name::Sort(*generic).to_string());
            out.push_ascii(b']');
            write_parts(out, field, group, index);
        }
        FieldSort::Nested(shape) => {
            out.push_str(" s[");
            out.push_str(shape.kind().key());
            out.push_ascii(b']');
            write_parts(out, field, group, index);
        }
    }
}

/// How many parts a field has, and the parts.
fn write_parts(
    out: &mut Line,
    field: &FieldSort<SortName>,
    group: &[DatatypeDef<SortName>],
    index: usize,
) {
    let parts = field.parts();
    write_count(out, parts.len());
    for part in parts {
        write_field(out, part, group, index);
    }
}

impl fmt::Display for Call {
    /// The line of the call, without its reply.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Line::default();
        write_call_alone(&mut line, self);
        f.write_str(line.text().trim())
    }
}

impl Trace {
    /// The text of the trace.
    pub fn to_text(&self) -> String {
        let mut text = Line::default();
        self.header.write(&mut text);
        for call in &self.calls {
            write_call(&mut text, call);
        }
        text.text().into_owned()
    }
}
