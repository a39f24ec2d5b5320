#include "tools/libqopt/demands.h"

#include "ir/values/keys.h"
#include "passes/quantize/roles.h"

namespace qopt {

Demands demandsOf(mlir::func::FuncOp entry) {
  Demands demands;
  entry.walk([&](nn::QuantizationRuleOpInterface op) {
    llvm::SmallVector<mlir::Value> values(op->result_begin(), op->result_end());
    if (ruleOf(op).result != nn::ResultRule::StaysFloat)
      for (mlir::Value value : values)
        demands.noNan.insert(nn::keyOf(value));
    if (!hasWeights(op))
      return;
    values.append(activationsOf(op));
    for (mlir::Value value : values)
      demands.finite.insert(nn::keyOf(value));
  });
  return demands;
}

} // namespace qopt
