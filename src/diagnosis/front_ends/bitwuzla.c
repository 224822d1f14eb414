// A front end of Bitwuzla around the parser of its C API: reads SMT-LIB from a file, prints what the commands print.
#include <bitwuzla/c/bitwuzla.h>
#include <bitwuzla/c/parser.h>
#include <stdio.h>
int main(int count, char** words) {
    if (count < 2) return 2;
    BitwuzlaTermManager* manager = bitwuzla_term_manager_new();
    BitwuzlaOptions* options = bitwuzla_options_new();
    BitwuzlaParser* parser = bitwuzla_parser_new(manager, options, "smt2", 2, "<stdout>");
    const char* error = NULL;
    bitwuzla_parser_parse(parser, words[1], false, true, &error);
    if (error != NULL) {
        printf("(error \"%s\")\n", error);
        return 1;
    }
    return 0;
}
