// Elementwise operations that one kernel computes without storing anything between them: their
// values need no steps, and only the last of them is rounded (F6).
#pragma once

#include "passes/quantize/insert/plan.h"

namespace qopt {

/// A layer and what is computed on its sums before they are stored, or such operations behind one
/// stored value. Each value but the last is read by the operations of the group alone.
struct FusedGroup {
  /// Writes float (E4), for the group alone; null: the group reads stored values only.
  mlir::Operation *anchor = nullptr;
  /// The bodies are in the function's order and of one shape; the last gives the group's result.
  llvm::SmallVector<mlir::Operation *> bodies;
  mlir::Value result() const { return bodies.back()->getResult(0); }
};

/// The operation's program in float is a few instructions of any machine, no more than a look-up in
/// a table.
bool isArithmetic(mlir::Operation *op);

/// Groups in which steps between the operations would round once more than the group does. No
/// operation is in two of them. What asks for integers is known: `operations` have their region.
llvm::SmallVector<FusedGroup> findFusedGroups(const PlanRequest &request,
                                              const OpDecisions &operations);

} // namespace qopt
