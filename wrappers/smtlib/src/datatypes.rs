//! Declarations of datatypes.

use murxla_api::smtlib::{Dialect, SortText, SymbolText};
use murxla_api::{Datatype, DatatypeDef, FieldSort, Sort};

/// The command that declares a group of datatypes.
pub(crate) fn declaration(group: &[DatatypeDef<Sort>], dialect: &Dialect) -> String {
    let mut text = String::from("(declare-datatypes (");
    for (place, definition) in group.iter().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        text.push_str(&format!("({} {})", SymbolText(&definition.name), definition.params.len()));
    }
    text.push_str(") (");
    for (place, definition) in group.iter().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        let params: Vec<String> =
            definition.params.iter().map(|param| SymbolText(param).to_string()).collect();
        if !params.is_empty() {
            text.push_str(&format!("(par ({}) ", params.join(" ")));
        }
        text.push('(');
        for (place, constructor) in definition.constructors.iter().enumerate() {
            if place > 0 {
                text.push(' ');
            }
            text.push_str(&format!("({}", SymbolText(&constructor.name)));
            for (name, field) in &constructor.fields {
                let sort = field_text(field, group, &params, dialect);
                text.push_str(&format!(" ({} {sort})", SymbolText(name)));
            }
            text.push(')');
        }
        text.push_str(if params.is_empty() { ")" } else { "))" });
    }
    text.push_str("))");
    text
}

fn field_text(
    field: &FieldSort<Sort>,
    group: &[DatatypeDef<Sort>],
    params: &[String],
    dialect: &Dialect,
) -> String {
    match field {
        FieldSort::Sort(sort) => SortText(sort, dialect).to_string(),
        FieldSort::Param(number) => params.get(*number).cloned().unwrap_or_default(),
        FieldSort::Member(number, args) => {
            let name = group.get(*number).map(|member| member.name.to_string());
            let name = SymbolText(&name.unwrap_or_default()).to_string();
            if args.is_empty() {
                return name;
            }
            let args: Vec<String> =
                args.iter().map(|arg| field_text(arg, group, params, dialect)).collect();
            format!("({name} {})", args.join(" "))
        }
    }
}

/// All symbols that a group declares besides its sorts.
pub(crate) fn members(group: &[DatatypeDef<Sort>]) -> impl Iterator<Item = &str> {
    group.iter().flat_map(|definition| &definition.constructors).flat_map(|constructor| {
        let fields = constructor.fields.iter().map(|(name, _)| &**name);
        std::iter::once(&*constructor.name).chain(fields)
    })
}

/// Whether a group has a value at all.
pub(crate) fn is_well_founded(group: &[DatatypeDef<Sort>]) -> bool {
    Datatype::is_well_founded(group)
}
