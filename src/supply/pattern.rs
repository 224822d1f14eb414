//! The patterns of `vendor/solvers.toml`.

/// Whether `path` matches `pattern`: `*` stands for any characters except a slash, `**` for any at all.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((before, after)) => {
            let Some(rest) = path.strip_prefix(before) else { return false };
            let (after, crosses) = match after.strip_prefix('*') {
                Some(after) => (after, true),
                None => (after, false),
            };
            let reach = if crosses { rest.len() } else { rest.find('/').unwrap_or(rest.len()) };
            (0..=reach)
                .filter(|&end| rest.is_char_boundary(end))
                .any(|end| matches(after, &rest[end..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stop_at_a_slash_and_double_stars_do_not() {
        for (pattern, path, expected) in [
            ("z3/lib/libz3.so", "z3/lib/libz3.so", true),
            ("z3/lib/libz3.so", "z3/lib/libz3.so.5.4", false),
            ("z3/include/*.h", "z3/include/z3.h", true),
            ("z3/include/*.h", "z3/include/sub/z3.h", false),
            ("*.data/data/bin/z3", "z3_solver-5.4.0.0.data/data/bin/z3", true),
            ("*.data/data/bin/z3", "a/z3.data/data/bin/z3", false),
            ("lib*", "lib", true),
            ("src/**.h", "src/node/node.h", true),
            ("src/**.h", "src/node.h", true),
            ("src/**.h", "src/node/node.cpp", false),
            ("*ä*", "xäy", true),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }
}
