// solver: z3
// shows: Z3_mk_re_power takes a bit-vector for a regular expression
// outcome: exit 1
#include <z3.h>

static void ignore(Z3_context context, Z3_error_code code) { (void)context, (void)code; }

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_set_error_handler(c, ignore);
  Z3_ast x = Z3_mk_const(c, Z3_mk_string_symbol(c, "x"), Z3_mk_bv_sort(c, 7));
  return Z3_mk_re_power(c, x, 2) != 0 && Z3_get_error_code(c) == Z3_OK;
}
