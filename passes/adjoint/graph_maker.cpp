#include "passes/adjoint/graph_maker.h"

#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

GraphMaker::GraphMaker(func::FuncOp function)
    : builder(function.front().getTerminator()), names(function) {}

Value GraphMaker::inferred(Operation *op) {
  SmallVector<SymbolicShape> shapes;
  [[maybe_unused]] LogicalResult fits =
      cast<ShapeInferenceOpInterface>(op).inferShapes(shapes, [&] { return op->emitOpError(); });
  assert(succeeded(fits) && shapes.size() == 1 && "an operation that was made does not fit");
  Value result = op->getResult(0);
  result.setType(tensorType(shapes.front(), getElementTypeOrSelf(result)));
  return result;
}

Operation *GraphMaker::clone(Operation *op, ValueRange operands) {
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  copy->removeAttr(absorbedAttr);
  setName(copy, names.unique((layerName(op) + "/copy"), op->getNumResults()));
  return copy;
}

Value GraphMaker::constant(StringRef name, const qrt::Tensor &tensor) {
  return createConstant(builder, builder.getUnknownLoc(), names.unique(name), tensor).getResult();
}

Value GraphMaker::scalar(float value) {
  for (const auto &[known, made] : scalars)
    if (known == value)
      return made;
  qrt::Tensor tensor = qrt::Tensor::allocate(qrt::ElementType::F32, {});
  tensor.mutableValues<float>()[0] = value;
  scalars.emplace_back(value, constant("adjoint/number", tensor));
  return scalars.back().second;
}

Value GraphMaker::reshape(Value value, ArrayRef<Dim> shape) {
  Type type = tensorType(shape, builder.getF32Type());
  return type == value.getType() ? value : makeOf<ReshapeOp>("adjoint/reshape", type, value);
}

Value GraphMaker::add(Value a, Value b) { return make<AddOp>("adjoint/sum", a, b); }
Value GraphMaker::sub(Value a, Value b) { return make<SubOp>("adjoint/difference", a, b); }
Value GraphMaker::mul(Value a, Value b) { return make<MulOp>("adjoint/product", a, b); }

Value GraphMaker::slice(Value value, ArrayRef<int64_t> starts, ArrayRef<Dim> sizes) {
  Type type = tensorType(sizes, builder.getF32Type());
  if (type == value.getType())
    return value;
  const SmallVector<int64_t> ones(starts.size(), 1);
  return makeOf<SliceOp>("adjoint/slice", type, value, starts, ArrayRef<int64_t>(ones));
}

Value GraphMaker::pad(Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  auto isZero = [](int64_t size) { return size == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return value;
  return make<PadOp>("adjoint/pad", value, low, high, APFloat(0.0f));
}

} // namespace qopt
