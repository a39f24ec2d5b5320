// Rules of the adjoint say what an operation's operands get of its results' adjoints. They are
// private to this folder.
#pragma once

#include "passes/adjoint/adjoint.h"

namespace qopt {

/// One adjoint for each result, null where there is none. False: there is no way through.
using AdjointRule = bool (*)(mlir::Operation *op, llvm::ArrayRef<mlir::Value> gradients,
                             Adjoint &adjoint);

struct NamedRule {
  llvm::StringLiteral operation;
  AdjointRule rule;
};

llvm::ArrayRef<NamedRule> elementwiseRules();
llvm::ArrayRef<NamedRule> moveRules();
llvm::ArrayRef<NamedRule> reductionRules();
llvm::ArrayRef<NamedRule> windowRules();
llvm::ArrayRef<NamedRule> productRules();

/// Returns whether an operation is one on single elements of which one operand of the result's type
/// moves.
bool isOfOneElement(mlir::Operation *op, const Adjoint &adjoint);
/// Goes through such an operation by its secant.
bool throughElements(mlir::Operation *op, llvm::ArrayRef<mlir::Value> gradients, Adjoint &adjoint);

/// Adds up what a broadcast value was repeated for.
mlir::Value unbroadcast(GraphMaker &maker, mlir::Value gradient, mlir::Value to);

} // namespace qopt
