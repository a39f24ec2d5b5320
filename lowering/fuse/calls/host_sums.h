// The host chooses here how it sums convolutions; kernels of devices say themselves whether they
// may sum otherwise.
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Lets convolutions of floats sum by transformed tiles where that takes less, in calls that are
/// complete but for the memory plan, if the program's order of floats allows terms other than those
/// of the definition.
void sumByTiles(qrt::Program &calls);

} // namespace qopt
