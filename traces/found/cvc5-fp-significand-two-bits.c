// solver: cvc5
// shows: the sort (_ FloatingPoint 5 2) is taken, but (fp sign exponent significand) of that sort is refused
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  cvc5_mk_fp_sort(tm, 5, 2);
  if (cvc5_has_error()) return 0;
  Cvc5Term bits[3] = {cvc5_mk_const(tm, cvc5_mk_bv_sort(tm, 1), "s"), cvc5_mk_const(tm, cvc5_mk_bv_sort(tm, 5), "e"),
                      cvc5_mk_const(tm, cvc5_mk_bv_sort(tm, 1), "f")};
  cvc5_mk_term(tm, CVC5_KIND_FLOATINGPOINT_FP, 3, bits);
  return cvc5_has_error();
}
