// solver: yices
// shows: with solver-type mcsat, the model of a /= b (arrays of width 1) makes a /= b false
// outcome: exit 1
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void);
extern int32_t yices_bv_type(uint32_t width), yices_function_type1(int32_t domain, int32_t range);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_neq(term_t a, term_t b);
extern void *yices_new_config(void), *yices_new_context(void *config), *yices_get_model(void *context, int32_t keep);
extern int32_t yices_set_config(void *config, const char *name, const char *value);
extern int32_t yices_assert_formula(void *context, term_t formula), yices_formula_true_in_model(void *model, term_t formula);
extern int yices_check_context(void *context, void *parameters);
enum { SAT = 3 };

int main(void) {
  yices_init();
  int32_t bit = yices_bv_type(1), array = yices_function_type1(bit, bit);
  term_t differ = yices_neq(yices_new_uninterpreted_term(array), yices_new_uninterpreted_term(array));
  void *config = yices_new_config();
  yices_set_config(config, "solver-type", "mcsat");
  void *context = yices_new_context(config);
  yices_assert_formula(context, differ);
  if (yices_check_context(context, NULL) != SAT) return 0;
  return yices_formula_true_in_model(yices_get_model(context, 1), differ) == 0;
}
