// solver: z3
// shows: Z3_fpa_get_numeral_exponent_string(infinity, biased = true) is 128 in Float32, not 255 (all bits one)
// outcome: exit 1
#include <string.h>
#include <z3.h>

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_ast infinity = Z3_mk_fpa_inf(c, Z3_mk_fpa_sort_32(c), 0);
  return strcmp(Z3_fpa_get_numeral_exponent_string(c, infinity, 1), "255") != 0;
}
