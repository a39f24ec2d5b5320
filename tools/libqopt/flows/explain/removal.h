// Makes the quantized network with one layer's own error taken away, computed in float on rounded
// values: shares of an error are held against it.
#pragma once

#include "tools/libqopt/flows/explain/joined_networks.h"

namespace qopt::run {

/// Its entry returns what the quantized network's does, as real values, but the value of this key
/// is as the float layers make it of what they read there; of an empty key nothing is taken away.
Loaded withoutErrorOf(JoinedNetworks joined, llvm::StringRef value);

} // namespace qopt::run
