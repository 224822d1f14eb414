/* Counts what a solver does inside of a check, for tests/quality. Preloaded into the process that measures.
 *
 * Two ways in. CaDiCaL's functions are called through the PLT inside of Bitwuzla, cvc5 and Boolector, so that those defined here
 * come first. The functions of the C APIs are looked up with dlsym, which is defined here, too: a few of them are
 * replaced by ones that call the real one and read the solver's statistics afterwards, or that ask the solver, before a
 * formula is asserted, what it simplifies to alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* All of them only grow. The order is that of `Counters` in counters.rs. */
struct counters {
  uint64_t checks;        /* checks that returned */
  uint64_t conflicts;     /* conflicts in them */
  uint64_t decisions;     /* decisions in them */
  uint64_t searches;      /* how often the search was begun after preprocessing, or what it did */
  uint64_t nanoseconds;   /* of processors, in checks */
  uint64_t counting;      /* of processors, by what is done here besides */
  uint64_t folded_true;   /* formulas that alone simplify to true */
  uint64_t folded_false;  /* ... to false */
  uint64_t not_folded;
};

static struct counters counted;
/* What the last check added. */
static struct counters last_check;
static bool folding;

void quality_read(struct counters *all, struct counters *last) {
  *all = counted;
  *last = last_check;
}
void quality_fold(int on) { folding = on != 0; }

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The library of the solver, and what is called in it by name. */
static void *library;

static void *(*real_dlsym(void))(void *, const char *) {
  static void *(*real)(void *, const char *);
  if (!real) {
    *(void **)&real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (!real) *(void **)&real = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (!real) abort();
  }
  return real;
}

static void *find(const char *name) {
  void *address = library ? real_dlsym()(library, name) : NULL;
  if (!address) {
    fprintf(stderr, "quality: the library lacks %s\n", name);
    abort();
  }
  return address;
}

/* The function with this name, looked up once. */
#define THE(type, name, ...)                                   \
  static type (*name)(__VA_ARGS__);                            \
  if (!name) *(void **)&name = find(#name)

/* CaDiCaL: conflict analysis and decisions. */
#define FORWARD(symbol, counter)                               \
  long symbol(void *self);                                     \
  long symbol(void *self) {                                    \
    static long (*real)(void *);                               \
    if (!real) *(void **)&real = find(#symbol);                \
    counted.counter++;                                         \
    return real(self);                                         \
  }
FORWARD(_ZN7CaDiCaL8Internal7analyzeEv, conflicts)
FORWARD(_ZN7CaDiCaL8Internal6decideEv, decisions)

/* Statistics grow with an instance; what a new one tells begins at zero. */
struct told {
  uint64_t conflicts, decisions, searches;
};
static struct told before;

static uint64_t grown(uint64_t old, uint64_t value) { return value >= old ? value - old : value; }

static void add_told(struct told told) {
  counted.conflicts += grown(before.conflicts, told.conflicts);
  counted.decisions += grown(before.decisions, told.decisions);
  counted.searches += grown(before.searches, told.searches);
  before = told;
}

#define CHECKED(call)                                          \
  struct counters at = counted;                                \
  uint64_t begun = now();                                      \
  __auto_type result = call;                                   \
  uint64_t ended = now();                                      \
  counted.checks++;                                            \
  counted.nanoseconds += ended - begun

#define COUNTED()                                              \
  counted.counting += now() - ended;                           \
  last_check.conflicts = counted.conflicts - at.conflicts;     \
  last_check.decisions = counted.decisions - at.decisions;     \
  last_check.searches = counted.searches - at.searches;        \
  last_check.nanoseconds = counted.nanoseconds - at.nanoseconds

static void folded(int value) {
  if (value > 0) counted.folded_true++;
  else if (value < 0) counted.folded_false++;
  else counted.not_folded++;
}

/* Every function that is replaced, with the real one. */
#define REAL(type, name, ...) static type (*real_##name)(__VA_ARGS__)

/* Bitwuzla */
REAL(void *, bitwuzla_new, void *, void *);
REAL(void, bitwuzla_assert, void *, void *);
REAL(int, bitwuzla_check_sat, void *);
REAL(int, bitwuzla_check_sat_assuming, void *, uint32_t, void **);

static void *hook_bitwuzla_new(void *manager, void *options) {
  memset(&before, 0, sizeof before);
  return real_bitwuzla_new(manager, options);
}

static void fold_bitwuzla(void *instance, void *term) {
  THE(void *, bitwuzla_get_term_mgr, void *);
  THE(void *, bitwuzla_options_new, void);
  THE(void, bitwuzla_options_delete, void *);
  THE(void, bitwuzla_delete, void *);
  THE(void *, bitwuzla_simplify_term, void *, void *);
  THE(bool, bitwuzla_term_is_true, void *);
  THE(bool, bitwuzla_term_is_false, void *);
  THE(void, bitwuzla_term_release, void *);
  void *options = bitwuzla_options_new();
  void *fresh = real_bitwuzla_new(bitwuzla_get_term_mgr(instance), options);
  void *simple = bitwuzla_simplify_term(fresh, term);
  folded(bitwuzla_term_is_true(simple) - bitwuzla_term_is_false(simple));
  bitwuzla_term_release(simple);
  bitwuzla_delete(fresh);
  bitwuzla_options_delete(options);
}

static void hook_bitwuzla_assert(void *instance, void *term) {
  if (folding) fold_bitwuzla(instance, term);
  real_bitwuzla_assert(instance, term);
}

static void told_by_bitwuzla(void *instance) {
  THE(void, bitwuzla_get_statistics, void *, const char ***, const char ***, size_t *);
  const char **keys = NULL, **values = NULL;
  size_t size = 0;
  bitwuzla_get_statistics(instance, &keys, &values, &size);
  struct told told = {0, 0, 0};
  for (size_t i = 0; i < size; i++)
    if (!strcmp(keys[i], "solver::bv::num_checks")) told.searches = strtoull(values[i], NULL, 10);
  add_told(told);
}

static int hook_bitwuzla_check_sat(void *instance) {
  CHECKED(real_bitwuzla_check_sat(instance));
  told_by_bitwuzla(instance);
  COUNTED();
  return result;
}

static int hook_bitwuzla_check_sat_assuming(void *instance, uint32_t count, void **terms) {
  for (uint32_t i = 0; folding && i < count; i++) fold_bitwuzla(instance, terms[i]);
  CHECKED(real_bitwuzla_check_sat_assuming(instance, count, terms));
  told_by_bitwuzla(instance);
  COUNTED();
  return result;
}

/* Z3 */
REAL(int, Z3_solver_check, void *, void *);
REAL(int, Z3_solver_check_assumptions, void *, void *, unsigned, void *const *);
REAL(void, Z3_solver_assert, void *, void *, void *);
REAL(void, Z3_solver_assert_and_track, void *, void *, void *, void *);

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), of_end = strlen(end);
  return length >= of_end && !strcmp(text + length - of_end, end);
}

static void told_by_z3(void *context, void *solver) {
  THE(int, Z3_get_error_code, void *);
  THE(void *, Z3_solver_get_statistics, void *, void *);
  THE(void, Z3_stats_inc_ref, void *, void *);
  THE(void, Z3_stats_dec_ref, void *, void *);
  THE(unsigned, Z3_stats_size, void *, void *);
  THE(const char *, Z3_stats_get_key, void *, void *, unsigned);
  THE(bool, Z3_stats_is_uint, void *, void *, unsigned);
  THE(unsigned, Z3_stats_get_uint_value, void *, void *, unsigned);
  static void *last;
  if (last != solver) memset(&before, 0, sizeof before);
  last = solver;
  /* Further calls would make the wrapper blind for the error. */
  if (Z3_get_error_code(context)) return;
  void *all = Z3_solver_get_statistics(context, solver);
  if (!all) return;
  Z3_stats_inc_ref(context, all);
  struct told told = {0, 0, 0};
  for (unsigned i = 0, size = Z3_stats_size(context, all); i < size; i++) {
    if (!Z3_stats_is_uint(context, all, i)) continue;
    const char *key = Z3_stats_get_key(context, all, i);
    uint64_t value = Z3_stats_get_uint_value(context, all, i);
    if (ends_with(key, "conflicts")) told.conflicts += value;
    if (ends_with(key, "decisions")) told.decisions += value;
    if (ends_with(key, "conflicts") || ends_with(key, "decisions") || strstr(key, "propagations") ||
        !strcmp(key, "final checks") || !strcmp(key, "added eqs"))
      told.searches += value;
  }
  Z3_stats_dec_ref(context, all);
  add_told(told);
}

static void fold_z3(void *context, void *formula) {
  THE(void *, Z3_simplify, void *, void *);
  THE(void, Z3_inc_ref, void *, void *);
  THE(void, Z3_dec_ref, void *, void *);
  THE(int, Z3_get_bool_value, void *, void *);
  void *simple = Z3_simplify(context, formula);
  if (!simple) {
    folded(0);
    return;
  }
  Z3_inc_ref(context, simple);
  folded(Z3_get_bool_value(context, simple));
  Z3_dec_ref(context, simple);
}

static void hook_Z3_solver_assert(void *context, void *solver, void *formula) {
  if (folding) fold_z3(context, formula);
  real_Z3_solver_assert(context, solver, formula);
}

static void hook_Z3_solver_assert_and_track(void *context, void *solver, void *formula, void *label) {
  if (folding) fold_z3(context, formula);
  real_Z3_solver_assert_and_track(context, solver, formula, label);
}

static int hook_Z3_solver_check(void *context, void *solver) {
  CHECKED(real_Z3_solver_check(context, solver));
  told_by_z3(context, solver);
  COUNTED();
  return result;
}

static int hook_Z3_solver_check_assumptions(void *context, void *solver, unsigned count, void *const *terms) {
  for (unsigned i = 0; folding && i < count; i++) fold_z3(context, terms[i]);
  CHECKED(real_Z3_solver_check_assumptions(context, solver, count, terms));
  told_by_z3(context, solver);
  COUNTED();
  return result;
}

/* cvc5 */
REAL(void *, cvc5_new, void *);
REAL(void *, cvc5_check_sat, void *);
REAL(void *, cvc5_check_sat_assuming, void *, size_t, void *const *);
REAL(void, cvc5_assert_formula, void *, void *);

static void *hook_cvc5_new(void *manager) {
  memset(&before, 0, sizeof before);
  return real_cvc5_new(manager);
}

static void told_by_cvc5(void *solver) {
  THE(void *, cvc5_get_statistics, void *);
  THE(void, cvc5_stats_iter_init, void *, bool, bool);
  THE(bool, cvc5_stats_iter_has_next, void *);
  THE(void *, cvc5_stats_iter_next, void *, const char **);
  THE(bool, cvc5_stat_is_int, void *);
  THE(int64_t, cvc5_stat_get_int, void *);
  THE(void, cvc5_stats_release, void *);
  void *all = cvc5_get_statistics(solver);
  struct told told = {0, 0, 0};
  cvc5_stats_iter_init(all, true, false);
  while (cvc5_stats_iter_has_next(all)) {
    const char *key = NULL;
    void *entry = cvc5_stats_iter_next(all, &key);
    if (!cvc5_stat_is_int(entry)) continue;
    uint64_t value = (uint64_t)cvc5_stat_get_int(entry);
    if (!strcmp(key, "sat::conflicts")) told.conflicts += value;
    if (!strcmp(key, "sat::decisions")) told.decisions += value;
    if (!strcmp(key, "sat::starts") || ends_with(key, "cadical::calls_to_solve")) told.searches += value;
  }
  cvc5_stats_release(all);
  add_told(told);
}

static void fold_cvc5(void *solver, void *term) {
  THE(void *, cvc5_get_tm, void *);
  THE(void *, cvc5_simplify, void *, void *, bool);
  THE(bool, cvc5_term_is_boolean_value, void *);
  THE(bool, cvc5_term_get_boolean_value, void *);
  THE(void, cvc5_delete, void *);
  void *fresh = real_cvc5_new(cvc5_get_tm(solver));
  void *simple = cvc5_simplify(fresh, term, false);
  if (!simple || !cvc5_term_is_boolean_value(simple)) folded(0);
  else folded(cvc5_term_get_boolean_value(simple) ? 1 : -1);
  cvc5_delete(fresh);
}

static void hook_cvc5_assert_formula(void *solver, void *term) {
  if (folding) fold_cvc5(solver, term);
  real_cvc5_assert_formula(solver, term);
}

static void *hook_cvc5_check_sat(void *solver) {
  CHECKED(real_cvc5_check_sat(solver));
  told_by_cvc5(solver);
  COUNTED();
  return result;
}

static void *hook_cvc5_check_sat_assuming(void *solver, size_t count, void *const *terms) {
  for (size_t i = 0; folding && i < count; i++) fold_cvc5(solver, terms[i]);
  CHECKED(real_cvc5_check_sat_assuming(solver, count, terms));
  told_by_cvc5(solver);
  COUNTED();
  return result;
}

/* Yices tells nothing of its search. It simplifies terms when they are made, so that a formula that folds is one of two
 * terms. */
REAL(int, yices_check_context, void *, const void *);
REAL(int, yices_check_context_with_assumptions, void *, const void *, uint32_t, const int32_t *);
REAL(int32_t, yices_assert_formula, void *, int32_t);
REAL(int32_t, yices_assert_formulas, void *, uint32_t, const int32_t *);

static void fold_yices(int32_t term) {
  THE(int32_t, yices_true, void);
  THE(int32_t, yices_false, void);
  folded((term == yices_true()) - (term == yices_false()));
}

static int32_t hook_yices_assert_formula(void *context, int32_t term) {
  if (folding) fold_yices(term);
  return real_yices_assert_formula(context, term);
}

static int32_t hook_yices_assert_formulas(void *context, uint32_t count, const int32_t *terms) {
  for (uint32_t i = 0; folding && i < count; i++) fold_yices(terms[i]);
  return real_yices_assert_formulas(context, count, terms);
}

static int hook_yices_check_context(void *context, const void *parameters) {
  CHECKED(real_yices_check_context(context, parameters));
  COUNTED();
  return result;
}

static int hook_yices_check_context_with_assumptions(void *context, const void *parameters, uint32_t count,
                                                     const int32_t *terms) {
  for (uint32_t i = 0; folding && i < count; i++) fold_yices(terms[i]);
  CHECKED(real_yices_check_context_with_assumptions(context, parameters, count, terms));
  COUNTED();
  return result;
}

/* Boolector, which has CaDiCaL inside, and simplifies what is made. */
REAL(int, boolector_sat, void *);
REAL(int, boolector_limited_sat, void *, int32_t, int32_t);
REAL(void, boolector_assert, void *, void *);
REAL(void, boolector_assume, void *, void *);

static void fold_boolector(void *instance, void *term) {
  THE(bool, boolector_is_bv_const_one, void *, void *);
  THE(bool, boolector_is_bv_const_zero, void *, void *);
  folded(boolector_is_bv_const_one(instance, term) - boolector_is_bv_const_zero(instance, term));
}

static void hook_boolector_assert(void *instance, void *term) {
  if (folding) fold_boolector(instance, term);
  real_boolector_assert(instance, term);
}

static void hook_boolector_assume(void *instance, void *term) {
  if (folding) fold_boolector(instance, term);
  real_boolector_assume(instance, term);
}

static int hook_boolector_sat(void *instance) {
  CHECKED(real_boolector_sat(instance));
  COUNTED();
  return result;
}

static int hook_boolector_limited_sat(void *instance, int32_t lemmas, int32_t conflicts) {
  CHECKED(real_boolector_limited_sat(instance, lemmas, conflicts));
  COUNTED();
  return result;
}

#define HOOK(name) {#name, (void **)&real_##name, (void *)hook_##name}
static const struct {
  const char *name;
  void **real;
  void *hook;
} hooks[] = {
    HOOK(bitwuzla_new),
    HOOK(bitwuzla_assert),
    HOOK(bitwuzla_check_sat),
    HOOK(bitwuzla_check_sat_assuming),
    HOOK(Z3_solver_check),
    HOOK(Z3_solver_check_assumptions),
    HOOK(Z3_solver_assert),
    HOOK(Z3_solver_assert_and_track),
    HOOK(cvc5_new),
    HOOK(cvc5_check_sat),
    HOOK(cvc5_check_sat_assuming),
    HOOK(cvc5_assert_formula),
    HOOK(yices_check_context),
    HOOK(yices_check_context_with_assumptions),
    HOOK(yices_assert_formula),
    HOOK(yices_assert_formulas),
    HOOK(boolector_sat),
    HOOK(boolector_limited_sat),
    HOOK(boolector_assert),
    HOOK(boolector_assume),
};

void *dlsym(void *restrict handle, const char *restrict name) {
  if (handle == RTLD_DEFAULT || handle == RTLD_NEXT) return real_dlsym()(handle, name);
  void *address = real_dlsym()(handle, name);
  for (size_t i = 0; address && i < sizeof hooks / sizeof *hooks; i++) {
    if (strcmp(hooks[i].name, name)) continue;
    if (library && library != handle) {
      fprintf(stderr, "quality: a process holds one solver\n");
      abort();
    }
    library = handle;
    *hooks[i].real = address;
    return hooks[i].hook;
  }
  return address;
}
