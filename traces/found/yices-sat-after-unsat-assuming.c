// solver: yices
// shows: x < y and y < x (width 1) is unsat under the assumption p, then sat without it, with a model that violates an assertion
// outcome: exit 1
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void);
extern int32_t yices_bv_type(uint32_t width), yices_bool_type(void);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_bvlt_atom(term_t x, term_t y);
extern void *yices_new_context(void *config);
extern int32_t yices_assert_formula(void *context, term_t formula);
extern int yices_check_context(void *context, void *parameters);
extern int yices_check_context_with_assumptions(void *context, void *parameters, uint32_t n, const term_t *formulas);
enum { SAT = 3, UNSAT = 4 };

int main(void) {
  yices_init();
  term_t x = yices_new_uninterpreted_term(yices_bv_type(1)), y = yices_new_uninterpreted_term(yices_bv_type(1));
  term_t p = yices_new_uninterpreted_term(yices_bool_type());
  void *context = yices_new_context(NULL);
  yices_assert_formula(context, yices_bvlt_atom(x, y));
  yices_assert_formula(context, yices_bvlt_atom(y, x));
  int assuming = yices_check_context_with_assumptions(context, NULL, 1, &p);
  return assuming == UNSAT && yices_check_context(context, NULL) == SAT;
}
