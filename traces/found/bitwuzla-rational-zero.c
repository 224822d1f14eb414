// solver: bitwuzla
// shows: a number from a rational whose denominator is 0 is a division by zero instead of an error
// outcome: signal 8
#include <bitwuzla/c/bitwuzla.h>

int main(void) {
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaSort sort = bitwuzla_mk_fp_sort(tm, 5, 11);
  bitwuzla_mk_fp_from_rational(tm, sort, bitwuzla_mk_rm_value(tm, BITWUZLA_RM_RNE), "1", "0");
  return 0;
}
