// Code that all operations share: the check of shapes against their inference, and costs.
#include "ir/dialect.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace qopt::nn {

QuantizationRule staysFloat(Operation *op) {
  return {ResultRule::StaysFloat,
          SmallVector<OperandRule, 5>(op->getNumOperands(), OperandRole::Float)};
}

QuantizationRule sharesInput() { return {ResultRule::SharesInput, {OperandRole::Activation}}; }

// Refuses huge sizes: code everywhere multiplies and adds sizes, which must stay far from int64's
// limit.
static bool isHuge(RankedTensorType tensor) {
  constexpr int64_t most = qrt::extentLimit;
  auto isTooLarge = [](int64_t number) { return number > most || number < -most; };
  int64_t count = 1;
  for (const Dim &dim : symbolicShape(tensor)) {
    std::optional<int64_t> first = dim.at([](const std::string &) { return 1; });
    if (!first || isTooLarge(dim.constant()) ||
        llvm::any_of(dim.growing(),
                     [&](const auto &term) { return isTooLarge(term.coefficient); }) ||
        llvm::MulOverflow(count, std::max<int64_t>(*first, 1), count) || count > most)
      return true;
  }
  return false;
}

LogicalResult verifyTensor(Type type, EmitError error) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return error() << "a tensor of known rank is needed, got " << type;
  if (!tensor.hasStaticShape() && !isa_and_nonnull<DimsAttr>(tensor.getEncoding()))
    return error() << "a dynamic dimension of " << type << " has no expression (#nn.dims)";
  if (isHuge(tensor))
    return error() << type << " has more than 2^40 elements";
  if (failed(verifyQuantType(tensor.getElementType(), error)))
    return failure();
  if (!storageType(type))
    return error() << "element type " << tensor.getElementType() << " is not computed with";
  auto axis = dyn_cast<quant::UniformQuantizedPerAxisType>(tensor.getElementType());
  if (axis && (axis.getQuantizedDimension() >= tensor.getRank() ||
               tensor.getDimSize(axis.getQuantizedDimension()) != int64_t(axis.getScales().size())))
    return error() << "the quantized axis of " << type << " does not fit its shape";
  return success();
}

LogicalResult verifyTensors(TypeRange types, EmitError error) {
  return success(
      llvm::all_of(types, [&](Type type) { return succeeded(verifyTensor(type, error)); }));
}

LogicalResult detail::verifyInferredShapes(Operation *op) {
  auto error = [&] { return op->emitOpError(); };
  if (failed(verifyTensors(op->getOperandTypes(), error)) ||
      failed(verifyTensors(op->getResultTypes(), error)))
    return failure();
  llvm::SmallVector<SymbolicShape> inferred;
  if (failed(cast<ShapeInferenceOpInterface>(op).inferShapes(inferred, error)))
    return failure();
  if (inferred.size() != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumResults() << " results, but " << inferred.size()
                             << " follow from the operands";
  for (auto [result, shape] : llvm::zip_equal(op->getResults(), inferred))
    if (SymbolicShape own = symbolicShape(result);
        own.size() != shape.size() || !mayBeEqual(own, shape))
      return op->emitOpError() << "result has shape " << toString(symbolicShape(result)) << ", but "
                               << toString(shape) << " follows from the operands";
  return success();
}

int64_t storedBytes(Value value, int64_t batch) {
  Type type = value.getType();
  bool isPacked = packedType(type) && matchPattern(value, m_Constant());
  qrt::ElementType stored = isPacked ? *packedType(type) : *storageType(type);
  return int64_t(qrt::storedBytes(stored, qrt::elementCount(shapeAt(type, batch))));
}

OpCost costOf(Operation *op, int64_t batch, int64_t multiplyAdds) {
  OpCost cost;
  cost.multiplyAdds = multiplyAdds;
  for (Value operand : op->getOperands())
    cost.bytesRead += storedBytes(operand, batch);
  for (Value result : op->getResults()) {
    cost.bytesWritten += storedBytes(result, batch);
    cost.elements += qrt::elementCount(shapeAt(result.getType(), batch));
  }
  return cost;
}

} // namespace qopt::nn
