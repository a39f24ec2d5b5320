// Networks that differ from one another behind their beginning, on the same samples: what they have
// in common runs once.
#pragma once

#include "tools/libqopt/flows/layers/common_beginning.h"
#include "tools/libqopt/flows/quantize/quantizer.h"
#include "tools/libqopt/memory_budget.h"

#include <optional>

namespace qopt::run {

/// Keeps for each batch what the first network makes up to some place, and runs on from there: the
/// least is run where each network differs from the first one no earlier than the network before
/// it.
class SharedBeginning {
public:
  /// The quantizer outlives this. `batches` are what the first network reads; no more than `most`
  /// bytes are kept of what it makes of all of them.
  SharedBeginning(const Quantizer &quantizer, Loaded first,
                  std::vector<std::vector<qrt::Tensor>> batches,
                  int64_t most = MemoryBudget().answers);

  struct Rest {
    Subject network; // returns what the whole one does, to the last bit
    std::vector<std::vector<qrt::Tensor>> inputs;
    size_t left = 0; // operations that run for each batch; constants are none
  };
  /// Returns what is left to run of a network of the quantizer's. All of it is left where the two
  /// have nothing in common that can be kept.
  qrt::Expected<Rest> restOf(Loaded network);

private:
  llvm::SetVector<mlir::Value> keptAt(size_t place, const CommonBeginning &common) const;
  std::optional<int64_t> bytesOf(mlir::Value value) const;
  bool canKeep(const llvm::SetVector<mlir::Value> &values) const;
  std::vector<mlir::Operation *> operationsFor(const llvm::SetVector<mlir::Value> &values) const;
  qrt::Status runTo(const llvm::SetVector<mlir::Value> &values);
  qrt::Expected<Subject> compiled(const Loaded &network, Module module) const;

  const Quantizer &quantizer;
  const Loaded first;
  const std::vector<std::vector<qrt::Tensor>> batches;
  const int64_t most;
  std::optional<nn::Dim> batchSize; // none: the network has no argument whose rows are samples
  int64_t rows = 0;                 // of all batches
  Structures structures;
  std::vector<mlir::Operation *> order;             // of the first network
  llvm::DenseMap<mlir::Operation *, size_t> places; // in it
  llvm::DenseMap<mlir::Value, size_t> lastReads;    // the place of the last that reads the value
  std::vector<llvm::DenseMap<mlir::Value, qrt::Tensor>> kept; // of each batch
};

} // namespace qopt::run
