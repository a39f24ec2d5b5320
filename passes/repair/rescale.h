// Channels between layers have a free factor: what makes a value may divide it where all that reads
// the value multiplies its weights.
#pragma once

#include "passes/repair/rescaled_link.h"
#include "passes/repair/seed_layer.h"

#include <string>

namespace qopt {

/// The layers that repairs may change.
class LayerSet {
public:
  explicit LayerSet(std::vector<SeedLayer> layers);
  const std::vector<SeedLayer> &all() const { return layers; }
  const SeedLayer *find(mlir::Operation *op) const;
  /// Returns the layers that read `value` as their input, in the order of computation.
  llvm::SmallVector<const SeedLayer *, 3> readersOf(mlir::Value value) const;

private:
  std::vector<SeedLayer> layers;
  llvm::DenseMap<mlir::Operation *, size_t> places;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<size_t, 1>> readers;
};

/// A value whose channels can be rescaled.
struct Link {
  mlir::Value value;                               // what is read
  mlir::Operation *producer = nullptr;             // makes its channels
  const SeedLayer *layer = nullptr;                // the producer, where it is one
  llvm::SmallVector<mlir::Operation *, 2> between; // a factor goes through them
  llvm::SmallVector<const SeedLayer *, 3> readers;
  bool isBranch = false; // others than the readers keep the value as it is

  int64_t channels() const { return readers.front()->inputChannels(); }
  /// Returns for each channel the largest magnitude of all weights that read it.
  std::vector<double> readBy() const;
};

/// A layer norm or an RMS norm, whose gain takes factors.
bool isScaledNorm(mlir::Operation *op);
/// None, with a reason that continues "'name' …", where its channels have no free factor.
std::optional<Link> linkAt(mlir::Value value, const LayerSet &layers, std::string &reason);
/// The result of a layer norm or an RMS norm that is read along the norm's last dimension: what
/// linkAt refuses, as others read it, too, or as its scale is computed. None of other values.
std::optional<Link> branchAt(mlir::Value value, const LayerSet &layers);
/// Values that layers of the set read, in the order of computation.
std::vector<mlir::Value> valuesRead(const LayerSet &layers);

/// Divides channel c of the value by factors[c], a positive number. What changes is called
/// `NAME_suffix` from now on and has no range. What was done comes back. A branch's value
/// stays, and the link's layers read a product of it, called `NAME_suffix`.
RescaledLink rescale(const Link &link, llvm::ArrayRef<float> factors, llvm::StringRef suffix,
                     FreshNames &names);

std::vector<std::string> namesOfLayers(llvm::ArrayRef<const SeedLayer *> layers);

} // namespace qopt
