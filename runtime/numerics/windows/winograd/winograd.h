// Float convolutions 3×3 by tiles of 2×2 results, F(2×2, 3×3) of Winograd's and Lavin's (Lavin and
// Gray, "Fast Algorithms for Convolutional Neural Networks", 2015): 16 products of transformed
// values for each pair of channels where the sum itself takes 36. Internal: conv2d comes here with
// weights of packWinograd.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

void winogradConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                    const void *x, const PackedWeights &weights, const BlockProgram &program,
                    const Epilogue &epilogue);

} // namespace qrt
