//! Declarations of datatypes.

use std::sync::Arc;

use murxla_api::smtlib::{Dialect, SortText, SymbolText};
use murxla_api::{Datatype, DatatypeDef, FieldSort, Sort};

/// The command that declares a group of datatypes.
pub(crate) fn declaration(group: &[DatatypeDef<Sort>], dialect: &Dialect) -> String {
    let coinductive = group.iter().any(|definition| definition.coinductive);
    let command = if coinductive { "declare-codatatypes" } else { "declare-datatypes" };
    let mut text = format!("({command} (");
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
                let sort = field_text(field, group, &definition.params, dialect);
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
    names: &[Arc<str>],
    dialect: &Dialect,
) -> String {
    match field {
        FieldSort::Sort(sort) => SortText(sort, dialect).to_string(),
        FieldSort::Param(number) => {
            names.get(*number).map(|name| SymbolText(name).to_string()).unwrap_or_default()
        }
        FieldSort::Member(number, args) => {
            let name = group.get(*number).map(|member| member.name.to_string());
            let name = SymbolText(&name.unwrap_or_default()).to_string();
            if args.is_empty() {
                return name;
            }
            let args: Vec<String> =
                args.iter().map(|arg| field_text(arg, group, names, dialect)).collect();
            format!("({name} {})", args.join(" "))
        }
        FieldSort::Instance(..) | FieldSort::Nested(_) => {
            // The parameters stand for themselves. Their names are written as those of sorts are.
            let names: Vec<Sort> = names.iter().map(|name| Sort::uninterpreted(name)).collect();
            let datatype = Datatype::declare(group.to_vec()).into_iter().next();
            let sort = datatype.and_then(|datatype| datatype.field_sort(field, &names));
            sort.map(|sort| SortText(&sort, dialect).to_string()).unwrap_or_default()
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
