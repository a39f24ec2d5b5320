// Tensors made of few numbers: FILL, RANGE, ZEROS_LIKE, ONE_HOT, EMBEDDING_LOOKUP, MATRIX_DIAG,
// MATRIX_SET_DIAG, BROADCAST_ARGS.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

static void fill(Binder &b) {
  IntTensor shape;
  b.arity(2, 2).ints(0, shape);
  Value value = b.stored(1);
  if (b.ok())
    b.bindStored(0, b.partAs<nn::ExpandOp>("fill", shape.values, elementOf(value), value));
}

static void zerosLike(Binder &b) {
  Value x = b.arity(1, 1).stored(0);
  if (!b.ok())
    return;
  b.support(!nn::isQuantized(x.getType()), "of quantized values");
  if (!b.ok())
    return;
  qrt::Tensor zero = qrt::Tensor::allocate(*nn::storageType(x.getType()), {});
  Value one = b.constantPart("zero", RankedTensorType::get({}, elementOf(x)), zero);
  b.bindStored(0, b.partAs<nn::ExpandOp>("zeros", dimsOf(x), elementOf(x), one));
}

// The elements count from start to before limit: there are ⌈(limit − start) / delta⌉.
template <typename T> static void countUp(Binder &b, const qrt::Tensor (&ends)[3]) {
  const T start = ends[0].values<T>()[0], limit = ends[1].values<T>()[0],
          delta = ends[2].values<T>()[0];
  b.require(delta != 0, "its step is 0");
  if (!b.ok())
    return;
  const double count = std::max(0.0, std::ceil((double(limit) - double(start)) / double(delta)));
  b.support(count <= double(1 << 24), "of so many elements");
  if (!b.ok())
    return;
  qrt::Tensor values = qrt::Tensor::allocate(ends[0].type(), {int64_t(count)});
  for (int64_t i = 0; i < values.size(); ++i)
    if constexpr (std::is_integral_v<T>) // without sign: a product on the way may leave the type
      values.mutableValues<T>()[i] = T(uint64_t(start) + uint64_t(i) * uint64_t(delta));
    else
      values.mutableValues<T>()[i] = T(start + T(i) * delta);
  b.bind(0, values);
}

static void range(Binder &b) {
  qrt::Tensor ends[3];
  b.arity(3, 3);
  for (unsigned i = 0; i < 3; ++i) {
    b.constant(i, ends[i]);
    b.require(!b.ok() || (ends[i].size() == 1 && ends[i].type() == ends[0].type()),
              "needs three numbers of one type");
  }
  if (!b.ok())
    return;
  using enum qrt::ElementType;
  const qrt::ElementType type = ends[0].type();
  if (type == F32)
    return countUp<float>(b, ends);
  if (type == I32)
    return countUp<int32_t>(b, ends);
  b.support(type == I64, "of such elements");
  if (b.ok())
    countUp<int64_t>(b, ends);
}

static void oneHot(Binder &b) {
  const auto *said = b.arity(4, 4).options<schema::OneHotOptions>();
  Ints depth;
  Value indices = b.stored(0), on = b.stored(2), off = b.stored(3);
  b.ints(1, depth).require(!b.ok() || depth.size() == 1, "needs one depth");
  b.bounded(depth, 0, int64_t(1) << 31, "depth");
  if (!b.ok())
    return;
  int64_t axis = said ? said->axis() : -1;
  SmallVector<nn::Dim> shape = dimsOf(indices);
  axis = axis == -1 ? int64_t(shape.size()) : axis;
  b.require(axis >= 0 && axis <= int64_t(shape.size()), "axis is out of range");
  b.require(elementOf(on) == elementOf(off), "its values have different element types");
  if (!b.ok())
    return;
  shape.insert(shape.begin() + axis, nn::staticDim(depth[0]));
  on = b.reshapePart("on", on, {nn::staticDim(1)});
  off = b.reshapePart("off", off, {nn::staticDim(1)});
  Value values = b.part<nn::ConcatOp>("values", elementOf(on), ValueRange{off, on}, uint64_t(0));
  b.bindStored(
      0, b.partAs<nn::OneHotOp>("one_hot", shape, elementOf(on), indices, values, uint64_t(axis)));
}

static void embeddingLookup(Binder &b) {
  Value indices = b.arity(2, 2).stored(0), rows = b.real(1);
  if (!b.ok())
    return;
  b.bindReal(0, b.part<nn::GatherOp>("gather", elementOf(rows), rows, indices, uint64_t(0)));
}

// Returns the truth of each element of a matrix [n, n]: it lies on its diagonal.
static Value diagonal(Binder &b, int64_t n) {
  qrt::Tensor truths = qrt::Tensor::allocate(qrt::ElementType::Bool, {n, n});
  for (int64_t i = 0; i < n; ++i)
    truths.mutableValues<uint8_t>()[i * n + i] = 1;
  return b.constantPart("diagonal", RankedTensorType::get({n, n}, IntegerType::get(b.context(), 1)),
                        truths);
}

// The diagonal's elements as a row that all rows have.
static Value asRows(Binder &b, Value diagonal) {
  SmallVector<nn::Dim> shape = dimsOf(diagonal);
  shape.insert(shape.end() - 1, nn::staticDim(1));
  return b.reshapePart("row", diagonal, shape);
}

static int64_t diagonalSize(Binder &b, Value elements) {
  b.require(rankOf(elements) >= 1, "of a number");
  if (!b.ok())
    return 1;
  const nn::Dim size = dimsOf(elements).back();
  b.support(size.isStatic() && size.value() <= 1 << 12, "of so long a diagonal");
  b.support(!nn::isQuantized(elements.getType()), "of quantized values");
  return b.ok() ? size.value() : 1;
}

static void matrixDiag(Binder &b) {
  Value elements = b.arity(1, 1).stored(0);
  const int64_t size = b.ok() ? diagonalSize(b, elements) : 1;
  if (!b.ok())
    return;
  Type element = elementOf(elements);
  Value zero = b.constantPart("zero", RankedTensorType::get({1}, element),
                              qrt::Tensor::allocate(*nn::storageType(elements.getType()), {1}));
  b.bindStored(
      0, b.part<nn::WhereOp>("matrix", element, diagonal(b, size), asRows(b, elements), zero));
}

static void matrixSetDiag(Binder &b) {
  Value matrix = b.arity(2, 2).stored(0), elements = b.stored(1);
  const int64_t size = b.ok() ? diagonalSize(b, elements) : 1;
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = dimsOf(matrix);
  b.support(shape.size() >= 2 && shape.back() == nn::staticDim(size) &&
                shape[shape.size() - 2] == nn::staticDim(size),
            "of matrices that are not square");
  if (b.ok())
    b.bindStored(0, b.part<nn::WhereOp>("matrix", elementOf(matrix), diagonal(b, size),
                                        asRows(b, elements), matrix));
}

static void broadcastArgs(Binder &b) {
  IntTensor first, second;
  b.arity(2, 2).ints(0, first).ints(1, second);
  if (!b.ok())
    return;
  auto shape = nn::broadcastShapes(first.values, second.values);
  b.require(shape.has_value(), "its shapes do not broadcast");
  if (b.ok())
    b.bind(0, IntTensor::vector(*shape, first.wide));
}

ArrayRef<OpEntry> generateOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{FILL, fill},
                                    {ZEROS_LIKE, zerosLike},
                                    {RANGE, range},
                                    {ONE_HOT, oneHot},
                                    {EMBEDDING_LOOKUP, embeddingLookup},
                                    {MATRIX_DIAG, matrixDiag},
                                    {MATRIX_SET_DIAG, matrixSetDiag},
                                    {BROADCAST_ARGS, broadcastArgs}};
  return ops;
}

} // namespace qopt::tflite
