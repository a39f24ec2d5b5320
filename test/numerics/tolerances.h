// How far a float result may lie from the expected one, in units in the last
// place. Integers have no tolerance. A function's is that of its loosest op.
#pragma once

#include <cstdint>
#include <string_view>

namespace qopt::test {

struct Tolerance {
  std::string_view operation;
  int64_t evaluator; // expected: f64 rounded once; the functions' stated errors
  int64_t device;    // the same functions
};

/// What is not named here is exact everywhere.
inline constexpr Tolerance tolerances[] = {
    {"nn.exp", 1, 1},     {"nn.log", 1, 1},          {"nn.sqrt", 0, 0},
    {"nn.tanh", 2, 2},    {"nn.erf", 2, 2},          {"nn.sigmoid", 2, 2},
    {"nn.softmax", 3, 3}, {"nn.hard_sigmoid", 1, 1}, {"nn.hard_swish", 2, 2},
};

} // namespace qopt::test
