// Convolutions whose groups each have one input and one output channel. Internal: packConv2d and
// conv2d call these.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/input_rows.h"

namespace qrt {

/// Returns whether the depthwise loops apply. 16-bit inputs (whose sums are wider than a lane) and
/// padded pixels take the general path.
bool isDepthwise(const Conv2dShape &shape, QuantizedInput input);
/// Returns whether some instruction set has depthwiseRows for such a window and types.
bool mayHaveRows(const Window2d &window, QuantizedInput input, QuantizedInput weightType);
PackedWeightsPtr packDepthwise(const Execution &execution, const Conv2dShape &shape,
                               QuantizedInput input, QuantizedInput weightType, const void *weights,
                               PackedFor);
void depthwiseConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                     QuantizedInput input, const void *x, const PackedWeights &weights,
                     const BlockProgram &program, const Epilogue &epilogue);

/// Computes a depthwise convolution from input rows that are expensive to make; the weights must
/// have depthwiseRows. No two threads share an output row, and consecutive chunks share input rows.
void depthwiseRows(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                   QuantizedInput input, const MakeInputRows &makeRows,
                   const PackedWeights &weights, const BlockProgram &program,
                   const Epilogue &epilogue);

} // namespace qrt
