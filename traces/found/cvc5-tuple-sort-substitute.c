// solver: cvc5
// shows: the sort that cvc5_sort_substitute makes of a tuple sort cannot be printed: a segmentation fault
// outcome: signal 11
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5Sort integer = cvc5_get_integer_sort(tm);
  Cvc5Sort tuple = cvc5_mk_tuple_sort(tm, 1, &integer);
  cvc5_sort_to_string(cvc5_sort_substitute(tuple, integer, cvc5_get_boolean_sort(tm)));
  return 0;
}
