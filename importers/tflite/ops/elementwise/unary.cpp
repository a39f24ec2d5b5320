// Operators of one operand, element by element, and softmax.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/integers/expanded.h"
#include "importers/tflite/ops/expand.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

template <typename Op, typename... Attributes>
static void emit(Binder &b, const Attributes &...attributes) {
  Values x = b.arity(1, 1).read({0});
  if (b.ok())
    b.bindReal(0, b.part<Op>("real", elementOf(x[0]), x[0], attributes...), x.order);
}

template <typename Op> static void function(Binder &b) { emit<Op>(b); }

static void relu6(Binder &b) { emit<nn::ClipOp>(b, APFloat(0.0f), APFloat(6.0f)); }
static void reluN1To1(Binder &b) { emit<nn::ClipOp>(b, APFloat(-1.0f), APFloat(1.0f)); }
static void relu0To1(Binder &b) { emit<nn::ClipOp>(b, APFloat(0.0f), APFloat(1.0f)); }
static void elu(Binder &b) { emit<nn::EluOp>(b, APFloat(1.0f)); }

static void leakyRelu(Binder &b) {
  const auto *said = b.options<schema::LeakyReluOptions>();
  b.require(!said || std::isfinite(said->alpha()), "its alpha is no number");
  emit<nn::LeakyReluOp>(b, APFloat(said ? said->alpha() : 0.0f));
}

static void gelu(Binder &b) {
  const auto *said = b.options<schema::GeluOptions>();
  const bool isTanh = said && said->approximate();
  emit<nn::GeluOp>(b, StringRef(isTanh ? "tanh" : "none"));
}

static void square(Binder &b) {
  Values x = b.arity(1, 1).read({0});
  if (b.ok())
    b.bindReal(0, b.part<nn::MulOp>("real", elementOf(x[0]), x[0], x[0]), x.order);
}

static void reciprocalRoot(Binder &b) {
  b.arity(1, 1);
  auto ofSteps = [&](const Values &x, Type element) { return rsqrtOfSteps(b, x[0], element); };
  if (expandsSteps(b, ofSteps))
    return;
  Values x = b.arity(1, 1).read({0});
  Value root = b.ok() ? b.part<nn::SqrtOp>("root", b.f32(), x[0]) : Value();
  b.bindReal(0, b.part<nn::ReciprocalOp>("real", b.f32(), root), x.order);
}

// Softmax goes along the channels; a factor comes before.
static void softmax(Binder &b) {
  const auto *said = b.options<schema::SoftmaxOptions>();
  const float beta = said ? said->beta() : 1.0f;
  b.arity(1, 1);
  auto ofSteps = [&](const Values &x, Type element) {
    b.require(rankOf(x[0]) >= 1, "of a number");
    return b.ok() ? softmaxOfSteps(b, x[0], placeOf(rankOf(x[0]) - 1, x.order), beta, element)
                  : Value();
  };
  if (expandsSteps(b, ofSteps))
    return;
  Values x = b.read({0});
  if (!b.ok())
    return;
  b.require(rankOf(x[0]) >= 1, "of a number");
  Value scaled = x[0];
  if (beta != 1)
    scaled = b.part<nn::MulOp>("scaled", b.f32(), scaled, b.scalarPart("beta", beta));
  if (!b.ok())
    return;
  const int64_t axis = placeOf(rankOf(scaled) - 1, x.order);
  b.bindReal(0, b.part<nn::SoftmaxOp>("softmax", b.f32(), scaled, uint64_t(axis)), x.order);
}

static void logSoftmax(Binder &b) {
  Values x = b.arity(1, 1).read({0});
  if (!b.ok())
    return;
  b.require(rankOf(x[0]) >= 1, "of a number");
  if (!b.ok())
    return;
  const int64_t axis = placeOf(rankOf(x[0]) - 1, x.order);
  b.bindReal(0, b.part<nn::LogSoftmaxOp>("softmax", b.f32(), x[0], uint64_t(axis)), x.order);
}

ArrayRef<OpEntry> unaryOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{ABS, function<nn::AbsOp>},
                                    {NEG, function<nn::NegOp>},
                                    {SIGN, function<nn::SignOp>},
                                    {EXP, function<nn::ExpOp>},
                                    {LOG, function<nn::LogOp>},
                                    {SQRT, function<nn::SqrtOp>},
                                    {SIN, function<nn::SinOp>},
                                    {COS, function<nn::CosOp>},
                                    {FLOOR, function<nn::FloorOp>},
                                    {CEIL, function<nn::CeilOp>},
                                    {ROUND, function<nn::RoundOp>},
                                    {LOGISTIC, function<nn::SigmoidOp>},
                                    {TANH, function<nn::TanhOp>},
                                    {RELU, function<nn::ReluOp>},
                                    {HARD_SWISH, function<nn::HardSwishOp>},
                                    {LOGICAL_NOT, function<nn::NotOp>},
                                    {RELU6, relu6},
                                    {RELU_N1_TO_1, reluN1To1},
                                    {RELU_0_TO_1, relu0To1},
                                    {ELU, elu},
                                    {LEAKY_RELU, leakyRelu},
                                    {GELU, gelu},
                                    {SQUARE, square},
                                    {RSQRT, reciprocalRoot},
                                    {SOFTMAX, softmax},
                                    {LOG_SOFTMAX, logSoftmax}};
  return ops;
}

} // namespace qopt::tflite
