// solver: z3
// shows: after sat with two special relations over two sorts, Z3_solver_get_model fails: the sorts are incompatible
// outcome: exit 1
#include <stdio.h>
#include <z3.h>

static void ignore(Z3_context context, Z3_error_code code) { (void)context, (void)code; }

static Z3_ast constant(Z3_context c, const char *name, Z3_sort sort) {
  return Z3_mk_const(c, Z3_mk_string_symbol(c, name), sort);
}

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_set_error_handler(c, ignore);
  Z3_sort real = Z3_mk_real_sort(c), bits = Z3_mk_bv_sort(c, 8);
  Z3_ast reals[2] = {constant(c, "p", real), constant(c, "q", real)};
  Z3_ast vectors[2] = {constant(c, "x", bits), constant(c, "y", bits)};
  Z3_solver solver = Z3_mk_solver(c);
  Z3_solver_inc_ref(c, solver);
  Z3_solver_assert(c, solver, Z3_mk_app(c, Z3_mk_linear_order(c, real, 0), 2, reals));
  Z3_solver_assert(c, solver, Z3_mk_app(c, Z3_mk_piecewise_linear_order(c, bits, 1), 2, vectors));
  if (Z3_solver_check(c, solver) != Z3_L_TRUE) return 2;
  Z3_solver_get_model(c, solver);
  puts(Z3_get_error_msg(c, Z3_get_error_code(c)));
  return Z3_get_error_code(c) != Z3_OK;
}
