// Which calls pack their weights alike, whatever the sizes of what they are applied to.
#pragma once

#include "runtime/calls/conv2d/conv2d.h"
#include "runtime/calls/matmul/matmul.h"

#include <string>

namespace qrt::host {

/// All that packing reads of a call but the weights themselves (packConv2d, packWinograd and
/// packMatmul of numerics/loops.h).
std::string packingKey(const Execution &execution, const Conv2dCall &call);
std::string packingKey(const Execution &execution, const MatmulCall &call);

/// The operand that is packed.
inline const Factor &packedFactor(const Conv2dCall &call) { return call.weights; }
inline const Factor &packedFactor(const MatmulCall &call) { return call.b; }

} // namespace qrt::host
