//! Finds the message with which a library aborted, in what it printed.

/// The beginning of a message, and how many lines after it belong to it.
const MESSAGES: &[(&str, usize)] = &[
    // assert() of glibc: FILE:LINE: FUNCTION: Assertion `…' failed.
    ("Assertion `", 0),
    // libstdc++; the second line is: what():  …
    ("terminate called after throwing an instance of", 1),
    ("terminate called ", 0),
    ("pure virtual method called", 0),
    // libc++
    ("libc++abi: terminating", 0),
    // cvc5: where; what kind of check; an empty line; the condition
    ("Fatal failure within", 3),
    ("Unhandled case encountered", 0),
    // Z3: file; line; the condition
    ("ASSERTION VIOLATION", 3),
    ("UNEXPECTED CODE WAS REACHED", 0),
    ("Failed to verify:", 0),
    // glibc, about the heap and the stack
    ("double free or corruption", 0),
    ("free(): ", 0),
    ("malloc(): ", 0),
    ("realloc(): ", 0),
    ("calloc(): ", 0),
    ("munmap_chunk(): ", 0),
    ("corrupted size vs. prev_size", 0),
    ("corrupted double-linked list", 0),
    ("*** stack smashing detected ***", 0),
    ("*** buffer overflow detected ***", 0),
    // Rust, when it cannot even panic
    ("fatal runtime error:", 0),
    ("AddressSanitizer:", 0),
    ("UndefinedBehaviorSanitizer:", 0),
    ("LeakSanitizer:", 0),
    ("ThreadSanitizer:", 0),
    ("MemorySanitizer:", 0),
];

/// What is said when an allocation failed, in lower case.
const MEMORY: &[&str] = &[
    "std::bad_alloc",
    "memory allocation of ",
    "out of memory",
    "memout",
    "cannot allocate memory",
    "failed to allocate",
    "memory exhausted",
];

/// The last message in `text` that tells why a process aborts, on one line.
pub fn abort_message(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let beginnings = lines.iter().enumerate().filter_map(|(number, line)| {
        let (_, more) = MESSAGES.iter().find(|(beginning, _)| line.contains(beginning))?;
        Some((number, *more))
    });
    // What looks like a beginning may be the last line of a longer message, which tells more.
    let (start, more) = beginnings.fold(None, |last: Option<(usize, usize)>, (number, more)| {
        last.filter(|(start, more)| number <= start + more).or(Some((number, more)))
    })?;
    let message = lines[start..].iter().take(1 + more).map(|line| line.trim());
    let message: Vec<&str> = message.filter(|line| !line.is_empty()).collect();
    Some(message.join(" "))
}

/// Whether `text` tells that memory ran out.
pub(super) fn tells_of_memory(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    MEMORY.iter().any(|said| text.contains(said))
}

#[cfg(test)]
mod tests {
    use super::{abort_message, tells_of_memory};

    #[test]
    fn messages_are_found() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(abort_message(text).as_deref(), expected, "{text}");
        };
        let assertion = "a.out: f.cpp:12: int f(): Assertion `x > 0' failed.";
        check(&format!("noise\n{assertion}\n"), Some(assertion));
        check(
            "terminate called after throwing an instance of 'std::logic_error'\n  what():  so so\n",
            Some(
                "terminate called after throwing an instance of 'std::logic_error' what():  so so",
            ),
        );
        check(
            "terminate called after throwing an instance of 'int'\n",
            Some("terminate called after throwing an instance of 'int'"),
        );
        check(
            "Fatal failure within void cvc5::f() at /x/y.cpp:7\nCheck failure\n\n n > 0\nmore\n",
            Some("Fatal failure within void cvc5::f() at /x/y.cpp:7 Check failure n > 0"),
        );
        check(
            "ASSERTION VIOLATION\nFile: a.cpp\nLine: 3\nx != 0\n(C)ontinue?",
            Some("ASSERTION VIOLATION File: a.cpp Line: 3 x != 0"),
        );
        check(
            "ASSERTION VIOLATION\nFile: a.cpp\nLine: 3\nUNEXPECTED CODE WAS REACHED.\nZ3 5.4.0\n",
            Some("ASSERTION VIOLATION File: a.cpp Line: 3 UNEXPECTED CODE WAS REACHED."),
        );
        check("Failed to verify: x\nfree(): invalid size\n", Some("free(): invalid size"));
        check("free(): invalid pointer\n", Some("free(): invalid pointer"));
        check("", None);
        check("all is well\n", None);
    }

    #[test]
    fn memory_is_recognised() {
        assert!(tells_of_memory("memory allocation of 8 bytes failed\n"));
        assert!(tells_of_memory("(error \"Out of memory\")"));
        assert!(!tells_of_memory("Assertion `memory' failed"));
    }
}
