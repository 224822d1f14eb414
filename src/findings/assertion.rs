//! Finds the failed assertion in what a solver printed: file, line and condition.

use super::normalize::normalize;

/// `FILE:LINE: CONDITION` of a failed assertion, if the message tells of one. The file is without its folders,
/// which tell where it was compiled.
pub fn failed_assertion(message: &str) -> Option<String> {
    let (file, line, condition) =
        of_glibc(message).or_else(|| of_cvc5(message)).or_else(|| of_z3(message))?;
    let condition: Vec<&str> = condition.split_whitespace().collect();
    Some(format!("{file}:{line}: {}", condition.join(" ")))
}

/// `PROGRAM: FILE:LINE: FUNCTION: Assertion `CONDITION' failed.`
fn of_glibc(message: &str) -> Option<(&str, &str, String)> {
    let (before, behind) = message.split_once("Assertion `")?;
    let condition = behind.rsplit_once("' failed").map_or(behind, |(condition, _)| condition);
    let (file, line) = place(before)?;
    Some((file, line, condition.to_owned()))
}

/// `Fatal failure within FUNCTION at FILE:LINE KIND CONDITION`
fn of_cvc5(message: &str) -> Option<(&str, &str, String)> {
    /// Before a condition, which is text of the program.
    const CONDITION: &[&str] = &["Check failure", "Assertion failure"];
    /// What stands after these words differs from run to run.
    const ALONE: &[&str] = &[
        "Unhandled case encountered",
        "Unimplemented code encountered",
        "Unreachable code reached",
        "Internal error detected",
    ];
    let (_, behind) = message.split_once("Fatal failure within ")?;
    // The function may have arguments that are named so.
    behind.match_indices(" at ").find_map(|(at, word)| {
        let behind = &behind[at + word.len()..];
        let (place_text, rest) = behind.split_once(char::is_whitespace).unwrap_or((behind, ""));
        let (path, line) = place_text.rsplit_once(':').filter(|(_, line)| is_number(line))?;
        let rest = rest.trim_start();
        let condition = CONDITION.iter().find_map(|kind| rest.strip_prefix(kind));
        let alone = || ALONE.iter().copied().find(|kind| rest.starts_with(kind));
        let condition = condition.or_else(alone).map_or_else(|| normalize(rest), str::to_owned);
        Some((file_name(path), line, condition))
    })
}

/// `ASSERTION VIOLATION File: FILE Line: LINE CONDITION`
fn of_z3(message: &str) -> Option<(&str, &str, String)> {
    let (_, behind) = message.split_once("ASSERTION VIOLATION")?;
    let (path, behind) = behind.trim_start().strip_prefix("File: ")?.split_once(" Line: ")?;
    let (line, condition) = behind.split_once(char::is_whitespace).unwrap_or((behind, ""));
    is_number(line).then(|| (file_name(path), line, condition.to_owned()))
}

/// The file and the line in `PROGRAM: FILE:LINE: FUNCTION: `.
fn place(text: &str) -> Option<(&str, &str)> {
    text.match_indices(':').find_map(|(at, _)| {
        let (line, _) = text[at + 1..].split_once(':')?;
        is_number(line).then(|| (file_name(&text[..at]), line))
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', ' ']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::failed_assertion;

    #[test]
    fn assertions_are_read() {
        let table: &[(&str, Option<&str>)] = &[
            (
                "murxla: ../src/node/node_manager.cpp:123: bzla::Node bzla::mk(bzla::Kind): \
                 Assertion `children.size()  > 0' failed.",
                Some("node_manager.cpp:123: children.size() > 0"),
            ),
            (
                "murxla: src/solver/solver_engine.cpp:395: bool bzla::SolverEngine::registered(const bzla::Node&) \
                 const: Assertion `d_register_term_cache.find(term) != d_register_term_cache.end()' failed.",
                Some(
                    "solver_engine.cpp:395: d_register_term_cache.find(term) != d_register_term_cache.end()",
                ),
            ),
            (
                "murxla: solvers/cdcl/smt_core.c:1795: set_var_decay_factor: Assertion `s->status != \
                 STATUS_SEARCHING && 0.0 < factor && factor < 1.0' failed.",
                Some(
                    "smt_core.c:1795: s->status != STATUS_SEARCHING && 0.0 < factor && factor < 1.0",
                ),
            ),
            (
                "context.c:77: check: Assertion `t != 'x' && s' failed.",
                Some("context.c:77: t != 'x' && s"),
            ),
            (
                "Fatal failure within virtual cvc5::internal::Node cvc5::internal::theory::bags::\
                 BagsRewriter::at (int) const at /build/src/theory/bags/rewriter.cpp:451 Check failure  \
                 n.getKind() == Kind::BAG_MAP",
                Some("rewriter.cpp:451: n.getKind() == Kind::BAG_MAP"),
            ),
            (
                "Fatal failure within void f() at /x/y.cpp:7 Unhandled case encountered (BITVECTOR_ADD x12 y)",
                Some("y.cpp:7: Unhandled case encountered"),
            ),
            (
                "Fatal failure within static size_t cvc5::internal::theory::strings::Word::getLength(cvc5::internal::TNode) \
                 at /project/src/theory/strings/word.cpp:86 Unimplemented code encountered Word::getLength on true",
                Some("word.cpp:86: Unimplemented code encountered"),
            ),
            (
                "Fatal failure within void f() at /x/y.cpp:8 Something new with t12",
                Some("y.cpp:8: Something new with #"),
            ),
            (
                "Fatal failure within void f() at /x/y.cpp:9 Unreachable code reached",
                Some("y.cpp:9: Unreachable code reached"),
            ),
            (
                "ASSERTION VIOLATION File: /home/a b/src/smt/smt_context.cpp Line: 312 m_scope_lvl > 0",
                Some("smt_context.cpp:312: m_scope_lvl > 0"),
            ),
            (
                "ASSERTION VIOLATION File: ../src/ast/ast.cpp Line: 3 UNEXPECTED CODE WAS REACHED.",
                Some("ast.cpp:3: UNEXPECTED CODE WAS REACHED."),
            ),
            ("Assertion `x' failed", None),
            ("Fatal failure within f", None),
            ("ASSERTION VIOLATION", None),
            ("free(): invalid pointer", None),
            ("", None),
        ];
        for (message, expected) in table {
            assert_eq!(failed_assertion(message).as_deref(), *expected, "{message}");
        }
    }
}
