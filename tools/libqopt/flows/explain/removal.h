// Makes the quantized network with one layer's own error taken away, computed in float on rounded
// values: shares of an error are held against it.
#pragma once

#include "tools/libqopt/flows/explain/joined_networks.h"

namespace qopt::run {

/// Returns a network whose entry gives the quantized network's results, as real values, but in
/// which the value of this key is as the float layers make it of what they read there. With an
/// empty key nothing is taken away.
Loaded withoutErrorOf(JoinedNetworks joined, llvm::StringRef value);

} // namespace qopt::run
