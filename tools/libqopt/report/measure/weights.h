// Weights of layers, as numbers.
#pragma once

#include "tools/libqopt/report/measure/distribution.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>

namespace qopt::run {

/// The weights of a layer: of its constant operands of two dimensions and more the largest.
struct WeightFacts {
  std::string type, shape;    // "i8", "64x3x7x7"; of the network that is drawn
  std::vector<double> scales; // none of float ones
  Distribution distribution;  // float weights before, steps' reals after
};

/// Returns the weights by layer of `drawn`; `floats`, the same module or another form of the
/// network, gives the weights before quantization of layers that have one name and as many weights
/// in both.
std::map<std::string, WeightFacts> weightFacts(mlir::ModuleOp drawn, mlir::ModuleOp floats);

} // namespace qopt::run
