//! Strings as releases of Z3 write and read them that cannot give the characters of a string: with escapes that SMT-LIB does not have.

/// The characters of a string as `Z3_get_string` gives it.
pub(crate) fn read(text: &str) -> Vec<u32> {
    let mut codes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (code, length) = escape(rest).unwrap_or((first.into(), first.len_utf8()));
        codes.push(code);
        rest = &rest[length..];
    }
    codes
}

/// The escape at the beginning of a text: its character and how long it is.
fn escape(text: &str) -> Option<(u32, usize)> {
    let after = text.strip_prefix('\\')?;
    if let Some(digits) = after.strip_prefix('x') {
        return Some((u32::from_str_radix(digits.get(..2)?, 16).ok()?, 4));
    }
    // Characters beyond ASCII, whose sign some releases extend.
    if let Some((digits, _)) = after.strip_prefix("\\u{").and_then(|rest| rest.split_once('}'))
        && let Ok(code @ 0x80..) = u32::from_str_radix(digits, 16)
    {
        let code = if code > 0x2_ffff { code & 0xff } else { code };
        return Some((code, 5 + digits.len()));
    }
    let code = match after.chars().next()? {
        '\\' => '\\'.into(),
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        'e' => 27,
        _ => return None,
    };
    Some((code, 2))
}

/// These characters as `Z3_mk_string` takes them; nothing if one of them is no byte.
pub(crate) fn write(codes: &[u32]) -> Option<String> {
    let escaped = codes.iter().map(|code| match u8::try_from(*code).ok()? {
        byte @ (b' '..=b'~') if byte != b'\\' => Some(char::from(byte).to_string()),
        byte => Some(format!("\\x{byte:02x}")),
    });
    escaped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_z3_4_8_7_prints_is_read() {
        assert_eq!(read(r"a\x00b"), [97, 0, 98]);
        assert_eq!(read(r"\\x61\n\x1B"), [92, 120, 54, 49, 10, 27]);
        assert_eq!(read(r"\\u{ffffff80}"), [0x80]);
        assert_eq!(read("\\"), [92]);
        assert_eq!(write(&[97, 0, 92, 255]), Some(r"a\x00\x5c\xff".to_owned()));
        assert_eq!(write(&[256]), None);
    }
}
