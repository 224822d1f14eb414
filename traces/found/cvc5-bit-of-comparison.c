// solver: cvc5
// shows: a bit of bvultbv or bvsltbv as a Boolean is unconstrained: the only bit of (bvultbv x x), which is 0, can be true
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  Cvc5Term x = cvc5_mk_const(tm, cvc5_mk_bv_sort(tm, 8), "x");
  Cvc5Term same[2] = {x, x};
  Cvc5Term less = cvc5_mk_term(tm, CVC5_KIND_BITVECTOR_ULTBV, 2, same);
  uint32_t place = 0;
  Cvc5Op bit = cvc5_mk_op(tm, CVC5_KIND_BITVECTOR_BIT, 1, &place);
  cvc5_assert_formula(solver, cvc5_mk_term_from_op(tm, bit, 1, &less));
  return cvc5_result_is_sat(cvc5_check_sat(solver));
}
