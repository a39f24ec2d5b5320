// QONNX's operators, as Brevitas writes networks that were trained for integers.
#include "importers/common/ops/fake_quantize.h"
#include "importers/common/ops/views.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;

namespace qopt::onnx {

namespace {
/// The numbers of an input: one, or several along a dimension of X.
struct Parameter {
  SmallVector<float> values;
  int64_t axis = -1;
};
} // namespace

static Parameter readParameter(Binder &b, unsigned index, StringRef what, int64_t rank) {
  Parameter parameter;
  qrt::Tensor tensor;
  if (!b.reals(index, tensor).ok())
    return parameter;
  b.require(tensor.size() >= 1, what + " is empty");
  const int64_t own = int64_t(tensor.shape().size());
  for (auto [dim, size] : llvm::enumerate(tensor.shape())) {
    if (size == 1)
      continue;
    b.support(parameter.axis < 0, "with " + what + "s along several dimensions");
    parameter.axis = rank - own + int64_t(dim);
    b.require(parameter.axis >= 0, what + " has more dimensions than X");
  }
  if (b.ok())
    parameter.values.assign(tensor.values<float>().begin(), tensor.values<float>().end());
  return parameter;
}

// A whole number, of any type.
static int64_t readBits(Binder &b, unsigned index, StringRef what) {
  qrt::Tensor tensor;
  if (!b.constant(index, tensor).ok())
    return 0;
  b.support(tensor.size() == 1, "with several " + what + "s");
  double bits = 0;
  if (b.ok() && qrt::isInteger(tensor.type()))
    bits = double(qrt::integerAt(tensor, 0));
  else if (b.ok() && b.reals(index, tensor).ok())
    bits = tensor.values<float>()[0];
  b.require(bits == std::floor(bits) && bits >= 1, what + " is no positive whole number");
  b.support(bits <= 32, "of more than 32 bits");
  return b.ok() ? int64_t(bits) : 0;
}

static std::string readRounding(Binder &b, StringRef otherwise) {
  std::string mode = otherwise.str();
  b.attr("rounding_mode", mode);
  return StringRef(mode).upper();
}

static int64_t ofChannel(ArrayRef<int64_t> values, size_t channel) {
  return values[values.size() == 1 ? 0 : channel];
}

// Scales and zero points, for each channel where either is.
static void join(Binder &b, const Parameter &scale, const Parameter &zero, FakeQuant &q) {
  b.require(scale.axis < 0 || zero.axis < 0 ||
                (scale.axis == zero.axis && scale.values.size() == zero.values.size()),
            "scale and zero point run along different dimensions");
  SmallVector<int64_t> zeros;
  for (float z : zero.values) {
    b.support(
        z == std::nearbyint(z) && std::abs(z) <= 0x1p24f,
        "with zero point " + Twine(std::to_string(z)) +
            ", which is not an integer, so that 0 is not exact; train with an integer zero point");
    zeros.push_back(b.ok() ? int64_t(z) : 0);
  }
  if (!b.ok())
    return;
  q.axis = std::max(scale.axis, zero.axis);
  for (size_t c = 0; c < std::max(scale.values.size(), zeros.size()); ++c) {
    q.scales.push_back(scale.values[scale.values.size() == 1 ? 0 : c]);
    q.zeroPoints.push_back(ofChannel(zeros, c));
  }
  if (llvm::all_equal(q.scales) && llvm::all_equal(q.zeroPoints))
    q.axis = -1; // one for all
}

// The pair of input 0. More than 16 bits are those of a constant.
static void bindPair(Binder &b, const FakeQuant &q) {
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  b.require(q.axis < 0 || shape[q.axis] == nn::staticDim(int64_t(q.scales.size())),
            Twine(q.scales.size()) + " scales do not fit " + nn::toString(shape));
  if (b.ok() && b.isConstant(0) && isWide(q)) {
    qrt::Tensor known;
    b.reals(0, known);
    return b.bindReal(0, wideConstant(b, known, q));
  }
  Value x;
  b.input(0, x);
  b.bindReal(0, fakeQuantized(b, x, q));
}

static int64_t rankOfInput(Binder &b) { return b.ok() ? int64_t(shapeOf(b, 0).size()) : 0; }

// clamp(x / s + z) rounded, less z, times s.
static void intQuant(Binder &b) {
  bool isSigned = true, narrow = false;
  b.arity(4, 4).attr("signed", isSigned).attr("narrow", narrow);
  std::string mode = readRounding(b, "ROUND");
  b.support(mode == "ROUND" || mode == "HALF_EVEN",
            "with rounding_mode=" + mode + ": quantize rounds to the nearest step, ties to even");
  const int64_t rank = rankOfInput(b), bits = readBits(b, 3, "bit width");
  b.support(bits != 1 || !isSigned, "of one bit with a sign; BipolarQuant says it");
  Parameter scale = readParameter(b, 1, "scale", rank);
  Parameter zero = readParameter(b, 2, "zero point", rank);
  if (!b.ok())
    return;
  FakeQuant q;
  const int64_t half = int64_t(1) << (bits - 1);
  q.least = isSigned ? -half + narrow : 0;
  q.most = isSigned ? half - 1 : 2 * half - 1 - narrow;
  join(b, scale, zero, q);
  bindPair(b, q);
}

// s where x ≥ 0, else −s: steps 1 and −1, which quantize gives back exactly.
static void bipolarQuant(Binder &b) {
  b.arity(2, 2);
  Parameter scale = readParameter(b, 1, "scale", rankOfInput(b));
  FakeQuant q{.least = -1, .most = 1};
  if (b.ok())
    join(b, scale, {{0.0f}, -1}, q);
  if (b.ok() && b.isConstant(0)) {
    qrt::Tensor x;
    b.reals(0, x);
    qrt::Tensor steps = qrt::Tensor::allocate(qrt::ElementType::I8, x.shape());
    for (int64_t i = 0; b.ok() && i < x.size(); ++i)
      steps.mutableValues<int8_t>()[i] = x.values<float>()[i] >= 0 ? 1 : -1;
    b.bindReal(0, dequantizedConstant(b, steps, q));
    return;
  }
  Value x, s;
  if (!b.input(0, x).input(1, s).ok())
    return;
  Value isPositive = b.part<nn::LessEqualOp>("is_positive", IntegerType::get(b.context(), 1),
                                             b.scalarPart("zero", 0), x);
  Value sign = b.part<nn::WhereOp>("sign", b.f32(), isPositive, b.scalarPart("one", 1),
                                   b.scalarPart("minus_one", -1));
  Value y = fakeQuantized(b, b.part<nn::MulOp>("real", b.f32(), sign, s), q);
  b.bindReal(0, y);
}

// Drops low bits of steps: no clamp, and not to the nearest, so no type says the result. As the
// formula stands there, each operation rounded.
static void trunc(Binder &b) {
  b.support(b.inputCount() < 6, "in the form of version 2 of QONNX's operators");
  b.arity(5, 5);
  std::string mode = readRounding(b, "FLOOR");
  b.support(mode == "FLOOR" || mode == "CEIL" || mode == "ROUND", "with rounding_mode=" + mode);
  const int64_t from = readBits(b, 3, "input bit width"), to = readBits(b, 4, "output bit width");
  b.require(from >= to, "output bit width is above the input's");
  Value x, scale, zero;
  if (!b.input(0, x).input(1, scale).input(2, zero).ok())
    return;
  Value y = b.part<nn::DivOp>("quotient", b.f32(), x, scale);
  y = b.part<nn::AddOp>("moved", b.f32(), y, zero);
  y = b.part<nn::RoundOp>("steps", b.f32(), y);
  y = b.part<nn::MulOp>("share", b.f32(), y,
                        b.scalarPart("factor", float(std::ldexp(1.0, int(to - from)))));
  y = mode == "FLOOR"  ? b.part<nn::FloorOp>("whole", b.f32(), y)
      : mode == "CEIL" ? b.part<nn::CeilOp>("whole", b.f32(), y)
                       : b.part<nn::RoundOp>("whole", b.f32(), y);
  y = b.part<nn::SubOp>("centered", b.f32(), y, zero);
  if (b.ok())
    b.emit<nn::MulOp>(b.f32(), y, scale);
}

// The domain is that of QONNX's tools, Brevitas' or, of files before QONNX, FINN's.
ArrayRef<OpEntry> fakeQuantizeOps() {
  static constexpr llvm::StringLiteral qonnx = "qonnx.custom_op.general",
                                       brevitas = "onnx.brevitas", finn = "finn.custom_op.general";
  static constexpr OpEntry ops[] = {{"Quant", intQuant, 1, qonnx},
                                    {"IntQuant", intQuant, 1, qonnx},
                                    {"BipolarQuant", bipolarQuant, 1, qonnx},
                                    {"Trunc", trunc, 1, qonnx},
                                    {"Quant", intQuant, 1, brevitas},
                                    {"BipolarQuant", bipolarQuant, 1, brevitas},
                                    {"Trunc", trunc, 1, brevitas},
                                    {"Quant", intQuant, 1, finn},
                                    {"BipolarQuant", bipolarQuant, 1, finn},
                                    {"Trunc", trunc, 1, finn}};
  return ops;
}

} // namespace qopt::onnx
