// solver: bitwuzla
// shows: the decimal literal "-" ends the process with std::invalid_argument
// outcome: signal 6
#include <bitwuzla/c/bitwuzla.h>

static int refused;
static void refuse(const char *message) { (void)message, refused = 1; }

int main(void) {
  bitwuzla_set_abort_callback(refuse);
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  bitwuzla_mk_bv_value(tm, bitwuzla_mk_bv_sort(tm, 8), "-", 10);
  return !refused;
}
