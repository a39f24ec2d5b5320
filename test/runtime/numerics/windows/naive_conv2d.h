// Convolutions by their definition.
#pragma once

#include "test/runtime/numerics/support.h"

namespace qrt::test {

inline std::string name(const Conv2dShape &s) {
  auto pair = [](const std::array<int64_t, 2> &p) {
    return std::to_string(p[0]) + "x" + std::to_string(p[1]);
  };
  return "in " + pair(s.in) + "x" + std::to_string(s.inChannels) + " out " + pair(s.out) + "x" +
         std::to_string(s.outChannels) + " groups " + std::to_string(s.groups) + " kernel " +
         pair(s.window.kernel) + " stride " + pair(s.window.stride) + " dilation " +
         pair(s.window.dilation) + " pad " + pair(s.window.padBegin);
}

inline int64_t inputSize(const Conv2dShape &s) { return s.in[0] * s.in[1] * s.inChannels; }
inline int64_t outputSize(const Conv2dShape &s) { return s.out[0] * s.out[1] * s.outChannels; }
inline int64_t weightSize(const Conv2dShape &s) {
  return s.outChannels * s.inChannels / s.groups * s.window.kernel[0] * s.window.kernel[1];
}

/// Accumulators by the definition, k in the documented order.
template <class X, class W, class Acc>
std::vector<Acc> naiveConv(const Conv2dShape &s, int64_t samples, int64_t zero,
                           const std::vector<X> &x, const std::vector<W> &w) {
  std::vector<Acc> out;
  int64_t inGroup = s.inChannels / s.groups, outGroup = s.outChannels / s.groups;
  for (int64_t n = 0; n < samples; ++n)
    for (int64_t oy = 0; oy < s.out[0]; ++oy)
      for (int64_t ox = 0; ox < s.out[1]; ++ox)
        for (int64_t o = 0; o < s.outChannels; ++o) {
          Acc acc = 0;
          for (int64_t ky = 0; ky < s.window.kernel[0]; ++ky)
            for (int64_t kx = 0; kx < s.window.kernel[1]; ++kx)
              for (int64_t i = 0; i < inGroup; ++i) {
                int64_t y =
                    oy * s.window.stride[0] - s.window.padBegin[0] + ky * s.window.dilation[0];
                int64_t c =
                    ox * s.window.stride[1] - s.window.padBegin[1] + kx * s.window.dilation[1];
                if (y < 0 || y >= s.in[0] || c < 0 || c >= s.in[1])
                  continue;
                int64_t channel = o / outGroup * inGroup + i;
                X value = x[size_t(((n * s.in[0] + y) * s.in[1] + c) * s.inChannels + channel)];
                W weight = w[size_t(
                    ((o * inGroup + i) * s.window.kernel[0] + ky) * s.window.kernel[1] + kx)];
                Acc product = (Acc(value) - Acc(zero)) * Acc(weight);
                acc = acc + product;
              }
          out.push_back(acc);
        }
  return out;
}

} // namespace qrt::test
