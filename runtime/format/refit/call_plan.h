// The parts of a node's work that a refit may not change. A launch keeps only the text of its
// call's key, so the texts of both are compared.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qrt {

/// The sizes, windows, strides and types of a call, without the parts that depend on the weights'
/// values: scalar programs, zero points, fill values, and vectors by channel, which become numbers
/// in a scalar program if all entries are equal.
struct CallPlan {
  std::string call;     // "conv2d {shape {…}, samples N, input b0 u8, …}"
  std::string operands; // "b0 u8 [N, 8, 8, 3] c1 i8 [4, 3, 3, 3]", in the call's order
  std::string weights;  // of `operands` the constants: "i8 4x3x3x3"
  size_t vectors = 0;   // how many vectors by channel were left out beside the epilogue's

  std::string_view family() const { return std::string_view(call).substr(0, call.find(' ')); }
};

/// Returns the plan of a callKey; an empty one for "".
CallPlan planOf(std::string_view key);

/// The innermost parts in which the texts of two calls differ: "window {kernel 3x5}" and "window
/// {kernel 5x3}".
struct DifferingParts {
  std::string_view first, second;
};
DifferingParts differingParts(std::string_view first, std::string_view second);

} // namespace qrt
