// A rule names the layers that keep 8 bits beside others of few, and a count tells how many bits a
// weight has then.
#pragma once

#include "passes/repair/seed_layer.h"

namespace qopt {

/// Layers of 8 bits that are no ends hold at most one part in so many of the weights of all layers
/// that are no ends. Where the others have 4 bits, a weight then has a quarter of a bit more in the
/// mean (Usual), or a whole one (Large).
enum class WideShare : int64_t { Usual = 16, Large = 4 };

/// Returns names in the order of computation: those of the network's ends (end_layers.h), and of
/// the other layers that few bits cost most for each of their weights, as far as the share has
/// room. A layer's cost is the squared error of its nearest steps of so many bits beside its
/// squared weights, so that nothing but weights is looked at. Layers that are `leftOut` are neither
/// named nor counted.
std::vector<std::string> wideLayers(mlir::func::FuncOp function, unsigned bits,
                                    llvm::ArrayRef<std::string> leftOut = {},
                                    WideShare share = WideShare::Usual);

/// Layers of 8 bits and of fewer hold so many weights.
struct WeightBits {
  int64_t layers = 0, wideLayers = 0;
  int64_t weights = 0, wideWeights = 0;
  unsigned few = 8;
  /// Bits of a weight; those of scales and biases are not counted.
  double mean() const {
    return weights ? few + (8.0 - few) * double(wideWeights) / double(weights) : few;
  }
};
/// Counts the weights of the function's layers: those of `wide` have 8 bits, the others `bits`, and
/// those of `leftOut` do not count.
WeightBits weightBitsOf(mlir::func::FuncOp function, unsigned bits,
                        llvm::ArrayRef<std::string> wide, llvm::ArrayRef<std::string> leftOut = {});

} // namespace qopt
