// solver: bitwuzla
// shows: ((_ repeat 0) x) is accepted and has width 0
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

static int refused;
static void refuse(const char *message) { (void)message, refused = 1; }

int main(void) {
  bitwuzla_set_abort_callback(refuse);
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaTerm x = bitwuzla_mk_const(tm, bitwuzla_mk_bv_sort(tm, 8), "x");
  bitwuzla_mk_term1_indexed1(tm, BITWUZLA_KIND_BV_REPEAT, x, 0);
  return !refused;
}
