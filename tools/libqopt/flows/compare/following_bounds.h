// Relus and clips whose range the value before them takes on: a quantized layer that only a bound
// reads has the bound's parameters, so that its steps hold what is behind the bound.
#pragma once

#include "tools/libqopt/qopt_mlir.h"

#include "llvm/ADT/StringMap.h"

#include <limits>

namespace qopt::run {

struct FollowingBound {
  std::string key; // of the bound's result; of several the last
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// Returns, by key, the bound behind each value that only a bound reads, itself or what exact
/// copies and concats make of it. A quantized value has all bounds that it shares its parameters
/// with, a float one the first. A quantized value that a hard swish or hard sigmoid alone reads has
/// the ends beyond which that is flat (P8).
llvm::StringMap<FollowingBound> followingBounds(mlir::ModuleOp module);

/// A key in one of two modules, with what followingBounds and the ports say of it.
struct BoundedValue {
  const Port &port;
  const FollowingBound *bound; // null: none follows
};

/// The bound behind which values of one key are the same in both modules: one of the two has taken
/// on its range, with the bound's parameters, or because the bound is none of its layers any more
/// (`hasLayer`) and its steps end where the bound does. Null: as they stand.
const FollowingBound *
judgedBehind(const BoundedValue &a, llvm::function_ref<bool(llvm::StringRef)> hasLayerA,
             const BoundedValue &b, llvm::function_ref<bool(llvm::StringRef)> hasLayerB);

/// min(max(x, low), high); a NaN stays one.
void applyBound(std::vector<double> &values, const FollowingBound &bound);

} // namespace qopt::run
