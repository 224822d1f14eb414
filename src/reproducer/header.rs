//! The declarations that a program needs, for solvers whose packages come without a header.

use murxla_native::record::{CApi, CType, Class, NativeApi};

/// Layouts of structures that programs look into; others are only large enough.
const LAYOUTS: &[(&str, &str)] = &[
    ("term_vector_t", "uint32_t capacity, size; term_t *data;"),
    ("type_vector_t", "uint32_t capacity, size; type_t *data;"),
    ("yval_t", "int32_t node_id; int32_t node_tag;"),
    ("yval_vector_t", "uint32_t capacity, size; yval_t *data;"),
];

/// A header with what `program` names.
pub(super) fn header(api: &NativeApi, program: &str) -> String {
    let declared = api.declarations();
    let is_named = |name: &str| program.contains(&format!("{name}("));
    let mut functions: Vec<(&str, String)> = Vec::new();
    let mut types: Vec<String> = Vec::new();
    let mut meet = |kind: &CType| {
        if !types.contains(&kind.base) {
            types.push(kind.base.clone());
        }
    };
    for (name, signature) in declared.functions().filter(|(name, _)| is_named(name)) {
        meet(&signature.result);
        let parameter = |kind: &CType| match (&*kind.base, kind.stars) {
            ("callback", _) => "void *".to_owned(),
            _ => kind.text(),
        };
        let mut parameters: Vec<String> =
            signature.parameters.iter().map(|one| parameter(&one.kind)).collect();
        signature.parameters.iter().for_each(|one| meet(&one.kind));
        if parameters.is_empty() {
            parameters.push("void".to_owned());
        }
        let line =
            format!("extern {} {name}({});\n", signature.result.text(), parameters.join(", "));
        functions.push((name, line));
    }
    functions.sort();
    for (name, _) in api.variables {
        meet(&CType { is_const: false, base: (*name).to_owned(), stars: 0, is_array: false });
    }
    let mut text = String::from(
        "/* Declarations of what one program calls, in place of the solver's own header. */\n\
         #include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <uchar.h>\n",
    );
    types.sort_by_key(|name| matches!(declared.class(name), Class::Struct));
    for name in &types {
        text.push_str(&type_text(&declared, name));
    }
    text.extend(functions.into_iter().map(|(_, line)| line));
    text
}

fn type_text(declared: &CApi, name: &str) -> String {
    match declared.class(name) {
        Class::Handle => format!("typedef struct {name}_s *{name};\n"),
        Class::Number(_) => format!("typedef int32_t {name};\n"),
        Class::Enum => {
            let values = declared.enums().find(|(known, _)| *known == name);
            let values = values.into_iter().flat_map(|(_, values)| values);
            let values: Vec<String> =
                values.map(|(name, value)| format!("{name} = {value}")).collect();
            format!("typedef enum {{ {} }} {name};\n", values.join(", "))
        }
        Class::Struct => {
            let layout = LAYOUTS.iter().find(|(known, _)| *known == name);
            let layout = layout.map_or("uint64_t room[128];", |(_, layout)| *layout);
            format!("typedef struct {{ {layout} }} {name};\n")
        }
        Class::Opaque if !matches!(name, "void" | "FILE" | "callback" | "Z3_error_handler") => {
            format!("typedef struct {name}_s {name};\n")
        }
        _ => String::new(),
    }
}
