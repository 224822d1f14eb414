// solver: cvc5
// shows: a tuple sort counts as instantiated; asking its constructor for the instantiated term crashes
// outcome: signal 11
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5Sort elements[2] = {cvc5_get_boolean_sort(tm), cvc5_get_boolean_sort(tm)};
  Cvc5Sort tuple = cvc5_mk_tuple_sort(tm, 2, elements);
  if (!cvc5_sort_is_instantiated(tuple)) return 0;
  Cvc5DatatypeConstructor constructor = cvc5_dt_get_constructor(cvc5_sort_get_datatype(tuple), 0);
  cvc5_dt_cons_get_instantiated_term(constructor, tuple);
  return 0;
}
