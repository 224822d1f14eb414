// solver: yices
// shows: with solver-type mcsat, a model makes the asserted p(a) false when p takes an array
// outcome: exit 1
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void);
extern int32_t yices_bool_type(void), yices_int_type(void), yices_function_type1(int32_t domain, int32_t range);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_application1(term_t function, term_t argument);
extern void *yices_new_config(void), *yices_new_context(void *config), *yices_get_model(void *context, int32_t keep);
extern int32_t yices_set_config(void *config, const char *name, const char *value);
extern int32_t yices_assert_formula(void *context, term_t formula);
extern int yices_check_context(void *context, void *parameters);
extern int32_t yices_get_bool_value(void *model, term_t formula, int32_t *value);
enum { SAT = 3 };

int main(void) {
  yices_init();
  int32_t array = yices_function_type1(yices_int_type(), yices_int_type());
  term_t p = yices_new_uninterpreted_term(yices_function_type1(array, yices_bool_type()));
  term_t formula = yices_application1(p, yices_new_uninterpreted_term(array));
  void *config = yices_new_config();
  yices_set_config(config, "solver-type", "mcsat");
  void *context = yices_new_context(config);
  int32_t value = 0;
  yices_assert_formula(context, formula);
  if (yices_check_context(context, NULL) != SAT) return 0;
  if (yices_get_bool_value(yices_get_model(context, 1), formula, &value) < 0) return 0;
  return !value;
}
