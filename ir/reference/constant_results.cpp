#include "ir/reference/constant_results.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::nn {

std::optional<SmallVector<qrt::Tensor>> constantOperands(Operation *op) {
  SmallVector<qrt::Tensor> tensors;
  for (Value operand : op->getOperands()) {
    std::optional<qrt::Tensor> tensor = constantTensor(operand);
    if (!tensor)
      return std::nullopt;
    tensors.push_back(*tensor);
  }
  return tensors;
}

std::optional<int64_t> bytesOf(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::optional<qrt::ElementType> storage = storageType(type);
    if (!tensor || !tensor.hasStaticShape() || !storage)
      return std::nullopt;
    bytes += tensor.getNumElements() * int64_t(qrt::byteWidth(*storage));
  }
  return bytes;
}

void replaceByConstants(Operation *op, const std::vector<qrt::Tensor> &values) {
  OpBuilder builder(op);
  for (auto [result, tensor] : llvm::zip_equal(op->getResults(), values)) {
    auto type = cast<RankedTensorType>(result.getType());
    Value constant = createConstant(builder, op->getLoc(), nameOf(op), type, tensor);
    takeResultIdentity(constant, result);
    result.replaceAllUsesWith(constant);
  }
  op->erase();
}

} // namespace qopt::nn
