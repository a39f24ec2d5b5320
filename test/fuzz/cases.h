// Numbered cases on seeded noise, as every fuzzer runs them.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

namespace qopt::test {

using Random = std::mt19937_64;

inline uint64_t below(Random &random, uint64_t count) { return count ? random() % count : 0; }
template <typename T, size_t n> T pick(Random &random, const T (&choices)[n]) {
  return choices[below(random, n)];
}
/// Returns how many to make: mostly one, as several seldom get past the first check.
inline uint64_t changes(Random &random) { return random() % 3 == 0 ? 1 + random() % 4 : 1; }

struct Cases {
  uint64_t count, seed, first = 0;
};
/// As the command line says from argument `at` on: [cases [seed [first case]]].
Cases readCases(int argc, char **argv, int at, const Cases &otherwise);

/// `run(i, random)` for each: an empty string, or what went wrong, which ends them. A signal, or a
/// case that takes 60 s, ends the process. Each says which case it was and gives exit status 1.
int runCases(const std::string &fuzzer, const Cases &cases,
             llvm::function_ref<std::string(uint64_t, Random &)> run);

struct Outcome {
  const char *name;
  unsigned count;
  bool mustOccur = true;
};
/// Prints them. Exit status 1 where one is missing: damage that is always noticed, or never, tests
/// nothing.
int reportOutcomes(const Cases &cases, std::initializer_list<Outcome> outcomes);

} // namespace qopt::test
