// A library that writes files as soon as it is loaded: one where it is, and one that an environment variable names.

#include <cstdio>
#include <cstdlib>

static void write_to(const char* name)
{
  std::FILE* file = name ? std::fopen(name, "w") : nullptr;
  if (file)
  {
    std::fputs("written", file);
    std::fclose(file);
  }
}

__attribute__((constructor)) static void loaded()
{
  write_to("written-at-load");
  write_to(std::getenv("MURXLA_TEST_WRITTEN"));
}
