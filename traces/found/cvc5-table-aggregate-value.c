// solver: cvc5
// shows: the value of a table.aggr term ends the process ("Unexpected bag kind 'table.aggr'")
// outcome: signal 6
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5 *solver = cvc5_new(tm);
  cvc5_set_logic(solver, "HO_ALL");
  cvc5_set_option(solver, "produce-models", "true");
  Cvc5Sort integer = cvc5_get_integer_sort(tm);
  Cvc5Sort row = cvc5_mk_tuple_sort(tm, 1, &integer), domain[2] = {row, integer};
  Cvc5Term combine = cvc5_mk_const(tm, cvc5_mk_fun_sort(tm, 2, domain, integer), "f");
  Cvc5Term table = cvc5_mk_const(tm, cvc5_mk_bag_sort(tm, row), "t");
  Cvc5Term args[3] = {combine, cvc5_mk_integer_int64(tm, 0), table};
  uint32_t column = 0;
  Cvc5Op op = cvc5_mk_op(tm, CVC5_KIND_TABLE_AGGREGATE, 1, &column);
  Cvc5Term sum = cvc5_mk_term_from_op(tm, op, 3, args);
  Cvc5Term equal[2] = {sum, cvc5_mk_const(tm, cvc5_term_get_sort(sum), "s")};
  cvc5_assert_formula(solver, cvc5_mk_term(tm, CVC5_KIND_EQUAL, 2, equal));
  if (cvc5_result_is_sat(cvc5_check_sat(solver))) cvc5_get_value(solver, sum);
  return 0;
}
