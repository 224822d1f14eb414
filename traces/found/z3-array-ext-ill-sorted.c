// solver: z3
// shows: Z3_mk_array_ext on terms that are no arrays lets a C++ exception out of the C API (std::bad_variant_access) instead of reporting a sort error
// outcome: signal 6
#include <z3.h>

static void ignore(Z3_context context, Z3_error_code code) { (void)context, (void)code; }

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_set_error_handler(c, ignore);
  Z3_ast x = Z3_mk_const(c, Z3_mk_string_symbol(c, "x"), Z3_mk_fpa_sort(c, 11, 53));
  return Z3_mk_array_ext(c, x, x) != 0;
}
