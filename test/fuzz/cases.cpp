#include "test/fuzz/watch.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_death_callback(void (*)());
#endif

namespace qopt::test {

static char current[128];
static constexpr unsigned secondsPerCase = 60;

static void lastWords() {
  if (write(STDERR_FILENO, current, strlen(current)) < 0)
    _exit(2);
}
static void die(int) {
  lastWords();
  _exit(1);
}

void watch() {
  std::signal(SIGALRM, die);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(lastWords);
#else
  for (int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
    std::signal(signal, die);
#endif
}

void beginCase(uint64_t number, uint64_t seed) {
  std::snprintf(current, sizeof current, "case %llu of seed %llu\n", (unsigned long long)number,
                (unsigned long long)seed);
  alarm(secondsPerCase);
}

const char *currentCase() { return current; }

} // namespace qopt::test
