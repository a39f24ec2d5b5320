// Products of files quantized in operator form: QLinearConv, MatMulInteger and their like.
#include "importers/common/ops/convolutions.h"
#include "importers/common/ops/views.h"
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/quantize/integer_product.h"
#include "importers/onnx/ops/quantize/steps_typed.h"
#include "importers/onnx/ops/windows/window.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::onnx {

static Type i32(Binder &b) { return IntegerType::get(b.context(), 32); }

static bool isTyped(Binder &b, const Quantized &q) {
  std::optional<qrt::ElementType> stored = storedType(b, q.steps == noInput ? q.zero : q.steps);
  return stored && hasTypedParameters(b, q, *stored);
}

static bool is8Bit(Binder &b, unsigned index) {
  std::optional<qrt::ElementType> type = storedType(b, index);
  return type && qrt::is8Bit(*type);
}

// A vector of i32 under the scale s_x·s_w, in f32.
static Value realBias(Binder &b, StringRef name, unsigned index, const Quantized &x,
                      const Quantized &w) {
  if (!b.ok() || !b.has(index))
    return {};
  b.support(storedType(b, index) == qrt::ElementType::I32, "with a bias that is not i32");
  if (b.ok() && b.isConstant(index) && isTyped(b, x) && isTyped(b, w)) {
    qrt::Tensor bias, sx, sw;
    b.constant(index, bias).reals(x.scale, sx).reals(w.scale, sw);
    b.require(sx.size() == 1 && (sw.size() == 1 || sw.size() == bias.size()),
              "the bias does not fit the scales");
    StepParameters params;
    params.storage = qrt::ElementType::I32;
    params.axis = b.ok() && sw.size() > 1 ? 0 : -1;
    for (int64_t c = 0; b.ok() && c < sw.size(); ++c) {
      params.scales.push_back(sx.values<float>()[0] * sw.values<float>()[c]);
      checkScale(b, params.scales.back());
    }
    params.zeroPoints.assign(params.scales.size(), 0);
    return b.part<nn::DequantizeOp>(name, b.f32(), typedConstant(b, name, bias, params));
  }
  Value bias, sx, sw;
  b.any(index, bias).input(x.scale, sx).input(w.scale, sw);
  bias = b.part<nn::CastOp>(joined(name, "number"), b.f32(), bias, BoolAttr());
  Value scale = b.part<nn::MulOp>(joined(name, "scale"), b.f32(), sx, sw);
  return b.part<nn::MulOp>(name, b.f32(), bias, scale);
}

// ---- convolutions ----

static Window readConvolution(Binder &b, Value x, Value weights, int64_t &groups) {
  Window window;
  b.attr("group", groups).bounded(groups, 1, int64_t(1) << 31, "group");
  if (!b.ok())
    return window;
  b.require(rankOf(x) >= 3 && rankOf(weights) == rankOf(x),
            "weights and input have different ranks");
  if (b.ok())
    window.kernel.assign(cast<RankedTensorType>(weights.getType()).getShape().drop_front(2));
  readWindow(b, x, window);
  return window;
}

static Value integerConv(Binder &b, StringRef name, Type result, const Steps &x, const Steps &w,
                         Value bias, Value scale, Value zero, const Window &window,
                         int64_t groups) {
  return b.part<nn::Conv2dOp>(name, result, x.value, w.value, bias, Value(), x.zero, w.zero,
                              x.scale, w.scale, scale, zero, window.strides, window.pads,
                              window.dilations, uint64_t(groups));
}

// A zero point for each result channel.
static Value convOfChannels(Binder &b, const Steps &x, const Steps &w, const Window &window,
                            int64_t groups) {
  b.require(!b.ok() || rankOf(w.zero) == 1, "a zero point must be a number or a vector");
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> along(size_t(rankOf(w.value)), nn::staticDim(1));
  along[0] = dimsOf(w.zero)[0];
  Value zero = b.reshapePart("weights/channels", w.zero, along);
  Steps image{centeredPart(b, "input/centered", x.value, x.zero), {}, {}};
  Steps weights{centeredPart(b, "weights/centered", w.value, zero), {}, {}};
  Type i64 = b.i64();
  Value sum = integerConv(b, "wide", i64, image, weights, {}, {}, {}, window, groups);
  return b.part<nn::CastOp>("", i32(b), sum, BoolAttr());
}

static void convInteger(Binder &b) {
  int64_t groups = 1;
  b.arity(2, 4);
  Steps x = plainSteps(b, "input", {0, noInput, 2}), w = plainSteps(b, "weights", {1, noInput, 3});
  b.support(isOneElement(x.zero), "with several zero points of the input");
  Window window = readConvolution(b, x.value, w.value, groups);
  b.support(!b.ok() || window.rank() <= 2, "on images of rank 5");
  if (!b.ok())
    return;
  Value y = isOneElement(w.zero) ? integerConv(b, "", i32(b), x, w, {}, {}, {}, window, groups)
                                 : convOfChannels(b, x, w, window, groups);
  b.bind(0, y);
}

// Tells whether nn's products take these parameters as operands.
static bool areOperands(Binder &b, const Quantized &x, const Quantized &w, const Quantized &y,
                        unsigned bias) {
  return is8Bit(b, x.steps) && is8Bit(b, w.steps) && is8Bit(b, y.zero) &&
         isOneElement(b, x.scale) && isOneElement(b, x.zero) && isOneElement(b, w.zero) &&
         isOneElement(b, y.scale) && (!b.has(bias) || b.isConstant(bias)) &&
         shapeOf(b, w.scale).size() <= 1;
}

static void qlinearConv(Binder &b) {
  Quantized x{0, 1, 2}, w{3, 4, 5, /*axis=*/0}, y{noInput, 6, 7};
  int64_t groups = 1;
  if (!b.arity(8, 9).ok())
    return;
  bool typed = isTyped(b, x) && isTyped(b, w) && isTyped(b, y);
  if (!typed && areOperands(b, x, w, y, 8) && shapeOf(b, 0).size() <= 4) {
    Steps in = plainSteps(b, "input", x), weights = plainSteps(b, "weights", w);
    Window window = readConvolution(b, in.value, weights.value, groups);
    Value bias, scale, zero;
    if (b.has(8))
      b.any(8, bias);
    b.input(y.scale, scale).any(y.zero, zero);
    if (b.ok())
      b.bind(0,
             integerConv(b, "", elementOf(zero), in, weights, bias, scale, zero, window, groups));
    return;
  }
  Value in = realPart(b, "input", x), weights = realPart(b, "weights", w);
  Window window = readConvolution(b, in, weights, groups);
  Value bias = realBias(b, "bias", 8, x, w);
  Value real = convolve(b, "real", in, weights, bias, window, groups);
  Value steps = stepsPart(b, "", real, y, storedType(b, 0).value_or(qrt::ElementType::U8));
  b.bind(0, steps);
}

// ---- matrix products ----

static void matMulInteger(Binder &b) {
  b.arity(2, 4);
  Steps a = plainSteps(b, "a", {0, noInput, 2}), right = plainSteps(b, "b", {1, noInput, 3});
  if (!b.ok())
    return;
  bool vectors = rankOf(a.value) < 2 || rankOf(right.value) < 2;
  b.support(!vectors || (isOneElement(a.zero) && isOneElement(right.zero)),
            "of a vector with several zero points");
  Value y = ofMatrices(b, a.value, right.value, [&](StringRef name, Value left, Value other) {
    return integerSum(b, name, {left, {}, a.zero}, {other, {}, right.zero});
  });
  if (b.ok())
    b.bind(0, y);
}

static void qlinearMatMul(Binder &b) {
  if (!b.arity(8, 8).ok())
    return;
  int64_t rankA = int64_t(shapeOf(b, 0).size()), rankB = int64_t(shapeOf(b, 3).size());
  Quantized a{0, 1, 2, rankA - 2}, right{3, 4, 5, rankB - 1}, y{noInput, 6, 7};
  b.support(rankA >= 2 && rankB >= 2, "of a vector");
  if (!b.ok())
    return;
  bool typed = isTyped(b, a) && isTyped(b, right) && isTyped(b, y);
  if (!typed && areOperands(b, a, right, y, noInput)) {
    Steps left = plainSteps(b, "a", a), other = plainSteps(b, "b", right);
    Value scale, zero;
    b.input(y.scale, scale).any(y.zero, zero);
    auto [first, second] = alignFactors(b, left.value, other.value);
    if (b.ok())
      b.bind(0, b.part<nn::MatmulOp>("", elementOf(zero), first, second, Value(), left.zero,
                                     other.zero, left.scale, other.scale, scale, zero, false));
    return;
  }
  Value left = realPart(b, "a", a), other = realPart(b, "b", right);
  auto [first, second] = alignFactors(b, left, other);
  Value real = b.part<nn::MatmulOp>("real", b.f32(), first, second, Value(), false);
  Value steps = stepsPart(b, "", real, y, storedType(b, 0).value_or(qrt::ElementType::U8));
  b.bind(0, steps);
}

// alpha·(A'·B' + C·s_a·s_b); without a scale of its own the result is f32.
static void qGemm(Binder &b) {
  bool transA = false, transB = false;
  float alpha = 1;
  b.arity(6, 9).attr("alpha", alpha).attr("transA", transA).attr("transB", transB);
  Quantized x{0, 1, 2}, w{3, 4, 5, transB ? 0 : 1}, y{noInput, 7, 8};
  Value left = realPart(b, "a", x), right = realPart(b, "b", w), c = realBias(b, "c", 6, x, w);
  if (!b.ok())
    return;
  b.require(rankOf(left) == 2 && rankOf(right) == 2, "A and B must have rank 2");
  if (transA)
    left = b.part<nn::TransposeOp>("a_transposed", b.f32(), left, Ints{1, 0});
  bool isBias = c && rankOf(c) == 1;
  bool isLast = !b.has(y.scale);
  StringRef whole = isLast ? "" : "real";
  bool adds = c && !isBias, scales = alpha != 1;
  Value real = b.part<nn::MatmulOp>(adds || scales ? "product" : whole, b.f32(), left, right,
                                    isBias ? c : Value(), transB);
  if (adds)
    real = b.part<nn::AddOp>(scales ? "sum" : whole, b.f32(), real, c);
  if (scales)
    real = b.part<nn::MulOp>(whole, b.f32(), real, b.scalarPart("alpha", alpha));
  if (isLast)
    return b.bindReal(0, real);
  b.bind(0, stepsPart(b, "", real, y, storedType(b, 0).value_or(qrt::ElementType::U8)));
}

static void matMulIntegerToFloat(Binder &b) {
  Value bias;
  b.arity(4, 7).optional(6, bias);
  if (!b.ok())
    return;
  int64_t rank = int64_t(shapeOf(b, 1).size());
  b.support(shapeOf(b, 0).size() >= 2 && rank == 2, "of factors that are no matrices");
  if (b.ok())
    b.bindReal(0, realProduct(b, "", {0, 2, 4}, {1, 3, 5, rank - 1}, bias));
}

static void dynamicQuantizeMatMul(Binder &b) {
  Value x, bias;
  b.arity(3, 5).input(0, x).optional(4, bias);
  Steps weights = plainSteps(b, "b", {1, 2, 3});
  Steps a = quantizeDynamically(b, "a", x);
  b.bindReal(0, scaledSum(b, "", a, weights, bias));
}

ArrayRef<OpEntry> qlinearProductOps() {
  static constexpr OpEntry ops[] = {{"QLinearConv", qlinearConv},
                                    {"ConvInteger", convInteger},
                                    {"QLinearMatMul", qlinearMatMul},
                                    {"MatMulInteger", matMulInteger},
                                    {"QGemm", qGemm, 1, microsoft},
                                    {"MatMulIntegerToFloat", matMulIntegerToFloat, 1, microsoft},
                                    {"DynamicQuantizeMatMul", dynamicQuantizeMatMul, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
