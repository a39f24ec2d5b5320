// Integer attention (I1): who is asked for it is taken apart before a plan is made of the parts.
#pragma once

#include "passes/quantize/attention_parts.h"
#include "passes/quantize/policy/policy.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace qopt {

/// Empty, or which layer a file speaks of the attention of, and has none.
std::string whyNoAttention(const PolicyFile &file, const nn::ValuesByKey &values);

class IntegerAttention {
public:
  /// Takes those apart of which `general` and `files`, a later one over the others, say so. What a
  /// file says of one holds then for its parts, unless it says something of these. Those whose
  /// products could leave their accumulators are refused (A4).
  void takeApart(mlir::func::FuncOp function, const LayerPolicy &general,
                 llvm::ArrayRef<PolicyFile *> files);

  /// It stands in attention that was taken apart.
  bool isPart(mlir::Operation *op) const { return parts.contains(op); }
  /// Such a one that computes in float: what stands between the two products.
  bool isFloatPart(mlir::Operation *op) const { return floats.contains(op); }
  /// A softmax in attention makes it: its measured range counts.
  bool areProbabilities(mlir::Value value) const { return probabilities.contains(value); }
  /// Returns why an nn.attention stays whole though it is asked for integers; empty: it is not
  /// asked.
  llvm::StringRef whyRefused(mlir::Operation *op) const;
  /// Gives the context the range of the attention's result, of which it is another shape where
  /// heads share a key and value, unless it has a range of its own.
  void handDownRanges() const;

private:
  llvm::DenseSet<mlir::Operation *> parts, floats;
  llvm::DenseSet<mlir::Value> probabilities;
  llvm::SmallVector<AttentionParts> taken;
  llvm::DenseMap<mlir::Operation *, std::string> refused;
};

} // namespace qopt
