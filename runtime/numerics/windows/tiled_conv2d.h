// Float convolutions whose results are computed in tiles, by fewer products of transformed values
// than their definition has. This is the interface to the other convolutions.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

/// Returns whether the shape has such a sum: 3×3 of stride and dilation 1 in one group.
bool hasTiles(const Conv2dShape &);
/// Returns whether the products that the tiles of such a shape save outweigh the transforms.
bool gainsByTiles(const Conv2dShape &);

/// Computes the convolution; the weights are those of packTiledConv2d.
void tiledConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                 const void *x, const PackedWeights &weights, const BlockProgram &program,
                 const Epilogue &epilogue);

} // namespace qrt
