//! Reads groups of datatypes: `n {"name" np params nc {"constructor" ns {"selector" sort}}}`; `co n …` for codatatypes.
//!
//! The sort of a field is a sort's name, `s"X"` for a parameter, `s(nil)` for the datatype itself, or
//! `s<"name"> n sort…` for a datatype of the group with sorts for its parameters. What holds one of those is `s[KIND] n
//! sort…`, like `s[SORT_ARRAY] 2 s1 s"X"`, or `s[s7] n sort…` for a datatype s7 of another group with sorts for its parameters.

use std::borrow::Cow;
use std::sync::Arc;

use murxla_api::{ConstructorDef, DatatypeDef, FieldSort, SortKind, SortShape};

use super::SortName;
use super::lex::{Cursor, LineError, Mark};

/// Sorts within sorts for parameters: more than this is a mistake, or worse.
pub const DEEPEST_FIELD: usize = 32;

/// Selectors with their sorts.
type Fields<'a> = Vec<(Arc<str>, Field<'a>)>;

/// The sort of a field while the names of the group are not all known.
enum Field<'a> {
    Sort(SortName),
    Param(Cow<'a, str>, Mark),
    Itself,
    Of(Head<'a>, Mark, Vec<Field<'a>>),
}

/// What takes the sorts behind it.
enum Head<'a> {
    /// A datatype of the group.
    Member(Cow<'a, str>),
    /// A datatype of another group.
    Instance(SortName),
    Kind(SortKind),
}

pub(super) fn read_datatypes(
    cursor: &mut Cursor<'_>,
) -> Result<Vec<DatatypeDef<SortName>>, LineError> {
    struct Unresolved<'a> {
        name: Arc<str>,
        params: Vec<Arc<str>>,
        constructors: Vec<(Arc<str>, Fields<'a>)>,
    }
    let mut group = Vec::new();
    let coinductive = cursor.skip("co ");
    cursor.skip_blanks();
    let mark = cursor.mark();
    for _ in 0..cursor.number("a number of datatypes")? {
        let name = shared(cursor.quoted("the name of a datatype")?);
        let mut params = Vec::new();
        for _ in 0..cursor.number("a number of parameters")? {
            // Both spellings of a parameter, as where it is declared and as where it is used.
            cursor.skip("s");
            params.push(shared(cursor.quoted("the name of a parameter")?));
        }
        let mut constructors = Vec::new();
        for _ in 0..cursor.number("a number of constructors")? {
            let name = shared(cursor.quoted("the name of a constructor")?);
            let mut fields = Vec::new();
            for _ in 0..cursor.number("a number of selectors")? {
                let selector = shared(cursor.quoted("the name of a selector")?);
                fields.push((selector, read_field(cursor)?));
            }
            constructors.push((name, fields));
        }
        group.push(Unresolved { name, params, constructors });
    }
    if group.is_empty() {
        return Err(cursor.expected(mark, "at least one datatype"));
    }
    let names: Vec<(Arc<str>, usize)> =
        group.iter().map(|one| (one.name.clone(), one.params.len())).collect();
    let mut resolved = Vec::new();
    for (index, one) in group.into_iter().enumerate() {
        let scope = Scope { names: &names, index, params: &one.params };
        let mut constructors = Vec::new();
        for (name, fields) in one.constructors {
            let mut sorts = Vec::new();
            for (selector, field) in fields {
                sorts.push((selector, scope.resolve(field, cursor)?));
            }
            constructors.push(ConstructorDef { name, fields: sorts });
        }
        let (name, params) = (one.name, one.params);
        resolved.push(DatatypeDef { name, params, constructors, coinductive });
    }
    Ok(resolved)
}

fn shared(text: Cow<'_, str>) -> Arc<str> {
    Arc::from(&*text)
}

/// Reads the sort of a field, keeping those that are not complete on a stack of our own.
fn read_field<'a>(cursor: &mut Cursor<'a>) -> Result<Field<'a>, LineError> {
    let mut open: Vec<(Head<'a>, Mark, u32, Vec<Field<'a>>)> = Vec::new();
    loop {
        let mark = cursor.mark();
        let mut field = if cursor.skip("s(nil)") {
            cursor.end_word()?;
            Field::Itself
        } else if let Some(head) = read_head(cursor)? {
            let count = cursor.number("a number of sorts")?;
            if count > 0 {
                if open.len() == DEEPEST_FIELD {
                    let problem = format!("sorts may stand {DEEPEST_FIELD} deep in each other");
                    return Err(cursor.error_at(mark, &problem));
                }
                open.push((head, mark, count, Vec::new()));
                continue;
            }
            Field::Of(head, mark, Vec::new())
        } else if cursor.rest().starts_with("s\"") {
            cursor.skip("s");
            Field::Param(cursor.quoted("the name of a parameter")?, mark)
        } else {
            Field::Sort(cursor.sort()?)
        };
        loop {
            let Some((head, mark, count, mut args)) = open.pop() else { return Ok(field) };
            args.push(field);
            if args.len() < count as usize {
                open.push((head, mark, count, args));
                break;
            }
            field = Field::Of(head, mark, args);
        }
    }
}

/// Reads `s<"name">`, `s[s7]` or `s[KIND]`, if that is what comes next.
fn read_head<'a>(cursor: &mut Cursor<'a>) -> Result<Option<Head<'a>>, LineError> {
    if cursor.skip("s<") {
        let name = cursor.quoted_part("the name of a datatype")?;
        if !cursor.skip(">") {
            return Err(cursor.error_here("expected '>'"));
        }
        cursor.end_word()?;
        return Ok(Some(Head::Member(name)));
    }
    let mark = cursor.mark();
    if !cursor.skip("s[") {
        return Ok(None);
    }
    let word = cursor.word("a sort or a kind of sorts")?;
    let inside = word.strip_suffix(']').unwrap_or_default();
    if let Some(kind) = SortKind::from_key(inside) {
        return Ok(Some(Head::Kind(kind)));
    }
    match Cursor::new(inside).sort() {
        Ok(sort) => Ok(Some(Head::Instance(sort))),
        Err(_) => Err(cursor.expected(mark, "a sort or a kind of sorts between '[' and ']'")),
    }
}

/// The shape of this kind with these parts, if it has as many.
fn shape_of<S>(kind: SortKind, parts: Vec<S>) -> Option<SortShape<S>> {
    let mut parts = parts.into_iter();
    let mut next = || parts.next();
    let shape = match kind {
        SortKind::Array => SortShape::Array(next()?, next()?),
        SortKind::Seq => SortShape::Seq(next()?),
        SortKind::Set => SortShape::Set(next()?),
        SortKind::Bag => SortShape::Bag(next()?),
        SortKind::Tuple => SortShape::Tuple(parts.by_ref().collect()),
        SortKind::Fun => {
            let mut domain: Vec<S> = parts.by_ref().collect();
            let codomain = domain.pop()?;
            (!domain.is_empty()).then_some(SortShape::Fun(domain, codomain))?
        }
        _ => return None,
    };
    parts.next().is_none().then_some(shape)
}

struct Scope<'a> {
    /// Names of the group with the number of their parameters.
    names: &'a [(Arc<str>, usize)],
    /// The datatype whose fields these are.
    index: usize,
    params: &'a [Arc<str>],
}

impl Scope<'_> {
    /// As deep as fields stand in each other, which is at most [`DEEPEST_FIELD`].
    fn resolve(
        &self,
        field: Field<'_>,
        cursor: &Cursor<'_>,
    ) -> Result<FieldSort<SortName>, LineError> {
        Ok(match field {
            Field::Sort(name) => FieldSort::Sort(name),
            Field::Itself => FieldSort::Member(
                self.index,
                (0..self.params.len()).map(FieldSort::Param).collect(),
            ),
            Field::Param(name, mark) => {
                let found = self.params.iter().position(|param| **param == *name);
                FieldSort::Param(
                    found.ok_or_else(|| {
                        cursor.error_at(mark, "expected a parameter declared above")
                    })?,
                )
            }
            Field::Of(Head::Instance(generic), _, args) => {
                FieldSort::Instance(generic, self.resolve_all(args, cursor)?)
            }
            Field::Of(Head::Kind(kind), mark, args) => {
                let shape = shape_of(kind, self.resolve_all(args, cursor)?);
                let wrong = || cursor.error_at(mark, "expected a kind that has so many parts");
                FieldSort::Nested(Box::new(shape.ok_or_else(wrong)?))
            }
            Field::Of(Head::Member(name), mark, args) => {
                let found = self.names.iter().position(|(member, _)| **member == *name);
                let Some(index) = found else {
                    return Err(cursor.error_at(mark, "expected a datatype of this group"));
                };
                let takes = self.names.get(index).map_or(0, |(_, params)| *params);
                if takes != args.len() {
                    let problem = format!("expected {takes} sorts for the parameters");
                    return Err(cursor.error_at(mark, &problem));
                }
                FieldSort::Member(index, self.resolve_all(args, cursor)?)
            }
        })
    }

    fn resolve_all(
        &self,
        fields: Vec<Field<'_>>,
        cursor: &Cursor<'_>,
    ) -> Result<Vec<FieldSort<SortName>>, LineError> {
        fields.into_iter().map(|field| self.resolve(field, cursor)).collect()
    }
}
