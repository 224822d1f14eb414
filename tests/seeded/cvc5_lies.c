// A libcvc5 that tells lies: it stands before the real one, and `CVC5_LIE` says which of its functions is wrong.
#define LIE "CVC5_LIE"
#include "lies.h"
#include <stdint.h>
#include <unistd.h>

extern object cvc5_mk_false(object tm), cvc5_mk_true(object tm);
extern object cvc5_mk_const(object tm, object sort, const char *name);
extern object cvc5_mk_real_int64(object tm, int64_t value), cvc5_mk_integer_int64(object tm, int64_t value);
extern object cvc5_get_boolean_sort(object tm), cvc5_get_integer_sort(object tm);
extern object cvc5_mk_nullable_some(object tm, object term);
extern object cvc5_term_get_sort(object term), cvc5_term_get_child(object term, size_t place);
extern int cvc5_term_get_kind(object term);

// The term manager that was made last: what is told instead of the truth is made with it.
static object manager;

// What murxla wants of the file itself.
object cvc5_term_manager_new(void) {
  return manager = REAL(object (*)(void), "cvc5_term_manager_new")();
}
object cvc5_new(object tm) { return REAL(object (*)(object), "cvc5_new")(tm); }
const char *cvc5_kind_to_string(int kind) {
  return REAL(const char *(*)(int), "cvc5_kind_to_string")(kind);
}
object cvc5_mk_term(object tm, int kind, size_t n, const object *args) {
  return REAL(object (*)(object, int, size_t, const object *), "cvc5_mk_term")(tm, kind, n, args);
}
void cvc5_set_option(object s, const char *o, const char *v) {
  REAL(void (*)(object, const char *, const char *), "cvc5_set_option")(s, o, v);
}
void cvc5_assert_formula(object s, object f) {
  REAL(void (*)(object, object), "cvc5_assert_formula")(s, f);
}
object cvc5_check_sat(object s) { return REAL(object (*)(object), "cvc5_check_sat")(s); }
const char *cvc5_get_version(object s) {
  return REAL(const char *(*)(object), "cvc5_get_version")(s);
}

static int kind_of(const char *name) {
  int kind = 0;
  while (strcmp(cvc5_kind_to_string(kind), name) != 0) ++kind;
  return kind;
}

// A number that is one too large.
#define ONE_MORE(name)                                                       \
  size_t name(object a) {                                                    \
    return REAL(size_t (*)(object), #name)(a) + (lies(#name) ? 1 : 0);       \
  }
// Another number each time.
#define RESTLESS(name)                                                       \
  size_t name(object a) {                                                    \
    static size_t restless;                                                  \
    size_t hash = REAL(size_t (*)(object), #name)(a);                        \
    return lies(#name) ? ++restless : hash;                                  \
  }
// The contrary, of one thing or two.
#define CONTRARY(name)                                                       \
  bool name(object a) { return REAL(bool (*)(object), #name)(a) != lies(#name); }
#define CONTRARY_OF_TWO(name)                                                \
  bool name(object a, object b) {                                            \
    return REAL(bool (*)(object, object), #name)(a, b) != lies(#name);       \
  }
// Another text.
#define NONSENSE(name)                                                       \
  const char *name(object a) {                                               \
    const char *told = REAL(const char *(*)(object), #name)(a);              \
    return lies(#name) ? "nonsense" : told;                                  \
  }
#define NAMELESS(name)                                                       \
  const char *name(unsigned number) {                                        \
    const char *told = REAL(const char *(*)(unsigned), #name)(number);       \
    return lies(#name) ? "" : told;                                          \
  }
// `false` in place of what it gives.
#define FALSEHOOD(name, args, values)                                        \
  object name args {                                                         \
    object made = REAL(object (*) args, #name)values;                        \
    return lies(#name) ? cvc5_mk_false(manager) : made;                      \
  }
// The Boolean sort in place of the one that it gives, or the integers in place of the Booleans.
#define OTHER_SORT(name, args, values)                                       \
  object name args {                                                         \
    object made = REAL(object (*) args, #name)values;                        \
    if (!lies(#name)) return made;                                           \
    object truth = cvc5_get_boolean_sort(manager);                           \
    return made == truth ? cvc5_get_integer_sort(manager) : truth;           \
  }
// A list that has `false` alone.
#define FALSE_LIST(name, args, values)                                       \
  const object *name args {                                                  \
    static object list[1];                                                   \
    const object *told = REAL(const object *(*) args, #name)values;          \
    if (!lies(#name)) return told;                                           \
    list[0] = cvc5_mk_false(manager);                                        \
    *size = 1;                                                               \
    return list;                                                             \
  }
// A list that is empty.
#define EMPTY_LIST(name, args, values)                                       \
  const object *name args {                                                  \
    const object *told = REAL(const object *(*) args, #name)values;          \
    if (lies(#name)) *size = 0;                                              \
    return told;                                                             \
  }

ONE_MORE(cvc5_sort_fun_get_arity)
ONE_MORE(cvc5_sort_dt_get_arity)
ONE_MORE(cvc5_sort_tuple_get_length)
ONE_MORE(cvc5_sort_dt_constructor_get_arity)
ONE_MORE(cvc5_sort_uninterpreted_sort_constructor_get_arity)
ONE_MORE(cvc5_dt_get_num_constructors)
ONE_MORE(cvc5_dt_cons_get_num_selectors)
ONE_MORE(cvc5_dt_decl_get_num_constructors)
ONE_MORE(cvc5_op_get_num_indices)

RESTLESS(cvc5_op_hash)
RESTLESS(cvc5_result_hash)
RESTLESS(cvc5_synth_result_hash)
RESTLESS(cvc5_grammar_hash)
RESTLESS(cvc5_proof_hash)
RESTLESS(cvc5_sort_hash)
RESTLESS(cvc5_dt_hash)
RESTLESS(cvc5_dt_cons_hash)
RESTLESS(cvc5_dt_sel_hash)
RESTLESS(cvc5_dt_decl_hash)
RESTLESS(cvc5_dt_cons_decl_hash)

CONTRARY(cvc5_sort_is_boolean)
CONTRARY(cvc5_sort_is_integer)
CONTRARY(cvc5_sort_is_predicate)
CONTRARY(cvc5_sort_is_nullable)
CONTRARY(cvc5_sort_is_record)
CONTRARY(cvc5_sort_is_abstract)
CONTRARY(cvc5_sort_is_dt_constructor)
CONTRARY(cvc5_sort_is_dt_selector)
CONTRARY(cvc5_sort_is_dt_tester)
CONTRARY(cvc5_sort_is_dt_updater)
CONTRARY(cvc5_sort_is_uninterpreted_sort_constructor)
CONTRARY(cvc5_dt_is_codatatype)
CONTRARY(cvc5_dt_is_tuple)
CONTRARY(cvc5_dt_is_record)
CONTRARY(cvc5_dt_is_well_founded)
CONTRARY(cvc5_dt_is_finite)
CONTRARY(cvc5_dt_decl_is_parametric)
CONTRARY(cvc5_dt_decl_is_resolved)
CONTRARY(cvc5_result_is_null)
CONTRARY(cvc5_result_is_unknown)
CONTRARY(cvc5_synth_result_has_solution)
CONTRARY(cvc5_synth_result_is_null)
CONTRARY(cvc5_op_is_indexed)
CONTRARY(cvc5_term_has_op)
CONTRARY(cvc5_term_is_int32_value)
CONTRARY(cvc5_term_is_skolem)
CONTRARY(cvc5_stat_is_int)

CONTRARY_OF_TWO(cvc5_op_is_equal)
CONTRARY_OF_TWO(cvc5_op_is_disequal)
CONTRARY_OF_TWO(cvc5_sort_is_equal)
CONTRARY_OF_TWO(cvc5_sort_is_disequal)
CONTRARY_OF_TWO(cvc5_term_is_equal)
CONTRARY_OF_TWO(cvc5_term_is_disequal)
CONTRARY_OF_TWO(cvc5_result_is_equal)
CONTRARY_OF_TWO(cvc5_result_is_disequal)
CONTRARY_OF_TWO(cvc5_synth_result_is_equal)
CONTRARY_OF_TWO(cvc5_grammar_is_equal)
CONTRARY_OF_TWO(cvc5_proof_is_equal)
CONTRARY_OF_TWO(cvc5_proof_is_disequal)
CONTRARY_OF_TWO(cvc5_dt_is_equal)
CONTRARY_OF_TWO(cvc5_dt_cons_is_equal)
CONTRARY_OF_TWO(cvc5_dt_sel_is_equal)
CONTRARY_OF_TWO(cvc5_dt_decl_is_equal)
CONTRARY_OF_TWO(cvc5_dt_cons_decl_is_equal)

NONSENSE(cvc5_result_to_string)
NONSENSE(cvc5_synth_result_to_string)
NONSENSE(cvc5_grammar_to_string)
NONSENSE(cvc5_dt_get_name)
NONSENSE(cvc5_dt_to_string)
NONSENSE(cvc5_dt_cons_get_name)
NONSENSE(cvc5_dt_sel_get_name)
NONSENSE(cvc5_dt_decl_get_name)
NONSENSE(cvc5_option_info_to_string)

NONSENSE(cvc5_sort_ff_get_size)
NONSENSE(cvc5_term_get_ff_value)

NAMELESS(cvc5_proof_rule_to_string)
NAMELESS(cvc5_skolem_id_to_string)
NAMELESS(cvc5_modes_option_category_to_string)
NAMELESS(cvc5_modes_proof_component_to_string)

FALSEHOOD(cvc5_get_interpolant, (object s, object t), (s, t))
FALSEHOOD(cvc5_get_abduct, (object s, object t), (s, t))
FALSEHOOD(cvc5_get_quantifier_elimination, (object s, object t), (s, t))
FALSEHOOD(cvc5_find_synth_with_grammar, (object s, unsigned w, object g), (s, w, g))
FALSEHOOD(cvc5_mk_term_from_op, (object tm, object o, size_t n, const object *a), (tm, o, n, a))
FALSEHOOD(cvc5_mk_nullable_val, (object tm, object t), (tm, t))
FALSEHOOD(cvc5_mk_nullable_is_some, (object tm, object t), (tm, t))
FALSEHOOD(cvc5_mk_nullable_is_null, (object tm, object t), (tm, t))
FALSEHOOD(cvc5_proof_get_result, (object p), (p))

OTHER_SORT(cvc5_sort_nullable_get_element_sort, (object s), (s))
OTHER_SORT(cvc5_sort_get_uninterpreted_sort_constructor, (object s), (s))
OTHER_SORT(cvc5_sort_fun_get_codomain, (object s), (s))
OTHER_SORT(cvc5_dt_sel_get_codomain_sort, (object s), (s))
OTHER_SORT(cvc5_sort_dt_constructor_get_codomain, (object s), (s))
OTHER_SORT(cvc5_sort_dt_selector_get_domain, (object s), (s))
OTHER_SORT(cvc5_sort_dt_selector_get_codomain, (object s), (s))
OTHER_SORT(cvc5_sort_dt_tester_get_domain, (object s), (s))
OTHER_SORT(cvc5_sort_dt_tester_get_codomain, (object s), (s))

FALSE_LIST(cvc5_get_learned_literals, (object s, unsigned kind, size_t *size), (s, kind, size))
FALSE_LIST(cvc5_get_unsat_core_lemmas, (object s, size_t *size), (s, size))
FALSE_LIST(cvc5_get_sygus_assumptions, (object s, size_t *size), (s, size))
EMPTY_LIST(cvc5_get_sygus_constraints, (object s, size_t *size), (s, size))
EMPTY_LIST(cvc5_get_timeout_core, (object s, object *r, size_t *size), (s, r, size))
EMPTY_LIST(cvc5_get_timeout_core_assuming, (object s, size_t n, const object *a, object *r, size_t *size), (s, n, a, r, size))
EMPTY_LIST(cvc5_term_get_skolem_indices, (object t, size_t *size), (t, size))
EMPTY_LIST(cvc5_proof_get_arguments, (object p, size_t *size), (p, size))
EMPTY_LIST(cvc5_dt_get_parameters, (object d, size_t *size), (d, size))
EMPTY_LIST(cvc5_sort_dt_constructor_get_domain, (object d, size_t *size), (d, size))

// What asserts something on the side.
static void contradict(object solver) { cvc5_assert_formula(solver, cvc5_mk_false(manager)); }

object cvc5_declare_pool(object s, const char *name, object sort, size_t n, const object *init) {
  object (*declare)(object, const char *, object, size_t, const object *) = real("cvc5_declare_pool");
  if (lies("cvc5_declare_pool")) contradict(s);
  return declare(s, name, sort, n, init);
}

void cvc5_add_plugin(object s, object plugin) {
  REAL(void (*)(object, object), "cvc5_add_plugin")(s, plugin);
  if (lies("cvc5_add_plugin")) contradict(s);
}

object cvc5_declare_oracle_fun(object s, const char *name, size_t n, const object *sorts, object sort,
                               void *state, void *function) {
  object (*declare)(object, const char *, size_t, const object *, object, void *, void *) =
      real("cvc5_declare_oracle_fun");
  if (lies("cvc5_declare_oracle_fun")) contradict(s);
  return declare(s, name, n, sorts, sort, state, function);
}

object cvc5_define_fun_rec(object s, const char *name, size_t n, const object *vars, object sort, object body,
                           bool global) {
  object (*define)(object, const char *, size_t, const object *, object, object, bool) =
      real("cvc5_define_fun_rec");
  if (lies("cvc5_define_fun_rec")) body = cvc5_mk_term(manager, kind_of("CVC5_KIND_NOT"), 1, &body);
  return define(s, name, n, vars, sort, body, global);
}

bool cvc5_is_model_core_symbol(object s, object constant) {
  bool is = REAL(bool (*)(object, object), "cvc5_is_model_core_symbol")(s, constant);
  return is && !lies("cvc5_is_model_core_symbol");
}

void cvc5_get_difficulty(object s, size_t *size, object **inputs, object **values) {
  static object list[1];
  REAL(void (*)(object, size_t *, object **, object **), "cvc5_get_difficulty")(s, size, inputs, values);
  if (!lies("cvc5_get_difficulty")) return;
  list[0] = cvc5_mk_false(manager);
  *size = 1;
  *inputs = *values = list;
}

object cvc5_get_quantifier_elimination_disjunct(object s, object t) {
  const char *name = "cvc5_get_quantifier_elimination_disjunct";
  object made = ((object(*)(object, object))real(name))(s, t);
  return lies(name) ? cvc5_mk_true(manager) : made;
}

const char *cvc5_get_instantiations(object s) {
  const char *told = REAL(const char *(*)(object), "cvc5_get_instantiations")(s);
  return lies("cvc5_get_instantiations") ? "(instantiations nothing)" : told;
}

object cvc5_get_synth_solution(object s, object function) {
  object told = REAL(object (*)(object, object), "cvc5_get_synth_solution")(s, function);
  if (!lies("cvc5_get_synth_solution")) return told;
  // The same parameters, and a number for a body.
  object parts[] = {cvc5_term_get_child(told, 0), cvc5_mk_integer_int64(manager, 7)};
  return cvc5_mk_term(manager, cvc5_term_get_kind(told), 2, parts);
}

void cvc5_add_sygus_inv_constraint(object s, object inv, object pre, object trans, object post) {
  if (lies("cvc5_add_sygus_inv_constraint")) return;
  REAL(void (*)(object, object, object, object, object), "cvc5_add_sygus_inv_constraint")
  (s, inv, pre, trans, post);
}

object cvc5_mk_nullable_lift(object tm, int kind, size_t n, const object *args) {
  object (*lift)(object, int, size_t, const object *) = real("cvc5_mk_nullable_lift");
  object made = lift(tm, kind, n, args);
  return lies("cvc5_mk_nullable_lift") ? cvc5_mk_nullable_some(tm, cvc5_mk_false(tm)) : made;
}

object cvc5_mk_skolem(object tm, unsigned id, size_t n, const object *indices) {
  object (*make)(object, unsigned, size_t, const object *) = real("cvc5_mk_skolem");
  object made = make(tm, id, n, indices);
  return lies("cvc5_mk_skolem") ? cvc5_mk_const(tm, cvc5_term_get_sort(made), "other") : made;
}

unsigned cvc5_term_get_skolem_id(object t) {
  unsigned id = REAL(unsigned (*)(object), "cvc5_term_get_skolem_id")(t);
  return id + (lies("cvc5_term_get_skolem_id") ? 1 : 0);
}

size_t cvc5_get_num_idxs_for_skolem_id(object tm, unsigned id) {
  size_t count = REAL(size_t (*)(object, unsigned), "cvc5_get_num_idxs_for_skolem_id")(tm, id);
  return count + (lies("cvc5_get_num_idxs_for_skolem_id") ? 1 : 0);
}

int cvc5_sort_abstract_get_kind(object s) {
  int kind = REAL(int (*)(object), "cvc5_sort_abstract_get_kind")(s);
  return kind + (lies("cvc5_sort_abstract_get_kind") ? 1 : 0);
}

int cvc5_term_get_int32_value(object t) {
  int value = REAL(int (*)(object), "cvc5_term_get_int32_value")(t);
  return value + (lies("cvc5_term_get_int32_value") ? 1 : 0);
}

int cvc5_term_get_real_or_integer_value_sign(object t) {
  int sign = REAL(int (*)(object), "cvc5_term_get_real_or_integer_value_sign")(t);
  return lies("cvc5_term_get_real_or_integer_value_sign") ? -sign : sign;
}

int64_t cvc5_sort_compare(object a, object b) {
  int64_t order = REAL(int64_t (*)(object, object), "cvc5_sort_compare")(a, b);
  return lies("cvc5_sort_compare") ? 1 : order;
}

int64_t cvc5_term_compare(object a, object b) {
  int64_t order = REAL(int64_t (*)(object, object), "cvc5_term_compare")(a, b);
  return lies("cvc5_term_compare") ? 1 : order;
}

object cvc5_term_get_real_algebraic_number_lower_bound(object t) {
  const char *name = "cvc5_term_get_real_algebraic_number_lower_bound";
  object bound = ((object(*)(object))real(name))(t);
  return lies(name) ? cvc5_mk_real_int64(manager, 1000) : bound;
}

object cvc5_term_get_real_algebraic_number_defining_polynomial(object t, object v) {
  const char *name = "cvc5_term_get_real_algebraic_number_defining_polynomial";
  object polynomial = ((object(*)(object, object))real(name))(t, v);
  return lies(name) ? cvc5_mk_real_int64(manager, 1) : polynomial;
}

const char *cvc5_get_option(object s, const char *name) {
  const char *told = REAL(const char *(*)(object, const char *), "cvc5_get_option")(s, name);
  return lies("cvc5_get_option") ? "neither" : told;
}

void cvc5_set_info(object s, const char *keyword, const char *value) {
  if (lies("cvc5_set_info")) return;
  REAL(void (*)(object, const char *, const char *), "cvc5_set_info")(s, keyword, value);
}

object cvc5_get_tm(object s) {
  object tm = REAL(object (*)(object), "cvc5_get_tm")(s);
  return lies("cvc5_get_tm") ? NULL : tm;
}

bool cvc5_is_output_on(object s, const char *tag) {
  return REAL(bool (*)(object, const char *), "cvc5_is_output_on")(s, tag) != lies("cvc5_is_output_on");
}

int64_t cvc5_stat_get_int(object s) {
  int64_t value = REAL(int64_t (*)(object), "cvc5_stat_get_int")(s);
  return value + (lies("cvc5_stat_get_int") ? 1 : 0);
}

void cvc5_print_stats_safe(object s, int fd) {
  REAL(void (*)(object, int), "cvc5_print_stats_safe")(s, fd);
  if (lies("cvc5_print_stats_safe") && write(fd, "nonsense\n", 9) < 0) abort();
}
