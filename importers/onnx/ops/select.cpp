// Places that data choose: NonMaxSuppression, NonZero.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::onnx {

template <typename Op, typename... Args> static void emitPlaces(Binder &b, Args &&...args) {
  SmallVector<Value> results = b.allParts<Op>(2, b.i64(), std::forward<Args>(args)...);
  if (b.ok())
    b.bind(0, results[0]);
}

// An input that ONNX computes and exporters write as a constant.
static void requireConstant(Binder &b, unsigned index, const Twine &what) {
  b.support(!b.has(index) || b.isKnownInts(index) || b.isConstant(index),
            "with a computed " + what + "; a constant is read, --bind makes an input one");
}

static std::optional<float> threshold(Binder &b, unsigned index, const Twine &what) {
  requireConstant(b, index, what);
  qrt::Tensor value;
  if (!b.ok() || !b.has(index) || !b.reals(index, value).ok())
    return std::nullopt;
  b.require(value.size() == 1 && !std::isnan(value.values<float>()[0]),
            what + " is no single number");
  return b.ok() ? std::optional(value.values<float>()[0]) : std::nullopt;
}

static int64_t mostBoxes(Binder &b) {
  requireConstant(b, 2, "max_output_boxes_per_class");
  Ints most;
  if (!b.ok() || !b.has(2) || !b.ints(2, most).ok())
    return 0;
  b.require(most.size() == 1, "max_output_boxes_per_class is no single number");
  return b.ok() ? most[0] : 0;
}

static void nonMaxSuppression(Binder &b) {
  Value boxes, scores;
  bool isCentered = false;
  b.arity(2, 5).input(0, boxes).input(1, scores).attr("center_point_box", isCentered);
  int64_t most = mostBoxes(b);
  float overlap = threshold(b, 3, "iou_threshold").value_or(0.0f);
  std::optional<float> above = threshold(b, 4, "score_threshold");
  b.require(overlap >= 0 && overlap <= 1, "iou_threshold is not between 0 and 1");
  if (!b.ok())
    return;
  nn::SymbolicShape shape = nn::symbolicShape(scores);
  if (most <= 0 || llvm::is_contained(shape, nn::staticDim(0)))
    return b.bind(0, qrt::Tensor::allocate(qrt::ElementType::I64, {0, 3}));
  FloatAttr least = above ? FloatAttr::get(b.f32(), double(*above)) : FloatAttr();
  emitPlaces<nn::NonMaxSuppressionOp>(b, boxes, scores, uint64_t(most), APFloat(overlap), least,
                                      isCentered);
}

static void nonZero(Binder &b) {
  Value x;
  if (!b.arity(1, 1).numeric(0, x).ok())
    return;
  b.support(rankOf(x) > 0, "of a scalar");
  emitPlaces<nn::NonZeroOp>(b, x);
}

ArrayRef<OpEntry> selectOps() {
  static constexpr OpEntry ops[] = {{"NonMaxSuppression", nonMaxSuppression}, {"NonZero", nonZero}};
  return ops;
}

} // namespace qopt::onnx
