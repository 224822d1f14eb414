//! Values as C writes them.

use murxla_native::record::{CApi, Class};

/// A string.
pub(super) fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            // Three digits, so that a digit that follows is none of them. `??` may begin a trigraph.
            b'?' => text.push_str("\\?"),
            0x20..=0x7e => text.push(char::from(*byte)),
            other => text.push_str(&format!("\\{other:03o}")),
        }
    }
    text.push('"');
    text
}

/// A number of a type.
pub(super) fn number(api: &CApi, base: &str, value: i128) -> String {
    match api.class(base) {
        Class::Bool => if value == 0 { "false" } else { "true" }.to_owned(),
        Class::Enum => match api.enumerator(base, value) {
            Some(name) => name.to_owned(),
            None => format!("({base})({value})"),
        },
        Class::Integer(8, true) if value == i128::from(i64::MIN) => "INT64_MIN".to_owned(),
        Class::Integer(4, true) if value == i128::from(i32::MIN) => "INT32_MIN".to_owned(),
        Class::Integer(8, true) if value > i128::from(i32::MAX) || value < i128::from(i32::MIN) => {
            format!("INT64_C({value})")
        }
        Class::Integer(8, false) if value > i128::from(u32::MAX) => format!("UINT64_C({value})"),
        Class::Integer(4, false) if value > i128::from(i32::MAX) => format!("{value}u"),
        _ => value.to_string(),
    }
}

/// A floating-point number, given by its bits.
pub(super) fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        "NAN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned()
    } else {
        // The shortest text that means this number.
        format!("{value:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string(b"a\"b\\c\n\x01\xff7??="), r#""a\"b\\c\n\001\3777\?\?=""#);
    }

    #[test]
    fn numbers_are_of_their_types() {
        let api = CApi::parse("enum E A=0 B=-3\n");
        let check = |base: &str, value: i128, expected: &str| {
            assert_eq!(number(&api, base, value), expected);
        };
        check("E", -3, "B");
        check("E", 8, "(E)(8)");
        check("bool", 1, "true");
        check("unsigned", 4_294_967_295, "4294967295u");
        check("int64_t", i128::from(i64::MIN), "INT64_MIN");
        check("uint64_t", i128::from(u64::MAX), "UINT64_C(18446744073709551615)");
        assert_eq!(double(0.1_f64.to_bits()), "0.1");
        assert_eq!(double(f64::NEG_INFINITY.to_bits()), "-INFINITY");
    }
}
