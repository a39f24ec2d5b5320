// ResNet-50's 52 convolutions behind the stem, with random weights, as a chain over buffers.
#pragma once

#include "test/lowering/kernels/tensor_core/quantized_conv.h"

namespace qopt::test {

struct ChainLayer {
  QuantizedConv conv;
  int input, side, output; // buffers; side −1 where there is none
};

struct Chain {
  std::vector<ChainLayer> layers;
  std::vector<int64_t> bufferBytes; // of an image; buffer 0 is the input
};

Chain resnet50();

/// What each buffer holds for each of `images`, by NUMERICS.md's loops.
std::vector<std::vector<std::vector<uint8_t>>>
expectedBuffers(const Chain &chain, const std::vector<std::vector<uint8_t>> &images);

} // namespace qopt::test
