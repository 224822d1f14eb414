// solver: cvc5
// shows: the next interpolant of assertions that contradict each other is the same one again; the API promises one that differs
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "produce-interpolants", "true");
  Cvc5Term b = cvc5_mk_const(tm, cvc5_get_boolean_sort(tm), "b");
  Cvc5Term not_b = cvc5_mk_term(tm, CVC5_KIND_NOT, 1, &b);
  cvc5_assert_formula(solver, b);
  cvc5_assert_formula(solver, not_b);
  Cvc5Term first = cvc5_get_interpolant(solver, b);
  Cvc5Term second = cvc5_get_interpolant_next(solver);
  return first != NULL && first == second;
}
