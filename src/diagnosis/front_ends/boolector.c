// A front end of Boolector around the parser of its C API: reads SMT-LIB from a file, prints what the commands print.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Btor Btor;
Btor* boolector_new(void);
void boolector_set_opt(Btor*, int, uint32_t);
int boolector_parse_smt2(Btor*, FILE*, const char*, FILE*, char**, int*);

enum { INCREMENTAL = 1, PARSE_ERROR = 1 };

// Whether a script asks more than once. Quantifiers are for a single question.
static int asks_again(FILE* file) {
    char line[1 << 16];
    int checks = 0, levels = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "(check-sat", 10) == 0) checks++;
        if (strncmp(line, "(check-sat-assuming", 19) == 0) levels++;
        if (strncmp(line, "(push", 5) == 0) levels++;
    }
    rewind(file);
    return checks > 1 || levels > 0;
}

int main(int count, char** words) {
    FILE* file = count < 2 ? NULL : fopen(words[1], "r");
    if (file == NULL) return 2;
    Btor* btor = boolector_new();
    if (asks_again(file)) boolector_set_opt(btor, INCREMENTAL, 1);
    char* error = NULL;
    int status = 0;
    int result = boolector_parse_smt2(btor, file, words[1], stdout, &error, &status);
    fflush(stdout);
    if (result == PARSE_ERROR) {
        printf("(error \"%s\")\n", error == NULL ? "" : error);
        return 1;
    }
    return 0;
}
