// ONNX Runtime's QLinear operators: a float operation between steps.
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/quantize/steps.h"
#include "importers/onnx/ops/windows/pool.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// The result's steps, stored as the input's where no zero point says otherwise.
static void bindSteps(Binder &b, Value real, const Quantized &x, const Quantized &y) {
  Value steps = stepsPart(b, "", real, y, storedType(b, x.steps).value_or(qrt::ElementType::U8));
  b.bind(0, steps);
}

template <typename Op> static void binary(Binder &b) {
  Quantized lhs{0, 1, 2}, rhs{3, 4, 5}, y{noInput, 6, 7};
  b.arity(7, 8);
  Value left = realPart(b, "a", lhs), right = realPart(b, "b", rhs);
  bindSteps(b, b.part<Op>("real", b.f32(), left, right), lhs, y);
}

static constexpr Quantized only{0, 1, 2}, result{noInput, 3, 4};

template <typename Op, typename... Attributes>
static void unary(Binder &b, const Attributes &...attributes) {
  b.arity(4, 5);
  Value x = realPart(b, "input", only);
  bindSteps(b, b.part<Op>("real", b.f32(), x, attributes...), only, result);
}

static void sigmoid(Binder &b) { unary<nn::SigmoidOp>(b); }
static void leakyRelu(Binder &b) {
  float alpha = 0.01f;
  b.attr("alpha", alpha);
  unary<nn::LeakyReluOp>(b, APFloat(alpha));
}

// Converts it as ONNX's Softmax of the opset that it names.
static void softmax(Binder &b) {
  int64_t axis = -1, opset = 13;
  b.arity(4, 5).attr("axis", axis).attr("opset", opset);
  Value x = realPart(b, "input", only);
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  b.support(opset >= 13 || axis + 1 == rankOf(x), "over several dimensions at once");
  bindSteps(b, b.part<nn::SoftmaxOp>("real", b.f32(), x, uint64_t(axis)), only, result);
}

static void averagePool(Binder &b) {
  bool last = false;
  b.arity(4, 5).attr("channels_last", last).support(!last, "channels_last=1");
  Value x = realPart(b, "input", only);
  bindSteps(b, averagePoolPart(b, "real", x), only, result);
}

static void reduceMean(Binder &b, Value x, const Ints &axes, bool keepDims) {
  bindSteps(b, b.part<nn::ReduceMeanOp>("real", b.f32(), x, axes, keepDims), only, result);
}

static void globalAveragePool(Binder &b) {
  bool last = false;
  b.arity(4, 5).attr("channels_last", last);
  Value x = realPart(b, "input", only);
  if (!b.ok())
    return;
  if (!b.require(rankOf(x) >= 3, "needs an image").ok())
    return;
  int64_t first = last ? 1 : 2;
  reduceMean(b, x, llvm::to_vector(llvm::seq<int64_t>(first, first + rankOf(x) - 2)), true);
}

static void reduceMean(Binder &b) {
  Ints axes;
  bool keepDims = true;
  b.arity(4, 5).attr("axes", axes).attr("keepdims", keepDims);
  Value x = realPart(b, "input", only);
  if (!b.ok())
    return;
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rankOf(x)));
  b.axes(axes, rankOf(x));
  reduceMean(b, x, axes, keepDims);
}

// The result's parameters, then each input with its own.
static void concat(Binder &b) {
  int64_t axis = 0;
  unsigned count = (b.inputCount() - 2) / 3;
  b.require(b.inputCount() >= 5 && b.inputCount() == 2 + 3 * count,
            "needs its result's parameters and three inputs for each part");
  b.require(b.has("axis"), "has no axis").attr("axis", axis);
  SmallVector<Value> parts;
  for (unsigned i = 0; b.ok() && i < count; ++i) {
    Quantized part{2 + 3 * i, 3 + 3 * i, 4 + 3 * i};
    parts.push_back(realPart(b, "input" + std::to_string(i), part));
  }
  if (!b.ok() || !b.axis(axis, rankOf(parts[0])).ok())
    return;
  Value real = b.part<nn::ConcatOp>("real", b.f32(), parts, uint64_t(axis));
  bindSteps(b, real, {2}, {noInput, 0, 1});
}

static void where(Binder &b) {
  Value condition;
  Quantized lhs{1, 2, 3}, rhs{4, 5, 6};
  b.arity(8, 9).any(0, condition);
  Value left = realPart(b, "a", lhs), right = realPart(b, "b", rhs);
  b.require(!b.ok() || elementOf(condition).isInteger(1), "its condition is no BOOL");
  bindSteps(b, b.part<nn::WhereOp>("real", b.f32(), condition, left, right), lhs, {noInput, 7, 8});
}

ArrayRef<OpEntry> qlinearOps() {
  static constexpr OpEntry ops[] = {{"QLinearAdd", binary<nn::AddOp>, 1, microsoft},
                                    {"QLinearMul", binary<nn::MulOp>, 1, microsoft},
                                    {"QLinearSigmoid", sigmoid, 1, microsoft},
                                    {"QLinearLeakyRelu", leakyRelu, 1, microsoft},
                                    {"QLinearSoftmax", softmax, 1, microsoft},
                                    {"QLinearAveragePool", averagePool, 1, microsoft},
                                    {"QLinearGlobalAveragePool", globalAveragePool, 1, microsoft},
                                    {"QLinearReduceMean", reduceMean, 1, microsoft},
                                    {"QLinearConcat", concat, 1, microsoft},
                                    {"QLinearWhere", where, 1, microsoft}};
  return ops;
}

} // namespace qopt::onnx
