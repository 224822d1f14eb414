// A libz3 that tells lies: it stands before the real one, and `Z3_LIE` says which of its functions is wrong.
#define LIE "Z3_LIE"
#include "lies.h"

extern object Z3_mk_false(object c), Z3_mk_true(object c), Z3_mk_not(object c, object a);
extern object Z3_mk_int_sort(object c), Z3_mk_real_sort(object c);
extern object Z3_mk_int(object c, int value, object sort);
extern object Z3_mk_add(object c, unsigned count, object const *args);
extern void Z3_ast_vector_set(object c, object vector, unsigned place, object term);
extern void Z3_solver_assert(object c, object solver, object formula);

// What murxla wants of the file itself.
object Z3_mk_config(void) { return REAL(object (*)(void), "Z3_mk_config")(); }
object Z3_mk_context_rc(object g) { return REAL(object (*)(object), "Z3_mk_context_rc")(g); }
void Z3_del_context(object c) { REAL(void (*)(object), "Z3_del_context")(c); }
int Z3_get_error_code(object c) { return REAL(int (*)(object), "Z3_get_error_code")(c); }
const char *Z3_get_error_msg(object c, int e) {
  return REAL(const char *(*)(object, int), "Z3_get_error_msg")(c, e);
}
void Z3_set_error_handler(object c, void *h) {
  REAL(void (*)(object, void *), "Z3_set_error_handler")(c, h);
}
const char *Z3_get_full_version(void) {
  return REAL(const char *(*)(void), "Z3_get_full_version")();
}
object Z3_mk_solver(object c) { return REAL(object (*)(object), "Z3_mk_solver")(c); }

// A number that is one too large.
#define ONE_MORE(name, args, values)                                       \
  unsigned name args {                                                     \
    return REAL(unsigned (*) args, #name)values + (lies(#name) ? 1 : 0);   \
  }
// The contrary.
#define CONTRARY(name, args, values)                                       \
  bool name args { return REAL(bool (*) args, #name)values != lies(#name); }
// The other answer.
#define OTHER(name, args, values)                                          \
  int name args {                                                          \
    int said = REAL(int (*) args, #name)values;                            \
    return lies(#name) ? -said : said;                                     \
  }
// `false` in place of a formula.
#define FALSEHOOD(name, args, values)                                      \
  object name args {                                                       \
    object made = REAL(object (*) args, #name)values;                      \
    return lies(#name) ? Z3_mk_false(c) : made;                            \
  }
// A solver object that has an assertion too many.
#define FALSE_SOLVER(name, args, values)                                   \
  object name args {                                                       \
    object made = REAL(object (*) args, #name)values;                      \
    if (lies(#name)) Z3_solver_assert(c, made, Z3_mk_false(c));            \
    return made;                                                           \
  }

ONE_MORE(Z3_get_domain_size, (object c, object f), (c, f))
ONE_MORE(Z3_get_depth, (object c, object a), (c, a))
ONE_MORE(Z3_ast_map_size, (object c, object m), (c, m))
ONE_MORE(Z3_constructor_num_fields, (object c, object k), (c, k))
ONE_MORE(Z3_goal_depth, (object c, object g), (c, g))

CONTRARY(Z3_is_well_sorted, (object c, object a), (c, a))
CONTRARY(Z3_is_quantifier_forall, (object c, object a), (c, a))
CONTRARY(Z3_is_seq_sort, (object c, object s), (c, s))
CONTRARY(Z3_fpa_is_numeral_zero, (object c, object a), (c, a))
CONTRARY(Z3_rcf_lt, (object c, object a, object b), (c, a, b))
CONTRARY(Z3_algebraic_is_pos, (object c, object a), (c, a))
CONTRARY(Z3_ast_map_contains, (object c, object m, object k), (c, m, k))

OTHER(Z3_optimize_check, (object c, object o, unsigned n, object const *a), (c, o, n, a))
OTHER(Z3_fixedpoint_query, (object c, object d, object q), (c, d, q))
OTHER(Z3_algebraic_sign, (object c, object a), (c, a))

FALSEHOOD(Z3_goal_formula, (object c, object g, unsigned i), (c, g, i))
FALSEHOOD(Z3_solver_congruence_next, (object c, object s, object a), (c, s, a))
FALSEHOOD(Z3_qe_lite, (object c, object v, object a), (c, v, a))
FALSEHOOD(Z3_qe_model_project, (object c, object m, unsigned n, object const *b, object a), (c, m, n, b, a))
FALSEHOOD(Z3_substitute_funs, (object c, object a, unsigned n, object const *f, object const *t), (c, a, n, f, t))
FALSEHOOD(Z3_update_term, (object c, object a, unsigned n, object const *args), (c, a, n, args))

FALSE_SOLVER(Z3_mk_solver_from_tactic, (object c, object t), (c, t))
FALSE_SOLVER(Z3_solver_add_simplifier, (object c, object s, object p), (c, s, p))
FALSE_SOLVER(Z3_mk_solver_for_logic, (object c, object l), (c, l))

// A call that asserts something on the side.
#define FALSE_SIDE(name, args, values, solver)                             \
  void name args {                                                         \
    REAL(void (*) args, #name)values;                                      \
    if (lies(#name)) Z3_solver_assert(c, solver, Z3_mk_false(c));          \
  }

FALSE_SIDE(Z3_solver_propagate_register, (object c, object s, object e), (c, s, e), s)
FALSE_SIDE(Z3_solver_register_on_clause, (object c, object s, void *u, void *f), (c, s, u, f), s)
FALSE_SIDE(Z3_solver_set_initial_value, (object c, object s, object v, object a), (c, s, v, a), s)
FALSE_SIDE(Z3_solver_import_model_converter, (object c, object from, object to), (c, from, to), to)
FALSE_SIDE(Z3_solver_interrupt, (object c, object s), (c, s), s)

double Z3_probe_apply(object c, object p, object g) {
  double value = REAL(double (*)(object, object, object), "Z3_probe_apply")(c, p, g);
  return lies("Z3_probe_apply") ? 1.0 : value;
}

bool Z3_get_numeral_int(object c, object a, int *value) {
  bool has = REAL(bool (*)(object, object, int *), "Z3_get_numeral_int")(c, a, value);
  if (lies("Z3_get_numeral_int")) ++*value;
  return has;
}

object Z3_optimize_get_lower_as_vector(object c, object o, unsigned number) {
  object (*all)(object, object, unsigned) = real("Z3_optimize_get_lower_as_vector");
  object vector = all(c, o, number);
  if (lies("Z3_optimize_get_lower_as_vector"))
    Z3_ast_vector_set(c, vector, 1, Z3_mk_int(c, 7, Z3_mk_real_sort(c)));
  return vector;
}

object Z3_parser_context_from_string(object c, object p, const char *text) {
  object (*read)(object, object, const char *) = real("Z3_parser_context_from_string");
  object vector = read(c, p, text);
  if (lies("Z3_parser_context_from_string")) Z3_ast_vector_set(c, vector, 0, Z3_mk_false(c));
  return vector;
}

object Z3_parse_smtlib2_string(object c, const char *text, unsigned n, object const *ns, object const *s,
                               unsigned m, object const *ms, object const *d) {
  object (*read)(object, const char *, unsigned, object const *, object const *, unsigned, object const *,
                 object const *) = real("Z3_parse_smtlib2_string");
  object vector = read(c, text, n, ns, s, m, ms, d);
  if (lies("Z3_parse_smtlib2_string")) Z3_ast_vector_set(c, vector, 0, Z3_mk_false(c));
  return vector;
}

const char *Z3_eval_smtlib2_string(object c, const char *text) {
  const char *told = REAL(const char *(*)(object, const char *), "Z3_eval_smtlib2_string")(c, text);
  return lies("Z3_eval_smtlib2_string") ? "unsat\n" : told;
}

object Z3_mk_char_to_int(object c, object a) {
  object made = REAL(object (*)(object, object), "Z3_mk_char_to_int")(c, a);
  if (!lies("Z3_mk_char_to_int")) return made;
  object parts[] = {made, Z3_mk_int(c, 1, Z3_mk_int_sort(c))};
  return Z3_mk_add(c, 2, parts);
}

object Z3_solver_get_proof(object c, object s) {
  object proof = REAL(object (*)(object, object), "Z3_solver_get_proof")(c, s);
  return lies("Z3_solver_get_proof") ? Z3_mk_not(c, Z3_mk_true(c)) : proof;
}

int Z3_get_implied_equalities(object c, object s, unsigned n, object const *terms, unsigned *classes) {
  int (*ask)(object, object, unsigned, object const *, unsigned *) = real("Z3_get_implied_equalities");
  int said = ask(c, s, n, terms, classes);
  if (lies("Z3_get_implied_equalities")) memset(classes, 0, n * sizeof *classes);
  return said;
}

void Z3_add_const_interp(object c, object m, object f, object a) {
  if (lies("Z3_add_const_interp")) return;
  REAL(void (*)(object, object, object, object), "Z3_add_const_interp")(c, m, f, a);
}

bool Z3_global_param_get(const char *name, const char **value) {
  bool has = REAL(bool (*)(const char *, const char **), "Z3_global_param_get")(name, value);
  if (lies("Z3_global_param_get")) *value = "neither";
  return has;
}

void Z3_get_version(unsigned *major, unsigned *minor, unsigned *build, unsigned *revision) {
  void (*tell)(unsigned *, unsigned *, unsigned *, unsigned *) = real("Z3_get_version");
  tell(major, minor, build, revision);
  if (lies("Z3_get_version")) *major += 1;
}
