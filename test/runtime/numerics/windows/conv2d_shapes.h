// Convolutions of random shapes.
#pragma once

#include "test/runtime/numerics/windows/naive_conv2d.h"

namespace qrt::test {

using MakeShape = Conv2dShape (&)(Random &);

inline Conv2dShape randomShape(Random &random) {
  Conv2dShape s;
  s.groups = random.integer(0, 3) ? 1 : random.integer(1, 4);
  s.inChannels = s.groups * random.integer(1, random.integer(0, 2) ? 9 : 40);
  s.outChannels = s.groups * random.integer(1, random.integer(0, 2) ? 20 : 75);
  if (random.integer(0, 4) == 0)
    s.groups = s.inChannels = s.outChannels = random.integer(2, 90); // depthwise
  for (int d = 0; d < 2; ++d) {
    s.window.kernel[d] = random.integer(1, 3);
    s.window.stride[d] = random.integer(1, 2);
    s.window.dilation[d] = random.integer(1, 2);
    s.window.padBegin[d] = random.integer(0, 2);
    int64_t reach = (s.window.kernel[d] - 1) * s.window.dilation[d] + 1;
    int64_t padEnd = random.integer(0, 2);
    s.in[d] = random.integer(std::max<int64_t>(1, reach - s.window.padBegin[d]), 12);
    s.out[d] = (s.in[d] + s.window.padBegin[d] + padEnd - reach) / s.window.stride[d] + 1;
  }
  return s;
}

/// Square windows, most of which have tiles of their own, of all remainders of channels and pixels.
inline Conv2dShape depthwiseShape(Random &random) {
  Conv2dShape s;
  s.groups = s.inChannels = s.outChannels = random.integer(2, 150);
  const int64_t size = random.integer(1, 3) * 2 + 1;
  for (int d = 0; d < 2; ++d) {
    s.window.kernel[d] = size;
    s.window.stride[d] = random.integer(1, d ? 2 : 3);
    s.window.dilation[d] = d && random.integer(0, 1) ? 1 : random.integer(1, d ? 3 : 2);
    s.window.padBegin[d] = random.integer(0, size - 1);
    int64_t reach = (size - 1) * s.window.dilation[d] + 1;
    s.in[d] = std::max<int64_t>(1, reach - s.window.padBegin[d]) + random.integer(0, 10);
    int64_t padEnd = random.integer(0, size - 1);
    s.out[d] = (s.in[d] + s.window.padBegin[d] + padEnd - reach) / s.window.stride[d] + 1;
  }
  return s;
}

/// Any other window: tall, wide, large, dilated, of large strides.
inline Conv2dShape anyDepthwiseShape(Random &random) {
  Conv2dShape s;
  s.groups = s.inChannels = s.outChannels = random.integer(2, 150);
  for (int d = 0; d < 2; ++d) {
    s.window.kernel[d] = random.integer(1, 9);
    s.window.stride[d] = random.integer(1, 4);
    s.window.dilation[d] = random.integer(1, 3);
    int64_t reach = (s.window.kernel[d] - 1) * s.window.dilation[d] + 1;
    s.window.padBegin[d] = random.integer(0, reach - 1);
    s.in[d] = std::max<int64_t>(1, reach - s.window.padBegin[d]) + random.integer(0, 12);
    int64_t padEnd = random.integer(0, reach - 1);
    s.out[d] = (s.in[d] + s.window.padBegin[d] + padEnd - reach) / s.window.stride[d] + 1;
  }
  return s;
}

constexpr Conv2dShape (*shapesInTurn[])(Random &) = {randomShape, depthwiseShape,
                                                     anyDepthwiseShape};

/// Its sums.
template <class Acc, class X, class W>
std::vector<Acc> runConv(const Execution &execution, const Conv2dShape &s, int64_t samples,
                         QuantizedInput input, const std::vector<X> &x, const std::vector<W> &w,
                         int32_t weightsZero = 0) {
  std::vector<Acc> out(size_t(samples * outputSize(s)));
  ScalarProgram program = identityEpilogue(elementTypeOf<Acc>());
  auto packed = packConv2d(execution, s, input, {elementTypeOf<W>(), weightsZero}, w.data());
  conv2d(execution, s, samples, input, x.data(), *packed, {&program, {}, {}, out.data()});
  return out;
}

} // namespace qrt::test
