//! Arguments of a solver's own action: a trace holds them word by word, because its reader knows no solver; with
//! the action's row at hand they are what the row says.

use murxla_api::{ActionDef, ArgKind};

use super::{CallArg, SortName, TermName};

/// The arguments that the words are; `None` if they are not what the row says.
pub fn group(action: &ActionDef, words: &[CallArg]) -> Option<Vec<CallArg>> {
    let mut words = words.iter();
    let mut args = Vec::with_capacity(action.args.len());
    for kind in action.args {
        args.push(match (kind, words.next()?) {
            (ArgKind::Formula | ArgKind::Term | ArgKind::Numeric, CallArg::Term(name)) => {
                CallArg::Term(*name)
            }
            (
                ArgKind::Formulas
                | ArgKind::Terms
                | ArgKind::Variables
                | ArgKind::AnyTerms
                | ArgKind::Replacements,
                CallArg::Number(count),
            ) => {
                let name = |word: &CallArg| match word {
                    CallArg::Term(name) => Some(*name),
                    _ => None,
                };
                CallArg::Terms(take(*count, &mut words, name)?)
            }
            (ArgKind::SortList | ArgKind::SortReplacements, CallArg::Number(count)) => {
                let name = |word: &CallArg| match word {
                    CallArg::Sort(name) => Some(*name),
                    _ => None,
                };
                CallArg::Sorts(take(*count, &mut words, name)?)
            }
            (ArgKind::Sort, CallArg::Sort(name)) => CallArg::Sort(*name),
            (ArgKind::Levels, CallArg::Number(number)) => CallArg::Number(*number),
            (ArgKind::Symbol, CallArg::Text(text)) => CallArg::Text(text.clone()),
            (ArgKind::OneOf(words), CallArg::Text(text)) if words.contains(&&**text) => {
                CallArg::Text(text.clone())
            }
            _ => return None,
        });
    }
    words.next().is_none().then_some(args)
}

fn take<'a, T>(
    count: u32,
    words: &mut impl Iterator<Item = &'a CallArg>,
    read: impl Fn(&CallArg) -> Option<T>,
) -> Option<Vec<T>> {
    let mut taken = Vec::new();
    for _ in 0..count {
        taken.push(read(words.next()?)?);
    }
    Some(taken)
}

/// The words of arguments.
pub fn flatten(args: Vec<CallArg>) -> Vec<CallArg> {
    let mut words = Vec::new();
    for arg in args {
        match arg {
            CallArg::Terms(names) => {
                words.push(CallArg::Number(names.len() as u32));
                words.extend(names.into_iter().map(|name: TermName| CallArg::Term(name)));
            }
            CallArg::Sorts(names) => {
                words.push(CallArg::Number(names.len() as u32));
                words.extend(names.into_iter().map(|name: SortName| CallArg::Sort(name)));
            }
            other => words.push(other),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use murxla_api::ReplyKind;

    use super::*;

    const SUBSTITUTE: ActionDef = ActionDef::own(
        "x-substitute",
        &[ArgKind::Term, ArgKind::AnyTerms, ArgKind::Replacements, ArgKind::SortList],
        ReplyKind::Rewritten,
    );

    #[test]
    fn words_and_arguments_are_the_same() {
        let term = |number| TermName(number);
        let args = vec![
            CallArg::Term(term(1)),
            CallArg::Terms(vec![term(2), term(3)]),
            CallArg::Terms(vec![term(4), term(5)]),
            CallArg::Sorts(vec![SortName(1)]),
        ];
        let words = flatten(args.clone());
        assert_eq!(words.len(), 9);
        assert_eq!(group(&SUBSTITUTE, &words), Some(args));
        assert_eq!(group(&SUBSTITUTE, &words[..8]), None);
        assert_eq!(group(&SUBSTITUTE, &[words, vec![CallArg::Number(1)]].concat()), None);
    }
}
