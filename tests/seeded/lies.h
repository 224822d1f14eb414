// What libraries that tell lies have in common: they stand before the real ones, and the variable `LIE` of the environment says which
// function is wrong.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef void *object;

static bool lies(const char *name) {
  const char *chosen = getenv(LIE);
  return chosen != NULL && strcmp(chosen, name) == 0;
}

static void *real(const char *name) {
  void *address = dlsym(RTLD_NEXT, name);
  if (address == NULL) abort();
  return address;
}

// The real function of this name, of this type.
#define REAL(type, name) ((type)real(name))
