//! Signatures of operators as a file says them, in the syntax of TypeFuzz (its Figure 4).
//!
//! A line `(op S… R)` is an operator with the sorts of its arguments and its own, and possibly `:left-assoc`, `:right-assoc`,
//! `:chainable` or `:pairwise`; `(par (A…) (op …))` has sorts that stand for any; a semicolon begins a comment. `id` is no operator:
//! it puts a term of the seed in the place of another one.

use murxla_api::{Fold, Op, Sort, SortShape, theory};

use super::choices::Choice;
use crate::mutate::chain::Pool;
use crate::mutate::{ConfigurationError, Repertoire};
use crate::smt::{Kind, Sexpr, parse};

/// The lines of a file.
#[derive(Clone, Debug)]
pub(in crate::mutate) struct Signatures(Vec<Signature>);

#[derive(Clone, Debug)]
struct Signature {
    name: String,
    args: Vec<Pattern>,
    result: Pattern,
    fold: Fold,
}

/// A sort in a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pattern {
    /// A parameter: any sort.
    Any(String),
    /// A sort without parts.
    Plain(Sort),
    /// An array of these.
    Array(Box<Pattern>, Box<Pattern>),
    Seq(Box<Pattern>),
    Set(Box<Pattern>),
}

impl Signatures {
    /// Reads a file.
    pub(super) fn parse(text: &str) -> Result<Signatures, ConfigurationError> {
        let lines =
            parse(text.as_bytes()).map_err(|error| ConfigurationError(error.to_string()))?;
        let mut signatures = Vec::new();
        for line in lines.iter().filter(|line| line.kind() != Kind::Comment) {
            let signature =
                signature(line).map_err(|why| ConfigurationError(format!("{why}: {line}")))?;
            signatures.push(signature);
        }
        if signatures.is_empty() {
            return Err(ConfigurationError("there is no signature in it".to_owned()));
        }
        Ok(Signatures(signatures))
    }

    /// What they make of a sort.
    pub(super) fn choices(&self, sort: &Sort, pool: &Pool, may: &Repertoire) -> Box<[Choice]> {
        let mut choices = Vec::new();
        for signature in &self.0 {
            let mut bound = Vec::new();
            if !signature.result.fits(sort, &mut bound) {
                continue;
            }
            if signature.name == ID {
                choices.push(Choice::Same);
                continue;
            }
            signature.over(sort, pool, may, bound, &mut Vec::new(), &mut choices);
        }
        choices.into()
    }
}

/// What parameters stand for.
type Bound = Vec<(String, Sort)>;

const ID: &str = "id";

impl Signature {
    /// All sorts of arguments that the seed has.
    fn over(
        &self,
        wanted: &Sort,
        pool: &Pool,
        may: &Repertoire,
        bound: Bound,
        args: &mut Vec<Sort>,
        choices: &mut Vec<Choice>,
    ) {
        let Some(pattern) = self.args.get(args.len()) else {
            let numbers: Option<_> = args.iter().map(|sort| pool.number(sort)).collect();
            if let (Some(op), Some(numbers)) = (self.row(wanted, args, may), numbers) {
                choices.push(Choice::Apply {
                    op,
                    fold: self.fold,
                    sorts: Box::default(),
                    names: Box::default(),
                    args: numbers,
                    indexed: false,
                });
            }
            return;
        };
        for sort in &pool.list {
            let mut bound = bound.clone();
            if pattern.fits(sort, &mut bound) {
                args.push(sort.clone());
                self.over(wanted, pool, may, bound, args, choices);
                args.pop();
            }
        }
    }

    /// The operator of this name that takes these sorts.
    fn row(&self, wanted: &Sort, args: &[Sort], may: &Repertoire) -> Option<&'static Op> {
        let application =
            murxla_api::ApplicationSorts { sorts: &[], names: &[], indices: &[], args };
        let gives = |op: &&&'static Op| {
            murxla_api::sort_of(op, &application).is_ok_and(|sort| sort == *wanted)
        };
        theory::with_symbol(&self.name).iter().filter(|op| may.has(op)).find(gives).copied()
    }
}

impl Pattern {
    fn fits(&self, sort: &Sort, bound: &mut Bound) -> bool {
        match (self, sort.shape()) {
            (Pattern::Any(name), _) => match bound.iter().find(|(known, _)| known == name) {
                Some((_, known)) => known == sort,
                None => {
                    bound.push((name.clone(), sort.clone()));
                    sort.is_first_class()
                }
            },
            (Pattern::Plain(plain), _) => plain == sort,
            (Pattern::Array(index, element), SortShape::Array(i, e)) => {
                index.fits(i, bound) && element.fits(e, bound)
            }
            (Pattern::Seq(element), SortShape::Seq(e))
            | (Pattern::Set(element), SortShape::Set(e)) => element.fits(e, bound),
            _ => false,
        }
    }
}

fn signature(line: Sexpr<'_>) -> Result<Signature, String> {
    if line.kind() != Kind::List {
        return Err("expected (OPERATOR SORT… SORT)".to_owned());
    }
    let items: Vec<Sexpr<'_>> = line.items().collect();
    if let [par, params, inner] = items.as_slice()
        && par.text() == "par"
    {
        let params: Vec<String> = params.items().map(|one| one.text().to_owned()).collect();
        return plain(inner.items().collect(), &params);
    }
    plain(items, &[])
}

fn plain(items: Vec<Sexpr<'_>>, params: &[String]) -> Result<Signature, String> {
    let mut fold = Fold::None;
    let mut sorts = Vec::new();
    let Some((name, rest)) = items.split_first() else {
        return Err("there is no operator".to_owned());
    };
    for item in rest {
        match (item.kind(), item.text()) {
            (Kind::Keyword, ":left-assoc") => fold = Fold::LeftAssoc,
            (Kind::Keyword, ":right-assoc") => fold = Fold::RightAssoc,
            (Kind::Keyword, ":chainable") => fold = Fold::Chainable,
            (Kind::Keyword, ":pairwise") => fold = Fold::Pairwise,
            (Kind::Keyword, other) => return Err(format!("{other} is no attribute of signatures")),
            _ => sorts.push(pattern(*item, params)?),
        }
    }
    let name = name.text().to_owned();
    if name != ID && theory::with_symbol(&name).is_empty() {
        return Err(format!("no operator is named '{name}'"));
    }
    let Some(result) = sorts.pop() else { return Err("there is no sort".to_owned()) };
    if sorts.is_empty() {
        return Err("there is but one sort: arguments come before the result".to_owned());
    }
    Ok(Signature { name, args: sorts, result, fold })
}

fn pattern(item: Sexpr<'_>, params: &[String]) -> Result<Pattern, String> {
    let text = item.text();
    if params.iter().any(|one| one == text) {
        return Ok(Pattern::Any(text.to_owned()));
    }
    let unknown = || format!("'{item}' is no sort");
    if item.kind() != Kind::List {
        return Ok(Pattern::Plain(match text {
            "Bool" => Sort::bool(),
            "Int" => Sort::int(),
            "Real" => Sort::real(),
            "String" => Sort::string(),
            "RegLan" => Sort::reg_lan(),
            "RoundingMode" => Sort::rounding_mode(),
            "Float16" => Sort::floating_point(5, 11),
            "Float32" => Sort::floating_point(8, 24),
            "Float64" => Sort::floating_point(11, 53),
            "Float128" => Sort::floating_point(15, 113),
            _ => return Err(unknown()),
        }));
    }
    let parts: Vec<Sexpr<'_>> = item.items().collect();
    let words: Vec<&str> = parts.iter().map(|part| part.text()).collect();
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    match words.as_slice() {
        ["_", "BitVec", width] => {
            number(width).map(|width| Pattern::Plain(Sort::bit_vec(width))).ok_or_else(unknown)
        }
        ["_", "FloatingPoint", e, s] => match (number(e), number(s)) {
            (Some(e @ 2..), Some(s @ 2..)) => Ok(Pattern::Plain(Sort::floating_point(e, s))),
            _ => Err(unknown()),
        },
        ["Array", _, _] => Ok(Pattern::Array(
            Box::new(pattern(parts[1], params)?),
            Box::new(pattern(parts[2], params)?),
        )),
        ["Seq", _] => Ok(Pattern::Seq(Box::new(pattern(parts[1], params)?))),
        ["Set", _] => Ok(Pattern::Set(Box::new(pattern(parts[1], params)?))),
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read() {
        let file = "; Core\n(not Bool Bool)\n(and Bool Bool Bool :left-assoc)\n\
                    (par (A) (= A A Bool :chainable))\n(par (A) (id A A))\n\
                    (par (A B) (select (Array A B) A B))\n(bvadd (_ BitVec 8) (_ BitVec 8) (_ BitVec 8))";
        let read = Signatures::parse(file).expect("signatures");
        let names: Vec<&str> = read.0.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["not", "and", "=", "id", "select", "bvadd"]);
        assert_eq!(read.0[1].fold, Fold::LeftAssoc);
        let a = Pattern::Any("A".to_owned());
        assert_eq!(read.0[2].args, [a.clone(), a]);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let check = |text: &str, expected: &str| {
            let error = Signatures::parse(text).expect_err("refused").to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("", "there is no signature in it");
        check("(plus Int Int Int)", "no operator is named 'plus': (plus Int Int Int)");
        check("(+ Int Int Integer)", "'Integer' is no sort");
        check("(+ Int Int Int :assoc)", ":assoc is no attribute of signatures");
        check("(+ Int", "");
        check("and", "1:1: expected a command, which begins with a parenthesis, found 'and'");
        check("(abs Int)", "there is but one sort");
    }
}
