// What the kernels over register_tile.h share: convolutions and matrix products.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

int64_t roundUp(int64_t value, int64_t multiple);

/// The register tile, the type of its sums, and how many 8-bit products an f32 sum takes exactly.
void defineTile(LaunchDraft &draft, const qrt::Factor &input, const qrt::Factor &weights,
                int64_t products, int64_t depth);

} // namespace qopt
