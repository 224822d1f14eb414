// solver: yices
// shows: the function v -> (update a (k) v)(v) becomes (update a (k) v), without its variable being bound any more: yices_lambda takes f for v -> f(v) also if v is free in f
// outcome: exit 1
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void);
extern int32_t yices_bv_type(uint32_t width), yices_function_type1(int32_t domain, int32_t range);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_new_variable(int32_t type);
extern term_t yices_update1(term_t f, term_t at, term_t value), yices_application1(term_t f, term_t x);
extern term_t yices_lambda(uint32_t n, const term_t *variables, term_t body);
extern term_t yices_bveq_atom(term_t x, term_t y);
extern void *yices_new_context(void *config);
extern int32_t yices_assert_formula(void *context, term_t formula);

int main(void) {
  yices_init();
  int32_t bits = yices_bv_type(2);
  term_t a = yices_new_uninterpreted_term(yices_function_type1(bits, bits));
  term_t j = yices_new_uninterpreted_term(bits), k = yices_new_uninterpreted_term(bits);
  term_t v = yices_new_variable(bits);
  term_t f = yices_lambda(1, &v, yices_application1(yices_update1(a, k, v), v));
  void *context = yices_new_context(NULL);
  // Nothing is free here, but "assertion contains a free variable".
  return yices_assert_formula(context, yices_bveq_atom(yices_application1(f, j), k)) < 0;
}
