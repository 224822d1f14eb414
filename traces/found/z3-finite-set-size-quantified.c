// solver: z3
// shows: check crashes in theory_finite_set when a quantifier is about the size of a finite set
// outcome: signal 11
#include <z3.h>

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_sort set = Z3_mk_finite_set_sort(c, Z3_mk_seq_sort(c, Z3_mk_bool_sort(c)));
  Z3_ast variable = Z3_mk_const(c, Z3_mk_string_symbol(c, "s"), set);
  Z3_ast x = Z3_mk_const(c, Z3_mk_string_symbol(c, "x"), Z3_mk_int_sort(c));
  Z3_app bound = Z3_to_app(c, variable);
  Z3_ast size = Z3_mk_finite_set_size(c, variable);
  Z3_pattern pattern = Z3_mk_pattern(c, 1, &size);
  Z3_ast formula = Z3_mk_forall_const(c, 0, 1, &bound, 1, &pattern, Z3_mk_eq(c, size, x));
  Z3_solver solver = Z3_mk_solver(c);
  Z3_solver_inc_ref(c, solver);
  return Z3_solver_check_assumptions(c, solver, 1, &formula) == Z3_L_FALSE;
}
