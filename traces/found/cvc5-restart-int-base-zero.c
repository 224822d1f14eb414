// solver: cvc5
// shows: restart-int-base 0, which cvc5 takes, and incremental: a check of p /= q never ends
// outcome: hangs
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "incremental", "true");
  cvc5_set_option(solver, "restart-int-base", "0");
  Cvc5Sort boolean = cvc5_get_boolean_sort(tm);
  Cvc5Term both[2] = {cvc5_mk_const(tm, boolean, "p"), cvc5_mk_const(tm, boolean, "q")};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_DISTINCT, 2, both));
  cvc5_check_sat(solver);
  return 0;
}
