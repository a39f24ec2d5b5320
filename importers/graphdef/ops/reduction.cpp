// These operators reduce axes: Mean, Sum, Max, Min, Prod, EuclideanNorm, All, Any, ArgMax, ArgMin.
#include "importers/graphdef/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

template <typename Op> static constexpr std::optional<IntOp> integerOp = std::nullopt;
template <> constexpr std::optional<IntOp> integerOp<nn::ReduceSumOp> = IntOp::Add;
template <> constexpr std::optional<IntOp> integerOp<nn::ReduceProdOp> = IntOp::Mul;
template <> constexpr std::optional<IntOp> integerOp<nn::ReduceMaxOp> = IntOp::Max;
template <> constexpr std::optional<IntOp> integerOp<nn::ReduceMinOp> = IntOp::Min;

static void reduceInts(Binder &b, IntOp op, bool keepDims) {
  IntTensor x;
  if (!b.ints(0, x).ok())
    return;
  b.support(!x.values.empty(), "of nothing");
  const std::optional<nn::Dim> joined = combineAll(op, x.values);
  b.support(joined.has_value(), "on sizes, with a result that is not a size");
  if (b.ok())
    b.bind(0, keepDims && !x.shape.empty() ? IntTensor::vector({*joined}, x.wide)
                                           : IntTensor::scalar(*joined, x.wide));
}

static bool readAxes(Binder &b, Ints &axes) {
  b.arity(2, 2).ints(1, axes);
  return b.ok();
}

// Gives the axes of an image for those of its view; none where the dimensions that are left would
// change their order.
static std::optional<Ints> imageAxes(ArrayRef<int64_t> axes, int64_t rank, bool keepDims) {
  const bool keepsChannels = !llvm::is_contained(axes, rank - 1);
  const bool keepsSpace =
      int64_t(axes.size()) - !keepsChannels - llvm::is_contained(axes, 0) < rank - 2;
  if (!keepDims && keepsChannels && keepsSpace)
    return std::nullopt;
  Ints result;
  for (int64_t axis : axes)
    result.push_back(imageAxis(axis, rank));
  llvm::sort(result);
  return result;
}

template <typename Op> static void reduceData(Binder &b, Value x, Ints axes, bool keepDims) {
  if (!b.axes(axes, rankOf(x)).ok())
    return;
  if (axes.empty())
    return b.alias(0, 0);
  auto moved = Binder::isImage(x) ? imageAxes(axes, rankOf(x), keepDims) : std::nullopt;
  if (!moved)
    return b.emit<Op>(elementOf(x), x, axes, keepDims);
  Value image = b.image("nchw", x);
  if (!keepDims)
    return b.emit<Op>(elementOf(x), image, *moved, false);
  b.bindImage(b.part<Op>("", elementOf(x), image, *moved, true));
}

template <typename Op> static void reduce(Binder &b) {
  Value x;
  Ints axes;
  bool keepDims = false;
  b.attr("keep_dims", keepDims);
  if (!readAxes(b, axes))
    return;
  if (integerOp<Op> && b.isInts(0))
    return axes.empty() ? b.alias(0, 0) : reduceInts(b, *integerOp<Op>, keepDims);
  if (!b.any(0, x).ok())
    return;
  const bool isInteger = elementOf(x).isSignlessInteger(32) || elementOf(x).isSignlessInteger(64);
  if (!integerOp<Op> || !isInteger)
    b.input(0, x);
  if (b.ok())
    reduceData<Op>(b, x, axes, keepDims);
}

// Reduces truth values as the smallest or largest of 0 and 1.
template <typename Op> static void reduceTruth(Binder &b) {
  Value x;
  Ints axes;
  bool keepDims = false;
  b.attr("keep_dims", keepDims).any(0, x);
  if (!readAxes(b, axes) || !b.axes(axes, rankOf(x)).ok())
    return;
  if (axes.empty())
    return b.alias(0, 0);
  Type number = IntegerType::get(b.context(), 32), truth = IntegerType::get(b.context(), 1);
  Value numbers = b.part<nn::CastOp>("numbers", number, x, BoolAttr());
  Value reduced = b.part<Op>("reduced", number, numbers, axes, keepDims);
  b.emit<nn::CastOp>(truth, reduced, BoolAttr());
}

template <typename Op> static void argument(Binder &b) {
  Value x;
  Ints axis;
  int32_t type = proto::DT_INT64;
  b.arity(2, 2).any(0, x).ints(1, axis).type("output_type", type);
  if (!b.ok())
    return;
  if (!isa<IntegerType>(elementOf(x)))
    b.input(0, x);
  b.require(axis.size() == 1, "names no single dimension");
  if (!b.ok() || !b.axis(axis[0], rankOf(x)).ok())
    return;
  if (type == proto::DT_INT64)
    return b.emit<Op>(b.i64(), x, uint64_t(axis[0]), /*keep_dims=*/false, /*select_last=*/false);
  b.support(type == proto::DT_INT32, "with output_type of another integer");
  Value place = b.part<Op>("place", b.i64(), x, uint64_t(axis[0]), false, false);
  b.emit<nn::CastOp>(IntegerType::get(b.context(), 32), place, BoolAttr());
}

ArrayRef<OpEntry> reductionOps() {
  static constexpr OpEntry ops[] = {
      {"Mean", reduce<nn::ReduceMeanOp>},    {"Sum", reduce<nn::ReduceSumOp>},
      {"Prod", reduce<nn::ReduceProdOp>},    {"Max", reduce<nn::ReduceMaxOp>},
      {"Min", reduce<nn::ReduceMinOp>},      {"EuclideanNorm", reduce<nn::ReduceL2Op>},
      {"All", reduceTruth<nn::ReduceMinOp>}, {"Any", reduceTruth<nn::ReduceMaxOp>},
      {"ArgMax", argument<nn::ArgMaxOp>},    {"ArgMin", argument<nn::ArgMinOp>}};
  return ops;
}

} // namespace qopt::graphdef
