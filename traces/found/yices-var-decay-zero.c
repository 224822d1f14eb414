// solver: yices
// shows: the search parameter var-decay is accepted as 0, and check-sat then never ends
// outcome: hangs
#include <stdint.h>
#include <stddef.h>
typedef int32_t term_t;
extern void yices_init(void), yices_default_params_for_context(void *context, void *parameters);
extern int32_t yices_bv_type(uint32_t width);
extern term_t yices_new_uninterpreted_term(int32_t type), yices_bvmul(term_t x, term_t y), yices_eq(term_t x, term_t y);
extern term_t yices_bvconst_uint32(uint32_t width, uint32_t value), yices_bvlt_atom(term_t x, term_t y);
extern void *yices_new_context(void *config), *yices_new_param_record(void);
extern int32_t yices_set_param(void *parameters, const char *name, const char *value);
extern int32_t yices_assert_formula(void *context, term_t formula);
extern int yices_check_context(void *context, void *parameters);

int main(void) {
  yices_init();
  int32_t byte = yices_bv_type(8);
  term_t x = yices_new_uninterpreted_term(byte), y = yices_new_uninterpreted_term(byte);
  term_t one = yices_bvconst_uint32(8, 1), sixteen = yices_bvconst_uint32(8, 16);
  void *context = yices_new_context(NULL);
  yices_assert_formula(context, yices_eq(yices_bvmul(x, y), yices_bvconst_uint32(8, 251)));
  yices_assert_formula(context, yices_bvlt_atom(one, x));
  yices_assert_formula(context, yices_bvlt_atom(one, y));
  yices_assert_formula(context, yices_bvlt_atom(x, sixteen));
  yices_assert_formula(context, yices_bvlt_atom(y, sixteen));
  void *parameters = yices_new_param_record();
  yices_default_params_for_context(context, parameters);
  yices_set_param(parameters, "var-decay", "0");
  yices_check_context(context, parameters);
  return 0;
}
