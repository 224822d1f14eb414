//! The value of `:source` in scripts that we write: where they come from; written and read back.

use crate::trace::{FORMAT, Header};

/// What `:source` says of the trace with this header, without quotes; `None` if there is nothing to say.
pub fn source_text(header: &Header) -> Option<String> {
    if *header == Header::default() {
        return None;
    }
    let version = header.murxla.as_deref().and_then(word);
    let mut text = version.map_or_else(|| NAME.to_owned(), |version| format!("{NAME} {version}"));
    if let Some(seed) = header.seed {
        text.push_str(&format!(", seed {seed:#x}"));
    }
    if let Some(solver) = header.solver.as_deref().and_then(word) {
        text.push_str(&format!(", recorded with {solver}"));
        if let Some(version) = header.solver_version.as_deref().and_then(word) {
            text.push_str(&format!(" {version}"));
        }
    }
    Some(text)
}

/// The header of which [`source_text`] says this; `None` if it is not of our making.
pub fn source_header(text: &str) -> Option<Header> {
    let mut parts = text.split(", ");
    let mut header = Header { format: Some(FORMAT), ..Header::default() };
    match parts.next()?.strip_prefix(NAME)? {
        "" => {}
        version => header.murxla = Some(word(version.strip_prefix(' ')?)?.to_owned()),
    }
    for part in parts {
        if let Some(seed) = part.strip_prefix("seed 0x") {
            header.seed = Some(u64::from_str_radix(seed, 16).ok()?);
        } else {
            let mut words = part.strip_prefix("recorded with ")?.splitn(2, ' ');
            header.solver = Some(word(words.next()?)?.to_owned());
            header.solver_version = match words.next() {
                Some(version) => Some(word(version)?.to_owned()),
                None => None,
            };
        }
    }
    Some(header)
}

const NAME: &str = "murxla";

/// The text, if it needs no quotes and does not look like several parts.
fn word(text: &str) -> Option<&str> {
    let plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b',' | b'|' | b'\\');
    (!text.is_empty() && text.bytes().all(plain)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for text in [
            "murxla",
            "murxla 0.1.0",
            "murxla 0.1.0, seed 0x1f",
            "murxla 0.1.0, seed 0x0, recorded with z3 5.4.0.0",
            "murxla 0.1.0, recorded with cvc5",
        ] {
            let header = source_header(text);
            assert_eq!(header.and_then(|header| source_text(&header)).as_deref(), Some(text));
        }
        for text in ["", "murxla ", "murxla 1, seed 0xg", "murxla 1, by hand", "Griggio"] {
            assert_eq!(source_header(text), None, "{text}");
        }
    }
}
