// solver: cvc5
// shows: simplifying a term between unsat under assumptions and get-unsat-core: "Unreachable code reached"
// outcome: signal 6
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "incremental", "true");
  cvc5_set_option(solver, "produce-unsat-cores", "true");
  Cvc5Term p = cvc5_mk_const(tm, cvc5_get_boolean_sort(tm), "p");
  Cvc5Term not_p = cvc5_mk_term(tm, CVC5_KIND_NOT, 1, &p);
  cvc5_assert_formula(solver, p);
  cvc5_check_sat_assuming(solver, 1, &not_p);
  cvc5_simplify(solver, p, false);
  size_t size = 0;
  cvc5_get_unsat_core(solver, &size);
  return 0;
}
