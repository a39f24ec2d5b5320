// A call as other weights leave it: what a refit may not change of the work of a node. A launch
// keeps no more of the call that it was emitted from than the text of its key, so that the texts of
// both are read here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qrt {

/// Sizes, windows, strides and types of a call, without what values of weights decide: scalar
/// programs, zero points, what is filled in, and vectors by channel, which are numbers within a
/// scalar program where they are all alike.
struct CallPlan {
  std::string call;     // "conv2d {shape {…}, samples N, input b0 u8, …}"
  std::string operands; // "b0 u8 [N, 8, 8, 3] c1 i8 [4, 3, 3, 3]", in the call's order
  std::string weights;  // of `operands` the constants: "i8 4x3x3x3"
  size_t vectors = 0;   // how many vectors by channel were left out beside the epilogue's

  std::string_view family() const { return std::string_view(call).substr(0, call.find(' ')); }
};

/// Of a callKey; "" of "".
CallPlan planOf(std::string_view key);

/// The innermost part of a call's text in which two texts that differ do so, of each:
/// "window {kernel 3x5}" and "window {kernel 5x3}".
struct DifferingParts {
  std::string_view first, second;
};
DifferingParts differingParts(std::string_view first, std::string_view second);

} // namespace qrt
