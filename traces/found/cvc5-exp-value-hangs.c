// solver: cvc5
// shows: 3 < exp(x) is sat at once, but the value of exp(x) is never given
// outcome: hangs
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_logic(solver, "ALL");
  cvc5_set_option(solver, "produce-models", "true");
  Cvc5Term x = cvc5_mk_const(tm, cvc5_get_real_sort(tm), "x");
  Cvc5Term less[2] = {cvc5_mk_real_int64(tm, 3), cvc5_mk_term(tm, CVC5_KIND_EXPONENTIAL, 1, &x)};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_LT, 2, less));
  if (cvc5_result_is_sat(cvc5_check_sat(solver))) cvc5_get_value(solver, less[1]);
  return 0;
}
