// solver: bitwuzla
// shows: ((_ fp.to_ubv 0) m x) is accepted and has width 0
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

static int refused;
static void refuse(const char *message) { (void)message, refused = 1; }

int main(void) {
  bitwuzla_set_abort_callback(refuse);
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaTerm mode = bitwuzla_mk_const(tm, bitwuzla_mk_rm_sort(tm), "m");
  BitwuzlaTerm x = bitwuzla_mk_const(tm, bitwuzla_mk_fp_sort(tm, 5, 11), "x");
  bitwuzla_mk_term2_indexed1(tm, BITWUZLA_KIND_FP_TO_UBV, mode, x, 0);
  return !refused;
}
