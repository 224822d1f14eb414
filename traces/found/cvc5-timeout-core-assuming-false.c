// solver: cvc5
// shows: get-timeout-core with assumptions says sat although false is asserted
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "produce-unsat-cores", "true");
  Cvc5Term truth = cvc5_mk_true(tm);
  Cvc5Term falsehood = cvc5_mk_term(tm, CVC5_KIND_NOT, 1, &truth);
  cvc5_assert_formula(solver, falsehood);
  Cvc5Result result;
  size_t size;
  cvc5_get_timeout_core_assuming(solver, 1, &truth, &result, &size);
  return cvc5_result_is_sat(result);
}
