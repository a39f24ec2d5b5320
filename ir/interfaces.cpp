// What all operations share: shapes checked against their inference, costs.
#include "ir/dialect.h"
#include "ir/keys.h"
#include "ir/quant_type.h"

using namespace mlir;

namespace qopt::nn {

static LogicalResult verifyTensor(Operation *op, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto error = [&] { return op->emitOpError(); };
  if (!tensor.hasStaticShape() && !isa_and_nonnull<DimsAttr>(tensor.getEncoding()))
    return error() << "a dynamic dimension of " << type
                   << " has no expression (#nn.dims)";
  if (failed(verifyQuantType(tensor.getElementType(), error)))
    return failure();
  if (!storageType(type))
    return error() << "element type " << tensor.getElementType()
                   << " is not computed with";
  auto axis = dyn_cast<quant::UniformQuantizedPerAxisType>(tensor.getElementType());
  if (axis && (axis.getQuantizedDimension() >= tensor.getRank() ||
               tensor.getDimSize(axis.getQuantizedDimension()) !=
                   int64_t(axis.getScales().size())))
    return error() << "the quantized axis of " << type << " does not fit its shape";
  return success();
}

LogicalResult detail::verifyInferredShapes(Operation *op) {
  for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes())))
    if (failed(verifyTensor(op, type)))
      return failure();
  llvm::SmallVector<SymbolicShape> inferred;
  auto error = [&] { return op->emitOpError(); };
  if (failed(cast<ShapeInferenceOpInterface>(op).inferShapes(inferred, error)))
    return failure();
  for (auto [result, shape] : llvm::zip_equal(op->getResults(), inferred))
    if (symbolicShape(result) != shape)
      return op->emitOpError() << "result has shape "
                               << toString(symbolicShape(result)) << ", but "
                               << toString(shape) << " follows from the operands";
  return success();
}

static int64_t bytesAt(Type type, int64_t batch) {
  return qrt::elementCount(shapeAt(type, batch)) *
         int64_t(qrt::byteWidth(*storageType(type)));
}

OpCost costOf(Operation *op, int64_t batch, int64_t multiplyAdds) {
  OpCost cost;
  cost.multiplyAdds = multiplyAdds;
  for (Type type : op->getOperandTypes())
    cost.bytesRead += bytesAt(type, batch);
  for (Type type : op->getResultTypes()) {
    cost.bytesWritten += bytesAt(type, batch);
    cost.elements += qrt::elementCount(shapeAt(type, batch));
  }
  return cost;
}

} // namespace qopt::nn
