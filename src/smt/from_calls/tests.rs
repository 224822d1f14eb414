//! Tests of the graph that calls give.

use murxla_api::smtlib::STANDARD;
use murxla_api::{Answer, Sort};

use super::FromCalls;
use crate::smt::export::WrapperRows;
use crate::smt::{Command, Meaning, Node, Script, Term, print};
use crate::trace::check::NoOwnRows;
use crate::trace::{TermName, read};

fn built(trace: &str) -> FromCalls {
    let (trace, _) = read(trace.as_bytes()).unwrap();
    let mut questions = FromCalls::new();
    trace.calls.iter().for_each(|call| questions.add(call, &NoOwnRows));
    questions
}

/// The text of terms, without what asserts them.
fn texts(questions: &FromCalls, terms: impl IntoIterator<Item = Term>) -> Vec<String> {
    let text = |term| {
        let commands = vec![Command::Assert(term)];
        let script = Script { graph: questions.graph().clone(), commands };
        let text = print(&script, &STANDARD).unwrap();
        text.trim_end().trim_start_matches("(assert ").trim_end_matches(')').to_owned()
    };
    terms.into_iter().map(text).collect()
}

/// What is asserted now, the latest first, as `level:formula`.
fn asserted(questions: &FromCalls) -> Vec<String> {
    let text = |one: &super::Assertion| {
        let term = texts(questions, [one.term]).remove(0);
        format!("{}:{term}", one.level)
    };
    questions.assertions().map(text).collect()
}

const THREE: &str = "\
0 new
0 mk-sort SORT_BOOL
return s1
0 mk-const s1 \"x\"
return t1
0 mk-const s1 \"y\"
return t2
0 mk-const s1 \"z\"
return t3
";

#[test]
fn levels_give_back_what_was_asserted() {
    let levels = format!(
        "{THREE}0 assert-formula t1\n0 push 2\n0 assert-named t2 \"n\"\n0 check-sat\nreturn sat\n0 pop 1\n\
         0 assert-formula t3\n0 assert-formula t1\nrejected \"no\"\n0 check-sat-assuming 2 t1 t2\nreturn unsat\n"
    );
    let questions = built(&levels);
    assert_eq!(asserted(&questions), ["1:z", "0:x"]);
    assert_eq!(questions.level(), 1);
    let [first, second] = questions.checks() else { panic!("two checks") };
    assert_eq!((first.call, first.level, first.answer), (8, 2, Some(Answer::Sat)));
    assert_eq!((second.call, second.level, second.answer), (12, 1, Some(Answer::Unsat)));
    let names: Vec<_> = questions.asserted_at(first).map(|one| one.name.as_deref()).collect();
    assert_eq!(names, [Some("n"), None]);
    assert_eq!(questions.asserted_at(second).map(|one| one.call).collect::<Vec<_>>(), [10, 5]);
    assert_eq!(texts(&questions, second.assumptions.iter().copied()), ["x", "y"]);

    let questions = built(&format!("{levels}0 pop 5\n"));
    assert_eq!((asserted(&questions), questions.level()), (vec!["0:x".to_owned()], 0));
    let questions = built(&format!("{levels}0 reset-assertions\n0 assert-formula t2\n"));
    assert_eq!((asserted(&questions), questions.level()), (vec!["0:y".to_owned()], 0));
}

#[test]
fn nothing_is_left_after_a_reset() {
    let datatype = |constructor: &str| {
        format!(
            "0 mk-sort SORT_DT 1 \"D\" 0 1 \"{constructor}\" 0\nreturn s2\n0 mk-const s2 \"d\"\nreturn t4\n"
        )
    };
    for end in ["0 reset\n", "0 delete\n0 new\n"] {
        let text = format!(
            "{THREE}{}0 assert-formula t1\n0 check-sat\n{end}0 mk-sort SORT_BOOL\nreturn s1\n{}\
             0 mk-const s1 \"x\"\nreturn t1\n0 check-sat\n",
            datatype("a"),
            datatype("b")
        );
        let questions = built(&text);
        assert_eq!(questions.assertions().count(), 0);
        assert_eq!(questions.checks().len(), 1);
        assert_eq!(questions.term(TermName(2)), None);
        // The datatype of the same name is another one.
        let d = questions.term(TermName(4)).unwrap();
        let murxla_api::SortShape::Datatype(datatype, _) = questions.graph().sort(d).shape() else {
            panic!("{:?}", questions.graph().sort(d))
        };
        assert!(datatype.constructor("b").is_some() && datatype.constructor("a").is_none());
        assert_eq!(questions.maker(TermName(1)), Some(questions.call_count() - 2));
    }
}

#[test]
fn a_variable_is_bound_at_one_place() {
    let questions = built(
        "\
0 new
0 mk-sort SORT_INT
return s1
0 mk-var s1 \"v\"
return t1
0 mk-value s1 \"3\"
return t2
0 mk-term OP_INT_LT SORT_BOOL 2 t1 t2
return t3
0 mk-term OP_FORALL SORT_BOOL 2 t1 t3
return t4
0 mk-term OP_EXISTS SORT_BOOL 2 t1 t3
return t5
0 mk-let 1 t1 1 t2 t3
return t6
0 mk-fun \"f\" 1 t1 t3
return t7
0 mk-term OP_UF_APPLY SORT_BOOL 2 t7 t2
return t8
0 assert-formula t4
0 assert-formula t5
0 assert-formula t6
0 assert-formula t8
",
    );
    let mut found = asserted(&questions);
    found.reverse();
    assert_eq!(
        found,
        ["0:(forall ((v Int)) (< v 3", "0:(exists ((v Int)) (< v 3", "0:(< 3 3", "0:(f 3"]
    );
    let f = questions.term(TermName(7)).unwrap();
    let Node::Constant(symbol) = questions.graph().node(f) else { panic!("a symbol") };
    let definition = questions.definition(symbol).unwrap();
    assert_eq!(texts(&questions, [definition.body]), ["(< v 3"]);
    let bound = |name: u32| match questions.graph().node(questions.term(TermName(name)).unwrap()) {
        Node::Bind { variables, .. } => variables.to_vec(),
        other => panic!("{other:?}"),
    };
    assert_ne!(bound(4), bound(5));
    assert_ne!(bound(4), definition.variables);
}

#[test]
fn what_a_solver_gives_has_a_sort_and_no_structure() {
    let questions = built(&format!(
        "{THREE}0 mk-term OP_AND SORT_BOOL 2 t1 t2\nreturn t4\n0 simplify t4\nreturn t5\n\
         0 term-get-children t4\nreturn t6 t7\n0 assert-formula t5\n0 assert-formula t6\n0 assert-formula t7\n\
         0 mk-term OP_NOT SORT_BOOL 1 t6\nreturn t8\n0 mk-term z3-OP_NEW SORT_BOOL 1 t4\nreturn t9 s1\n"
    ));
    let node = |term| match questions.graph().node(term) {
        Node::Opaque(opaque) => opaque.clone(),
        other => panic!("{other:?}"),
    };
    let simplified = node(questions.term(TermName(5)).unwrap());
    assert_eq!((simplified.call, simplified.meaning), (6, Meaning::FirstPart));
    assert_eq!(simplified.same(), questions.term(TermName(4)));
    // What a formula is, is a truth value at least; two of them are two.
    let terms: Vec<Term> = questions.assertions().map(|one| one.term).collect();
    assert_ne!(terms[0], terms[1]);
    assert!(terms.iter().all(|term| *questions.graph().sort(*term) == Sort::bool()));
    assert_eq!((node(terms[0]).call, node(terms[0]).same()), (7, None));
    assert_eq!(questions.term(TermName(8)), None);
    // The trace says the sort of what an operator gives that nobody knows.
    let unknown = node(questions.term(TermName(9)).unwrap());
    assert_eq!(&*unknown.parts, &[questions.term(TermName(4)).unwrap()]);
}

#[test]
fn an_action_of_a_solver_may_assert() {
    let (trace, _) = read(
        format!(
            "{THREE}0 assert-formula t1\n0 check-sat\nreturn sat\n0 cvc5-block-model \"values\"\n0 check-sat\n"
        )
        .as_bytes(),
    )
    .unwrap();
    let rows = WrapperRows(crate::solvers::wrapper("cvc5").ok());
    let mut questions = FromCalls::new();
    trace.calls.iter().for_each(|call| questions.add(call, &rows));
    let [first, second] = questions.checks() else { panic!("two checks") };
    assert_eq!(questions.asserted_at(first).count(), 1);
    let blocked = questions.asserted_at(second).next().unwrap();
    assert!(matches!(questions.graph().node(blocked.term), Node::Opaque(_)));
    assert_eq!(questions.grounds(first), [2, 5]);
    assert_eq!(questions.grounds(second), [2, 5, 7]);
}

#[test]
fn a_check_depends_on_what_was_asserted_and_on_what_that_is_made_of() {
    let questions = built(&format!(
        "{THREE}\
0 mk-sort SORT_FUN s1 s1
return s2
0 mk-rec-fun s2 \"f\"
return t4
0 mk-var s1 \"v\"
return t5
0 mk-term OP_UF_APPLY SORT_BOOL 2 t4 t5
return t6
0 define-rec-fun t4 1 t5 t6
0 mk-term OP_UF_APPLY SORT_BOOL 2 t4 t1
return t7
0 assert-formula t7
0 check-sat
0 push 1
0 assert-formula t2
0 pop 1
0 check-sat-assuming 1 t3
"
    ));
    let [first, second] = questions.checks() else { panic!("two checks") };
    // The constant, the function, its definition and what that is made of, the application, the assertion.
    assert_eq!(questions.grounds(first), [2, 6, 7, 8, 9, 10, 11]);
    // The other assertion is gone, but who did not close the level has it still.
    assert_eq!(questions.grounds(second), [2, 4, 6, 7, 8, 9, 10, 11, 13, 15]);
    assert_eq!(questions.makers_of(10), [6, 2]);
    assert_eq!(questions.recursive().len(), 1);
}

#[test]
fn calls_that_failed_count_only_where_they_are_taken_as_done() {
    let text = format!("{THREE}0 assert-formula t1\nskipped \"no\"\n0 check-sat\n");
    assert_eq!(built(&text).checks()[0].call, 6);
    assert!(built(&text).grounds(&built(&text).checks()[0]).is_empty());
    let (trace, _) = read(text.as_bytes()).unwrap();
    let mut questions = FromCalls::new();
    trace.calls.iter().for_each(|call| questions.add_done(call, &NoOwnRows));
    assert_eq!(questions.grounds(&questions.checks()[0]), [2, 5]);
}

#[test]
fn calls_that_make_no_sense_do_no_harm() {
    let questions = built(
        "\
0 assert-formula t77
0 pop 4000000000
0 push 4000000000
0 push 4000000000
0 mk-term OP_AND SORT_BOOL 2 t1 t2
return t3
0 mk-const s4 \"x\"
return t4
0 mk-fun \"f\" 1 t4 t3
return t5
0 define-rec-fun t5 1 t4 t3
0 mk-let 1 t4 1 t4 t3
return t6
0 mk-term OP_FORALL SORT_BOOL 2 t3 t3
return t7
0 check-sat
",
    );
    assert_eq!(questions.checks().len(), 1);
    assert_eq!(questions.assertions().count(), 1);
    assert_eq!(questions.level(), 8_000_000_000);
    assert!((3..8).all(|name| questions.term(TermName(name)).is_none()));
}
