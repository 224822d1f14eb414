// solver: boolector
// shows: boolector_free_uf_assignment dies of signal 11 for a function of which the model lists nothing (size 0); its sister boolector_free_array_assignment takes that
// outcome: signal 11
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef struct Btor Btor;
typedef struct BoolectorNode Node;
typedef struct Sort *Sort;
extern Btor *boolector_new(void);
extern void boolector_set_opt(Btor *btor, int option, uint32_t value);
extern Sort boolector_bitvec_sort(Btor *btor, uint32_t width);
extern Sort boolector_fun_sort(Btor *btor, Sort *domain, uint32_t arity, Sort codomain);
extern Node *boolector_uf(Btor *btor, Sort sort, const char *symbol);
extern int32_t boolector_sat(Btor *btor);
extern void boolector_uf_assignment(Btor *btor, Node *uf, char ***args, char ***values, uint32_t *size);
extern void boolector_free_uf_assignment(Btor *btor, char **args, char **values, uint32_t size);
enum { MODEL_GEN = 0, SAT = 10 };

int main(void) {
  Btor *btor = boolector_new();
  boolector_set_opt(btor, MODEL_GEN, 1);
  Sort byte = boolector_bitvec_sort(btor, 8);
  Node *f = boolector_uf(btor, boolector_fun_sort(btor, &byte, 1, byte), "f");
  if (boolector_sat(btor) != SAT) return 1;
  char **args = NULL, **values = NULL;
  uint32_t size = 0;
  boolector_uf_assignment(btor, f, &args, &values, &size);
  boolector_free_uf_assignment(btor, args, values, size);
  return 0;
}
