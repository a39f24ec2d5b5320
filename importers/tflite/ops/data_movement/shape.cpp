// Other shapes for the same elements, permutations, and the arithmetic of sizes: SHAPE, RANK.
#include "importers/common/ops/views.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

// Returns whether the elements keep their row-major order: dimensions of size 1 alone move.
static bool keepsElements(ArrayRef<nn::Dim> dims, const Order &order) {
  int64_t last = -1;
  for (auto [i, dim] : llvm::enumerate(order)) {
    if (dims[i] == nn::staticDim(1))
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  return true;
}

// The output has input 0's elements under another shape.
static void bindView(Binder &b, ArrayRef<nn::Dim> shape) {
  if (!b.ok())
    return;
  if (b.isInts(0) || b.isConstant(0)) {
    std::optional<Steps> steps = b.inputSteps(0);
    b.support(!steps || steps->axis < 0, "of a constant with several scales");
    emitView(b, shape);
    return b.keepOrigin(0, 0);
  }
  Values x = b.readStored({0});
  if (!b.ok())
    return;
  Value value = x[0];
  if (!x.order.empty() && !keepsElements(dimsOf(value), x.order))
    value = b.stored(0);
  if (b.ok() && dimsOf(value) == SmallVector<nn::Dim>(shape) && x.order.empty())
    return b.alias(0, 0);
  b.bindStored(0, b.reshapePart("reshape", value, shape));
}

// The size of the one dimension that is asked for as −1; `to` has a 1 in its place.
static std::optional<nn::Dim> openSize(ArrayRef<nn::Dim> from, ArrayRef<nn::Dim> to) {
  std::optional<nn::Dim> total = nn::productOf(from), known = nn::productOf(to);
  std::optional<nn::Dim> size = total && known ? nn::quotient(*total, *known) : std::nullopt;
  std::optional<nn::Dim> product = size ? nn::multiply(*size, *known) : std::nullopt;
  return product && nn::mayBeEqual(*product, *total) ? size : std::nullopt;
}

static SmallVector<nn::Dim> requestedShape(Binder &b) {
  const auto *said = b.options<schema::ReshapeOptions>();
  IntTensor request;
  if (b.has(1) && b.isKnownInts(1)) {
    b.ints(1, request);
    return request.values;
  }
  b.support(said && said->new_shape(), "to a shape that is computed from data");
  SmallVector<nn::Dim> shape;
  if (!b.ok())
    return shape;
  llvm::ArrayRef<int32_t> sizes = elementsOf(said->new_shape());
  if (sizes.size() == 1 && sizes[0] == 0) // old files say a scalar so
    return shape;
  for (int32_t size : sizes)
    shape.push_back(nn::staticDim(size));
  return shape;
}

static void reshape(Binder &b) {
  b.arity(1, 2);
  SmallVector<nn::Dim> from = shapeOf(b, 0), to = requestedShape(b);
  if (!b.ok())
    return;
  int64_t open = -1;
  for (auto [i, dim] : llvm::enumerate(to)) {
    if (dim == nn::staticDim(-1)) {
      b.require(open < 0, "asks for -1 twice");
      open = int64_t(i);
      dim = nn::staticDim(1);
    }
    b.require(!dim.isStatic() || dim.value() >= 0, "asks for a negative size");
  }
  if (!b.ok())
    return;
  const std::string text = nn::toString(from) + " does not fit the shape " + nn::toString(to);
  if (open >= 0) {
    std::optional<nn::Dim> size = openSize(from, to);
    b.require(size.has_value(), text);
    to[size_t(open)] = size.value_or(nn::staticDim(1));
  }
  std::optional<nn::Dim> total = nn::productOf(from), asked = nn::productOf(to);
  b.require(total && asked, text);
  if (b.ok())
    b.equal(*total, *asked, text);
  bindView(b, to);
}

static void squeeze(Binder &b) {
  const auto *said = b.arity(1, 1).options<schema::SqueezeOptions>();
  SmallVector<nn::Dim> shape = shapeOf(b, 0), kept;
  Ints axes;
  if (said)
    llvm::append_range(axes, elementsOf(said->squeeze_dims()));
  const bool namesAxes = !axes.empty();
  if (!b.ok() || !b.axes(axes, int64_t(shape.size())).ok())
    return;
  for (auto [i, dim] : llvm::enumerate(shape)) {
    const bool isNamed = llvm::is_contained(axes, int64_t(i));
    if (isNamed)
      b.equal(dim, nn::staticDim(1), "dimension " + Twine(i) + " is not 1");
    if (namesAxes ? !isNamed : dim != nn::staticDim(1))
      kept.push_back(dim);
  }
  bindView(b, kept);
}

static void expandDims(Binder &b) {
  Ints axes;
  b.arity(2, 2).ints(1, axes);
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  b.require(!b.ok() || axes.size() == 1, "needs one axis");
  if (!b.ok() || !b.axis(axes[0], int64_t(shape.size()) + 1).ok())
    return;
  shape.insert(shape.begin() + axes[0], nn::staticDim(1));
  bindView(b, shape);
}

// The permutation joins that of a view.
static void transpose(Binder &b) {
  Ints permutation;
  b.arity(2, 2).ints(1, permutation);
  Values x = b.readStored({0});
  if (!b.ok())
    return;
  const int64_t rank = rankOf(x[0]);
  Ints sorted = permutation;
  llvm::sort(sorted);
  b.require(sorted == llvm::to_vector(llvm::seq<int64_t>(0, rank)),
            "its permutation is none of rank " + Twine(rank));
  if (!b.ok())
    return;
  for (int64_t &dim : permutation)
    dim = placeOf(dim, x.order);
  const bool isIdentity = llvm::is_sorted(permutation);
  b.bindStored(0, isIdentity
                      ? x[0]
                      : b.part<nn::TransposeOp>("transpose", elementOf(x[0]), x[0], permutation));
}

static bool isWide(Binder &b) {
  const schema::Tensor *result = b.outputTensor(0);
  return result && result->type() == schema::TensorType::INT64;
}

static void shape(Binder &b) {
  b.arity(1, 1);
  SmallVector<nn::Dim> dims = shapeOf(b, 0);
  if (b.ok())
    b.bind(0, IntTensor::vector(dims, isWide(b)));
}

static void rank(Binder &b) {
  b.arity(1, 1);
  SmallVector<nn::Dim> dims = shapeOf(b, 0);
  if (b.ok())
    b.bind(0, IntTensor::scalar(nn::staticDim(int64_t(dims.size())), false));
}

ArrayRef<OpEntry> shapeOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {RESHAPE, reshape},     {SQUEEZE, squeeze}, {EXPAND_DIMS, expandDims},
      {TRANSPOSE, transpose}, {SHAPE, shape},     {RANK, rank}};
  return ops;
}

} // namespace qopt::tflite
