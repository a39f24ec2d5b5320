// Convolutions whose every group is one channel in and one out. Internal:
// packConv2d and conv2d come here by themselves.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/windows/conv2d.h"
#include "runtime/numerics/windows/input_rows.h"

namespace qrt {

/// 16-bit inputs take the general path, their sums being wider than a lane, and padded pixels.
bool isDepthwise(const Conv2dShape &shape, QuantizedInput input);
/// Whether some instruction set has depthwiseRows of such a window and types.
bool mayHaveRows(const Window2d &window, QuantizedInput input, QuantizedInput weightType);
PackedWeightsPtr packDepthwise(const Execution &execution, const Conv2dShape &shape,
                               QuantizedInput input, QuantizedInput weightType, const void *weights,
                               PackedFor);
void depthwiseConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                     QuantizedInput input, const void *x, const PackedWeights &weights,
                     const BlockProgram &program, const Epilogue &epilogue);

/// Of weights that have depthwiseRows; its input in rows that are dear: no two threads share one of
/// the output, and chunks that follow each other share the input's.
void depthwiseRows(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                   QuantizedInput input, const MakeInputRows &makeRows,
                   const PackedWeights &weights, const BlockProgram &program,
                   const Epilogue &epilogue);

} // namespace qrt
