//! The declarations of a C API, as `cargo run -p murxla-bindings` writes them down for each wrapper.
//!
//! The table has lines of words:
//!
//!     handle Z3_ast                    a pointer to something that only the library knows
//!     number term_t 4                  a number that stands for something that only the library knows, of 4 bytes
//!     struct term_vector_t             a structure whose fields are in the header
//!     enum Z3_lbool Z3_L_FALSE=-1 …    an enumeration
//!     fn Z3_ast Z3_mk_app | Z3_context c | Z3_func_decl d | unsigned num_args | const Z3_ast[] args

use std::collections::HashMap;

/// A type in C: words, then `*` for each pointer, or `[]` for an array of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CType {
    /// Whether what is pointed to must not be changed.
    pub is_const: bool,
    /// The name without `const` and pointers.
    pub base: String,
    /// The pointers behind it.
    pub stars: usize,
    /// Whether it is declared as an array.
    pub is_array: bool,
}

/// What values of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Integers of so many bytes, with a sign or not.
    Integer(usize, bool),
    /// Truth values.
    Bool,
    /// Characters.
    Char,
    /// Enumerators.
    Enum,
    /// Floating-point numbers of 64 bits.
    Double,
    /// Pointers that stand for objects.
    Handle,
    /// Numbers of so many bytes that stand for objects.
    Number(usize),
    /// Structures of the caller's.
    Struct,
    /// What is only ever pointed to.
    Opaque,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its type.
    pub kind: CType,
    /// Its name in the header.
    pub name: String,
}

/// A declared function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// What it gives.
    pub result: CType,
    /// What it takes.
    pub parameters: Vec<Parameter>,
}

/// An API.
#[derive(Debug, Default)]
pub struct CApi {
    functions: HashMap<String, Signature>,
    enums: HashMap<String, Vec<(String, i128)>>,
    classes: HashMap<String, Class>,
}

impl CType {
    fn parse(text: &str) -> CType {
        let text = text.trim();
        let (text, is_const) = match text.strip_prefix("const ") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (text, is_array) = match text.strip_suffix("[]") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let base = text.trim_end_matches('*');
        let stars = text.len() - base.len();
        CType { is_const, base: base.trim().to_owned(), stars, is_array }
    }

    /// Whether it is the type of a function that gives nothing.
    pub fn is_void(&self) -> bool {
        self.base == "void" && self.stars == 0
    }

    /// As C writes it for a variable; an array is a pointer then.
    pub fn text(&self) -> String {
        let constant = if self.is_const { "const " } else { "" };
        let stars = "*".repeat(self.stars + usize::from(self.is_array));
        let space = if stars.is_empty() { "" } else { " " };
        format!("{constant}{}{space}{stars}", self.base)
    }
}

impl CApi {
    /// What a table says. Lines that say nothing known are passed over: the table is our own.
    pub fn parse(table: &str) -> CApi {
        let mut api = CApi::default();
        for line in table.lines() {
            let Some((word, rest)) = line.split_once(' ') else { continue };
            match word {
                "handle" => drop(api.classes.insert(rest.to_owned(), Class::Handle)),
                "struct" => drop(api.classes.insert(rest.to_owned(), Class::Struct)),
                "number" => {
                    let (name, bytes) = rest.split_once(' ').unwrap_or((rest, "4"));
                    let bytes = bytes.parse().unwrap_or(4);
                    api.classes.insert(name.to_owned(), Class::Number(bytes));
                }
                "enum" => {
                    let mut words = rest.split(' ');
                    let name = words.next().unwrap_or_default().to_owned();
                    let value = |word: &str| {
                        let (name, value) = word.split_once('=')?;
                        Some((name.to_owned(), value.parse().ok()?))
                    };
                    api.enums.insert(name.clone(), words.filter_map(value).collect());
                    api.classes.insert(name, Class::Enum);
                }
                "fn" => {
                    let mut parts = rest.split(" | ");
                    let Some((result, name)) = parts.next().and_then(|part| part.rsplit_once(' '))
                    else {
                        continue;
                    };
                    let parameter = |part: &str| {
                        let (kind, name) = part.rsplit_once(' ')?;
                        Some(Parameter { kind: CType::parse(kind), name: name.to_owned() })
                    };
                    let parameters = parts.filter_map(parameter).collect();
                    let signature = Signature { result: CType::parse(result), parameters };
                    api.functions.insert(name.to_owned(), signature);
                }
                _ => {}
            }
        }
        api
    }

    /// A function.
    pub fn signature(&self, name: &str) -> Option<&Signature> {
        self.functions.get(name)
    }

    /// The functions.
    pub fn functions(&self) -> impl Iterator<Item = (&str, &Signature)> {
        self.functions.iter().map(|(name, signature)| (name.as_str(), signature))
    }

    /// The enumerations with their enumerators.
    pub fn enums(&self) -> impl Iterator<Item = (&str, &[(String, i128)])> {
        self.enums.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// The name of an enumerator.
    pub fn enumerator(&self, name: &str, value: i128) -> Option<&str> {
        let known = self.enums.get(name)?;
        known.iter().find(|(_, known)| *known == value).map(|(name, _)| name.as_str())
    }

    /// What the values of a type are, its pointers aside.
    pub fn class(&self, base: &str) -> Class {
        if let Some(class) = self.classes.get(base) {
            return *class;
        }
        match base {
            "bool" | "_Bool" => Class::Bool,
            "char" => Class::Char,
            "int8_t" => Class::Integer(1, true),
            "uint8_t" | "unsigned char" => Class::Integer(1, false),
            "int16_t" => Class::Integer(2, true),
            "uint16_t" => Class::Integer(2, false),
            "int" | "signed" | "int32_t" | "wchar_t" => Class::Integer(4, true),
            "unsigned" | "unsigned int" | "uint32_t" | "char32_t" => Class::Integer(4, false),
            "int64_t" | "long" => Class::Integer(8, true),
            "uint64_t" | "size_t" | "unsigned long" => Class::Integer(8, false),
            "double" => Class::Double,
            _ => Class::Opaque,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read() {
        let api = CApi::parse(
            "# a comment\nhandle T\nnumber term_t 4\nenum E A=-1 B=7\n\
             fn void f\nfn const T* g | size_t n | const T[] args | char** out\n",
        );
        assert_eq!(api.class("T"), Class::Handle);
        assert_eq!(api.class("term_t"), Class::Number(4));
        assert_eq!(api.enumerator("E", -1), Some("A"));
        assert_eq!(api.enumerator("E", 0), None);
        let plain = api.signature("f").expect("f");
        assert!(plain.result.is_void() && plain.parameters.is_empty());
        let full = api.signature("g").expect("g");
        assert_eq!(full.result.text(), "const T *");
        let [count, args, out] = &full.parameters[..] else { panic!("{full:?}") };
        assert_eq!(
            (count.name.as_str(), api.class(&count.kind.base)),
            ("n", Class::Integer(8, false))
        );
        assert!(args.kind.is_array && args.kind.is_const && out.kind.stars == 2);
    }
}
