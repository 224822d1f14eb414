// solver: cvc5
// shows: nl-ext-tf-taylor-deg 0, which cvc5 takes: checking sin(1) < x ends in a segmentation fault
// outcome: signal 11
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "nl-ext-tf-taylor-deg", "0");
  Cvc5Term one = cvc5_mk_real_int64(tm, 1);
  Cvc5Term sides[2] = {cvc5_mk_term(tm, CVC5_KIND_SINE, 1, &one), cvc5_mk_const(tm, cvc5_get_real_sort(tm), "x")};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_LT, 2, sides));
  cvc5_check_sat(solver);
  return 0;
}
