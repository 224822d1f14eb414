//! Deep nesting: its only limit is memory.

use murxla::smt::{check, parse, read};

const DEPTH: usize = 1_000_000;
/// For forms that take more time in a debug build.
const LESS: usize = 100_000;

fn nested_to(depth: usize, [before, open, inner, close, after]: [&str; 5]) -> String {
    [before, &open.repeat(depth), inner, &close.repeat(depth), after].concat()
}

fn nested(before: &str, open: &str, inner: &str, close: &str, after: &str) -> String {
    nested_to(DEPTH, [before, open, inner, close, after])
}

fn is_read(input: &str) {
    let commands = parse(input.as_bytes()).expect("a file that can be parsed");
    let script = check(&commands, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert!(!script.graph.is_empty());
}

#[test]
fn lists() {
    let commands = parse(nested("", "(", "", ")", "").as_bytes()).expect("lists");
    assert_eq!(commands.len(), DEPTH);
    assert_eq!(parse(commands.to_string().as_bytes()).as_ref(), Ok(&commands));
    assert!(read(nested("", "(", "", ")", "").as_bytes(), &[]).is_ok());
    assert!(parse("(".repeat(DEPTH).as_bytes()).is_err());
}

#[test]
fn applications() {
    is_read(&nested("(assert ", "(not ", "true", ")", ")"));
    is_read(&nested("(declare-fun f (Int) Int)(assert (= 0 ", "(f ", "1", ")", "))"));
}

#[test]
fn bindings() {
    is_read(&nested("(declare-const x Bool)(assert ", "(let ((x (not x))) ", "x", ")", ")"));
    is_read(&nested_to(LESS, ["(assert ", "(let ((x ", "true", ")) x)", ")"]));
}

#[test]
fn binders_and_annotations() {
    is_read(&nested_to(LESS, ["(assert ", "(forall ((x Bool)) ", "x", ")", ")"]));
    is_read(&nested_to(LESS, ["(assert ", "(! ", "true", " :note a)", ")"]));
    let before = "(assert (forall ((x Bool)) ";
    is_read(&nested_to(LESS, [before, "(! ", "x", " :pattern (x))", "))"]));
}

#[test]
fn matches() {
    let before = "(declare-datatype D ((c) (d (s Bool))))(declare-const x D)(assert ";
    is_read(&nested_to(LESS, [before, "(match x ((c true) ((d y) ", "y", ")))", ")"]));
}

/// What walks over sorts may recurse, so they are limited.
#[test]
fn sorts() {
    let refused = |input: &str| {
        let error = read(input.as_bytes(), &[]).expect_err("a sort that is too deep").to_string();
        assert!(error.contains("a sort of this size cannot be represented"), "{error}");
    };
    refused(&nested("(declare-const x ", "(Seq ", "Int", ")", ")"));
    refused(&nested("(assert (= 0 (seq.len ", "(seq.unit ", "1", ")", ")))"));
    let doubled: String =
        (1..200).map(|n| format!("(define-sort S{n} () (Tuple S{} S{}))", n - 1, n - 1)).collect();
    refused(&format!("(define-sort S0 () Int){doubled}"));
    let doubled: String =
        (1..200).map(|n| format!("(define-sort S{n} () (P S{} S{}))", n - 1, n - 1)).collect();
    refused(&format!("(declare-sort P 2)(define-sort S0 () Int){doubled}"));
}
