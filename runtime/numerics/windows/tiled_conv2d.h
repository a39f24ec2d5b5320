// Float convolutions whose results are computed in tiles, by fewer products of transformed values
// than their definition has: what of them the other convolutions know.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

/// Shapes that have such a sum: 3×3 of stride and dilation 1 in one group.
bool hasTiles(const Conv2dShape &);
/// Of those, whether the products that it saves are more than what transforms cost.
bool gainsByTiles(const Conv2dShape &);

/// With weights of packTiledConv2d.
void tiledConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                 const void *x, const PackedWeights &weights, const BlockProgram &program,
                 const Epilogue &epilogue);

} // namespace qrt
