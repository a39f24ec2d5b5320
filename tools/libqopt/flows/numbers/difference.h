// Numbers of how far one tensor is from another that should be the same.
#pragma once

#include <cstdint>

namespace qopt::run {

struct Difference {
  double maxAbs = 0; // NaN on one side only: infinity
  double sqnr = 0;   // dB; +inf when equal, −inf where one side alone is not finite
  double cosine = 1; // over what is finite on both sides; 1 when both are all zero
  double rmse = 0;
  int64_t differing = 0; // elements
  int64_t first = -1;    // index of the first one
};

} // namespace qopt::run
