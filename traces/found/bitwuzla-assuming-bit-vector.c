// solver: bitwuzla
// shows: check-sat-assuming accepts a bit-vector of width 8 as an assumption and answers
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

static int refused;
static void refuse(const char *message) { (void)message, refused = 1; }

int main(void) {
  bitwuzla_set_abort_callback(refuse);
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  Bitwuzla *b = bitwuzla_new(tm, bitwuzla_options_new());
  BitwuzlaTerm x = bitwuzla_mk_const(tm, bitwuzla_mk_bv_sort(tm, 8), "x");
  bitwuzla_check_sat_assuming(b, 1, &x);
  return !refused;
}
