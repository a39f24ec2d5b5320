#include "runtime/numerics/windows/winograd/winograd_factors.h"

namespace qrt {

namespace {

struct Window {
  const float *values;
  int64_t height, width, down, across; // sizes and strides

  double at(int64_t y, int64_t x) const {
    return y < height && x < width ? double(values[y * down + x * across]) : 0;
  }
};

/// Factor `p` of the part that begins at (top, left).
float factorOf(const Window &window, int64_t top, int64_t left, int64_t p) {
  constexpr double g[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
  double sum = 0;
  for (int64_t y = 0; y < 3; ++y)
    for (int64_t x = 0; x < 3; ++x)
      sum += g[p / 4][y] * g[p % 4][x] * window.at(top + y, left + x);
  return float(sum);
}

void transform(const Window &window, float *target, int64_t partStride, int64_t factorStride) {
  const int64_t across = (window.width + 2) / 3,
                parts = winogradParts({window.height, window.width});
  for (int64_t part = 0; part < parts; ++part)
    for (int64_t p = 0; p < winogradFactors; ++p)
      target[part * partStride + p * factorStride] =
          factorOf(window, part / across * 3, part % across * 3, p);
}

} // namespace

void winogradCopy(const Execution &execution, const StridedWalk &walk, const float *source,
                  const StridedAccess &from, float *target, const StridedAccess &to) {
  auto body = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin * walk.sizes[1]; i < end * walk.sizes[1]; ++i) {
      const int64_t first = i / walk.sizes[1], second = i % walk.sizes[1];
      auto at = [&](const StridedAccess &access) {
        return access.offset + first * access.strides[0] + second * access.strides[1];
      };
      transform({source + at(from), walk.sizes[2], walk.sizes[3], from.strides[2], from.strides[3]},
                target + at(to), to.strides[2], to.strides[3]);
    }
  };
  execution.parallelFor(walk.sizes[0], 1, body);
}

} // namespace qrt
