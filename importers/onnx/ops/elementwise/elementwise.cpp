// Element by element: arithmetic, activations, batch normalization.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/elementwise/old_broadcast.h"
#include "ir/ops.h"
#include "ir/verify.h"

#include <limits>

using namespace mlir;

namespace qopt::onnx {

static void sameElements(Binder &b, Value lhs, Value rhs) {
  if (b.ok())
    b.require(elementOf(lhs) == elementOf(rhs), "operands have different element types");
}

template <typename Op> static void binary(Binder &b) {
  Value lhs, rhs;
  b.arity(2, 2).numeric(0, lhs).numeric(1, rhs);
  alignOldOperands(b, lhs, rhs);
  sameElements(b, lhs, rhs);
  if (b.ok())
    b.emit<Op>(elementOf(lhs), lhs, rhs);
}

// Shape arithmetic stays on this side; everything else is an operation.
template <typename Op, IntOp integerOp> static void arithmetic(Binder &b) {
  if (!b.isKnownInts(0) || !b.isKnownInts(1))
    return binary<Op>(b);
  IntTensor lhs, rhs;
  b.arity(2, 2).ints(0, lhs).ints(1, rhs);
  readOldBroadcast(b);
  if (!b.ok())
    return;
  b.require(lhs.wide == rhs.wide, "operands have different element types");
  std::optional<IntTensor> result = combine(integerOp, lhs, rhs);
  b.support(result.has_value(), "on sizes, with a result that is not a size");
  if (b.ok())
    b.bind(0, *result);
}

// Any number of operands, two at a time.
template <typename Op> static Value foldedFrom(Binder &b, unsigned last) {
  Value all, next;
  b.numeric(0, all);
  for (unsigned i = 1; i < last && b.ok(); ++i) {
    b.numeric(i, next);
    sameElements(b, all, next);
    if (b.ok())
      all = b.part<Op>(std::to_string(i), elementOf(all), all, next);
  }
  return all;
}

template <typename Op> static void variadic(Binder &b) {
  unsigned count = b.inputCount();
  b.require(count >= 1, "has no inputs");
  if (count == 1)
    return b.alias(0, 0);
  Value all = foldedFrom<Op>(b, count - 1), last;
  b.numeric(count - 1, last);
  sameElements(b, all, last);
  if (b.ok())
    b.emit<Op>(elementOf(all), all, last);
}

static Value numberLike(Binder &b, StringRef part, Value like, double number) {
  Type element = elementOf(like);
  qrt::Tensor tensor = qrt::Tensor::allocate(*nn::storageType(like.getType()), {});
  qrt::visitElementType(tensor.type(), [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    if constexpr (std::is_arithmetic_v<T>)
      tensor.mutableValues<T>()[0] = T(number);
    else if constexpr (requires { T(float(number)); })
      tensor.mutableValues<T>()[0] = T(float(number));
  });
  return b.constantPart(part, RankedTensorType::get({}, element), tensor);
}

static void mean(Binder &b) {
  unsigned count = b.inputCount();
  b.require(count >= 1, "has no inputs");
  Value sum = foldedFrom<nn::AddOp>(b, count);
  if (!b.ok() || count == 1)
    return b.alias(0, 0);
  Value divisor = numberLike(b, "count", sum, count);
  b.emit<nn::DivOp>(elementOf(sum), sum, divisor);
}

template <typename Op> static void unary(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (b.ok())
    b.emit<Op>(elementOf(x), x);
}

// Floats alone.
template <typename Op> static void function(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (!b.ok())
    return;
  b.require(nn::isComputedFloat(x.getType()), "its input is no float");
  b.emit<Op>(elementOf(x), x);
}

// Converts a function with attributes, all of them floats.
template <typename Op, typename... Attributes>
static void functionOf(Binder &b, const Attributes &...attributes) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (!b.ok())
    return;
  b.require(nn::isComputedFloat(x.getType()), "its input is no float");
  b.emit<Op>(elementOf(x), x, APFloat(attributes)...);
}

static void relu(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (!b.ok())
    return;
  if (nn::isComputedFloat(x.getType()))
    return b.emit<nn::ReluOp>(elementOf(x), x);
  Value zero = numberLike(b, "0", x, 0);
  b.emit<nn::MaxOp>(elementOf(x), x, zero);
}

// Bounds: attributes before opset 11, then scalars.
static bool isKnownBound(Binder &b, unsigned index) {
  return b.opset() < 11 || !b.has(index) || b.isConstant(index);
}

static void readBound(Binder &b, unsigned index, StringRef name, float &bound) {
  if (b.opset() < 11) {
    b.attr(name, bound);
    return;
  }
  if (!b.has(index))
    return;
  qrt::Tensor tensor;
  if (!b.reals(index, tensor).ok())
    return;
  b.require(tensor.size() == 1, name + " must be one number");
  if (b.ok())
    bound = tensor.values<float>()[0];
  b.require(!std::isnan(bound), name + " is NaN");
}

// Clips integers, or floats by bounds that are computed.
static void clipByTensors(Binder &b, Value x) {
  Value low, high;
  if (b.has(1))
    b.numeric(1, low);
  if (b.has(2))
    b.numeric(2, high);
  if (!b.ok())
    return;
  if (!low && !high)
    return b.alias(0, 0);
  Type element = elementOf(x);
  if (low && high)
    x = b.part<nn::MaxOp>("max", element, x, low);
  if (!b.ok())
    return;
  if (high)
    return b.emit<nn::MinOp>(element, x, high);
  b.emit<nn::MaxOp>(element, x, low);
}

static void clip(Binder &b) {
  Value x;
  float low = -std::numeric_limits<float>::infinity(), high = -low;
  b.arity(1, 3).numeric(0, x);
  if (!b.ok())
    return;
  if (!nn::isComputedFloat(x.getType()) || !isKnownBound(b, 1) || !isKnownBound(b, 2))
    return clipByTensors(b, x);
  readBound(b, 1, "min", low);
  readBound(b, 2, "max", high);
  // min(max(x, low), high): where the bounds cross, everything is `high`.
  b.emit<nn::ClipOp>(elementOf(x), x, APFloat(std::min(low, high)), APFloat(high));
}

static void hardSigmoid(Binder &b) {
  float alpha = 0.2f, beta = 0.5f;
  b.attr("alpha", alpha).attr("beta", beta);
  functionOf<nn::HardSigmoidOp>(b, alpha, beta);
}
static void leakyRelu(Binder &b) {
  float alpha = 0.01f;
  b.attr("alpha", alpha);
  functionOf<nn::LeakyReluOp>(b, alpha);
}
static void shrink(Binder &b) {
  float lambd = 0.5f, bias = 0;
  b.attr("lambd", lambd).attr("bias", bias);
  functionOf<nn::ShrinkOp>(b, lambd, bias);
}
static void selu(Binder &b) {
  float alpha = 1.67326319217681884765625f, gamma = 1.05070102214813232421875f;
  b.attr("alpha", alpha).attr("gamma", gamma);
  functionOf<nn::SeluOp>(b, alpha, gamma);
}
template <typename Op> static void alphaFunction(Binder &b) {
  float alpha = 1;
  b.attr("alpha", alpha);
  functionOf<Op>(b, alpha);
}
// Slopes before opset 7 run along dimension 1.
static void prelu(Binder &b) {
  Value x, slope;
  b.arity(2, 2).numeric(0, x).numeric(1, slope);
  sameElements(b, x, slope);
  if (!b.ok())
    return;
  if (b.opset() < 7 && rankOf(slope) == 1 && rankOf(x) > 2) {
    SmallVector<nn::Dim> shape(rankOf(x) - 1, nn::staticDim(1));
    shape[0] = nn::symbolicShape(slope)[0];
    slope = b.reshapePart("slope", slope, shape);
  }
  if (b.ok())
    b.emit<nn::PReluOp>(elementOf(x), x, slope);
}

static void mod(Binder &b) {
  Value lhs, rhs;
  bool truncated = false;
  b.arity(2, 2).numeric(0, lhs).numeric(1, rhs).attr("fmod", truncated);
  sameElements(b, lhs, rhs);
  if (!b.ok())
    return;
  b.require(truncated || !nn::isComputedFloat(lhs.getType()), "of floats needs fmod=1");
  b.emit<nn::ModOp>(elementOf(lhs), lhs, rhs, truncated);
}

static void pow(Binder &b) {
  Value base, exponent;
  b.arity(2, 2).numeric(0, base).numeric(1, exponent);
  alignOldOperands(b, base, exponent);
  if (b.ok())
    b.emit<nn::PowOp>(elementOf(base), base, exponent);
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
  bool forTest = true;
  if (b.opset() < 7)
    b.attr("is_test", forTest).ignore("consumed_inputs", "says what may be overwritten");
  b.support(forTest, "is_test=0; export the model for inference");
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
                                    {"Mean", mean},
                                    {"Mod", mod},
                                    {"Pow", pow},
                                    {"PRelu", prelu},
                                    {"Relu", relu},
                                    {"Clip", clip},
                                    {"Neg", unary<nn::NegOp>},
                                    {"Abs", unary<nn::AbsOp>},
                                    {"Sign", unary<nn::SignOp>},
                                    {"Sigmoid", function<nn::SigmoidOp>},
                                    {"Tanh", function<nn::TanhOp>},
                                    {"HardSwish", function<nn::HardSwishOp>},
                                    {"HardSigmoid", hardSigmoid},
                                    {"LeakyRelu", leakyRelu},
                                    {"ThresholdedRelu", alphaFunction<nn::ThresholdedReluOp>},
                                    {"Shrink", shrink},
                                    {"Swish", alphaFunction<nn::SwishOp>},
                                    {"Elu", alphaFunction<nn::EluOp>},
                                    {"Selu", selu},
                                    {"Celu", alphaFunction<nn::CeluOp>},
                                    {"Softplus", function<nn::SoftplusOp>},
                                    {"Mish", function<nn::MishOp>},
                                    {"Sin", function<nn::SinOp>},
                                    {"Cos", function<nn::CosOp>},
                                    {"Tan", function<nn::TanOp>},
                                    {"Asin", function<nn::AsinOp>},
                                    {"Acos", function<nn::AcosOp>},
                                    {"Atan", function<nn::AtanOp>},
                                    {"Sinh", function<nn::SinhOp>},
                                    {"Cosh", function<nn::CoshOp>},
                                    {"Asinh", function<nn::AsinhOp>},
                                    {"Acosh", function<nn::AcoshOp>},
                                    {"Atanh", function<nn::AtanhOp>},
                                    {"Softsign", function<nn::SoftsignOp>},
                                    {"Exp", function<nn::ExpOp>},
                                    {"Log", function<nn::LogOp>},
                                    {"Sqrt", function<nn::SqrtOp>},
                                    {"Erf", function<nn::ErfOp>},
                                    {"Reciprocal", function<nn::ReciprocalOp>},
                                    {"Floor", function<nn::FloorOp>},
                                    {"Ceil", function<nn::CeilOp>},
                                    {"Round", function<nn::RoundOp>},
                                    {"Gelu", gelu},
                                    {"BatchNormalization", batchNormalization}};
  return ops;
}

} // namespace qopt::onnx
