// solver: z3
// shows: sat for |x u y| = 2 and {3} a subset of x u y (finite sets), with the model x = {3}, y = {}
// outcome: exit 1
#include <stdio.h>
#include <string.h>
#include <z3.h>

int main(void) {
  Z3_context c = Z3_mk_context(Z3_mk_config());
  const char *answer = Z3_eval_smtlib2_string(c,
      "(declare-const x (FiniteSet Int)) (declare-const y (FiniteSet Int))"
      "(assert (set.subset (set.singleton 3) (set.union x y)))"
      "(assert (= (set.size (set.union x y)) 2))"
      "(check-sat) (get-value (x y))");
  puts(answer);
  return strstr(answer, "(x (set.singleton 3))") && strstr(answer, "(y (as set.empty (FiniteSet Int)))");
}
