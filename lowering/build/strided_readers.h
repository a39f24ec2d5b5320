// StridedReaders tells who reads a value: values that all readers walk by strides may lie among
// others.
#pragma once

#include "lowering/regions/halves.h"
#include "lowering/regions/regions.h"

#include "llvm/ADT/DenseMap.h"

namespace qopt {

class StridedReaders {
public:
  /// `regions` and `stored` outlive it.
  StridedReaders(llvm::ArrayRef<Region> regions, const StoredValues &stored);

  /// The region that computes `op`; null where there is none.
  const Region *regionOf(mlir::Operation *op) const { return regions.lookup(op); }
  /// Returns the value that a reader of `value` loads in its place.
  mlir::Value storedOf(mlir::Value value) const;
  /// Each reader walks by strides, or copies: elementwise kernels, concatenations, results.
  bool areAllOf(mlir::Value value) const;

private:
  bool isOne(mlir::OpOperand &use) const;
  bool isWidening(mlir::Operation *reader, mlir::Value value) const;

  llvm::DenseMap<mlir::Operation *, const Region *> regions;
  const StoredValues &stored;
};

} // namespace qopt
