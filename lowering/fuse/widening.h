// Casts that widen f16 and bf16 to f32 are no work of their own where whoever reads them widens
// what it loads: they are read as they are stored.
#pragma once

#include "lowering/regions/halves.h"
#include "lowering/regions/regions.h"

namespace qopt {

/// Takes widening casts off the ends of regions where every reader widens, and regions away that
/// are nothing else. A cast whose readers do not all widen stays; where an anchor is among those
/// that do, or the half stands in memory anyway, it is a region of its own that the others alone
/// read.
StoredValues readHalvesAsStored(std::vector<Region> &regions);

} // namespace qopt
