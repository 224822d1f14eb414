// A front end of cvc5 around its parser library: reads SMT-LIB from a file, prints what the commands print.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct Cvc5TermManager Cvc5TermManager;
typedef struct Cvc5 Cvc5;
typedef struct Cvc5SymbolManager Cvc5SymbolManager;
typedef struct Cvc5InputParser Cvc5InputParser;
typedef struct cvc5_cmd_t* Cvc5Command;
Cvc5TermManager* cvc5_term_manager_new(void);
Cvc5* cvc5_new(Cvc5TermManager*);
Cvc5SymbolManager* cvc5_symbol_manager_new(Cvc5TermManager*);
Cvc5InputParser* cvc5_parser_new(Cvc5*, Cvc5SymbolManager*);
void cvc5_parser_set_file_input(Cvc5InputParser*, int, const char*);
Cvc5Command cvc5_parser_next_command(Cvc5InputParser*, const char**);
const char* cvc5_cmd_invoke(Cvc5Command, Cvc5*, Cvc5SymbolManager*);
const char* cvc5_cmd_get_name(Cvc5Command);
bool cvc5_has_error(void);
const char* cvc5_get_error_message(void);
void cvc5_reset_error(void);

int main(int count, char** words) {
    if (count < 2) return 2;
    Cvc5TermManager* manager = cvc5_term_manager_new();
    Cvc5* solver = cvc5_new(manager);
    Cvc5SymbolManager* symbols = cvc5_symbol_manager_new(manager);
    Cvc5InputParser* parser = cvc5_parser_new(solver, symbols);
    cvc5_parser_set_file_input(parser, 0, words[1]);
    for (;;) {
        const char* error = NULL;
        Cvc5Command command = cvc5_parser_next_command(parser, &error);
        if (error == NULL && command == NULL && cvc5_has_error()) error = cvc5_get_error_message();
        if (error != NULL) {
            printf("(error \"parse: %s\")\n", error);
            return 1;
        }
        if (command == NULL) return 0;
        if (strcmp(cvc5_cmd_get_name(command), "exit") == 0) return 0;
        const char* text = cvc5_cmd_invoke(command, solver, symbols);
        if (cvc5_has_error()) {
            printf("(error \"%s\")\n", cvc5_get_error_message());
            cvc5_reset_error();
            return 1;
        }
        fputs(text, stdout);
        fflush(stdout);
    }
}
