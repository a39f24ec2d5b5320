// How far a float result may lie from the expected one, in units in the last
// place. Integers have no tolerance. A function's is that of its loosest op.
#pragma once

#include <cstdint>
#include <string_view>

namespace qopt::test {

struct Tolerance {
  std::string_view operation;
  int64_t evaluator; // expected: f64 rounded once
  int64_t device;    // the device's own functions, sums in any order
};

/// What is not named here is exact everywhere.
inline constexpr Tolerance tolerances[] = {
    {"nn.exp", 0, 4},     {"nn.log", 0, 4},          {"nn.sqrt", 0, 0},
    {"nn.tanh", 0, 6},    {"nn.erf", 0, 16},         {"nn.sigmoid", 0, 6},
    {"nn.softmax", 0, 8}, {"nn.hard_sigmoid", 1, 1}, {"nn.hard_swish", 2, 2},
};

} // namespace qopt::test
