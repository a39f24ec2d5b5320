// ResNet-50's first layers: a convolution of three channels, padded to four, and a max pool.
#pragma once

#include "test/lowering/kernels/tensor_core/cuda_device.h"
#include "test/lowering/kernels/tensor_core/quantized_conv.h"

namespace qopt::test {

struct Stem {
  static constexpr int size = 224, middle = 112, pooled = 56, channels = 64, blockRows = 4;
  QuantizedConv conv;

  Stem();
  std::string convText(const std::string &root, int resident) const;
  std::string poolText(const std::string &root) const;
  LaunchSize convLaunch(int samples, int room) const;
  LaunchSize poolLaunch(int samples) const;
  /// What the pool gives of an image of `size` × `size` × 4.
  std::vector<uint8_t> expected(const std::vector<uint8_t> &image) const;
};

} // namespace qopt::test
