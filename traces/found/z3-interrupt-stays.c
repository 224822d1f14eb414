// solver: z3
// shows: after Z3_interrupt with nothing under way, roots of polynomials are refused ("canceled") in that context for ever
// outcome: exit 1
#include <stddef.h>
#include <z3.h>

static void ignore(Z3_context context, Z3_error_code code) { (void)context, (void)code; }

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_set_error_handler(c, ignore);
  Z3_interrupt(c);
  Z3_solver s = Z3_mk_solver(c);
  Z3_solver_inc_ref(c, s);
  Z3_solver_check(c, s);
  // x * x - 2
  Z3_sort real = Z3_mk_real_sort(c);
  Z3_ast x = Z3_mk_bound(c, 0, real);
  Z3_ast factors[] = {x, x};
  Z3_ast parts[] = {Z3_mk_mul(c, 2, factors), Z3_mk_real(c, -2, 1)};
  Z3_algebraic_roots(c, Z3_mk_add(c, 2, parts), 0, NULL);
  return Z3_get_error_code(c) != Z3_OK;
}
