// solver: bitwuzla
// shows: bitwuzla_print_formula names no logic for a quantified formula over Booleans: "(set-logic )", which no front end reads, its own neither
// outcome: exit 1
#define _GNU_SOURCE
#include <bitwuzla/c/parser.h>
#include <stdio.h>

int main(void) {
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaOptions *options = bitwuzla_options_new();
  Bitwuzla *b = bitwuzla_new(tm, options);
  BitwuzlaSort boolean = bitwuzla_mk_bool_sort(tm);
  BitwuzlaTerm x = bitwuzla_mk_const(tm, boolean, "x"), v = bitwuzla_mk_var(tm, boolean, "v");
  BitwuzlaTerm either = bitwuzla_mk_term2(tm, BITWUZLA_KIND_OR, x, v);
  bitwuzla_assert(b, bitwuzla_mk_term2(tm, BITWUZLA_KIND_FORALL, v, either));
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  bitwuzla_print_formula(b, "smt2", stream, 2);
  fclose(stream);
  const char *error = NULL;
  BitwuzlaParser *parser = bitwuzla_parser_new(tm, options, "smt2", 2, "/dev/null");
  bitwuzla_parser_parse(parser, text, true, false, &error);
  return error != NULL;
}
