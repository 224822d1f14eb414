// solver: bitwuzla
// shows: after (reset), get-model reads constants that were declared before and are freed: it fails, or crashes in other scripts
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>
#include <bitwuzla/c/parser.h>

int main(void) {
  BitwuzlaTermManager *tm = bitwuzla_term_manager_new();
  BitwuzlaOptions *options = bitwuzla_options_new();
  BitwuzlaParser *parser = bitwuzla_parser_new(tm, options, "smt2", 2, "/dev/null");
  const char *error = 0;
  bitwuzla_parser_parse(parser,
                        "(declare-const x Bool)(reset)(set-option :produce-models true)(check-sat)(get-model)",
                        false, false, &error);
  return error != 0;
}
