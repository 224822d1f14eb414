// solver: boolector
// shows: boolector_get_value dies of signal 11 for an array with a value in the model
// outcome: signal 11
#include <stdint.h>
typedef struct Btor Btor;
typedef struct BoolectorNode Node;
typedef struct Sort *Sort;
extern Btor *boolector_new(void);
extern void boolector_set_opt(Btor *btor, int option, uint32_t value);
extern Sort boolector_bitvec_sort(Btor *btor, uint32_t width);
extern Sort boolector_array_sort(Btor *btor, Sort index, Sort element);
extern Node *boolector_array(Btor *btor, Sort sort, const char *symbol);
extern Node *boolector_var(Btor *btor, Sort sort, const char *symbol);
extern Node *boolector_read(Btor *btor, Node *array, Node *index);
extern Node *boolector_ult(Btor *btor, Node *one, Node *other);
extern void boolector_assert(Btor *btor, Node *node);
extern int32_t boolector_sat(Btor *btor);
extern Node *boolector_get_value(Btor *btor, Node *node);
enum { MODEL_GEN = 0, SAT = 10 };

int main(void) {
  Btor *btor = boolector_new();
  boolector_set_opt(btor, MODEL_GEN, 1);
  Sort byte = boolector_bitvec_sort(btor, 8);
  Node *a = boolector_array(btor, boolector_array_sort(btor, byte, byte), "a");
  Node *x = boolector_var(btor, byte, "x");
  boolector_assert(btor, boolector_ult(btor, x, boolector_read(btor, a, x)));
  if (boolector_sat(btor) != SAT) return 1;
  return boolector_get_value(btor, a) == 0;
}
