// solver: z3
// shows: the first push on a solver with the simplifier euf-completion dies in trail_stack::pop_scope < euf::completion::push
// outcome: signal 11
#include <z3.h>

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_simplifier completion = Z3_mk_simplifier(c, "euf-completion");
  Z3_simplifier_inc_ref(c, completion);
  Z3_solver solver = Z3_solver_add_simplifier(c, Z3_mk_simple_solver(c), completion);
  Z3_solver_inc_ref(c, solver);
  Z3_solver_push(c, solver);
  return 0;
}
