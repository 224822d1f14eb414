// A libcvc5parser that tells lies, as cvc5_lies.c.
#define LIE "CVC5_LIE"
#include "lies.h"

// The term manager of the last table of symbols.
static object manager;
static object falsehood(void) { return REAL(object (*)(object), "cvc5_mk_false")(manager); }

object cvc5_symbol_manager_new(object tm) {
  manager = tm;
  return REAL(object (*)(object), "cvc5_symbol_manager_new")(tm);
}
object cvc5_parser_new(object s, object symbols) {
  return REAL(object (*)(object, object), "cvc5_parser_new")(s, symbols);
}

object cvc5_parser_get_sm(object p) {
  object symbols = REAL(object (*)(object), "cvc5_parser_get_sm")(p);
  return lies("cvc5_parser_get_sm") ? NULL : symbols;
}

object cvc5_parser_next_term(object p, const char **error) {
  object term = REAL(object (*)(object, const char **), "cvc5_parser_next_term")(p, error);
  return lies("cvc5_parser_next_term") ? falsehood() : term;
}

bool cvc5_parser_done(object p) {
  return REAL(bool (*)(object), "cvc5_parser_done")(p) != lies("cvc5_parser_done");
}

const char *cvc5_cmd_get_name(object c) {
  const char *name = REAL(const char *(*)(object), "cvc5_cmd_get_name")(c);
  return lies("cvc5_cmd_get_name") ? "nonsense" : name;
}

const char *cvc5_cmd_invoke(object c, object s, object symbols) {
  const char *told = REAL(const char *(*)(object, object, object), "cvc5_cmd_invoke")(c, s, symbols);
  return lies("cvc5_cmd_invoke") && *told != '\0' ? "unsat\n" : told;
}

const object *cvc5_sm_get_declared_terms(object symbols, size_t *size) {
  const object *(*list)(object, size_t *) = real("cvc5_sm_get_declared_terms");
  const object *told = list(symbols, size);
  if (lies("cvc5_sm_get_declared_terms")) *size = 0;
  return told;
}

void cvc5_sm_get_named_terms(object symbols, size_t *size, object **terms, const char ***names) {
  void (*list)(object, size_t *, object **, const char ***) = real("cvc5_sm_get_named_terms");
  list(symbols, size, terms, names);
  if (lies("cvc5_sm_get_named_terms")) *size = 0;
}

const char *cvc5_sm_get_logic(object symbols) {
  const char *told = REAL(const char *(*)(object), "cvc5_sm_get_logic")(symbols);
  return lies("cvc5_sm_get_logic") ? "QF_BV" : told;
}
