// solver: cvc5
// shows: asking how many indices the skolem identifier "internal" takes ends the process
// outcome: signal 6
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  cvc5_get_num_idxs_for_skolem_id(tm, 0 /* CVC5_SKOLEM_ID_INTERNAL */);
  return 0;
}
