// solver: z3
// shows: a constant that nothing constrains has the minimum 0, beside a power of integers (4.15.3 says unknown)
// outcome: exit 1
#include <z3.h>
#include <string.h>

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_ast a = Z3_mk_const(c, Z3_mk_string_symbol(c, "a"), Z3_mk_real_sort(c));
  Z3_ast b = Z3_mk_const(c, Z3_mk_string_symbol(c, "b"), Z3_mk_int_sort(c));
  Z3_optimize o = Z3_mk_optimize(c);
  Z3_optimize_inc_ref(c, o);
  Z3_optimize_assert(c, o, Z3_mk_gt(c, Z3_mk_power(c, b, b), b));
  unsigned objective = Z3_optimize_minimize(c, o, a);
  if (Z3_optimize_check(c, o, 0, NULL) != Z3_L_TRUE) return 0;
  const char *minimum = Z3_ast_to_string(c, Z3_optimize_get_lower(c, o, objective));
  return strcmp(minimum, "0") == 0 || strcmp(minimum, "0.0") == 0;
}
