// Other shapes for the same elements, permutations, concatenation, and what
// disappears at import: Identity, Dropout, Constant.
#include "importers/common/graph/free_batch.h"
#include "importers/common/ops/reshaped.h"
#include "importers/common/ops/views.h"
#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// Checks the dimension whose length the data decide: it must be asked for as 0, in its own place,
// or else as -1, and as many elements must lie before it as before.
static void checkOpenDim(Binder &b, ArrayRef<nn::Dim> from, ArrayRef<nn::Dim> to, int64_t open,
                         ArrayRef<int64_t> copied) {
  std::optional<int64_t> dim = b.openDim(0);
  if (!dim || !b.ok())
    return;
  int64_t place = llvm::is_contained(copied, *dim) ? *dim : open;
  b.support(place >= 0 && to[place] == from[*dim] &&
                nn::productOf(to.take_front(place)) == nn::productOf(from.take_front(*dim)),
            "not row by row");
}

static void reshape(Binder &b) {
  IntTensor request;
  bool allowZero = false;
  b.arity(2, 2).ints(1, request).attr("allowzero", allowZero);
  SmallVector<nn::Dim> from = shapeOf(b, 0), to;
  if (!b.ok())
    return;
  int64_t open = -1;
  Ints copied; // asked for as 0
  for (auto [i, dim] : llvm::enumerate(request.values)) {
    if (dim == nn::staticDim(-1)) {
      b.require(open < 0, "asks for -1 twice");
      open = int64_t(i);
      dim = nn::staticDim(1);
    } else if (dim == nn::staticDim(0) && !allowZero) {
      b.require(i < from.size(), "keeps a dimension that the input does not have");
      if (!b.ok())
        return;
      dim = from[i];
      copied.push_back(int64_t(i));
    } else {
      b.require(!dim.isStatic() || dim.value() >= 0, "asks for a negative size");
    }
    to.push_back(dim);
  }
  if (b.freesBatch() && b.imported(0)->value)
    followBatch(from, to, open, batchSymbol(*b.imported(0)->value.getParentBlock()));
  std::optional<nn::Dim> total = nn::productOf(from), known = nn::productOf(to);
  std::string text = nn::toString(from) + " does not fit the shape " + nn::toString(to);
  if (open >= 0 && total && known) {
    std::optional<nn::Dim> size = openSize(from, to);
    b.require(size.has_value(), text);
    to[open] = size.value_or(nn::staticDim(1));
    known = nn::productOf(to);
  }
  b.require(total && known, text);
  if (b.ok())
    checkCount(b, from, to, text);
  checkOpenDim(b, from, to, open, copied);
  emitView(b, to);
}

static void flatten(Binder &b) {
  int64_t axis = 1;
  b.arity(1, 1).attr("axis", axis);
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  int64_t rank = int64_t(shape.size());
  b.require(axis >= -rank && axis <= rank, "axis " + Twine(axis) + " is out of range");
  if (!b.ok())
    return;
  axis = axis < 0 ? axis + rank : axis;
  auto outer = nn::productOf(ArrayRef(shape).take_front(axis));
  auto inner = nn::productOf(ArrayRef(shape).drop_front(axis));
  b.require(outer && inner, "the input is too large");
  if (b.ok())
    emitView(b, {*outer, *inner});
}

static void squeeze(Binder &b) {
  std::optional<Ints> axes;
  b.arity(1, b.opset() < 13 ? 1 : 2).axes(1, 13, axes);
  SmallVector<nn::Dim> shape = shapeOf(b, 0), kept;
  if (!b.ok())
    return;
  if (axes)
    b.axes(*axes, int64_t(shape.size()));
  for (auto [i, dim] : llvm::enumerate(shape)) {
    bool isOne = dim == nn::staticDim(1);
    bool named = axes && llvm::is_contained(*axes, int64_t(i));
    if (named)
      b.equal(dim, nn::staticDim(1), "dimension " + Twine(i) + " is not 1");
    if (axes ? !named : !isOne)
      kept.push_back(dim);
  }
  emitView(b, kept);
}

static void unsqueeze(Binder &b) {
  std::optional<Ints> axes;
  b.arity(1, b.opset() < 13 ? 1 : 2).axes(1, 13, axes);
  b.require(axes.has_value(), "names no axes");
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  if (!b.ok() || !b.axes(*axes, int64_t(shape.size() + axes->size())).ok())
    return;
  for (int64_t axis : *axes)
    shape.insert(shape.begin() + axis, nn::staticDim(1));
  emitView(b, shape);
}

static void transpose(Binder &b) {
  Value x;
  Ints permutation;
  b.arity(1, 1);
  if (!b.movable(0, x).ok())
    return;
  for (int64_t axis = rankOf(x) - 1; axis >= 0; --axis)
    permutation.push_back(axis);
  b.attr("perm", permutation);
  b.emit<nn::TransposeOp>(elementOf(x), x, permutation);
}

// Joins sizes. Returns false unless every part is known.
static bool concatInts(Binder &b, int64_t axis) {
  IntTensor joined, next;
  for (unsigned i = 0; i < b.inputCount(); ++i)
    if (!b.isKnownInts(i))
      return false;
  b.axis(axis, 1);
  for (unsigned i = 0; i < b.inputCount() && b.ok(); ++i) {
    b.ints(i, next).require(next.shape.size() == 1, "joins scalars");
    b.require(i == 0 || next.wide == joined.wide, "joins i32 and i64");
    joined.values.append(next.values);
    joined.wide = next.wide;
  }
  joined.shape = {int64_t(joined.values.size())};
  if (b.ok())
    b.bind(0, joined);
  return true;
}

static void concat(Binder &b) {
  int64_t axis = 0;
  b.attr("axis", axis).require(b.has("axis"), "names no axis");
  b.require(b.inputCount() >= 1, "has no inputs");
  if (!b.ok() || concatInts(b, axis))
    return;
  SmallVector<Value> inputs(b.inputCount());
  for (auto [i, input] : llvm::enumerate(inputs))
    if (!b.movable(i, input).ok())
      return;
  if (!b.axis(axis, rankOf(inputs[0])).ok())
    return;
  for (Value input : inputs)
    b.support(elementOf(input) == elementOf(inputs[0]), "of different element types");
  SmallVector<Value> parts = llvm::filter_to_vector(
      inputs, [&](Value input) { return nn::symbolicShape(input)[axis] != nn::staticDim(0); });
  inputs = parts.empty() ? inputs : parts;
  b.emit<nn::ConcatOp>(elementOf(inputs[0]), inputs, uint64_t(axis));
}

static void identity(Binder &b) { b.arity(1, 1).alias(0, 0); }

static bool isTrue(Binder &b, unsigned index) {
  qrt::Tensor flag;
  if (!b.has(index) || !b.constant(index, flag).ok())
    return false;
  b.require(flag.type() == qrt::ElementType::Bool && flag.size() == 1,
            "training_mode is no single BOOL");
  return b.ok() && flag.values<bool>()[0];
}

// Nothing is dropped: what was chosen is everything.
static void bindMask(Binder &b) {
  Value x;
  if (!b.ok() || !b.isRead(1) || !b.any(0, x).ok())
    return;
  bool isTruth = b.opset() >= 10;
  b.support(isTruth || elementOf(x).isF32(), "its second output, the mask, of such elements");
  if (!b.ok())
    return;
  qrt::Tensor one =
      qrt::Tensor::allocate(isTruth ? qrt::ElementType::Bool : qrt::ElementType::F32, {1});
  if (isTruth)
    one.mutableValues<bool>()[0] = true;
  else
    one.mutableValues<float>()[0] = 1;
  Type element = nn::plainElementType(b.context(), one.type());
  Value value = b.constantPart("one", RankedTensorType::get({1}, element), one);
  b.bind(1, b.partAs<nn::ExpandOp>("mask", nn::symbolicShape(x), element, value));
}

static void dropout(Binder &b) {
  b.arity(1, 3).ignore("ratio", "nothing is dropped").ignore("seed", "nothing is dropped");
  bool forTest = true;
  if (b.opset() < 7)
    b.attr("is_test", forTest);
  qrt::Tensor ratio;
  if (isTrue(b, 2) && b.ok() && b.has(1) && b.reals(1, ratio).ok())
    forTest = ratio.size() == 1 && ratio.values<float>()[0] == 0;
  else if (isTrue(b, 2))
    forTest = false;
  b.support(forTest, "that drops at random, for training; export the model for inference");
  b.alias(0, 0);
  bindMask(b);
}

template <typename T> static qrt::Tensor vectorOf(ArrayRef<T> values) {
  return qrt::Tensor::fromValues<T>({int64_t(values.size())}, {values.data(), values.size()});
}
template <typename T> static qrt::Tensor scalarOf(T value) {
  return qrt::Tensor::fromValues<T>({}, std::span<const T>(&value, 1));
}

static void constant(Binder &b) {
  b.arity(0, 0);
  const proto::TensorProto *stored = nullptr;
  int64_t number = 0;
  float real = 0;
  Ints numbers;
  std::vector<float> reals;
  if (b.has("value")) {
    if (b.attr("value", stored).ok())
      b.bind(0, *stored);
  } else if (b.has("sparse_value")) {
    const proto::SparseTensorProto *sparse = nullptr;
    if (b.attr("sparse_value", sparse).ok())
      b.bind(0, *sparse);
  } else if (b.has("value_int")) {
    if (b.attr("value_int", number).ok())
      b.bind(0, scalarOf(number));
  } else if (b.has("value_ints")) {
    if (b.attr("value_ints", numbers).ok())
      b.bind(0, vectorOf<int64_t>(numbers));
  } else if (b.has("value_float")) {
    if (b.attr("value_float", real).ok())
      b.bind(0, scalarOf(real));
  } else if (b.has("value_floats")) {
    if (b.attr("value_floats", reals).ok())
      b.bind(0, vectorOf<float>(reals));
  } else {
    b.support(false, "without a numeric value");
  }
}

ArrayRef<OpEntry> shapeOps() {
  static constexpr OpEntry ops[] = {
      {"Reshape", reshape},     {"Flatten", flatten},     {"Squeeze", squeeze},
      {"Unsqueeze", unsqueeze}, {"Transpose", transpose}, {"Concat", concat},
      {"Identity", identity},   {"Dropout", dropout},     {"Constant", constant}};
  return ops;
}

} // namespace qopt::onnx
