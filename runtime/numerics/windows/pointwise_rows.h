// Rows of a pointwise convolution's result, each computed when a reader asks for it. Internal.
#pragma once

#include "runtime/numerics/matmul/block_product.h"
#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/input_rows.h"

namespace qrt {

/// One call, shared by its threads.
struct PointwiseStage {
  const Conv2dShape &shape;
  QuantizedInput input;
  const char *x;
  const PackedWeights &packed;
  std::span<const int32_t> init;
  const BlockProgram &program;
  const Epilogue &epilogue; // without tensors; its output is not written
  BlockShape block;
};

/// Returns whether each pixel of the result depends on one pixel of the input, in the same order.
bool isPointwise(const Conv2dShape &shape);

class PointwiseRows : public InputRows {
public:
  /// `count`: how many of the last rows stay.
  PointwiseRows(const PointwiseStage &stage, int64_t count);
  const char *row(int64_t sample, int64_t y) override;

private:
  struct Held {
    int64_t sample = -1, y = 0;
  };
  void compute(const char *x, int64_t slot);
  const char *source(int64_t sample, int64_t y);

  const PointwiseStage &stage;
  int64_t width, pixelBytes, rowBytes; // of an input pixel as staged, of a row of the result
  Scratch rows, staged;
  Epilogue epilogue;
  BlockProduct product;
  std::vector<Held> held;
  std::vector<int64_t> pixelOffsets;
};

} // namespace qrt
