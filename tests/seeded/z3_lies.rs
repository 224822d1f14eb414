//! What Z3's engines tell, against a libz3 that tells lies.

use crate::lies::Lies;

/// What is there before the calls of a row.
const BEFORE: &str = r#"1 new
1 set-option produce-models true
1 set-option incremental true
1 mk-sort SORT_INT
  return s1
1 mk-sort SORT_STRING
  return s2
1 mk-sort SORT_FP 5 11
  return s3
1 mk-sort SORT_FUN s1 s1
  return s4
1 mk-const s1 "xx"
  return t1
1 mk-const s1 "yy"
  return t2
1 mk-value s1 "5"
  return t3
1 mk-term OP_EQUAL SORT_BOOL 2 t1 t3
  return t4
1 mk-term OP_INT_GT SORT_BOOL 2 t1 t3
  return t5
1 mk-term OP_NOT SORT_BOOL 1 t4
  return t6
1 mk-value s2 "abc"
  return t7
2 mk-value s3 "0011100000000000"
  return t8
1 mk-const s4 "ff"
  return t10
1 mk-term OP_UF_APPLY SORT_INT 2 t10 t1
  return t9
1 mk-var s1 "zz"
  return t11
1 mk-term OP_EQUAL SORT_BOOL 2 t11 t11
  return t12
1 mk-term OP_FORALL SORT_BOOL 2 t11 t12
  return t13
1 mk-term OP_INT_LT SORT_BOOL 2 t1 t2
  return t14
1 mk-term OP_INT_ADD SORT_INT 2 t1 t3
  return t15
1 mk-term OP_AND SORT_BOOL 2 t4 t14
  return t16
"#;

pub const LIES: Lies = Lies {
    solver: "z3",
    variable: "Z3_LIE",
    before: BEFORE,
    sorts: 4,
    rows: include_str!("z3_lies.txt"),
    sources: &[("z3_lies.c", "libz3")],
};
