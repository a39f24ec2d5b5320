// Boxes chosen by their scores: NON_MAX_SUPPRESSION_V4, NON_MAX_SUPPRESSION_V5.
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace qopt::tflite {

namespace {
/// The largest number of boxes that are chosen, and the limits of overlap and of score.
struct Limits {
  int64_t most = 0;
  float overlap = 0, score = 0;
};
/// Each has `most` places: the box, 0 behind the last one, and whether there is one.
struct Chosen {
  Value boxes, isChosen, count;
};
} // namespace

static float numberOf(Binder &b, unsigned index, const Twine &name) {
  b.support(b.isConstant(index), "with a computed " + name + "; --bind makes an input a constant");
  qrt::Tensor value;
  if (!b.ok() || !b.reals(index, value).ok())
    return 0;
  b.require(value.size() == 1 && !std::isnan(value.values<float>()[0]),
            name + " is no single number");
  return b.ok() ? value.values<float>()[0] : 0;
}

static Limits readLimits(Binder &b) {
  Limits limits;
  Ints most;
  b.support(b.isKnownInts(2), "with a computed max_output_size; --bind makes an input a constant");
  if (b.ok())
    b.ints(2, most).require(most.size() == 1, "max_output_size is no single number");
  if (b.ok())
    b.bounded(most, 1, int64_t(1) << 24, "max_output_size");
  limits.most = b.ok() ? most[0] : 1;
  limits.overlap = numberOf(b, 3, "iou_threshold");
  limits.score = numberOf(b, 4, "score_threshold");
  b.require(!b.ok() || (limits.overlap >= 0 && limits.overlap <= 1),
            "iou_threshold is not between 0 and 1");
  b.support(!b.ok() || limits.overlap > 0, "with an iou_threshold of 0");
  return limits;
}

// Places behind the operation's own, which has no more than there are boxes.
static Value padded(Binder &b, Value places, int64_t most) {
  const int64_t added = most - dimsOf(places)[0].value();
  if (added <= 0)
    return places;
  qrt::Tensor none = qrt::Tensor::allocate(qrt::ElementType::I64, {added});
  llvm::fill(none.mutableValues<int64_t>(), -1);
  Value behind = b.constantPart("behind", RankedTensorType::get({added}, b.i64()), none);
  return b.part<nn::ConcatOp>("padded", b.i64(), ValueRange{places, behind}, uint64_t(0));
}

// A box is left out that overlaps one as much as the threshold; the operation wants it to be more.
static Chosen choose(Binder &b, Value boxes, Value scores, const Limits &limits) {
  const nn::Dim count = dimsOf(scores)[0], one = nn::staticDim(1);
  Value batch = b.reshapePart("batch", boxes, {one, count, nn::staticDim(4)});
  Value classes = b.reshapePart("classes", scores, {one, one, count});
  const float overlap = std::nextafter(limits.overlap, -1.0f);
  FloatAttr least = FloatAttr::get(b.f32(), double(limits.score));
  if (!b.ok())
    return {};
  SmallVector<Value> found = b.allParts<nn::NonMaxSuppressionOp>(
      2, b.i64(), batch, classes, uint64_t(limits.most), APFloat(overlap), least,
      /*center_point_box=*/false);
  if (!b.ok())
    return {};
  b.leaveKey(found[0].getDefiningOp(), "found");
  b.takeWhole(found[0]);
  const nn::Dim places = dimsOf(found[0])[0];
  b.support(places.isStatic(), "of an unknown number of boxes; give --shape");
  if (!b.ok())
    return {};
  Value column =
      b.partAs<nn::SliceOp>("column", {places, one}, b.i64(), found[0], Ints{0, 2}, Ints{1, 1});
  if (!b.ok())
    return {};
  Value all = padded(b, b.reshapePart("places", column, {places}), limits.most);
  Value zero = b.constantPart("zero", RankedTensorType::get({}, b.i64()),
                              qrt::Tensor::allocate(qrt::ElementType::I64, {}));
  Value isChosen =
      b.part<nn::LessEqualOp>("is_chosen", IntegerType::get(b.context(), 1), zero, all);
  Value chosen = b.part<nn::MaxOp>("chosen", b.i64(), all, zero);
  return {chosen, isChosen, b.ok() ? b.reshapePart("count", found[1], {}) : Value()};
}

static Chosen readChosen(Binder &b, Value &scores) {
  Value boxes = b.real(0);
  scores = b.real(1);
  if (!b.ok())
    return {};
  b.require(rankOf(boxes) == 2 && dimsOf(boxes)[1] == nn::staticDim(4) && rankOf(scores) == 1,
            "needs boxes [N, 4] and a score of each");
  b.require(!b.ok() || nn::mayBeEqual(dimsOf(boxes)[0], dimsOf(scores)[0]),
            "has another number of boxes than of scores");
  const Limits limits = b.ok() ? readLimits(b) : Limits();
  return b.ok() ? choose(b, boxes, scores, limits) : Chosen();
}

static void bindBoxes(Binder &b, const Chosen &chosen, unsigned count) {
  if (!b.ok())
    return;
  Type i32 = IntegerType::get(b.context(), 32);
  b.bindStored(0, b.part<nn::CastOp>("boxes", i32, chosen.boxes, BoolAttr()));
  b.bindStored(count, b.part<nn::CastOp>("number", i32, chosen.count, BoolAttr()));
}

static void suppressionV4(Binder &b) {
  Value scores;
  Chosen chosen = readChosen(b.arity(5, 5), scores);
  bindBoxes(b, chosen, 1);
}

// The scores of what is chosen, too; soft ones, which fall where boxes overlap, are not read.
static void suppressionV5(Binder &b) {
  Value scores;
  b.arity(6, 6);
  const float sigma = numberOf(b, 5, "soft_nms_sigma");
  b.support(!b.ok() || sigma == 0, "with a soft_nms_sigma other than 0");
  Chosen chosen = readChosen(b, scores);
  bindBoxes(b, chosen, 2);
  if (!b.ok())
    return;
  Value own = b.part<nn::GatherOp>("own", b.f32(), scores, chosen.boxes, uint64_t(0));
  b.bindReal(1,
             b.part<nn::WhereOp>("scores", b.f32(), chosen.isChosen, own, b.scalarPart("none", 0)));
}

ArrayRef<OpEntry> suppressionOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{NON_MAX_SUPPRESSION_V4, suppressionV4},
                                    {NON_MAX_SUPPRESSION_V5, suppressionV5}};
  return ops;
}

} // namespace qopt::tflite
