//! Groups of datatypes: `n {"name" np params nc {"constructor" ns {"selector" sort}}}`.
//!
//! The sort of a field is a sort's name, `s"X"` for a parameter, `s(nil)` for the datatype itself, or
//! `s<"name"> n sort…` for a datatype of the group with sorts for its parameters.

use std::borrow::Cow;
use std::sync::Arc;

use murxla_api::{ConstructorDef, DatatypeDef, FieldSort};

use super::SortName;
use super::lex::{Cursor, LineError, Mark};

/// Sorts within sorts for parameters: more than this is a mistake, or worse.
const DEEPEST: usize = 32;

/// Selectors with their sorts.
type Fields<'a> = Vec<(Arc<str>, Field<'a>)>;

/// The sort of a field while the names of the group are not all known.
enum Field<'a> {
    Sort(SortName),
    Param(Cow<'a, str>, Mark),
    Itself,
    Member(Cow<'a, str>, Mark, Vec<Field<'a>>),
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
        resolved.push(DatatypeDef { name: one.name, params: one.params, constructors });
    }
    Ok(resolved)
}

fn shared(text: Cow<'_, str>) -> Arc<str> {
    Arc::from(&*text)
}

/// Reads the sort of a field, keeping those that are not complete on a stack of our own.
fn read_field<'a>(cursor: &mut Cursor<'a>) -> Result<Field<'a>, LineError> {
    let mut open: Vec<(Cow<'a, str>, Mark, u32, Vec<Field<'a>>)> = Vec::new();
    loop {
        let mark = cursor.mark();
        let mut field = if cursor.skip("s(nil)") {
            cursor.end_word()?;
            Field::Itself
        } else if cursor.skip("s<") {
            let name = cursor.quoted_part("the name of a datatype")?;
            if !cursor.skip(">") {
                return Err(cursor.error_here("expected '>'"));
            }
            cursor.end_word()?;
            let count = cursor.number("a number of sorts")?;
            if count > 0 {
                if open.len() == DEEPEST {
                    let problem = format!("sorts may stand {DEEPEST} deep in each other");
                    return Err(cursor.error_at(mark, &problem));
                }
                open.push((name, mark, count, Vec::new()));
                continue;
            }
            Field::Member(name, mark, Vec::new())
        } else if cursor.rest().starts_with("s\"") {
            cursor.skip("s");
            Field::Param(cursor.quoted("the name of a parameter")?, mark)
        } else {
            Field::Sort(cursor.sort()?)
        };
        loop {
            let Some((name, mark, count, mut args)) = open.pop() else { return Ok(field) };
            args.push(field);
            if args.len() < count as usize {
                open.push((name, mark, count, args));
                break;
            }
            field = Field::Member(name, mark, args);
        }
    }
}

struct Scope<'a> {
    /// Names of the group with the number of their parameters.
    names: &'a [(Arc<str>, usize)],
    /// The datatype whose fields these are.
    index: usize,
    params: &'a [Arc<str>],
}

impl Scope<'_> {
    /// As deep as fields stand in each other, which is at most `DEEPEST`.
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
            Field::Member(name, mark, args) => {
                let found = self.names.iter().position(|(member, _)| **member == *name);
                let Some(index) = found else {
                    return Err(cursor.error_at(mark, "expected a datatype of this group"));
                };
                let takes = self.names.get(index).map_or(0, |(_, params)| *params);
                if takes != args.len() {
                    let problem = format!("expected {takes} sorts for the parameters");
                    return Err(cursor.error_at(mark, &problem));
                }
                let args: Result<Vec<_>, _> =
                    args.into_iter().map(|arg| self.resolve(arg, cursor)).collect();
                FieldSort::Member(index, args?)
            }
        })
    }
}
