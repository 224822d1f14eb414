// solver: bitwuzla
// shows: to_fp makes numbers of a format whose sort this library refuses
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

static int refused;
static void refuse(const char *message) { (void)message, refused = 1; }

int main(void) {
  bitwuzla_set_abort_callback(refuse);
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  bitwuzla_mk_fp_sort(tm, 3, 4);
  if (!refused) return 0;
  refused = 0;
  BitwuzlaTerm mode = bitwuzla_mk_const(tm, bitwuzla_mk_rm_sort(tm), "m");
  BitwuzlaTerm bits = bitwuzla_mk_const(tm, bitwuzla_mk_bv_sort(tm, 8), "b");
  bitwuzla_mk_term2_indexed2(tm, BITWUZLA_KIND_FP_TO_FP_FROM_SBV, mode, bits, 3, 4);
  return !refused;
}
