//! Reads the lines below a call: its reply, and what oracles said of it.

use murxla_api::{Answer, ReplyKind};

use super::lex::{Cursor, LineError, Mark};
use super::{Action, Call, CallArg, Name, Recorded, Violated};

/// Reads a line that begins with `word` into the call above it.
pub(super) fn read_reply(
    word: &str,
    call: &mut Call,
    cursor: &mut Cursor<'_>,
    mark: Mark,
) -> Result<(), LineError> {
    if word == "violated" {
        if call.violated.is_some() {
            return Err(cursor.error_at(mark, "expected a call: the one above has its violation"));
        }
        let oracle = cursor.quoted("the name of an oracle")?.into();
        let what = cursor.quoted("what is wrong")?.into();
        call.violated = Some(Box::new(Violated { oracle, what, proof: Box::default() }));
        return cursor.end();
    }
    let message: Option<fn(Box<str>) -> Recorded> = match word {
        "rejected" => Some(Recorded::Rejected),
        "skipped" => Some(Recorded::Skipped),
        "broken" => Some(Recorded::Broken),
        _ => None,
    };
    if call.reply.is_some() || (message.is_none() && !call.rets.is_empty()) {
        return Err(cursor.error_at(mark, "expected a call: the one above has its reply"));
    }
    match message {
        Some(recorded) => call.reply = Some(recorded(cursor.quoted("a message")?.into())),
        None => read_return(call, cursor, mark)?,
    }
    cursor.end()
}

fn read_return(call: &mut Call, cursor: &mut Cursor<'_>, mark: Mark) -> Result<(), LineError> {
    let kind = match &call.action {
        Action::Base(action) => Some(action.reply),
        Action::Own(_) => None,
    };
    match kind {
        Some(ReplyKind::Done) => {
            return Err(cursor.error_at(mark, "expected a call: the one above returns nothing"));
        }
        Some(ReplyKind::Answer) => call.reply = Some(Recorded::Answer(read_answer(cursor)?)),
        Some(ReplyKind::Terms) => {
            let mut terms = Vec::new();
            while !cursor.at_end() {
                terms.push(cursor.term()?);
            }
            call.reply = Some(Recorded::Terms(terms));
        }
        Some(ReplyKind::Values) => call.reply = Some(read_values(cursor)?),
        Some(ReplyKind::NewTerm | ReplyKind::Rewritten) => {
            call.rets.push(Name::Term(cursor.term()?));
            if !cursor.at_end() {
                call.rets.push(Name::Sort(cursor.sort()?));
            }
        }
        Some(ReplyKind::NewTerms) => {
            while !cursor.at_end() {
                call.rets.push(Name::Term(cursor.term()?));
            }
        }
        Some(ReplyKind::NewSorts) => {
            let most = match call.args.first() {
                Some(CallArg::Datatypes(group)) => group.len(),
                _ => 1,
            };
            call.rets.push(Name::Sort(cursor.sort()?));
            while !cursor.at_end() && call.rets.len() < most {
                call.rets.push(Name::Sort(cursor.sort()?));
            }
        }
        None => read_own_return(call, cursor)?,
    }
    Ok(())
}

/// What a solver's own action returns tells itself.
fn read_own_return(call: &mut Call, cursor: &mut Cursor<'_>) -> Result<(), LineError> {
    if cursor.at_quote() {
        call.reply = Some(read_values(cursor)?);
        return Ok(());
    }
    while let Some(name) = cursor.next_name() {
        call.rets.push(name);
    }
    if call.rets.is_empty() {
        call.reply = Some(Recorded::Answer(read_answer(cursor)?));
    }
    Ok(())
}

fn read_values(cursor: &mut Cursor<'_>) -> Result<Recorded, LineError> {
    let mut values = Vec::new();
    while !cursor.at_end() {
        values.push(cursor.quoted("a value")?.into());
    }
    Ok(Recorded::Values(values))
}

fn read_answer(cursor: &mut Cursor<'_>) -> Result<Answer, LineError> {
    let mark = cursor.mark();
    match cursor.word("sat, unsat or unknown")? {
        "sat" => Ok(Answer::Sat),
        "unsat" => Ok(Answer::Unsat),
        "unknown" => Ok(Answer::Unknown),
        _ => Err(cursor.expected(mark, "sat, unsat or unknown")),
    }
}
