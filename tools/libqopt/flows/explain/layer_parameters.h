// A quantized layer's weights and bias, as constants beside the float layer's.
#pragma once

#include "passes/adjoint/graph_maker.h"
#include "tools/libqopt/flows/explain/joined_networks.h"

namespace qopt::run {

/// Returns the quantized layer's weights as real values, where they are the float layer's, rounded:
/// they take the place of its operand `place`. Null where the layers or their weights do not fit.
mlir::Value quantizedWeights(const JoinedNetworks &joined, GraphMaker &maker, mlir::Operation *op,
                             unsigned &place);
/// Returns how far a layer's bias is from the float one's, to be added to its result; null where it
/// cannot be told.
mlir::Value biasChange(const JoinedNetworks &joined, GraphMaker &maker, mlir::Operation *op);

} // namespace qopt::run
