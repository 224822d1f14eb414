// solver: bitwuzla
// shows: distinct functions are unknown ("Equalities over functions not yet supported"), but the next check forgets that: it says sat, although f(0) = g(0) and f(1) = g(1) over one bit
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

int main(void) {
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaOptions *options = bitwuzla_options_new();
  Bitwuzla *solver = bitwuzla_new(tm, options);
  BitwuzlaSort bit = bitwuzla_mk_bv_sort(tm, 1);
  BitwuzlaSort function = bitwuzla_mk_fun_sort(tm, 1, &bit, bit);
  BitwuzlaTerm f = bitwuzla_mk_const(tm, function, "f"), g = bitwuzla_mk_const(tm, function, "g");
  BitwuzlaTerm values[2] = {bitwuzla_mk_bv_zero(tm, bit), bitwuzla_mk_bv_one(tm, bit)};
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, BITWUZLA_KIND_DISTINCT, f, g));
  int first = bitwuzla_check_sat(solver);
  for (int i = 0; i < 2; ++i) {
    BitwuzlaTerm of_f = bitwuzla_mk_term2(tm, BITWUZLA_KIND_APPLY, f, values[i]);
    BitwuzlaTerm of_g = bitwuzla_mk_term2(tm, BITWUZLA_KIND_APPLY, g, values[i]);
    bitwuzla_assert(solver, bitwuzla_mk_term2(tm, BITWUZLA_KIND_EQUAL, of_f, of_g));
  }
  return first == BITWUZLA_UNKNOWN && bitwuzla_check_sat(solver) == BITWUZLA_SAT;
}
