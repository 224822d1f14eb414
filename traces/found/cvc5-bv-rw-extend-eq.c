// solver: cvc5
// shows: bv-rw-extend-eq on (forall ((v (_ BitVec 4))) (= (bvmul v x) y)) with unsat cores ends in a segmentation fault
// outcome: signal 11
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "produce-unsat-cores", "true");
  cvc5_set_option(solver, "bv-rw-extend-eq", "true");
  Cvc5Sort bits = cvc5_mk_bv_sort(tm, 4);
  Cvc5Term x = cvc5_mk_const(tm, bits, "x"), y = cvc5_mk_const(tm, bits, "y"), v = cvc5_mk_var(tm, bits, "v");
  Cvc5Term factors[2] = {v, x};
  Cvc5Term sides[2] = {cvc5_mk_term(tm, CVC5_KIND_BITVECTOR_MULT, 2, factors), y};
  Cvc5Term parts[2] = {cvc5_mk_term(tm, CVC5_KIND_VARIABLE_LIST, 1, &v), cvc5_mk_term(tm, CVC5_KIND_EQUAL, 2, sides)};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_FORALL, 2, parts));
  cvc5_check_sat(solver);
  return 0;
}
