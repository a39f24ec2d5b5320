// These operators are functions of one element: activations, exponentials, roots, trigonometry,
// rounding.
#include "importers/graphdef/graph/op_table.h"
#include "importers/graphdef/ops/elementwise/elementwise.h"
#include "ir/verify.h"

#include <array>

using namespace mlir;

namespace qopt::graphdef {

static Value readFloat(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (b.ok())
    b.support(nn::isComputedFloat(x.getType()), "of elements that are no floats");
  return b.ok() ? x : Value();
}

template <typename Op, typename... Args> static void apply(Binder &b, const Args &...args) {
  if (Value x = readFloat(b))
    emitOn<Op>(b, elementOf(x), x, args...);
}
template <typename Op> static void function(Binder &b) { apply<Op>(b); }

// These functions take integers, too.
template <typename Op> static void unary(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (b.ok())
    emitOn<Op>(b, elementOf(x), x);
}

static void relu(Binder &b) {
  Value x;
  b.arity(1, 1).numeric(0, x);
  if (b.ok() && nn::isComputedFloat(x.getType()))
    return emitOn<nn::ReluOp>(b, elementOf(x), x);
  b.support(false, "of integers");
}
static void relu6(Binder &b) { apply<nn::ClipOp>(b, APFloat(0.0f), APFloat(6.0f)); }
static void elu(Binder &b) { apply<nn::EluOp>(b, APFloat(1.0f)); }
static void selu(Binder &b) {
  apply<nn::SeluOp>(b, APFloat(1.67326319217681884765625f), APFloat(1.05070102214813232421875f));
}
static void leakyRelu(Binder &b) {
  float alpha = 0.2f;
  b.attr("alpha", alpha);
  apply<nn::LeakyReluOp>(b, APFloat(alpha));
}

// ---- several steps ----

namespace {
/// A value on its way through steps: an image where the input is the view of one.
struct Chain {
  explicit Chain(Binder &b) : b(b), x(readFloat(b)), isImage(x && Binder::isImage(x)) {
    if (isImage)
      x = b.image("nchw", x);
  }
  template <typename Op, typename... Args> Value part(StringRef name, Args &&...args) {
    return b.ok() ? b.part<Op>(name, elementOf(x), std::forward<Args>(args)...) : Value();
  }
  void bind(Value y) {
    if (b.ok())
      isImage ? b.bindImage(y) : b.bindReal(0, y);
  }
  Value one() {
    Value number =
        b.ok() ? b.constantPart("one", RankedTensorType::get({}, b.f32()),
                                qrt::Tensor::fromValues<float>({}, std::array<float, 1>{1.0f}))
               : Value();
    b.support(!b.ok() || elementOf(x).isF32(), "of halves");
    return number;
  }
  Binder &b;
  Value x;
  bool isImage;
};
} // namespace

static void square(Binder &b) {
  Value given;
  b.arity(1, 1).numeric(0, given);
  if (!b.ok())
    return;
  SmallVector<Value> values{given};
  const bool isImage = alignToImages(b, values);
  Value y = b.part<nn::MulOp>("", elementOf(given), values[0], values[0]);
  if (b.ok())
    isImage ? b.bindImage(y) : b.bindReal(0, y);
}

static void rsqrt(Binder &b) {
  Chain s(b);
  Value root = s.part<nn::SqrtOp>("root", s.x);
  s.bind(s.part<nn::ReciprocalOp>("", root));
}

static void log1p(Binder &b) {
  Chain s(b);
  Value sum = s.part<nn::AddOp>("sum", s.x, s.one());
  s.bind(s.part<nn::LogOp>("", sum));
}

static void expm1(Binder &b) {
  Chain s(b);
  Value power = s.part<nn::ExpOp>("exp", s.x);
  s.bind(s.part<nn::SubOp>("", power, s.one()));
}

static void erfc(Binder &b) {
  Chain s(b);
  Value erf = s.part<nn::ErfOp>("erf", s.x);
  s.bind(s.part<nn::SubOp>("", s.one(), erf));
}

static void isNan(Binder &b) {
  if (Value x = readFloat(b))
    b.emit<nn::IsNanOp>(IntegerType::get(b.context(), 1), x);
}

ArrayRef<OpEntry> functionOps() {
  static constexpr OpEntry ops[] = {{"Relu", relu},
                                    {"Relu6", relu6},
                                    {"Elu", elu},
                                    {"Selu", selu},
                                    {"LeakyRelu", leakyRelu},
                                    {"Sigmoid", function<nn::SigmoidOp>},
                                    {"Tanh", function<nn::TanhOp>},
                                    {"Softplus", function<nn::SoftplusOp>},
                                    {"Softsign", function<nn::SoftsignOp>},
                                    {"Exp", function<nn::ExpOp>},
                                    {"Expm1", expm1},
                                    {"Log", function<nn::LogOp>},
                                    {"Log1p", log1p},
                                    {"Sqrt", function<nn::SqrtOp>},
                                    {"Rsqrt", rsqrt},
                                    {"Square", square},
                                    {"Reciprocal", function<nn::ReciprocalOp>},
                                    {"Inv", function<nn::ReciprocalOp>},
                                    {"Erf", function<nn::ErfOp>},
                                    {"Erfc", erfc},
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
                                    {"Floor", function<nn::FloorOp>},
                                    {"Ceil", function<nn::CeilOp>},
                                    {"Round", function<nn::RoundOp>},
                                    {"Rint", function<nn::RoundOp>},
                                    {"Abs", unary<nn::AbsOp>},
                                    {"Neg", unary<nn::NegOp>},
                                    {"Sign", unary<nn::SignOp>},
                                    {"IsNan", isNan}};
  return ops;
}

} // namespace qopt::graphdef
