// solver: yices
// shows: with solver-type mcsat, yices_get_model dereferences NULL when a predicate is applied to what a function gives
// outcome: signal 11
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void);
extern int32_t yices_bool_type(void), yices_real_type(void), yices_function_type1(int32_t domain, int32_t range);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_int32(int32_t value);
extern term_t yices_application1(term_t function, term_t argument);
extern void *yices_new_config(void), *yices_new_context(void *config), *yices_get_model(void *context, int32_t keep);
extern int32_t yices_set_config(void *config, const char *name, const char *value);
extern int32_t yices_assert_formula(void *context, term_t formula);
extern int yices_check_context(void *context, void *parameters);
enum { SAT = 3 };

int main(void) {
  yices_init();
  int32_t real = yices_real_type(), array = yices_function_type1(real, real);
  term_t f = yices_new_uninterpreted_term(yices_function_type1(real, array));
  term_t p = yices_new_uninterpreted_term(yices_function_type1(array, yices_bool_type()));
  void *config = yices_new_config();
  yices_set_config(config, "solver-type", "mcsat");
  void *context = yices_new_context(config);
  yices_assert_formula(context, yices_application1(p, yices_application1(f, yices_int32(1))));
  if (yices_check_context(context, NULL) == SAT) yices_get_model(context, 1);
  return 0;
}
