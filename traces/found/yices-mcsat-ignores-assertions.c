// solver: yices
// shows: with solver-type mcsat, q and not q is sat under an assumption that has nothing to do with it
// outcome: exit 1
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void);
extern int32_t yices_bool_type(void);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_not(term_t formula);
extern void *yices_new_config(void), *yices_new_context(void *config);
extern int32_t yices_set_config(void *config, const char *name, const char *value);
extern int32_t yices_assert_formula(void *context, term_t formula);
extern int yices_check_context_with_assumptions(void *context, void *parameters, uint32_t n, const term_t *formulas);
enum { SAT = 3, UNSAT = 4 };

int main(void) {
  yices_init();
  term_t p = yices_new_uninterpreted_term(yices_bool_type()), q = yices_new_uninterpreted_term(yices_bool_type());
  void *config = yices_new_config();
  yices_set_config(config, "solver-type", "mcsat");
  yices_set_config(config, "mode", "push-pop");
  void *context = yices_new_context(config);
  yices_assert_formula(context, q);
  yices_assert_formula(context, yices_not(q));
  return yices_check_context_with_assumptions(context, NULL, 1, &p) == SAT;
}
