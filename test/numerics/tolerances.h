// The distance that a float result may have from the expected one, in units in the last
// place. Integers have no tolerance. A function's is that of its loosest op.
#pragma once

#include <cstdint>
#include <string_view>

namespace qopt::test {

struct Tolerance {
  std::string_view operation;
  int64_t evaluator; // expected: f64 rounded once
  int64_t device;    // the same bits as the evaluator's, but for convolutions
};

/// Tolerances in ulp; operations that are not named are exact everywhere. A function's error is
/// stated (docs/decisions/runtime/float-functions.md), its rounded value is within half an ulp.
inline constexpr Tolerance tolerances[] = {
    {"nn.exp", 1, 1},
    {"nn.log", 1, 1},
    {"nn.sqrt", 0, 0},
    {"nn.tanh", 1, 1},
    {"nn.erf", 1, 1},
    {"nn.sigmoid", 2, 2},
    {"nn.swish", 3, 3}, // the sigmoid's, and a product's
    {"nn.softsign", 1, 1},
    {"nn.sin", 1, 1},
    {"nn.cos", 1, 1},
    {"nn.tan", 1, 1},
    {"nn.asin", 1, 1},
    {"nn.acos", 1, 1},
    {"nn.atan", 1, 1},
    {"nn.sinh", 1, 1},
    {"nn.cosh", 1, 1},
    {"nn.asinh", 1, 1},
    {"nn.acosh", 1, 1},
    {"nn.atanh", 1, 1},
    {"nn.softplus", 1, 1},
    {"nn.elu", 2, 2}, // the function's, and a product's
    {"nn.selu", 3, 3},
    {"nn.celu", 3, 3},
    {"nn.mish", 3, 3},
    {"nn.pow", 1, 1},
    {"nn.softmax", 2, 2},
    {"nn.hard_sigmoid", 1, 1},
    {"nn.hard_swish", 2, 2},
    {"nn.gelu", 2, 2},
    {"nn.masked_softmax", 2, 2},
    {"nn.guarded_softmax", 2, 2},
    {"nn.log_softmax", 2, 2},
    {"nn.lrn", 4, 4},
    {"nn.attention", 4, 4},
    {"nn.rnn", 4, 4}, // functions' errors go through the sums of later steps
    {"nn.gru", 8, 8},
    {"nn.lstm", 8, 8},
    {"nn.reduce_log_sum", 1, 1},
    {"nn.reduce_log_sum_exp", 2, 2},
};

} // namespace qopt::test
