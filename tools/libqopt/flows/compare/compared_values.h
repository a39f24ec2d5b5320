// Two runs' values, paired by key: how far each pair is apart.
#pragma once

#include "tools/libqopt/flows/compare/compare.h"
#include "tools/libqopt/flows/compare/following_bounds.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::run {

/// Every value of one side, by key.
struct Side {
  std::vector<Port> ports;
  std::vector<qrt::Tensor> values;
  llvm::StringMap<size_t> positions; // of a key that comes twice the first
  llvm::StringMap<FollowingBound> bounds;

  Side(std::vector<Port> ports, std::vector<qrt::Tensor> values,
       llvm::StringMap<FollowingBound> bounds);
  bool has(llvm::StringRef key) const { return positions.contains(key); }
  BoundedValue at(size_t i) const;
};

/// Each value that both have, in the first side's order.
CompareResult compareSides(const Side &a, const Side &b);

} // namespace qopt::run
