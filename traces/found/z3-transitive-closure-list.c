// solver: z3
// shows: a transitive closure declares a datatype List of its own over the user's List; the next use of that one crashes
// outcome: signal 11
#include <z3.h>

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  Z3_symbol name = Z3_mk_string_symbol(c, "List");
  Z3_sort x = Z3_mk_type_variable(c, Z3_mk_string_symbol(c, "X"));
  Z3_symbol fields[2] = {Z3_mk_string_symbol(c, "head"), Z3_mk_string_symbol(c, "tail")};
  Z3_sort sorts[2] = {x, Z3_mk_datatype_sort(c, name, 1, &x)};
  unsigned none[2] = {0, 0};
  Z3_constructor constructors[2] = {
      Z3_mk_constructor(c, Z3_mk_string_symbol(c, "cons"), Z3_mk_string_symbol(c, "is-cons"), 2, fields, sorts, none),
      Z3_mk_constructor(c, Z3_mk_string_symbol(c, "nil"), Z3_mk_string_symbol(c, "is-nil"), 0, 0, 0, 0)};
  Z3_mk_polymorphic_datatype(c, name, 1, &x, 2, constructors);
  Z3_sort integer = Z3_mk_int_sort(c), points = Z3_mk_uninterpreted_sort(c, Z3_mk_string_symbol(c, "U"));
  Z3_ast list = Z3_mk_const(c, Z3_mk_string_symbol(c, "list"), Z3_mk_datatype_sort(c, name, 1, &integer));
  Z3_sort domain[2] = {points, points};
  Z3_func_decl relation = Z3_mk_func_decl(c, Z3_mk_string_symbol(c, "r"), 2, domain, Z3_mk_bool_sort(c));
  Z3_ast ends[2] = {Z3_mk_const(c, Z3_mk_string_symbol(c, "p"), points),
                    Z3_mk_const(c, Z3_mk_string_symbol(c, "q"), points)};
  Z3_solver solver = Z3_mk_solver(c);
  Z3_solver_inc_ref(c, solver);
  Z3_solver_assert(c, solver, Z3_mk_app(c, Z3_mk_transitive_closure(c, relation), 2, ends));
  if (Z3_solver_check(c, solver) != Z3_L_TRUE) return 2;
  Z3_model model = Z3_solver_get_model(c, solver);
  Z3_model_inc_ref(c, model);
  Z3_ast value;
  return !Z3_model_eval(c, model, list, 1, &value);
}
