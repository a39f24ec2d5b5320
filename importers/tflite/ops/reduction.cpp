// Reductions over axes, places of extremes, running sums.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::tflite {

namespace {
// Axes as the value has them, and the order that the result's dimensions then lie in.
struct Axes {
  Ints places;
  bool keepsDims = false;
  Order result; // empty: the file's
};
} // namespace

// Returns the order of the dimensions that are left, counted anew.
static Order withoutAxes(const Order &order, const Ints &axes) {
  Order left;
  for (int64_t dim : order)
    if (!llvm::is_contained(axes, dim))
      left.push_back(dim - llvm::count_if(axes, [&](int64_t axis) { return axis < dim; }));
  return llvm::is_sorted(left) ? Order() : left;
}

static Axes readAxes(Binder &b, const Values &x) {
  Axes axes;
  Ints named;
  const auto *said = b.options<schema::ReducerOptions>();
  axes.keepsDims = said && said->keep_dims();
  b.arity(2, 2).ints(1, named);
  if (!b.ok())
    return axes;
  for (int64_t &axis : named)
    b.axis(axis, rankOf(x[0]));
  llvm::sort(named);
  named.erase(llvm::unique(named), named.end());
  axes.result = axes.keepsDims ? x.order : withoutAxes(x.order, named);
  for (int64_t axis : named)
    axes.places.push_back(placeOf(axis, x.order));
  llvm::sort(axes.places);
  return axes;
}

template <typename Op> static void reduce(Binder &b) {
  Values x = b.read({0});
  Axes axes = readAxes(b, x);
  if (!b.ok())
    return;
  Value y = b.part<Op>("reduce", elementOf(x[0]), x[0], axes.places, axes.keepsDims);
  b.bindReal(0, y, axes.result);
}

// Steps are compared as they are.
template <typename Op> static void extreme(Binder &b) {
  Values x = b.readStored({0});
  Axes axes = readAxes(b, x);
  if (!b.ok())
    return;
  Value y = b.part<Op>("reduce", elementOf(x[0]), x[0], axes.places, axes.keepsDims);
  b.bindStored(0, y, axes.result);
}

// Truth values are reduced as integers of 0 and 1.
template <typename Op> static void truths(Binder &b) {
  Values x = b.read({0});
  Axes axes = readAxes(b, x);
  if (!b.ok())
    return;
  Type i32 = IntegerType::get(b.context(), 32), bit = IntegerType::get(b.context(), 1);
  Value numbers = b.part<nn::CastOp>("numbers", i32, x[0], BoolAttr());
  Value y = b.part<Op>("reduce", i32, numbers, axes.places, axes.keepsDims);
  b.bindReal(0, b.part<nn::CastOp>("truth", bit, y, BoolAttr()), axes.result);
}

template <typename Op> static void place(Binder &b) {
  Ints axes;
  b.arity(2, 2).ints(1, axes);
  Values x = b.readStored({0});
  b.require(!b.ok() || axes.size() == 1, "needs one axis");
  if (!b.ok() || !b.axis(axes[0], rankOf(x[0])).ok())
    return;
  Value y = b.part<Op>("place", b.i64(), x[0], uint64_t(placeOf(axes[0], x.order)),
                       /*keep_dims=*/false, /*select_last=*/false);
  if (b.ok() && b.outputTensor(0)->type() == schema::TensorType::INT32)
    y = b.part<nn::CastOp>("narrowed", IntegerType::get(b.context(), 32), y, BoolAttr());
  b.bindStored(0, y, withoutAxes(x.order, axes));
}

static void cumulativeSum(Binder &b) {
  const auto *said = b.options<schema::CumsumOptions>();
  Ints axes;
  b.arity(2, 2).ints(1, axes);
  Values x = b.read({0});
  b.require(!b.ok() || axes.size() == 1, "needs one axis");
  if (!b.ok() || !b.axis(axes[0], rankOf(x[0])).ok())
    return;
  Value y = b.part<nn::CumSumOp>("sums", elementOf(x[0]), x[0], uint64_t(placeOf(axes[0], x.order)),
                                 said && said->exclusive(), said && said->reverse());
  b.bindReal(0, y, x.order);
}

ArrayRef<OpEntry> reductionOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {MEAN, reduce<nn::ReduceMeanOp>},        {SUM, reduce<nn::ReduceSumOp>},
      {REDUCE_PROD, reduce<nn::ReduceProdOp>}, {REDUCE_MAX, extreme<nn::ReduceMaxOp>},
      {REDUCE_MIN, extreme<nn::ReduceMinOp>},  {REDUCE_ANY, truths<nn::ReduceMaxOp>},
      {REDUCE_ALL, truths<nn::ReduceMinOp>},   {ARG_MAX, place<nn::ArgMaxOp>},
      {ARG_MIN, place<nn::ArgMinOp>},          {CUMSUM, cumulativeSum}};
  return ops;
}

} // namespace qopt::tflite
