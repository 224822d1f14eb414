// solver: bitwuzla
// shows: bitwuzla_print_formula (and bitwuzla_print_unsat_core) declares constants of an uninterpreted sort, but not the sort, so that no front end reads it, its own neither
// outcome: exit 1
#define _GNU_SOURCE
#include <bitwuzla/c/parser.h>
#include <stdio.h>

int main(void) {
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaOptions *options = bitwuzla_options_new();
  Bitwuzla *b = bitwuzla_new(tm, options);
  BitwuzlaSort u = bitwuzla_mk_uninterpreted_sort(tm, "U");
  BitwuzlaTerm x = bitwuzla_mk_const(tm, u, "x"), y = bitwuzla_mk_const(tm, u, "y");
  bitwuzla_assert(b, bitwuzla_mk_term2(tm, BITWUZLA_KIND_EQUAL, x, y));
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
