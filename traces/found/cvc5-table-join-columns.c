// solver: cvc5
// shows: table.join over two pairs of columns is refused although both pairs have one sort: the wrong columns are compared
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5Sort boolean = cvc5_get_boolean_sort(tm), integer = cvc5_get_integer_sort(tm);
  Cvc5Sort left[2] = {boolean, integer}, right[2] = {integer, boolean};
  Cvc5Term tables[2] = {cvc5_mk_const(tm, cvc5_mk_bag_sort(tm, cvc5_mk_tuple_sort(tm, 2, left)), "a"),
                        cvc5_mk_const(tm, cvc5_mk_bag_sort(tm, cvc5_mk_tuple_sort(tm, 2, right)), "b")};
  // Column 0 of a with column 1 of b (Bool), column 1 of a with column 0 of b (Int).
  uint32_t columns[4] = {0, 1, 1, 0};
  Cvc5Term join = cvc5_mk_term_from_op(tm, cvc5_mk_op(tm, CVC5_KIND_TABLE_JOIN, 4, columns), 2, tables);
  return join == 0 && cvc5_has_error();
}
