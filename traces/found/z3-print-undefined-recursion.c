// solver: z3
// shows: Z3_solver_to_string dereferences NULL when a recursive function is declared, but not defined
// outcome: signal 11
#include <z3.h>

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_sort integer = Z3_mk_int_sort(c);
  Z3_func_decl f = Z3_mk_rec_func_decl(c, Z3_mk_string_symbol(c, "f"), 1, &integer, integer);
  Z3_ast one = Z3_mk_int(c, 1, integer);
  Z3_solver solver = Z3_mk_solver(c);
  Z3_solver_inc_ref(c, solver);
  Z3_solver_assert(c, solver, Z3_mk_eq(c, Z3_mk_app(c, f, 1, &one), one));
  return Z3_solver_to_string(c, solver) == 0;
}
