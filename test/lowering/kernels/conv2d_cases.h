// Shared by tests of convolution kernels: shapes, and the sum written out.
#pragma once

#include "test/lowering/kernels/epilogues.h"

namespace qopt::test {

inline qrt::Conv2dShape shapeOf(std::array<int64_t, 2> in, int64_t inChannels, int64_t outChannels,
                                int64_t groups, qrt::Window2d window, int64_t inPitch = 0) {
  qrt::Conv2dShape shape{in, {}, inChannels, outChannels, groups, window, inPitch};
  for (int i = 0; i < 2; ++i) // equal padding on both sides
    shape.out[i] =
        (in[i] + 2 * window.padBegin[i] - window.dilation[i] * (window.kernel[i] - 1) - 1) /
            window.stride[i] +
        1;
  return shape;
}

inline qrt::Tensor randomImages(std::mt19937 &random, qrt::ElementType type,
                                const qrt::Conv2dShape &s, int64_t samples) {
  return randomTensor(random, type, {samples, s.in[0], s.in[1], s.pixelPitch()});
}
inline qrt::Tensor randomFilters(std::mt19937 &random, qrt::ElementType type,
                                 const qrt::Conv2dShape &s) {
  return randomTensor(
      random, type,
      {s.outChannels, s.inChannels / s.groups, s.window.kernel[0], s.window.kernel[1]});
}

/// Returns the sum of output pixel `p` of channel c.
template <typename Sum>
Sum sumAt(const qrt::Conv2dShape &s, const qrt::Tensor &x, const qrt::Tensor &w, int32_t zero,
          int64_t n, int64_t p, int64_t c, int32_t weightZero = 0) {
  const int64_t in = s.inChannels / s.groups, group = c / (s.outChannels / s.groups);
  const int64_t kh = s.window.kernel[0], kw = s.window.kernel[1];
  Sum sum = 0;
  for (int64_t ky = 0; ky < kh; ++ky)
    for (int64_t kx = 0; kx < kw; ++kx)
      for (int64_t i = 0; i < in; ++i) {
        const int64_t iy =
            p / s.out[1] * s.window.stride[0] - s.window.padBegin[0] + ky * s.window.dilation[0];
        const int64_t ix =
            p % s.out[1] * s.window.stride[1] - s.window.padBegin[1] + kx * s.window.dilation[1];
        if (iy < 0 || iy >= s.in[0] || ix < 0 || ix >= s.in[1])
          continue;
        const int64_t at = ((n * s.in[0] + iy) * s.in[1] + ix) * s.pixelPitch() + group * in + i;
        sum += (Sum(numberAt(x, at)) - zero) *
               (Sum(numberAt(w, ((c * in + i) * kh + ky) * kw + kx)) - weightZero);
      }
  return sum;
}

/// Calls check(n, pixel, channel, index) for every output.
template <typename Check> void forOutputs(const qrt::Conv2dShape &s, int64_t samples, Check check) {
  int64_t index = 0;
  for (int64_t n = 0; n < samples; ++n)
    for (int64_t p = 0; p < s.out[0] * s.out[1]; ++p)
      for (int64_t c = 0; c < s.outChannels; ++c)
        check(n, p, c, index++);
}

} // namespace qopt::test
