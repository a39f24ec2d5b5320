// The binder's other end: values become what the file's tensors are.
#include "importers/tflite/file/tensor_data.h"
#include "importers/tflite/graph/binder.h"
#include "importers/tflite/integers/steps_form.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace qopt::tflite {

using qrt::ElementType;

Value Binder::activated(Value x, schema::ActivationFunctionType activation) {
  using schema::ActivationFunctionType;
  if (!ok() || activation == ActivationFunctionType::NONE)
    return x;
  Type element = elementOf(x);
  support(element.isF32(), "with an activation of integers");
  becomesPart(x);
  if (activation == ActivationFunctionType::RELU)
    return part<nn::ReluOp>("relu", element, x);
  if (activation == ActivationFunctionType::RELU6)
    return part<nn::ClipOp>("relu6", element, x, APFloat(0.0f), APFloat(6.0f));
  if (activation == ActivationFunctionType::RELU_N1_TO_1)
    return part<nn::ClipOp>("clip", element, x, APFloat(-1.0f), APFloat(1.0f));
  if (activation == ActivationFunctionType::TANH)
    return part<nn::TanhOp>("tanh", element, x);
  support(false, Twine("with activation ") + schema::EnumNameActivationFunctionType(activation));
  return {};
}

void Binder::bindIn(unsigned index, Value value, const Order &order) {
  if (!ok())
    return;
  Operation *op = value.getDefiningOp();
  if (op && index == 0 && nn::nameOf(op).starts_with((layer() + "/").str()))
    takeKey(op);
  bind(index, inFileOrder(value, order));
}

Value Binder::inFileOrder(Value value, const Order &order) {
  if (!ok() || order.empty() || size_t(rankOf(value)) != order.size())
    return value;
  return part<nn::TransposeOp>("channels_last", elementOf(value), value, inverse(order));
}

// A result that others made under the layer's key becomes a step where more follows.
void Binder::becomesPart(Value step) {
  if (Operation *op = step.getDefiningOp(); op && nn::nameOf(op) == layer())
    leaveKey(op, "real");
}

// No quantized type of 32 bits is computed with: such steps are plain integers.
Value Binder::stepsOfReal(Value real, const Steps &steps) {
  becomesPart(real);
  if (qrt::bitWidth(steps.storage) <= 16)
    return part<nn::QuantizeOp>("steps", quantizedType(context(), steps), real);
  support(steps.zeroPoints[0] == 0, "with a zero point of 32 bits");
  Value scale = ok() ? scalarPart("scale", float(steps.scales[0])) : Value();
  Value quotient = part<nn::DivOp>("quotient", f32(), real, scale);
  Value whole = part<nn::RoundOp>("whole", f32(), quotient);
  return part<nn::CastOp>("steps", IntegerType::get(context(), 32), whole, BoolAttr());
}

// Tells that steps are computed with in f32, where the interpreter's integers may differ by steps.
void Binder::remarkFloat(Value real) {
  bool readsSteps = false;
  for (unsigned i = 0; i < inputCount(); ++i)
    readsSteps |= inputSteps(i).has_value();
  if (ok() && readsSteps)
    mlir::emitRemark(real.getLoc())
        << "'" << layer() << "' computes steps in f32: it has no integer form here";
}

void Binder::bindReal(unsigned index, Value real, const Order &order) {
  if (!ok() || !isRead(index))
    return;
  std::optional<Steps> steps = outputSteps(index);
  // A state that the operator keeps is none of its outputs in the file.
  const schema::Tensor *output = outputTensor(index);
  std::optional<ElementType> type = output ? elementTypeOf(output->type()) : std::nullopt;
  if (steps && ok()) {
    support(qrt::bitWidth(steps->storage) <= 32 && steps->axis < 0,
            "with a result quantized to " + typeName(output->type()));
    if (!ok())
      return;
    // The operator computes integers where all of it is on steps, else f32 that becomes steps.
    Value integer = asSteps(real, quantizedType(context(), *steps));
    if (!integer)
      remarkFloat(real);
    real = integer ? integer : stepsOfReal(real, *steps);
  } else if (type && qrt::isFloat(*type) && elementOf(real).isF32() && *type != ElementType::F32) {
    real = part<nn::CastOp>("narrowed", nn::plainElementType(context(), *type), real, BoolAttr());
  }
  bindIn(index, real, order);
}

void Binder::bindStored(unsigned index, Value stored, const Order &order) {
  std::optional<Steps> steps = outputSteps(index);
  if (!ok() || !isRead(index))
    return;
  const bool isQuantized = nn::isQuantized(stored.getType());
  support(isQuantized == steps.has_value() &&
              (!steps || elementOf(stored) == quantizedType(context(), *steps)),
          "whose result has another scale or zero point than its input");
  bindIn(index, stored, order);
}

void Binder::handOn(unsigned output, unsigned input) {
  alias(output, input);
  keepOrigin(output, input);
}

void Binder::keepOrigin(unsigned output, unsigned input) {
  if (ok())
    scope.setOrigin(elementsOf(op.outputs())[output], elementsOf(op.inputs())[input]);
}

} // namespace qopt::tflite
