// How the host sums convolutions: kernels of devices say themselves whether they may sum otherwise.
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Of calls that are complete but for the memory plan: convolutions of floats whose sums take less
/// by transformed tiles are made so, if the program's order of floats allows terms other than those
/// of the definition.
void sumByTiles(qrt::Program &calls);

} // namespace qopt
