// solver: cvc5
// shows: sat for card(rel.group R) = 2, but in the model R has one tuple and rel.group R one element
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_logic(solver, "HO_ALL");
  cvc5_set_option(solver, "produce-models", "true");
  Cvc5Sort integer = cvc5_get_integer_sort(tm), pair[2] = {integer, integer};
  Cvc5Term relation = cvc5_mk_const(tm, cvc5_mk_set_sort(tm, cvc5_mk_tuple_sort(tm, 2, pair)), "R");
  uint32_t column = 1;
  Cvc5Op op = cvc5_mk_op(tm, CVC5_KIND_RELATION_GROUP, 1, &column);
  Cvc5Term groups = cvc5_mk_term_from_op(tm, op, 1, &relation);
  Cvc5Term equal[2] = {cvc5_mk_term(tm, CVC5_KIND_SET_CARD, 1, &groups), cvc5_mk_integer_int64(tm, 2)};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_EQUAL, 2, equal));
  if (!cvc5_result_is_sat(cvc5_check_sat(solver))) return 0;
  size_t count;
  Cvc5Term value = cvc5_get_value(solver, groups);
  cvc5_term_get_set_value(value, &count);
  return cvc5_term_is_set_value(value) && count != 2;
}
