// A plan holds all that --insert-quant decides before it changes anything: the operations that
// become integer, and the parameters of every value that they read or write.
#pragma once

#include "passes/quantize/insert/attention.h"
#include "passes/quantize/insert/decisions.h"
#include "passes/quantize/policy/policy.h"

namespace qopt {

/// A plan is made for this.
struct PlanRequest {
  mlir::func::FuncOp function;
  const QuantPolicy &policy;
  bool integerPorts; // what the function takes and returns is to be integers, too
  const IntegerAttention &attention;
};

struct QuantPlan {
  OpDecisions operations;
  ValueDecisions values;
  /// Operations that stay float since integers would go wrong, in the order found.
  llvm::SmallVector<mlir::Operation *> refused;
  /// Integer operations read or write them, and they have no parameters: there is no plan. Empty:
  /// all have.
  llvm::SmallVector<mlir::Value> missing;

  /// Parameters of a value that an integer operation reads as activation or writes.
  nn::QuantParams paramsOf(mlir::Value value) const { return *values.at(value).params; }
  bool takesNothing() const;
  bool takes(mlir::Operation *op) const { return operations.isInteger(op); }
  bool writesFloat(mlir::Operation *op) const { return operations.find(op)->writesFloat; }
  /// An integer operation reads the value as activation, or writes it as steps.
  bool isQuantized(mlir::Value value) const;
};

/// Takes the steps of steps.h until what they find out changes nothing more.
QuantPlan makePlan(const PlanRequest &request);

} // namespace qopt
