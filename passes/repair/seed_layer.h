// Repairs work on SeedLayers: convolutions and matrix products of floats whose weights are
// constant.
#pragma once

#include "ir/values/keys.h"
#include "passes/rewrite.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>

namespace qopt {

/// A layer's weights as a matrix, a row for each output channel. Those of a group read `terms`
/// inputs of their own; the layer's inputs are groups·terms.
struct SeedLayer {
  mlir::Operation *op = nullptr;
  int64_t outputs = 0, terms = 0, groups = 1;
  bool termsFirst = false; // stored [terms, outputs]
  int64_t window = 1;      // terms that one channel of the input gives

  std::string name() const { return nn::layerName(op); }
  mlir::Value input() const { return op->getOperand(0); }
  qrt::Tensor weights() const;
  /// None where there is none, or where it is computed.
  std::optional<qrt::Tensor> bias() const;
  bool hasComputedBias() const;
  bool hasResidual() const;

  /// Returns the place at which weight (output, term) is stored.
  size_t at(int64_t output, int64_t term) const {
    return size_t(termsFirst ? term * outputs + output : output * terms + term);
  }
  int64_t groupOf(int64_t output) const { return output / (outputs / groups); }
  int64_t inputChannels() const { return groups * terms / window; }
  /// The channel of the input that the term of a row of `group` reads.
  int64_t inputChannel(int64_t group, int64_t term) const {
    return (group * terms + term) / window;
  }
  /// The dimension of the input, and of the result, that channels lie along.
  int64_t inputAxis() const;
  int64_t resultAxis() const;

  void setWeights(const qrt::Tensor &weights, FreshNames &names) const;
  void setBias(const qrt::Tensor &bias, FreshNames &names) const;
};

/// None where `op` is no such layer.
std::optional<SeedLayer> seedLayerOf(mlir::Operation *op);
/// Returns the function's layers in the order of computation.
std::vector<SeedLayer> seedLayersOf(mlir::func::FuncOp function);

/// A constant that was replaced: it leaves its name to the one that replaces it. May be null.
void eraseUnused(mlir::Operation *constant);

/// Both multiply the same rows.
bool readsAlike(const SeedLayer &a, const SeedLayer &b);

} // namespace qopt
