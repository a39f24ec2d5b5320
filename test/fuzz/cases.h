// What every fuzzer says when a case crashes or hangs: which one it was.
#pragma once

#include <cstdint>
#include <random>

namespace qopt::test {

using Random = std::mt19937_64;

inline uint64_t below(Random &random, uint64_t count) { return count ? random() % count : 0; }

/// Sees to it that a signal, or a case that takes 60 s, ends the process with
/// the case's name on standard error and exit code 1.
void watch();
/// The case that begins now.
void beginCase(uint64_t number, uint64_t seed);
/// "case 7 of seed 1", with a newline.
const char *currentCase();

} // namespace qopt::test
