// Elements chosen by what they are: TOPK_V2, WHERE, REVERSE_SEQUENCE, BUCKETIZE.
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::tflite {

static Type i32(Binder &b) { return IntegerType::get(b.context(), 32); }

// The largest along the last dimension, in falling order, and their places.
static void topK(Binder &b) {
  Ints count;
  Value x = b.arity(2, 2).stored(0);
  b.ints(1, count).require(!b.ok() || count.size() == 1, "needs one number");
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 1 && count[0] >= 0, "needs elements to choose from");
  if (!b.ok())
    return;
  const int64_t axis = rankOf(x) - 1;
  SmallVector<nn::Dim> shape = dimsOf(x);
  b.require(!shape.back().isStatic() || count[0] <= shape.back().value(),
            "asks for more elements than there are");
  shape.back() = nn::staticDim(count[0]);
  Value places = b.partAs<nn::ArgTopKOp>("places", shape, i32(b), x, uint64_t(axis),
                                         /*smallest=*/false);
  b.bindStored(0, b.part<nn::GatherElementsOp>("largest", elementOf(x), x, places, uint64_t(axis)));
  b.bindStored(1, places);
}

// A row of coordinates for each element that is true; how many there are is known as it runs.
static void where(Binder &b) {
  Value x = b.arity(1, 1).stored(0);
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 1, "of a number");
  auto found = b.allParts<nn::NonZeroOp>(2, b.i64(), x);
  if (b.ok())
    b.bindStored(0, b.part<nn::TransposeOp>("rows", b.i64(), found[0], Ints{1, 0}));
}

static void reverseSequence(Binder &b) {
  const auto *said = b.arity(2, 2).options<schema::ReverseSequenceOptions>();
  b.require(said, "has no options");
  Value x = b.stored(0), lengths = b.stored(1);
  if (!b.ok())
    return;
  int64_t time = said->seq_dim(), batch = said->batch_dim();
  if (b.axis(time, rankOf(x)).axis(batch, rankOf(x)).ok())
    b.bindStored(0, b.part<nn::ReverseSequenceOp>("reversed", elementOf(x), x, lengths,
                                                  uint64_t(batch), uint64_t(time)));
}

// BUCKETIZE counts the boundaries that are not above an element.
static void bucketize(Binder &b) {
  const auto *said = b.arity(1, 1).options<schema::BucketizeOptions>();
  b.require(said, "has no options");
  Value x = b.real(0);
  if (!b.ok())
    return;
  llvm::ArrayRef<float> ends = elementsOf(said->boundaries());
  b.support(elementOf(x).isF32(), "of integers");
  b.support(!ends.empty() && ends.size() <= 4096, "with so many boundaries");
  if (!b.ok())
    return;
  const int64_t count = int64_t(ends.size());
  Value boundaries =
      b.constantPart("boundaries", RankedTensorType::get({count}, b.f32()),
                     qrt::Tensor::fromValues<float>({count}, std::span(ends.data(), ends.size())));
  SmallVector<nn::Dim> shape = dimsOf(x);
  shape.push_back(nn::staticDim(1));
  Value each = b.reshapePart("each", x, shape);
  Value isReached =
      b.part<nn::LessEqualOp>("is_reached", IntegerType::get(b.context(), 1), boundaries, each);
  Value numbers = b.part<nn::CastOp>("numbers", i32(b), isReached, BoolAttr());
  b.bindReal(0, b.part<nn::ReduceSumOp>("bucket", i32(b), numbers, Ints{int64_t(shape.size()) - 1},
                                        /*keep_dims=*/false));
}

ArrayRef<OpEntry> chooseOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {TOPK_V2, topK}, {WHERE, where}, {REVERSE_SEQUENCE, reverseSequence}, {BUCKETIZE, bucketize}};
  return ops;
}

} // namespace qopt::tflite
