// solver: bitwuzla
// shows: pop right after check-sat-assuming counts the level of the assumptions: it is accepted although no level is open
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

static int refused;
static void refuse(const char *message) { (void)message, refused = 1; }

int main(void) {
  bitwuzla_set_abort_callback(refuse);
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  Bitwuzla *b = bitwuzla_new(tm, bitwuzla_options_new());
  BitwuzlaTerm p = bitwuzla_mk_const(tm, bitwuzla_mk_bool_sort(tm), "p");
  bitwuzla_check_sat_assuming(b, 1, &p);
  bitwuzla_pop(b, 1);
  return !refused;
}
