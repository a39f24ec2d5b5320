// ResNet-50 with random weights, from the picture to the logits, as a chain over buffers.
#pragma once

#include "test/lowering/kernels/tensor_core/conv.h"

namespace qopt::test {

enum class Kind { First, MaxPool, Conv, AveragePool };

struct ChainLayer {
  Conv conv;
  int input = 0, side = -1, output = 0; // buffers; −1 where there is none
  Kind kind = Kind::Conv;
};

struct Chain {
  std::vector<ChainLayer> layers;
  std::vector<int64_t> bufferBytes; // of an image; buffer 0 is the input
};

/// Bytes that are unsigned behind a ReLU with zero points of 0; of either sign with any; halves.
enum class Numbers { Bytes, BytesWithZeros, Halves };
/// Pictures have four channels, the last without meaning.
Chain resnet50(Numbers numbers);

} // namespace qopt::test
