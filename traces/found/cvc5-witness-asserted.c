// solver: cvc5
// shows: asserting a formula with a witness term ends the process instead of reporting an error
// outcome: signal 6
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  Cvc5Term one = cvc5_mk_integer_int64(tm, 1);
  Cvc5Term v = cvc5_mk_var(tm, cvc5_get_integer_sort(tm), "v");
  Cvc5Term list = cvc5_mk_term(tm, CVC5_KIND_VARIABLE_LIST, 1, &v);
  Cvc5Term greater[2] = {v, one};
  Cvc5Term witness[2] = {list, cvc5_mk_term(tm, CVC5_KIND_GT, 2, greater)};
  Cvc5Term equal[2] = {cvc5_mk_term(tm, CVC5_KIND_WITNESS, 2, witness), one};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_EQUAL, 2, equal));
  cvc5_check_sat(solver);
  return 0;
}
