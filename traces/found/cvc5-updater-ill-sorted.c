// solver: cvc5
// shows: the updater of a parametric datatype's field accepts a value of another sort
// outcome: exit 1
#include "cvc5-declarations.h"

int main(void) {
  Cvc5TermManager *tm = cvc5_term_manager_new();
  Cvc5Sort x = cvc5_mk_param_sort(tm, "X");
  Cvc5DatatypeDecl decl = cvc5_mk_dt_decl_with_params(tm, "Box", 1, &x, false);
  Cvc5DatatypeConstructorDecl constructor = cvc5_mk_dt_cons_decl(tm, "box");
  cvc5_dt_cons_decl_add_selector(constructor, "content", x);
  cvc5_dt_decl_add_constructor(decl, constructor);
  Cvc5Sort integer = cvc5_get_integer_sort(tm);
  Cvc5Sort boxed = cvc5_sort_instantiate(cvc5_mk_dt_sort(tm, decl), 1, &integer);
  Cvc5DatatypeConstructor box = cvc5_dt_get_constructor(cvc5_sort_get_datatype(boxed), 0);
  Cvc5Term update[3] = {cvc5_dt_sel_get_updater_term(cvc5_dt_cons_get_selector(box, 0)),
                        cvc5_mk_const(tm, boxed, "b"), cvc5_mk_true(tm)};
  cvc5_mk_term(tm, CVC5_KIND_APPLY_UPDATER, 3, update);
  return !cvc5_has_error();
}
