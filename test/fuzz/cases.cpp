#include "test/fuzz/cases.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
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

static void watch() {
  std::signal(SIGALRM, die);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(lastWords);
#else
  for (int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
    std::signal(signal, die);
#endif
}

static void beginCase(uint64_t number, uint64_t seed) {
  std::snprintf(current, sizeof current, "case %llu of seed %llu\n", (unsigned long long)number,
                (unsigned long long)seed);
  alarm(secondsPerCase);
}

Cases readCases(int argc, char **argv, int at, const Cases &otherwise) {
  auto number = [&](int i, uint64_t value) {
    return argc > at + i ? std::strtoull(argv[at + i], nullptr, 10) : value;
  };
  return {number(0, otherwise.count), number(1, otherwise.seed), number(2, otherwise.first)};
}

int runCases(const std::string &fuzzer, const Cases &cases,
             llvm::function_ref<std::string(uint64_t, Random &)> run) {
  std::printf("%s: %llu cases from %llu, seed %llu\n", fuzzer.c_str(),
              (unsigned long long)cases.count, (unsigned long long)cases.first,
              (unsigned long long)cases.seed);
  std::fflush(stdout);
  watch();
  for (uint64_t i = cases.first; i < cases.first + cases.count; ++i) {
    beginCase(i, cases.seed);
    Random random(cases.seed * 1000003 + i);
    if (std::string wrong = run(i, random); !wrong.empty()) {
      std::fprintf(stderr, "%s%s\n", current, wrong.c_str());
      return 1;
    }
  }
  return 0;
}

int reportOutcomes(const Cases &cases, std::initializer_list<Outcome> outcomes) {
  constexpr uint64_t fewCases = 100; // of which each need not occur
  bool areAllThere = true;
  const char *separator = "";
  for (const Outcome &outcome : outcomes) {
    std::printf("%s%u %s", separator, outcome.count, outcome.name);
    separator = ", ";
    areAllThere &= outcome.count > 0 || !outcome.mustOccur;
  }
  std::printf("\n");
  return areAllThere || cases.count < fewCases ? 0 : 1;
}

} // namespace qopt::test
