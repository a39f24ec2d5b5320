#include "passes/quantize/pairs/declines.h"

#include "ir/ops/zero_points.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

LogicalResult Declines::decline(Operation *op, PatternRewriter &rewriter, const Twine &reason) {
  reasons[layerName(op)] = reason.str();
  return rewriter.notifyMatchFailure(op, Twine("'") + layerName(op) + "' stays float: " + reason);
}

std::string whyNotComputed(ArrayRef<Value> operands, const QuantizationRule &rule) {
  for (auto [value, role] : llvm::zip(operands, rule.operands)) {
    Type type = value.getType();
    if ((role == OperandRole::Activation || role == OperandRole::Residual) && isQuantized(type) &&
        !hasComputedStorage(type))
      return "it reads " + std::string(qrt::elementTypeName(*storageType(type))) +
             ", and integer layers read i8, u8 and i16 only";
    // R5 lets weights of 8 bits and fewer have zero points; those of 16 bits may have none.
    if (rule.writesFloat && constantTensor(value) && hasComputedStorage(type) &&
        qrt::bitWidth(*storageType(type)) == 16)
      for (int64_t zero : zeroPointsOf(type))
        if (zero != 0)
          return "weights of 16 bits with zero point " + std::to_string(zero);
  }
  return "";
}

} // namespace qopt
