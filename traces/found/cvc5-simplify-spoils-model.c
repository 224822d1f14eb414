// solver: cvc5
// shows: with unsat cores on, cvc5_simplify after sat leaves a model in which the asserted x /= y is false
// outcome: exit 1
#include "cvc5-declarations.h"
bool cvc5_term_is_boolean_value(Cvc5Term);
bool cvc5_term_get_boolean_value(Cvc5Term);

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_option(solver, "incremental", "true");
  cvc5_set_option(solver, "produce-models", "true");
  cvc5_set_option(solver, "produce-unsat-cores", "true");
  Cvc5Sort byte = cvc5_mk_bv_sort(tm, 8);
  Cvc5Term args[2] = {cvc5_mk_const(tm, byte, "x"), cvc5_mk_const(tm, byte, "y")};
  Cvc5Term differ = cvc5_mk_term(tm, CVC5_KIND_DISTINCT, 2, args);
  cvc5_assert_formula(solver, differ);
  cvc5_check_sat(solver);
  cvc5_simplify(solver, args[0], false);
  Cvc5Term value = cvc5_get_value(solver, differ);
  return value != NULL && cvc5_term_is_boolean_value(value) && !cvc5_term_get_boolean_value(value);
}
