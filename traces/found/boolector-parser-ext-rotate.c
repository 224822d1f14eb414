// solver: boolector
// shows: the parser of SMT-LIB dies of signal 11 of ext_rotate_left, an operator that it lists, whatever the widths; ext_rotate_right alike
// outcome: signal 11
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef struct Btor Btor;
extern Btor *boolector_new(void);
extern int32_t boolector_parse_smt2(Btor *btor, FILE *in, const char *name, FILE *out, char **error, int32_t *status);

int main(void) {
  char text[] = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n(declare-fun y () (_ BitVec 8))\n"
                "(assert (= x (ext_rotate_left x y)))\n(check-sat)\n";
  FILE *file = fmemopen(text, strlen(text), "r");
  char *error = NULL;
  int32_t status = 0;
  boolector_parse_smt2(boolector_new(), file, "problem.smt2", stdout, &error, &status);
  return 0;
}
