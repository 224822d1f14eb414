// solver: bitwuzla
// shows: (distinct x y z) over an uninterpreted sort: std::bad_variant_access escapes from check-sat
// outcome: signal 6
#include <bitwuzla/c/bitwuzla.h>

int main(void) {
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  Bitwuzla *b = bitwuzla_new(tm, bitwuzla_options_new());
  BitwuzlaSort u = bitwuzla_mk_uninterpreted_sort(tm, "U");
  BitwuzlaTerm x = bitwuzla_mk_const(tm, u, "x"), y = bitwuzla_mk_const(tm, u, "y"), z = bitwuzla_mk_const(tm, u, "z");
  bitwuzla_assert(b, bitwuzla_mk_term3(tm, BITWUZLA_KIND_DISTINCT, x, y, z));
  return bitwuzla_check_sat(b) == BITWUZLA_UNSAT;
}
