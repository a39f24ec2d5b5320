// Tells which values get steps of their own range, before any range is known.
#pragma once

#include "passes/quantize/policy/profile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace qopt {

/// Returns the values whose range --insert-quant may ask for steps by this profile, in
/// mode=quantize and the profile's region, whatever it fuses: those that integers read or write in
/// the plan, but for values that have another's steps (B2, K1) or their operation's (P5). The plan
/// is the one before ranges are looked at, which object to integers and never to floats. None where
/// the network is changed before it is planned: it has norms of its own, or attention that the
/// profile takes apart.
std::optional<llvm::DenseSet<mlir::Value>> valuesWithOwnSteps(mlir::func::FuncOp function,
                                                              const Profile &profile);

} // namespace qopt
