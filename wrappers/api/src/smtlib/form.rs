//! The text of applications: what stands around the arguments.

use std::fmt::Write;

use thiserror::Error;

use super::{Dialect, SortText, Spelling, SymbolText, is_simple};
use crate::{Datatype, FieldSort, Literal, Op, Sort, SortShape};

/// An operator that has no text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("SMT-LIB and its extensions have no text for {0}")]
pub struct NoText(pub String);

/// How an application is written: `open`, the first `split` arguments, `middle`, the other arguments, `close`.
/// Arguments of either part have a space between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// What comes before the arguments; all there is, if there are none.
    pub open: String,
    /// How many arguments come before `middle`.
    pub split: usize,
    /// What stands between both parts; empty if there is one part only.
    pub middle: String,
    /// What comes last.
    pub close: String,
}

impl Form {
    /// `head` alone, or `(head arguments)`.
    fn plain(head: &str, count: usize) -> Form {
        match count {
            0 => Form { open: head.to_owned(), ..Form::default() },
            _ => Form {
                open: format!("({head} "),
                split: count,
                middle: String::new(),
                close: ")".to_owned(),
            },
        }
    }
}

/// How an application to so many arguments is written. The sorts, names and indices are those of the application, of which
/// it is known that it has a sort.
pub fn form(
    op: &Op,
    sorts: &[Sort],
    names: &[&str],
    indices: &[u32],
    count: usize,
    dialect: &Dialect,
) -> Result<Form, NoText> {
    let no_text = || NoText(op.key.to_owned());
    if let Some(spelling) = dialect.spelling(op.key) {
        return respelled(spelling, op, sorts, names, indices, count, dialect);
    }
    Ok(match (op.key, names) {
        ("OP_UF_APPLY", _) => Form {
            open: "(".to_owned(),
            split: count,
            middle: String::new(),
            close: ")".to_owned(),
        },
        ("OP_DT_APPLY_CONS", [name]) => {
            let sort = sorts.first().ok_or_else(no_text)?;
            Form::plain(&constructor(name, sort, dialect), count)
        }
        ("OP_DT_APPLY_SEL", [_, selector]) => Form::plain(&SymbolText(selector).to_string(), count),
        ("OP_DT_APPLY_TESTER", [name]) => {
            Form::plain(&format!("(_ is {})", SymbolText(name)), count)
        }
        ("OP_DT_APPLY_UPDATER", [_, selector]) => {
            Form::plain(&format!("(_ {} {})", dialect.update, SymbolText(selector)), count)
        }
        ("OP_DT_MATCH", _) => Form {
            open: "(match ".to_owned(),
            split: 1,
            middle: " (".to_owned(),
            close: "))".to_owned(),
        },
        ("OP_DT_MATCH_CASE", [name]) if dialect.patterns_without_bars && !is_simple(name) => Form {
            open: format!("(({}) ", SymbolText(name)),
            split: count,
            middle: String::new(),
            close: ")".to_owned(),
        },
        ("OP_DT_MATCH_CASE", [name]) => Form {
            open: format!("({} ", SymbolText(name)),
            split: count,
            middle: String::new(),
            close: ")".to_owned(),
        },
        // A pattern with variables, or a variable alone, then the body.
        ("OP_DT_MATCH_BIND_CASE", names) => {
            let split = count.saturating_sub(1);
            let (open, middle) = match names {
                [name, ..] if split > 0 => (format!("(({} ", SymbolText(name)), ") "),
                [name, ..] => (format!("({} ", SymbolText(name)), ""),
                [] => ("(".to_owned(), " "),
            };
            Form { open, split, middle: middle.to_owned(), close: ")".to_owned() }
        }
        ("OP_TUPLE", _) if count == 0 => Form::plain("tuple.unit", 0),
        _ if op.symbol.is_empty() => return Err(no_text()),
        _ => Form::plain(&head(op.symbol, sorts, indices, dialect), count),
    })
}

/// A tester of a datatype with parameters, with the sorts of its constructor's fields and the datatype's own, where its
/// argument does not tell which one is meant: `((_ is (cons (Int (List Int)) (List Int))) x)`. `None` if its name is enough.
pub fn tester_with_sorts(name: &str, sort: &Sort, dialect: &Dialect) -> Option<Form> {
    let SortShape::Datatype(datatype, args) = sort.shape() else { return None };
    if dialect.members_are_overloaded || args.is_empty() {
        return None;
    }
    let fields = datatype.field_sorts(datatype.constructor(name)?, args)?;
    let fields: Vec<String> =
        fields.iter().map(|field| SortText(field, dialect).to_string()).collect();
    let (symbol, fields, sort) = (SymbolText(name), fields.join(" "), SortText(sort, dialect));
    Some(Form::plain(&format!("(_ is ({symbol} ({fields}) {sort}))"), 1))
}

/// `symbol`, `(_ symbol 3)`, `(as symbol S)` or `(_ symbol S 3)`.
fn head(symbol: &str, sorts: &[Sort], indices: &[u32], dialect: &Dialect) -> String {
    match (sorts, indices) {
        ([sort, ..], []) => format!("(as {symbol} {})", SortText(sort, dialect)),
        ([], []) => symbol.to_owned(),
        (sorts, indices) => {
            let mut text = format!("(_ {symbol}");
            for sort in sorts {
                let _ = write!(text, " {}", SortText(sort, dialect));
            }
            for index in indices {
                let _ = write!(text, " {index}");
            }
            text + ")"
        }
    }
}

fn respelled(
    spelling: Spelling,
    op: &Op,
    sorts: &[Sort],
    names: &[&str],
    indices: &[u32],
    count: usize,
    dialect: &Dialect,
) -> Result<Form, NoText> {
    let no_text = || NoText(op.key.to_owned());
    Ok(match spelling {
        Spelling::Symbol(symbol) => Form::plain(&head(symbol, sorts, indices, dialect), count),
        Spelling::Qualified(symbol) => {
            let sort = sorts.first().ok_or_else(no_text)?;
            Form::plain(&format!("(as {symbol} {})", SortText(sort, dialect)), count)
        }
        Spelling::FunctionIndex(symbol) if count > 1 => Form {
            open: format!("((_ {symbol} "),
            split: 1,
            middle: ") ".to_owned(),
            close: ")".to_owned(),
        },
        Spelling::FunctionIndex(symbol) => Form {
            open: format!("(_ {symbol} "),
            split: 1,
            middle: String::new(),
            close: ")".to_owned(),
        },
        Spelling::IndexFirst(symbol) => {
            let index = indices.first().ok_or_else(no_text)?;
            Form::plain(&format!("{symbol} {index}"), count)
        }
        Spelling::NumberLast(symbol) => {
            let mut number = String::new();
            let literal = match names {
                [decimal] => Literal::Real((*decimal).to_owned()),
                [numerator, denominator] => Literal::Rational {
                    numerator: (*numerator).to_owned(),
                    denominator: (*denominator).to_owned(),
                },
                _ => return Err(no_text()),
            };
            super::write_literal(&mut number, &literal, &Sort::real(), dialect)
                .map_err(|_| no_text())?;
            let plain = Form::plain(&head(symbol, &[], indices, dialect), count);
            Form { close: format!(" {number})"), ..plain }
        }
        Spelling::Argument => Form { split: count, ..Form::default() },
        Spelling::None => return Err(no_text()),
    })
}

/// A constructor, with its sort where its arguments do not tell all of it.
fn constructor(name: &str, sort: &Sort, dialect: &Dialect) -> String {
    let symbol = SymbolText(name);
    match sort.shape() {
        SortShape::Datatype(datatype, args) => {
            let told = dialect.members_are_overloaded && fields_tell_all(datatype, name);
            match args.is_empty() || told {
                true => symbol.to_string(),
                false => format!("(as {symbol} {})", SortText(sort, dialect)),
            }
        }
        _ => symbol.to_string(),
    }
}

/// Whether every parameter of the datatype occurs in a field of this constructor.
fn fields_tell_all(datatype: &Datatype, constructor: &str) -> bool {
    let mut told = vec![false; datatype.definition().params.len()];
    let Some(constructor) = datatype.constructor(constructor) else { return false };
    let mut open: Vec<&FieldSort<Sort>> =
        constructor.fields.iter().map(|(_, field)| field).collect();
    while let Some(field) = open.pop() {
        match field {
            FieldSort::Param(number) => {
                if let Some(told) = told.get_mut(*number) {
                    *told = true;
                }
            }
            other => open.extend(other.parts()),
        }
    }
    told.iter().all(|told| *told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::{FunctionStyle, STANDARD};
    use crate::{ConstructorDef, DatatypeDef, theory};

    fn text(
        key: &str,
        sorts: &[Sort],
        names: &[&str],
        indices: &[u32],
        args: &[&str],
        dialect: &Dialect,
    ) -> String {
        let op = theory::operator(key).unwrap();
        match form(op, sorts, names, indices, args.len(), dialect) {
            Ok(form) => {
                let (first, rest) = args.split_at(form.split.min(args.len()));
                let (first, rest) = (first.join(" "), rest.join(" "));
                format!("{}{first}{}{rest}{}", form.open, form.middle, form.close)
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn applications_are_written() {
        let check = |key: &str, indices: &[u32], args: &[&str], expected: &str| {
            assert_eq!(text(key, &[], &[], indices, args, &STANDARD), expected);
        };
        check("OP_BV_ADD", &[], &["a", "b"], "(bvadd a b)");
        check("OP_BV_EXTRACT", &[3, 0], &["a"], "((_ extract 3 0) a)");
        check("OP_RE_ALL", &[], &[], "re.all");
        check("OP_UF_APPLY", &[], &["f", "x"], "(f x)");
        check("OP_HO_APPLY", &[], &["f", "x"], "(@ f x)");
        check("OP_TUPLE", &[], &[], "tuple.unit");
        check("OP_TABLE_PROJECT", &[1, 0], &["t"], "((_ table.project 1 0) t)");
        check("OP_DT_MATCH", &[], &["x", "c", "d"], "(match x (c d))");
        let array = Sort::array(Sort::int(), Sort::bool());
        assert_eq!(
            text("OP_CONST_ARRAY", &[array], &[], &[], &["true"], &STANDARD),
            "((as const (Array Int Bool)) true)"
        );
        assert_eq!(
            text("OP_DT_MATCH_BIND_CASE", &[], &["cons"], &[], &["h", "t", "b"], &STANDARD),
            "((cons h t) b)"
        );
        assert_eq!(text("OP_DT_MATCH_BIND_CASE", &[], &[], &[], &["x", "b"], &STANDARD), "(x b)");
        assert_eq!(text("OP_DT_MATCH_CASE", &[], &["nil"], &[], &["b"], &STANDARD), "(nil b)");
    }

    #[test]
    fn constructors_name_their_sort_where_they_must() {
        let tail = FieldSort::Member(0, vec![FieldSort::Param(0)]);
        let cons = ConstructorDef {
            name: "co ns".into(),
            fields: vec![("head".into(), FieldSort::Param(0)), ("tail".into(), tail)],
        };
        let nil = ConstructorDef { name: "nil".into(), fields: Vec::new() };
        let list = DatatypeDef {
            name: "List".into(),
            params: vec!["X".into()],
            constructors: vec![nil, cons],
            coinductive: false,
        };
        let list = Sort::datatype(Datatype::declare(vec![list]).remove(0), [Sort::int()]);
        let make = |name: &str, args: &[&str]| {
            text("OP_DT_APPLY_CONS", std::slice::from_ref(&list), &[name], &[], args, &STANDARD)
        };
        assert_eq!(make("nil", &[]), "(as nil (List Int))");
        assert_eq!(make("co ns", &["1", "x"]), "(|co ns| 1 x)");
        let update =
            text("OP_DT_APPLY_UPDATER", &[], &["cons", "head"], &[], &["x", "1"], &STANDARD);
        assert_eq!(update, "((_ update head) x 1)");
        let test = text("OP_DT_APPLY_TESTER", &[], &["nil"], &[], &["x"], &STANDARD);
        assert_eq!(test, "((_ is nil) x)");
    }

    #[test]
    fn dialects_write_otherwise() {
        let dialect = Dialect {
            operators: &[
                ("OP_SET_CARD", Spelling::Symbol("set.size")),
                ("OP_SET_MAP", Spelling::FunctionIndex("map")),
                ("OP_BV_NOT", Spelling::None),
                ("OP_BV_NEG", Spelling::Argument),
            ],
            functions: FunctionStyle::Arrays,
            ..STANDARD
        };
        let check = |key: &str, args: &[&str], expected: &str| {
            assert_eq!(text(key, &[], &[], &[], args, &dialect), expected);
        };
        check("OP_SET_CARD", &["s"], "(set.size s)");
        check("OP_SET_MAP", &["f", "s"], "((_ map f) s)");
        check("OP_BV_NEG", &["b"], "b");
        let dialect = Dialect { patterns_without_bars: true, ..STANDARD };
        let case = |name: &str| text("OP_DT_MATCH_CASE", &[], &[name], &[], &["b"], &dialect);
        assert_eq!(case("a b"), "((|a b|) b)");
        assert_eq!(case("nil"), "(nil b)");
        check("OP_BV_NOT", &["b"], "SMT-LIB and its extensions have no text for OP_BV_NOT");
    }
}
