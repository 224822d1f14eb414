//! The frames of a crash that belong to the solver, by names that are the same on every machine.

use cpp_demangle::{DemangleOptions, Symbol};

use crate::sandbox::Frame;

/// Libraries that every program has: they fail because of who called them.
const SYSTEM_LIBRARIES: &[&str] = &[
    "ld-",
    "libasan.",
    "libc++.",
    "libc++abi.",
    "libc-",
    "libc.",
    "libdl.",
    "libgcc_s.",
    "libjemalloc.",
    "liblsan.",
    "libm-",
    "libm.",
    "libpthread",
    "librt.",
    "libstdc++.",
    "libtcmalloc",
    "libtsan.",
    "libubsan.",
    "linux-vdso",
];

/// Functions through which a program ends itself or asks for memory: a library may hold copies of them.
const SYSTEM_FUNCTIONS: &[&str] = &[
    "__assert",
    "__assert_fail",
    "__assert_fail_base",
    "__assert_perror_fail",
    "__chk_fail",
    "__fortify_fail",
    "__libc_calloc",
    "__libc_free",
    "__libc_malloc",
    "__libc_message",
    "__libc_realloc",
    "__pthread_kill_implementation",
    "__restore_rt",
    "__stack_chk_fail",
    "_int_free",
    "_int_malloc",
    "_int_realloc",
    "abort",
    "calloc",
    "free",
    "gsignal",
    "malloc",
    "malloc_consolidate",
    "malloc_printerr",
    "operator delete",
    "operator delete[]",
    "operator new",
    "operator new[]",
    "pthread_kill",
    "raise",
    "realloc",
    "sysmalloc",
    "unlink_chunk",
];

/// Functions that begin so are of the C++ runtime, or templates of its library.
const SYSTEM_PREFIXES: &[&str] = &["__cxa_", "__cxxabiv1::", "__gnu_cxx::", "_Unwind_", "std::"];

/// The names of the solver's functions on the stack, innermost first; a function that called itself is there
/// once. Calls whose function is not known are left out: an address tells nothing on another machine.
pub(super) fn solver_functions(frames: &[Frame]) -> Vec<String> {
    let inside = frames.iter().filter(|frame| is_solver_library(&frame.library));
    let names = inside.filter_map(|frame| frame.symbol.as_deref().map(function_name));
    let mut functions: Vec<String> = names.filter(|name| !is_system_function(name)).collect();
    functions.dedup();
    functions
}

/// Of a stack that was used up: the functions that called each other in turn, by name, because where in their
/// circle the stack ended is chance.
pub(super) fn recurring(functions: &[String]) -> Vec<String> {
    let count = |name: &String| functions.iter().filter(|other| *other == name).count();
    let mut recurring: Vec<String> =
        functions.iter().filter(|name| count(name) > 1).cloned().collect();
    recurring.sort();
    recurring.dedup();
    recurring
}

/// The frames inside of the solver and of what it called: all before the first that is in a program, which is ours. Where
/// there are no others, all of them.
pub fn solver_part(frames: &[Frame]) -> &[Frame] {
    let is_ours = |frame: &Frame| frame.library != "?" && !frame.library.contains(".so");
    match frames.iter().position(is_ours) {
        Some(own) if own > 0 => &frames[..own],
        _ => frames,
    }
}

/// A solver is a shared library; our own code is in a program.
fn is_solver_library(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.contains(".so") && !SYSTEM_LIBRARIES.iter().any(|start| file.starts_with(start))
}

fn is_system_function(name: &str) -> bool {
    SYSTEM_FUNCTIONS.contains(&name) || SYSTEM_PREFIXES.iter().any(|start| name.starts_with(start))
}

/// The function that a symbol names, without arguments, template arguments, and what compilers add to the names
/// of parts and copies. What cannot be demangled stays as it is.
pub fn function_name(symbol: &str) -> String {
    let symbol = without_suffix(symbol);
    if !symbol.starts_with("_Z") {
        return symbol.to_owned();
    }
    let options = DemangleOptions::new().no_params().no_return_type();
    let demangled =
        Symbol::new(symbol).ok().and_then(|parsed| parsed.demangle_with_options(&options).ok());
    let name = demangled.as_deref().map(without_arguments).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| symbol.to_owned())
}

/// Without `.cold`, `.part.0`, `.constprop.1`, `@@VERSION`. No name of C or C++ has these characters; Rust writes `::` as
/// `..` in places.
fn without_suffix(symbol: &str) -> &str {
    let bytes = symbol.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b'@' => true,
        b'.' => bytes.get(at + 1) != Some(&b'.') && bytes[at - 1] != b'.',
        _ => false,
    };
    let end = (1..bytes.len()).find(ends).unwrap_or(bytes.len());
    symbol.get(..end).unwrap_or(symbol)
}

/// Operators with brackets in their names, longest first.
const OPERATORS: &[&str] =
    &["<<=", ">>=", "<=>", "->*", "<<", ">>", "<=", ">=", "->", "()", "[]", "<", ">"];

fn without_arguments(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_operator = out.ends_with("operator");
        let operator = OPERATORS.iter().find(|name| is_operator && rest.starts_with(**name));
        if let Some(text) =
            operator.or(["(anonymous namespace)"].iter().find(|n| rest.starts_with(**n)))
        {
            out.push_str(text);
            rest = &rest[text.len()..];
        } else if "<([".contains(first) && !(is_operator && first == '[') {
            rest = behind_group(rest);
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    let out = out.trim_end_matches(['&', ' ']);
    let out = out.strip_suffix(" const").unwrap_or(out);
    without_hash(out).trim().to_owned()
}

/// What follows the group that `text` begins with.
fn behind_group(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        match character {
            '<' | '(' | '[' => depth += 1,
            // Not the arrow of an expression.
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &text[at + character.len_utf8()..];
        }
        before = character;
    }
    ""
}

/// Without the hash that Rust adds to a name.
fn without_hash(name: &str) -> &str {
    let is_hash = |last: &str| {
        last.strip_prefix('h')
            .is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    match name.rsplit_once("::") {
        Some((path, last)) if is_hash(last) => path,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_become_names() {
        let table = [
            (
                "_ZN3smt24theory_special_relations6mk_injERNS0_8relationER5model",
                "smt::theory_special_relations::mk_inj",
            ),
            ("_ZN3smt7context5checkEv.cold", "smt::context::check"),
            ("_ZN3smt7context5checkEv.part.12.constprop.0", "smt::context::check"),
            (
                "_ZNK4cvc58internal4Node8getConstINS0_8RationalEEERKT_v",
                "cvc5::internal::Node::getConst",
            ),
            ("_ZSt9terminatev", "std::terminate"),
            ("_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector::push_back"),
            ("_ZN1AclEv", "A::operator()"),
            ("_ZN1AlsEi", "A::operator<<"),
            ("_ZN1AixEi", "A::operator[]"),
            ("_ZltRK1AS1_", "operator<"),
            ("_ZN12_GLOBAL__N_11fEv", "(anonymous namespace)::f"),
            ("_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write"),
            (
                "_ZN2z35model4_$LT$m..n$GT$5model17h2797950a1bd5ef9eE.llvm.17",
                "_ZN2z35model4_$LT$m..n$GT$5model17h2797950a1bd5ef9eE",
            ),
            ("_ZN5model8compressEb.localalias", "model::compress"),
            ("yices_check_context", "yices_check_context"),
            ("bitwuzla_mk_term@@V1", "bitwuzla_mk_term"),
            ("_Znwm", "operator new"),
            ("_Z", "_Z"),
            ("", ""),
        ];
        for (symbol, expected) in table {
            assert_eq!(function_name(symbol), expected, "{symbol}");
        }
    }

    fn frame(library: &str, symbol: &str) -> Frame {
        let symbol = (!symbol.is_empty()).then(|| symbol.to_owned());
        Frame { library: library.to_owned(), offset: 4711, symbol }
    }

    #[test]
    fn only_the_solver_is_left() {
        let frames = [
            frame("/lib/x86_64-linux-gnu/libc.so.6", "gsignal"),
            frame("?", ""),
            frame("/usr/lib/libstdc++.so.6.0.30", "_ZSt9terminatev"),
            frame("/opt/libz3.so", "abort"),
            frame("/opt/libz3.so", "_ZNSt6vectorIiSaIiEE9push_backERKi"),
            frame("/opt/libz3.so", ""),
            frame("/opt/libz3.so", "_ZN3smt7context5checkEv.cold"),
            frame("/opt/libz3.so", "_ZN3smt7context5checkEv"),
            frame("/opt/libpoly.so.0", "lp_value_sgn"),
            frame("/usr/bin/murxla", "main"),
        ];
        assert_eq!(solver_functions(&frames), ["smt::context::check", "lp_value_sgn"]);
        assert_eq!(solver_part(&frames), &frames[..9]);
        assert_eq!(solver_part(&frames[9..]), &frames[9..]);
    }

    #[test]
    fn a_circle_of_calls_is_the_same_wherever_it_ends() {
        let names = |text: &str| -> Vec<String> { text.chars().map(String::from).collect() };
        assert_eq!(recurring(&names("xbcabcabca")), ["a", "b", "c"]);
        assert_eq!(recurring(&names("abcabcab")), ["a", "b", "c"]);
        assert!(recurring(&names("abc")).is_empty());
    }
}
