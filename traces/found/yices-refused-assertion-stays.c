// solver: yices
// shows: an assertion that is refused (it contains a quantifier) is asserted in part: the next check is unsat
// outcome: exit 1
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void);
extern int32_t yices_bv_type(uint32_t width), yices_bool_type(void);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_new_variable(int32_t type);
extern term_t yices_bvlt_atom(term_t x, term_t y), yices_and2(term_t a, term_t b), yices_or2(term_t a, term_t b);
extern term_t yices_forall(uint32_t n, term_t *variables, term_t body);
extern void *yices_new_context(void *config);
extern int32_t yices_assert_formula(void *context, term_t formula);
extern int yices_check_context(void *context, void *parameters);
enum { UNSAT = 4 };

int main(void) {
  yices_init();
  int32_t byte = yices_bv_type(8);
  term_t x = yices_new_uninterpreted_term(byte), y = yices_new_uninterpreted_term(byte);
  term_t q = yices_new_uninterpreted_term(yices_bool_type()), v = yices_new_variable(byte);
  term_t quantified = yices_forall(1, &v, yices_bvlt_atom(v, x));
  void *context = yices_new_context(NULL);
  yices_assert_formula(context, yices_bvlt_atom(x, y));
  int refused = yices_assert_formula(context, yices_and2(yices_bvlt_atom(y, x), yices_or2(q, quantified))) < 0;
  return refused && yices_check_context(context, NULL) == UNSAT;
}
