// One number of one: ReLU, PReLU, ELU, Sigmoid, Power, Exp, …
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::caffe {

template <typename Op> static void function(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  b.emit<Op>(b.f32(), x);
}

// Numbers of a file that no layer can compute with.
static void finite(Binder &b, float value, StringRef what) {
  b.require(std::isfinite(value), what + " is no finite number");
}

static void relu(Binder &b) {
  float slope = b.param().relu_param().negative_slope();
  finite(b, slope, "negative_slope");
  if (slope == 0)
    return function<nn::ReluOp>(b);
  Value x;
  b.arity(1, 1).input(0, x);
  b.emit<nn::LeakyReluOp>(b.f32(), x, APFloat(slope));
}

static void relu6(Binder &b) {
  float most = b.param().relu6_param().threshold();
  finite(b, most, "threshold");
  Value x;
  b.arity(1, 1).input(0, x).require(most >= 0, "threshold is below 0");
  b.emit<nn::ClipOp>(b.f32(), x, APFloat(0.0f), APFloat(most));
}

static void clip(Binder &b) {
  const proto::ClipParameter &p = b.param().clip_param();
  Value x;
  b.arity(1, 1).input(0, x).require(p.has_min() && p.has_max(), "needs min and max");
  b.require(p.min() <= p.max(), "min lies above max");
  b.emit<nn::ClipOp>(b.f32(), x, APFloat(p.min()), APFloat(p.max()));
}

static void prelu(Binder &b) {
  Value x, slope;
  b.arity(1, 1).input(0, x);
  if (!b.ok())
    return;
  auto shape = dimsOf(x);
  bool isShared = b.param().prelu_param().channel_shared();
  b.require(shape.size() >= 2, "needs channels")
      .support(isShared || shape.size() < 2 || shape[1].isStatic(),
               "of an input whose channels are not known; give --shape");
  if (!b.ok())
    return;
  Ints sizes(isShared ? 1 : shape.size() - 1, 1); // broadcast from dimension 1 on
  sizes[0] = isShared ? 1 : shape[1].value();
  if (b.weights(0, "slope", sizes, slope).ok())
    b.emit<nn::PReluOp>(b.f32(), x, slope);
}

static void elu(Binder &b) {
  Value x;
  float alpha = b.param().elu_param().alpha();
  finite(b, alpha, "alpha");
  b.arity(1, 1).input(0, x);
  b.emit<nn::EluOp>(b.f32(), x, APFloat(alpha));
}

static void swish(Binder &b) {
  Value x;
  float beta = b.param().swish_param().beta();
  finite(b, beta, "beta");
  b.arity(1, 1).input(0, x);
  b.emit<nn::SwishOp>(b.f32(), x, APFloat(beta));
}

// x·scale + shift under the part's name, steps left out that change nothing.
static Value affine(Binder &b, StringRef name, Value x, float scale, float shift) {
  if (scale != 1)
    x = b.part<nn::MulOp>(shift == 0 ? name : StringRef("scaled"), b.f32(), x,
                          b.scalarFor(x, "scale", scale));
  if (shift != 0)
    x = b.part<nn::AddOp>(name, b.f32(), x, b.scalarFor(x, "shift", shift));
  return x;
}

// (shift + scale·x)^power
static void power(Binder &b) {
  const proto::PowerParameter &p = b.param().power_param();
  Value x;
  b.arity(1, 1).input(0, x);
  for (auto [value, what] : {std::pair<float, StringRef>{p.power(), "power"},
                             {p.scale(), "scale"},
                             {p.shift(), "shift"}})
    finite(b, value, what);
  if (!b.ok())
    return;
  if (p.power() == 0 || p.scale() == 0) // of no input, not even one that is no number
    return b.emitAs<nn::ExpandOp>(dimsOf(x), b.f32(),
                                  b.scalarFor(x, "value", std::pow(p.shift(), p.power())));
  bool isLinear = p.power() == 1;
  if (isLinear && p.scale() == 1 && p.shift() == 0)
    return b.alias(0, 0);
  Value base = affine(b, isLinear ? "" : "base", x, p.scale(), p.shift());
  if (isLinear)
    return b.bindReal(0, base);
  if (p.power() == 2)
    return b.emit<nn::MulOp>(b.f32(), base, base);
  b.emit<nn::PowOp>(b.f32(), base, b.scalarFor(base, "power", p.power()));
}

// base^(shift + scale·x); a base of −1 is e.
static void exponential(Binder &b) {
  const proto::ExpParameter &p = b.param().exp_param();
  Value x;
  b.arity(1, 1).input(0, x);
  b.require(p.base() == -1 || p.base() > 0,
            "base is " + std::to_string(p.base()) + ", needs -1 (e) or more than 0");
  finite(b, p.scale(), "scale");
  finite(b, p.shift(), "shift");
  if (!b.ok())
    return;
  double logarithm = p.base() == -1 ? 1.0 : std::log(double(p.base()));
  float outer = float(std::exp(logarithm * double(p.shift())));
  Value exponent = affine(b, "exponent", x, float(logarithm * double(p.scale())), 0);
  if (outer == 1)
    return b.emit<nn::ExpOp>(b.f32(), exponent);
  Value y = b.part<nn::ExpOp>("exp", b.f32(), exponent);
  b.emit<nn::MulOp>(b.f32(), y, b.scalarFor(y, "factor", outer));
}

// log_base(shift + scale·x)
static void logarithm(Binder &b) {
  const proto::LogParameter &p = b.param().log_param();
  Value x;
  b.arity(1, 1).input(0, x);
  b.require(p.base() == -1 || (p.base() > 0 && p.base() != 1),
            "base is " + std::to_string(p.base()) + ", needs -1 (e) or more than 0, not 1");
  finite(b, p.scale(), "scale");
  finite(b, p.shift(), "shift");
  if (!b.ok())
    return;
  x = affine(b, "of", x, p.scale(), p.shift());
  if (p.base() == -1)
    return b.emit<nn::LogOp>(b.f32(), x);
  Value y = b.part<nn::LogOp>("log", b.f32(), x);
  b.emit<nn::MulOp>(b.f32(), y, b.scalarFor(y, "factor", float(1 / std::log(double(p.base())))));
}

// 1 above the threshold, else 0.
static void threshold(Binder &b) {
  float least = b.param().threshold_param().threshold();
  finite(b, least, "threshold");
  Value x;
  b.arity(1, 1).input(0, x);
  Value isAbove = b.part<nn::LessOp>("above", IntegerType::get(b.context(), 1),
                                     b.scalarFor(x, "threshold", least), x);
  b.emit<nn::CastOp>(b.f32(), isAbove, BoolAttr());
}

ArrayRef<OpEntry> activationOps() {
  static constexpr OpEntry ops[] = {{"ReLU", relu},
                                    {"ReLU6", relu6},
                                    {"PReLU", prelu, always<1>},
                                    {"ELU", elu},
                                    {"Swish", swish},
                                    {"Clip", clip},
                                    {"Sigmoid", function<nn::SigmoidOp>},
                                    {"TanH", function<nn::TanhOp>},
                                    {"AbsVal", function<nn::AbsOp>},
                                    {"BNLL", function<nn::SoftplusOp>},
                                    {"Power", power},
                                    {"Exp", exponential},
                                    {"Log", logarithm},
                                    {"Threshold", threshold}};
  return ops;
}

} // namespace qopt::caffe
