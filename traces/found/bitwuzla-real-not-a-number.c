// solver: bitwuzla
// shows: "-" is taken for a real number (so are "" and ".")
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

static int refused;
static void refuse(const char *message) { (void)message, refused = 1; }

int main(void) {
  bitwuzla_set_abort_callback(refuse);
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaSort sort = bitwuzla_mk_fp_sort(tm, 5, 11);
  bitwuzla_mk_fp_from_real(tm, sort, bitwuzla_mk_rm_value(tm, BITWUZLA_RM_RNE), "-");
  return !refused;
}
