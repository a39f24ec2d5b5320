// Softmax, ArgMax, Reduction.
#include "importers/caffe/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::caffe {

static void softmax(Binder &b) {
  Value x;
  int64_t axis = b.param().softmax_param().axis();
  if (b.arity(1, 1).input(0, x).ok() && b.axis(axis, rankOf(x)).ok())
    b.emit<nn::SoftmaxOp>(b.f32(), x, uint64_t(axis));
}

// Everything from an axis on becomes one number, times a coefficient.
static void reduction(Binder &b) {
  using proto::ReductionParameter;
  const ReductionParameter &p = b.param().reduction_param();
  Value x, y;
  int64_t axis = p.axis();
  b.require(std::isfinite(p.coeff()), "coeff is no finite number");
  if (!b.arity(1, 1).input(0, x).ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  Ints axes = llvm::to_vector<4>(llvm::seq<int64_t>(axis, rankOf(x)));
  StringRef name = p.coeff() == 1 ? "" : "reduced";
  switch (p.operation()) {
  case ReductionParameter::SUM: y = b.part<nn::ReduceSumOp>(name, b.f32(), x, axes, false); break;
  case ReductionParameter::ASUM: y = b.part<nn::ReduceL1Op>(name, b.f32(), x, axes, false); break;
  case ReductionParameter::SUMSQ:
    y = b.part<nn::ReduceSumSquareOp>(name, b.f32(), x, axes, false);
    break;
  case ReductionParameter::MEAN: y = b.part<nn::ReduceMeanOp>(name, b.f32(), x, axes, false); break;
  }
  if (p.coeff() != 1)
    y = b.part<nn::MulOp>("", b.f32(), y, b.scalarFor(y, "coeff", p.coeff()));
  b.bindReal(0, y);
}

// The places of the k largest along the last axis of `x`; of equal elements Caffe takes the later.
static Value places(Binder &b, Value x, int64_t axis, int64_t k) {
  auto shape = dimsOf(x);
  int64_t size = shape[axis].value();
  Ints starts(shape.size(), 0), steps(shape.size(), 1);
  starts[axis] = size - 1;
  steps[axis] = -1;
  Value reversed = b.partAs<nn::SliceOp>("reversed", shape, b.f32(), x, starts, steps);
  SmallVector<nn::Dim> chosen = shape;
  chosen[axis] = nn::staticDim(k);
  Type i64 = b.i64();
  Value fromEnd = b.partAs<nn::ArgTopKOp>("from_end", chosen, i64, reversed, uint64_t(axis), false);
  qrt::Tensor end = qrt::Tensor::allocate(qrt::ElementType::I64, {1});
  end.mutableValues<int64_t>()[0] = size - 1;
  Value last = b.constantPart("last", RankedTensorType::get({1}, i64), end);
  return b.part<nn::SubOp>("places", i64, last, fromEnd);
}

// Indices as floats, or values, or (without an axis) both, one behind the other.
static void argMax(Binder &b) {
  const proto::ArgMaxParameter &p = b.param().argmax_param();
  Value x;
  if (!b.arity(1, 1).input(0, x).ok())
    return;
  auto shape = dimsOf(x);
  int64_t axis = 1, k = p.top_k();
  if (p.has_axis()) {
    axis = p.axis();
    b.axis(axis, rankOf(x));
  } else if (b.require(!shape.empty(), "needs a dimension for samples").ok()) {
    auto features = nn::productOf(ArrayRef(shape).drop_front());
    b.require(features.has_value(), "the input is too large");
    if (b.ok() && shape.size() != 2)
      x = b.reshapePart("rows", x, {shape[0], *features});
  }
  if (!b.ok())
    return;
  SmallVector<nn::Dim> from = dimsOf(x);
  b.support(from[axis].isStatic(), "along a dimension whose size is not known; give --shape");
  b.require(!b.ok() || (k >= 1 && k <= from[axis].value()),
            "top_k is " + Twine(k) + " of " +
                Twine(from[axis].isStatic() ? from[axis].value() : 0));
  if (!b.ok())
    return;
  Value at = places(b, x, axis, k);
  bool takesValues = p.out_max_val(), takesBoth = takesValues && !p.has_axis();
  // Without an axis the result is [N, 1 or 2, k], and of as many dimensions as the input if it has
  // more.
  SmallVector<nn::Dim> result = {from[0], nn::staticDim(1), nn::staticDim(k)};
  result.resize(std::max(result.size(), shape.size()), nn::staticDim(1));
  Value values, indices;
  if (takesValues)
    values =
        b.part<nn::GatherElementsOp>(takesBoth ? "values" : "", b.f32(), x, at, uint64_t(axis));
  if (takesValues && !takesBoth)
    return b.bindReal(0, values);
  indices = b.part<nn::CastOp>(p.has_axis() ? "" : "indices", b.f32(), at, BoolAttr());
  if (p.has_axis())
    return b.bindReal(0, indices);
  if (!takesBoth)
    return b.ok() ? b.emitReshape(indices, result) : void();
  Value top = b.reshapePart("top_indices", indices, result),
        bottom = b.reshapePart("top_values", values, result);
  b.emit<nn::ConcatOp>(b.f32(), SmallVector<Value>{top, bottom}, uint64_t(1));
}

ArrayRef<OpEntry> reductionOps() {
  static constexpr OpEntry ops[] = {
      {"Softmax", softmax}, {"Reduction", reduction}, {"ArgMax", argMax}};
  return ops;
}

} // namespace qopt::caffe
