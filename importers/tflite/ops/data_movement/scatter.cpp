// Elements written to places: SCATTER_ND, SPARSE_TO_DENSE, SEGMENT_SUM, UNSORTED_SEGMENT_*,
// DYNAMIC_UPDATE_SLICE.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "runtime/numerics/types/tensor.h"

#include <limits>

using namespace mlir;

namespace qopt::tflite {

// A tensor of one number that the elements' type holds.
static Value filled(Binder &b, StringRef name, ArrayRef<nn::Dim> shape, Type element,
                    double number) {
  std::optional<qrt::ElementType> type = nn::storageType(element);
  b.support(type && !nn::isQuantized(element), "of quantized values");
  b.support(!b.ok() || number == 0 || !qrt::isFloat(*type) || *type == qrt::ElementType::F32,
            "of such narrow floats");
  if (!b.ok())
    return {};
  qrt::Tensor one = qrt::Tensor::allocate(*type, {});
  qrt::visitElementType(*type, [&](auto tag) {
    using Stored = typename decltype(tag)::Storage;
    if constexpr (std::is_integral_v<Stored>) // f64 rounds the highest of 64 bits beyond its type
      one.mutableValues<Stored>()[0] = number >= double(std::numeric_limits<Stored>::max())
                                           ? std::numeric_limits<Stored>::max()
                                           : Stored(number);
    else if constexpr (std::is_arithmetic_v<Stored>)
      one.mutableValues<Stored>()[0] = Stored(number);
  });
  Value scalar = b.constantPart("number", RankedTensorType::get({}, element), one);
  return b.partAs<nn::ExpandOp>(name, shape, element, scalar);
}

// Updates of one place add up.
static void scatterNd(Binder &b) {
  IntTensor shape;
  Value indices = b.arity(3, 3).stored(0), updates = b.stored(1);
  b.ints(2, shape);
  if (!b.ok())
    return;
  Type element = elementOf(updates);
  Value zeros = filled(b, "zeros", shape.values, element, 0);
  b.bindStored(
      0, b.part<nn::ScatterNdOp>("scatter", element, zeros, indices, updates, StringRef("add")));
}

// Returns [n, d]: each row names d coordinates, each entry of a vector one.
static Value tuples(Binder &b, Value indices) {
  SmallVector<nn::Dim> shape = dimsOf(indices);
  if (shape.empty())
    return b.reshapePart("tuples", indices, {nn::staticDim(1), nn::staticDim(1)});
  if (shape.size() == 1)
    return b.reshapePart("tuples", indices, {shape[0], nn::staticDim(1)});
  return indices;
}

static void sparseToDense(Binder &b) {
  IntTensor shape;
  Value indices = b.arity(4, 4).stored(0), values = b.stored(2), rest = b.stored(3);
  b.ints(1, shape);
  if (!b.ok())
    return;
  Type element = elementOf(values);
  b.require(element == elementOf(rest), "its values have different element types");
  if (!b.ok())
    return;
  indices = tuples(b, indices);
  const nn::Dim count = dimsOf(indices)[0];
  Value updates = rankOf(values) == 0
                      ? b.partAs<nn::ExpandOp>("updates", ArrayRef(count), element, values)
                      : values;
  Value dense = b.partAs<nn::ExpandOp>("rest", shape.values, element, rest);
  b.bindStored(
      0, b.part<nn::ScatterNdOp>("scatter", element, dense, indices, updates, StringRef("none")));
}

// ---- segments ----

// Rows of x joined where they have one number. Rows numbered below 0 go to a further segment, which
// is cut off.
static void joinSegments(Binder &b, Value x, Value ids, int64_t count, StringRef reduction,
                         double neutral) {
  SmallVector<nn::Dim> shape = dimsOf(x), places = dimsOf(ids);
  b.require(places.size() <= shape.size(), "has more numbers than rows");
  if (!b.ok())
    return;
  Type element = elementOf(x), bit = IntegerType::get(b.context(), 1);
  SmallVector<nn::Dim> segments(shape.begin() + int64_t(places.size()), shape.end());
  segments.insert(segments.begin(), nn::staticDim(count + 1));
  Value zero = filled(b, "zero", {}, elementOf(ids), 0);
  Value last = filled(b, "last", {}, elementOf(ids), double(count));
  Value isLeftOut = b.part<nn::LessOp>("is_left_out", bit, ids, zero);
  Value place = b.part<nn::WhereOp>("places", elementOf(ids), isLeftOut, last, ids);
  places.push_back(nn::staticDim(1));
  Value indices = b.reshapePart("indices", place, places);
  Value empty = filled(b, "empty", segments, element, neutral);
  Value all = b.part<nn::ScatterNdOp>("segments", element, empty, indices, x, reduction);
  segments[0] = nn::staticDim(count);
  b.bindStored(0, b.partAs<nn::SliceOp>("kept", segments, element, all, Ints(segments.size(), 0),
                                        Ints(segments.size(), 1)));
}

static void segmentSum(Binder &b) {
  qrt::Tensor ids;
  Value x = b.arity(2, 2).stored(0), places = b.stored(1);
  b.constant(1, ids);
  if (!b.ok())
    return;
  b.require(qrt::isInteger(ids.type()), "its numbers of segments are no integers");
  const int64_t last = b.ok() && ids.size() ? qrt::integerAt(ids, ids.size() - 1) : -1;
  b.bounded(last, -1, (1 << 24) - 1, "number of a segment");
  if (b.ok())
    joinSegments(b, x, places, last + 1, "add", 0);
}

enum class Join { Sum, Product, Greatest, Least };

// Returns the number that no element changes; an integer type gives its own ends.
static double neutralOf(Join join, Type element) {
  std::optional<qrt::ElementType> type = nn::storageType(element);
  const bool isFloat = type && qrt::isFloat(*type);
  const double most = isFloat ? double(std::numeric_limits<float>::max())
                              : double(type ? qrt::highestOf(*type) : 0);
  const double least = isFloat ? -most : double(type ? qrt::lowestOf(*type) : 0);
  switch (join) {
  case Join::Sum: return 0;
  case Join::Product: return 1;
  case Join::Greatest: return least;
  case Join::Least: return most;
  }
  return 0;
}

template <Join join> static void unsortedSegments(Binder &b) {
  Ints count;
  Value x = b.arity(3, 3).stored(0), ids = b.stored(1);
  b.ints(2, count).require(!b.ok() || count.size() == 1, "needs one number of segments");
  b.bounded(count, 0, 1 << 24, "number of segments");
  if (!b.ok())
    return;
  constexpr llvm::StringLiteral reductions[] = {"add", "mul", "max", "min"};
  joinSegments(b, x, ids, count[0], reductions[int(join)], neutralOf(join, elementOf(x)));
}

// ---- a box replaced ----

// Draws the update along one dimension to where it begins, and tells whether a place lies in it.
static void placeAlong(Binder &b, int64_t dim, Value start, ArrayRef<nn::Dim> shape, Value &update,
                       Value &isInside) {
  Type index = elementOf(start), bit = IntegerType::get(b.context(), 1);
  const int64_t size = shape[size_t(dim)].value(), part = dimsOf(update)[size_t(dim)].value();
  const std::string name = "dim" + std::to_string(dim);
  b.require(part <= size, "the update is larger than what it updates");
  if (!b.ok())
    return;
  Value most = filled(b, name + "/most", {}, index, double(size - part));
  Value zero = filled(b, name + "/zero", {}, index, 0);
  Value last = filled(b, name + "/last", {}, index, double(part - 1));
  Value first = b.part<nn::MaxOp>(name + "/first", index,
                                  b.part<nn::MinOp>(name + "/below", index, start, most), zero);
  qrt::Tensor numbers = qrt::Tensor::allocate(qrt::ElementType::I64, {size});
  for (int64_t i = 0; i < size; ++i)
    numbers.mutableValues<int64_t>()[i] = i;
  Value all = b.constantPart(name + "/places", RankedTensorType::get({size}, b.i64()), numbers);
  all = elementOf(first) == b.i64() ? all
                                    : b.part<nn::CastOp>(name + "/numbers", index, all, BoolAttr());
  Value offset = b.part<nn::SubOp>(name + "/offset", index, all, first);
  Value clipped = b.part<nn::MinOp>(name + "/clipped", index,
                                    b.part<nn::MaxOp>(name + "/from", index, offset, zero), last);
  Value inside = b.part<nn::EqualOp>(name + "/inside", bit, offset, clipped);
  if (!b.ok())
    return;
  update = b.part<nn::GatherOp>(name + "/drawn", elementOf(update), update, clipped, uint64_t(dim));
  SmallVector<nn::Dim> along(shape.size(), nn::staticDim(1));
  along[size_t(dim)] = nn::staticDim(size);
  inside = b.reshapePart(name + "/along", inside, along);
  isInside = isInside ? b.part<nn::AndOp>(name + "/both", bit, isInside, inside) : inside;
}

static void updateSlice(Binder &b) {
  Value x = b.arity(3, 3).stored(0), update = b.stored(1), starts = b.stored(2);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(x), part = dimsOf(update);
  b.require(shape.size() == part.size() &&
                dimsOf(starts) == SmallVector<nn::Dim>{nn::staticDim(int64_t(shape.size()))},
            "its update or its start has another rank");
  b.support(!nn::isQuantized(x.getType()), "of quantized values");
  if (!b.ok())
    return;
  Value isInside;
  for (size_t dim = 0; dim < shape.size() && b.ok(); ++dim) {
    if (shape[dim] == part[dim])
      continue; // it begins at 0
    b.support(shape[dim].isStatic() && part[dim].isStatic(), "of open sizes; give --shape");
    if (!b.ok())
      return;
    Value one = b.partAs<nn::SliceOp>("start" + std::to_string(dim), ArrayRef(nn::staticDim(1)),
                                      elementOf(starts), starts, Ints{int64_t(dim)}, Ints{1});
    if (b.ok())
      placeAlong(b, int64_t(dim), one, shape, update, isInside);
  }
  if (b.ok() && isInside)
    update = b.part<nn::WhereOp>("updated", elementOf(x), isInside, update, x);
  b.bindStored(0, update);
}

ArrayRef<OpEntry> scatterOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{SCATTER_ND, scatterNd},
                                    {SPARSE_TO_DENSE, sparseToDense},
                                    {SEGMENT_SUM, segmentSum},
                                    {UNSORTED_SEGMENT_SUM, unsortedSegments<Join::Sum>},
                                    {UNSORTED_SEGMENT_PROD, unsortedSegments<Join::Product>},
                                    {UNSORTED_SEGMENT_MAX, unsortedSegments<Join::Greatest>},
                                    {UNSORTED_SEGMENT_MIN, unsortedSegments<Join::Least>},
                                    {DYNAMIC_UPDATE_SLICE, updateSlice}};
  return ops;
}

} // namespace qopt::tflite
