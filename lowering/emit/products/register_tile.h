// Kernels of convolutions and of matrix products define the tiles of register_tile.h and
// byte_tile.h here.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/emit/products/packing.h"
#include "lowering/emit/products/tile.h"

namespace qopt {

/// The register tile, the type of its sums, and how many 8-bit products an f32 sum takes exactly.
void defineTile(LaunchDraft &draft, const Tile &tile, const qrt::Factor &input,
                const qrt::Factor &weights, int64_t products, int64_t depth);

/// The tile of byte_tile.h.
void defineByteTile(LaunchDraft &draft, const Tile &tile, const qrt::Factor &input,
                    int64_t products, int64_t depth);

} // namespace qopt
