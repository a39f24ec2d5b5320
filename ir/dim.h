// A size that may grow with the batch: scale·N + offset. Plain, for hosts that
// see no MLIR header; dims.h reads them from types.
#pragma once

#include <cstdint>

namespace qopt::nn {

struct Dim {
  int64_t scale = 0, offset = 0;
  bool isStatic() const { return scale == 0; }
  int64_t at(int64_t batch) const { return scale * batch + offset; }
  bool operator==(const Dim &) const = default;
};

inline Dim staticDim(int64_t size) { return {0, size}; }
inline Dim operator+(Dim a, Dim b) { return {a.scale + b.scale, a.offset + b.offset}; }

} // namespace qopt::nn
