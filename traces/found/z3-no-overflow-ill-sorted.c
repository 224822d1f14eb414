// solver: z3
// shows: Z3_mk_bvadd_no_overflow on bit-vectors of two widths dereferences NULL instead of reporting a sort error
// outcome: signal 11
#include <z3.h>

static void ignore(Z3_context context, Z3_error_code code) { (void)context, (void)code; }

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_set_error_handler(c, ignore);
  Z3_ast x = Z3_mk_const(c, Z3_mk_string_symbol(c, "x"), Z3_mk_bv_sort(c, 8));
  Z3_ast y = Z3_mk_const(c, Z3_mk_string_symbol(c, "y"), Z3_mk_bv_sort(c, 7));
  return Z3_mk_bvadd_no_overflow(c, x, y, 1) != 0;
}
