//! What cvc5's engines and its parser tell, against libraries that tell lies.

use crate::lies::Lies;

/// What is there before the calls of a row.
const BEFORE: &str = r#"1 new
1 set-option produce-models true
1 set-option incremental true
1 mk-sort SORT_INT
  return s1
1 mk-sort SORT_BOOL
  return s2
1 mk-sort SORT_FUN s1 s1
  return s3
1 mk-sort SORT_STRING
  return s4
2 mk-sort SORT_DT 1 "Dt" 0 1 "cons" 1 "sel" s1
  return s5
1 mk-sort SORT_TUPLE s1 s2
  return s6
2 mk-sort SORT_DT 1 "Color" 0 2 "red" 0 "blue" 0
  return s7
2 mk-sort SORT_DT 1 "List" 1 "T" 2 "nil" 0 "one" 1 "head" s"T"
  return s8
1 mk-const s1 "x1"
  return t1
1 mk-const s1 "y1"
  return t2
1 mk-value s1 "5"
  return t3
1 mk-term OP_EQUAL SORT_BOOL 2 t1 t3
  return t4
1 mk-term OP_INT_GT SORT_BOOL 2 t1 t3
  return t5
1 mk-term OP_NOT SORT_BOOL 1 t4
  return t6
1 mk-const s3 "f1"
  return t7
1 mk-term OP_UF_APPLY SORT_INT 2 t7 t1
  return t8
1 mk-var s1 "z1"
  return t9
1 mk-term OP_EQUAL SORT_BOOL 2 t9 t9
  return t10
1 mk-term OP_INT_LT SORT_BOOL 2 t1 t2
  return t11
1 mk-term OP_INT_ADD SORT_INT 2 t1 t3
  return t12
1 mk-term OP_AND SORT_BOOL 2 t4 t11
  return t13
1 mk-const s2 "b1"
  return t14
1 mk-term OP_OR SORT_BOOL 2 t14 t11
  return t15
1 mk-sort SORT_BV 8
  return s9
1 mk-const s9 "v1"
  return t16
1 mk-term OP_BV_EXTRACT SORT_BV 1 t16 2 3 0
  return t17
"#;

pub const LIES: Lies = Lies {
    solver: "cvc5",
    variable: "CVC5_LIE",
    before: BEFORE,
    sorts: 9,
    rows: include_str!("cvc5_lies.txt"),
    sources: &[("cvc5_lies.c", "libcvc5-"), ("cvc5_parser_lies.c", "libcvc5parser")],
};
