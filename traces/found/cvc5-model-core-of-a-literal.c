// solver: cvc5
// shows: after an assertion of the constant a, a is no symbol of the model core, so the empty model is told to be enough
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "produce-models", "true");
  cvc5_set_option(solver, "model-cores", "simple");
  Cvc5Term a = cvc5_mk_const(tm, cvc5_get_boolean_sort(tm), "a");
  cvc5_assert_formula(solver, a);
  if (!cvc5_result_is_sat(cvc5_check_sat(solver))) return 0;
  return !cvc5_is_model_core_symbol(solver, a);
}
