// solver: cvc5
// shows: the value of a bag.partition term ends the process ("Unexpected bag kind 'bag.partition'")
// outcome: signal 6
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_logic(solver, "HO_ALL");
  cvc5_set_option(solver, "produce-models", "true");
  Cvc5Sort integer = cvc5_get_integer_sort(tm), pair[2] = {integer, integer};
  Cvc5Term same = cvc5_mk_const(tm, cvc5_mk_fun_sort(tm, 2, pair, cvc5_get_boolean_sort(tm)), "same");
  Cvc5Term bag = cvc5_mk_const(tm, cvc5_mk_bag_sort(tm, integer), "b");
  Cvc5Term args[2] = {same, bag};
  Cvc5Term parts = cvc5_mk_term(tm, CVC5_KIND_BAG_PARTITION, 2, args);
  Cvc5Term equal[2] = {parts, cvc5_mk_const(tm, cvc5_term_get_sort(parts), "p")};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_EQUAL, 2, equal));
  if (cvc5_result_is_sat(cvc5_check_sat(solver))) cvc5_get_value(solver, parts);
  return 0;
}
