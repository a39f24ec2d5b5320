// Tells from the end of a network what an output holds: scores of classes, or a vector.
#pragma once

#include "mlir/IR/Value.h"

namespace qopt::run {

/// Scores: a softmax, a sigmoid or a layer of constant weights makes them, a bias and constant
/// factors behind it. Vectors: a norm, a division by one, a gate, or a function that scores do not
/// pass at a network's end (tanh, gelu, a relu); of what was pooled a sum of layers, too. Unknown:
/// neither, as of a pool behind layer and relu, which ends classifiers and extractors alike.
enum class Evidence { Scores, Vectors, Unknown };
Evidence evidenceOf(mlir::Value output);

/// Rows along the last dimension are scores of classes, of one for each step of a sequence: a
/// softmax over that dimension makes them, or a product with a constant matrix that is at least 16
/// columns wide. (Boxes of detectors are narrow, and layers' channels come first.)
bool tellsSteps(mlir::Value output);

} // namespace qopt::run
