// The same elements elsewhere: Permute, ShuffleChannel, Reorg.
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::caffe {

// Dimensions that the order does not name follow in theirs.
static void permute(Binder &b) {
  const proto::PermuteParameter &p = b.param().permute_param();
  Value x;
  if (!b.arity(1, 1).input(0, x).ok())
    return;
  Ints order;
  for (int64_t axis : p.order()) {
    b.require(axis >= 0 && axis < rankOf(x),
              "order names dimension " + Twine(axis) + " of " + Twine(rankOf(x)));
    b.require(!llvm::is_contained(order, axis), "order names a dimension twice");
    order.push_back(axis);
  }
  for (int64_t axis = 0; b.ok() && axis < rankOf(x); ++axis)
    if (!llvm::is_contained(order, axis))
      order.push_back(axis);
  if (b.ok() && llvm::is_sorted(order))
    return b.alias(0, 0);
  b.emit<nn::TransposeOp>(b.f32(), x, order);
}

// Groups of channels dealt out in turn, as ShuffleNet mixes them.
static void shuffle(Binder &b) {
  int64_t groups = b.param().shuffle_channel_param().group();
  Value x;
  if (!b.arity(1, 1).input(0, x).ok())
    return;
  auto shape = dimsOf(x);
  b.require(shape.size() >= 2 && shape[1].isStatic() && groups >= 1 &&
                shape[1].value() % groups == 0,
            Twine(groups) + " groups do not divide the channels");
  if (!b.ok())
    return;
  SmallVector<nn::Dim> apart(shape.begin(), shape.end());
  apart[1] = nn::staticDim(groups);
  apart.insert(apart.begin() + 2, nn::staticDim(shape[1].value() / groups));
  Ints order = llvm::to_vector<6>(llvm::seq<int64_t>(0, int64_t(apart.size())));
  std::swap(order[1], order[2]);
  Value groupsApart = b.reshapePart("groups", x, apart);
  Value dealt = b.part<nn::TransposeOp>("dealt", b.f32(), groupsApart, order);
  if (b.ok())
    b.emitReshape(dealt, shape);
}

// Darknet's as Caffe's forks have it, which is not depth-to-space: the image is read as one of
// [C/s², H, s, W, s] whose blocks become channels, elements in the order of the result.
static void reorg(Binder &b) {
  const proto::ReorgParameter &p = b.param().reorg_param();
  Value x;
  int64_t s = p.stride();
  b.arity(1, 1).input(0, x).bounded(s, 1, 1 << 10, "stride");
  b.support(!p.reverse(), "with reverse");
  if (!b.ok())
    return;
  auto shape = dimsOf(x);
  b.require(shape.size() == 4, "needs an image");
  for (size_t i = 1; b.ok() && i < 4; ++i)
    b.support(shape[i].isStatic(), "of an image whose size is not known; give --shape");
  if (!b.ok())
    return;
  int64_t c = shape[1].value(), h = shape[2].value(), w = shape[3].value();
  b.require(c % (s * s) == 0, Twine(c) + " channels, needs a multiple of " + Twine(s * s));
  b.require(h % s == 0 && w % s == 0, "stride " + Twine(s) + " does not divide the image");
  if (!b.ok())
    return;
  // Result [c', y, x] of place o·C/s² + k takes source element (k, y·s + o / s, x·s + o mod s) of
  // an image of C/s² channels and s times the size each way.
  auto dim = nn::staticDim;
  Value wide =
      b.reshapePart("wide", x, {shape[0], dim(c / (s * s)), dim(h), dim(s), dim(w), dim(s)});
  Value moved = b.part<nn::TransposeOp>("moved", b.f32(), wide, Ints{0, 3, 5, 1, 2, 4});
  if (b.ok())
    b.emitReshape(moved, {shape[0], dim(c * s * s), dim(h / s), dim(w / s)});
}

// Samples that the second bottom chooses, in its order.
static void batchReindex(Binder &b) {
  Value x, places;
  if (!b.arity(2, 2).input(0, x).input(1, places).ok())
    return;
  b.require(rankOf(places) == 1, "its second bottom is no list");
  Value indices =
      b.part<nn::CastOp>("indices", IntegerType::get(b.context(), 32), places, BoolAttr());
  b.emit<nn::GatherOp>(b.f32(), x, indices, uint64_t(0));
}

ArrayRef<OpEntry> moveOps() {
  static constexpr OpEntry ops[] = {{"Permute", permute},
                                    {"ShuffleChannel", shuffle},
                                    {"Reorg", reorg},
                                    {"BatchReindex", batchReindex}};
  return ops;
}

} // namespace qopt::caffe
