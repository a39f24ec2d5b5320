// Element by element: arithmetic, activations, batch normalization.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

#include <limits>

using namespace mlir;

namespace qopt::onnx {

// Plain integers, i32 or i64, are computed with too, where the operation can.
template <typename Op> static constexpr bool takesIntegers = !std::is_same_v<Op, nn::DivOp>;

template <typename Op> static Binder &operand(Binder &b, unsigned index, Value &value) {
  if (!takesIntegers<Op>)
    return b.input(index, value);
  if (!b.any(index, value).ok())
    return b;
  Type element = elementOf(value);
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return b.support(element.isF32() || element.isInteger(32) || element.isInteger(64), "on " + text);
}

template <typename Op> static void binary(Binder &b) {
  Value lhs, rhs;
  b.arity(2, 2);
  operand<Op>(b, 0, lhs);
  operand<Op>(b, 1, rhs);
  if (!b.ok())
    return;
  b.require(elementOf(lhs) == elementOf(rhs), "operands have different element types");
  b.emit<Op>(elementOf(lhs), lhs, rhs);
}

// Shape arithmetic stays on this side; everything else is an operation.
template <typename Op, IntOp integerOp> static void arithmetic(Binder &b) {
  if (!b.isInts(0) && !b.isInts(1) && !(b.isKnownInts(0) && b.isKnownInts(1)))
    return binary<Op>(b);
  IntTensor lhs, rhs;
  b.arity(2, 2).ints(0, lhs).ints(1, rhs);
  if (!b.ok())
    return;
  b.require(lhs.wide == rhs.wide, "operands have different element types");
  std::optional<IntTensor> result = combine(integerOp, lhs, rhs);
  b.support(result.has_value(), "on sizes, with a result not linear in the batch");
  if (b.ok())
    b.bind(0, *result);
}

// Any number of operands, two at a time.
template <typename Op> static void variadic(Binder &b) {
  unsigned count = b.inputCount();
  b.require(count >= 1, "has no inputs");
  if (count == 1)
    return b.alias(0, 0);
  Value folded, next;
  operand<Op>(b, 0, folded);
  for (unsigned i = 1; i < count && b.ok(); ++i) {
    operand<Op>(b, i, next);
    if (!b.ok())
      return;
    b.require(elementOf(folded) == elementOf(next), "operands have different element types");
    if (i + 1 == count)
      b.emit<Op>(elementOf(folded), folded, next);
    else
      folded = b.part<Op>(std::to_string(i), elementOf(folded), folded, next);
  }
}

template <typename Op> static void unary(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  b.emit<Op>(b.f32(), x);
}

// Bounds: attributes before opset 11, then constant scalars.
static void readBound(Binder &b, unsigned index, StringRef name, float &bound) {
  if (b.opset() < 11) {
    b.attr(name, bound);
    return;
  }
  if (!b.has(index))
    return;
  qrt::Tensor tensor;
  if (!b.constant(index, tensor).ok())
    return;
  b.support(tensor.type() == qrt::ElementType::F32, "with bounds that are not f32")
      .require(tensor.size() == 1, name + " must be one number");
  if (b.ok())
    bound = tensor.values<float>()[0];
  b.require(!std::isnan(bound), name + " is NaN");
}

static void clip(Binder &b) {
  Value x;
  float low = -std::numeric_limits<float>::infinity(), high = -low;
  b.arity(1, 3).input(0, x);
  readBound(b, 1, "min", low);
  readBound(b, 2, "max", high);
  // min(max(x, low), high): where the bounds cross, everything is `high`.
  b.emit<nn::ClipOp>(b.f32(), x, APFloat(std::min(low, high)), APFloat(high));
}

static void hardSigmoid(Binder &b) {
  Value x;
  float alpha = 0.2f, beta = 0.5f;
  b.arity(1, 1).input(0, x).attr("alpha", alpha).attr("beta", beta);
  b.emit<nn::HardSigmoidOp>(b.f32(), x, APFloat(alpha), APFloat(beta));
}

static void leakyRelu(Binder &b) {
  Value x;
  float alpha = 0.01f;
  b.arity(1, 1).input(0, x).attr("alpha", alpha);
  b.emit<nn::LeakyReluOp>(b.f32(), x, APFloat(alpha));
}

static void gelu(Binder &b) {
  Value x;
  std::string approximate = "none";
  b.arity(1, 1).input(0, x).attr("approximate", approximate);
  b.require(approximate == "none" || approximate == "tanh", "approximate is " + approximate);
  b.emit<nn::GeluOp>(b.f32(), x, approximate);
}

static void batchNormalization(Binder &b) {
  Value x, gamma, beta, mean, variance;
  float epsilon = 1e-5f;
  bool spatial = true, training = false;
  b.arity(5, 5).input(0, x).input(1, gamma).input(2, beta).input(3, mean).input(4, variance);
  b.attr("epsilon", epsilon).attr("spatial", spatial).attr("training_mode", training);
  b.ignore("momentum", "updates the mean and variance in training")
      .require(epsilon >= 0, "epsilon is negative")
      .support(spatial, "spatial=0")
      .support(!training, "training_mode=1; export the model for inference");
  for (unsigned output = 1; output < 5; ++output)
    b.support(!b.isRead(output), "the outputs of training");
  b.emit<nn::BatchNormOp>(b.f32(), x, gamma, beta, mean, variance, APFloat(epsilon));
}

ArrayRef<OpEntry> elementwiseOps() {
  static constexpr OpEntry ops[] = {{"Add", arithmetic<nn::AddOp, IntOp::Add>},
                                    {"Sub", arithmetic<nn::SubOp, IntOp::Sub>},
                                    {"Mul", arithmetic<nn::MulOp, IntOp::Mul>},
                                    {"Div", arithmetic<nn::DivOp, IntOp::Div>},
                                    {"Max", variadic<nn::MaxOp>},
                                    {"Min", variadic<nn::MinOp>},
                                    {"Sum", variadic<nn::AddOp>},
                                    {"Relu", unary<nn::ReluOp>},
                                    {"Clip", clip},
                                    {"Sigmoid", unary<nn::SigmoidOp>},
                                    {"Tanh", unary<nn::TanhOp>},
                                    {"HardSwish", unary<nn::HardSwishOp>},
                                    {"HardSigmoid", hardSigmoid},
                                    {"LeakyRelu", leakyRelu},
                                    {"Exp", unary<nn::ExpOp>},
                                    {"Log", unary<nn::LogOp>},
                                    {"Sqrt", unary<nn::SqrtOp>},
                                    {"Neg", unary<nn::NegOp>},
                                    {"Abs", unary<nn::AbsOp>},
                                    {"Erf", unary<nn::ErfOp>},
                                    {"Gelu", gelu},
                                    {"BatchNormalization", batchNormalization}};
  return ops;
}

} // namespace qopt::onnx
