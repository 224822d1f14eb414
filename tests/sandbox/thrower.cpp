// Throws an exception that nobody catches: see the fault `exception` of the mock.

#include <stdexcept>

extern "C" void murxla_throw(void);

void murxla_throw(void)
{
  throw std::runtime_error("thrown on purpose");
}
