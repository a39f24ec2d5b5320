// Elements computed from their places: Range, ConstantOfShape, EyeLike, OneHot, Hardmax.
#include "importers/common/ops/views.h"
#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

#include <cmath>
#include <cstring>

using namespace mlir;

namespace qopt::onnx {

// ---- Range ----

// Computed as T, stored as Stored.
template <typename T, typename Stored = T>
static void rangeOf(Binder &b, T start, T limit, T delta) {
  b.require(delta != T(0), "delta is 0");
  double count = b.ok() ? std::ceil((double(limit) - double(start)) / double(delta)) : 0;
  count = std::max(count, 0.0);
  b.support(count <= double(int64_t(1) << 24), "of more than 2^24 elements");
  if (!b.ok())
    return;
  qrt::Tensor tensor = qrt::Tensor::allocate(qrt::elementTypeOf<Stored>(), {int64_t(count)});
  for (int64_t i = 0; i < int64_t(count); ++i)
    tensor.mutableValues<Stored>()[i] = Stored(T(start + T(i) * delta));
  b.bind(0, tensor);
}

static void constantRange(Binder &b) {
  qrt::Tensor start, limit, delta;
  if (!b.constant(0, start).constant(1, limit).constant(2, delta).ok())
    return;
  b.require(start.type() == limit.type() && start.type() == delta.type() && start.size() == 1 &&
                limit.size() == 1 && delta.size() == 1,
            "start, limit and delta are no scalars of one type");
  if (!b.ok())
    return;
  qrt::visitElementType(start.type(), [&](auto tag) {
    using T = typename decltype(tag)::Value;
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
      rangeOf<T>(b, start.values<T>()[0], limit.values<T>()[0], delta.values<T>()[0]);
    else if constexpr (requires { T(1.0f), float(T(1.0f)); } && sizeof(T) == 2)
      rangeOf<float, T>(b, float(start.values<T>()[0]), float(limit.values<T>()[0]),
                        float(delta.values<T>()[0]));
    else
      b.support(false, "of " + std::string(qrt::elementTypeName(start.type())));
  });
}

// Makes a range that is as long as symbols say.
static void symbolicRange(Binder &b) {
  IntTensor start, limit, delta;
  b.ints(0, start).ints(1, limit).ints(2, delta);
  b.require(!b.ok() ||
                (start.values.size() == 1 && limit.values.size() == 1 && delta.values.size() == 1),
            "start, limit and delta are no scalars");
  if (!b.ok())
    return;
  bool isFixed = start.values[0].isStatic() && delta.values[0].isStatic();
  b.support(isFixed, "with a start or delta that varies with the input's shape; give --shape");
  b.require(!isFixed || delta.values[0].value() != 0, "delta is 0");
  if (!b.ok())
    return;
  int64_t step = delta.values[0].value(), stride = std::abs(step);
  std::optional<nn::Dim> span = step > 0 ? nn::subtract(limit.values[0], start.values[0])
                                         : nn::subtract(start.values[0], limit.values[0]);
  span = span ? nn::add(*span, nn::staticDim(stride - 1)) : std::nullopt;
  std::optional<nn::Dim> count = span ? nn::quotient(*span, nn::staticDim(stride)) : std::nullopt;
  b.support(count.has_value(), "of a size that is too large");
  if (!b.ok())
    return;
  OpBuilder builder(b.context());
  b.emitAs<nn::IotaOp>(*count, IntegerType::get(b.context(), start.wide ? 64 : 32), uint64_t(0),
                       builder.getI64IntegerAttr(start.values[0].value()),
                       builder.getI64IntegerAttr(step));
}

static void range(Binder &b) {
  int64_t stash = proto::TensorProto::FLOAT; // halves are counted in it
  b.arity(3, 3).attr("stash_type", stash);
  b.support(stash == proto::TensorProto::FLOAT, "with a stash_type other than FLOAT");
  if (!b.ok())
    return;
  auto isNumber = [&](unsigned i) {
    return b.isConstant(i) || (b.isInts(i) && b.imported(i)->ints->constants());
  };
  if (isNumber(0) && isNumber(1) && isNumber(2))
    return constantRange(b);
  b.support(b.isKnownInts(0) && b.isKnownInts(1) && b.isKnownInts(2),
            "of computed numbers; its size would depend on data");
  symbolicRange(b);
}

// ---- ConstantOfShape, EyeLike ----

static void constantOfShape(Binder &b) {
  IntTensor request;
  const proto::TensorProto *stored = nullptr;
  qrt::Tensor value = qrt::Tensor::allocate(qrt::ElementType::F32, {1});
  b.arity(1, 1).ints(0, request).attr("value", stored);
  if (stored)
    b.read(*stored, value);
  b.require(!b.ok() || value.size() == 1, "its value is no single element");
  b.support(!qrt::isPacked(value.type()), "of values of less than a byte");
  for (const nn::Dim &dim : request.values)
    b.require(!dim.isStatic() || dim.value() >= 0, "asks for a negative size");
  std::optional<nn::Dim> count = nn::productOf(request.values);
  b.support(count.has_value(), "of a size that is too large");
  if (!b.ok())
    return;
  Type element = nn::plainElementType(b.context(), value.type());
  Value one = b.constantPart("value", RankedTensorType::get({}, element), value.reshaped({}));
  b.emitAs<nn::ExpandOp>(request.values, element, one);
}

static void eyeLike(Binder &b) {
  int64_t dtype = 0, k = 0;
  SmallVector<nn::Dim> shape = shapeOf(b, 0);
  b.arity(1, 1).attr("k", k).attr("dtype", dtype);
  b.require(!b.ok() || shape.size() == 2, "needs a matrix");
  for (const nn::Dim &dim : shape)
    b.support(dim.isStatic(), "of a dynamic shape; give --shape");
  std::optional<qrt::ElementType> type;
  if (b.has("dtype")) {
    type = elementTypeOf(int32_t(std::clamp<int64_t>(dtype, -1, 1000)));
    b.support(type.has_value(),
              "of " + dataTypeName(int32_t(std::clamp<int64_t>(dtype, -1, 1000))));
  } else if (b.ok()) {
    Value x;
    b.any(0, x);
    type = b.ok() ? nn::storageType(x.getType()) : std::nullopt;
  }
  if (!b.ok() || !type)
    return;
  b.support(!qrt::isPacked(*type), "of values of less than a byte");
  int64_t rows = shape[0].value(), columns = shape[1].value();
  b.support(rows * columns <= int64_t(1) << 24, "of more than 2^24 elements");
  if (!b.ok())
    return;
  qrt::Tensor tensor = qrt::Tensor::allocate(*type, {rows, columns});
  qrt::visitElementType(*type, [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    for (int64_t row = 0; row < rows; ++row)
      if (k >= -row && k < columns - row)
        tensor.mutableValues<T>()[row * columns + row + k] = T(1.0f);
  });
  b.bind(0, tensor);
}

// ---- OneHot, Hardmax ----

static std::optional<nn::Dim> readDepth(Binder &b) {
  IntTensor ints;
  if (b.isKnownInts(1)) {
    b.ints(1, ints).require(ints.values.size() == 1, "depth is no scalar");
    return b.ok() ? std::optional(ints.values[0]) : std::nullopt;
  }
  qrt::Tensor depth;
  b.constant(1, depth);
  b.require(!b.ok() || depth.size() == 1, "depth is no scalar");
  if (!b.ok())
    return std::nullopt;
  return nn::staticDim(qrt::visitValues(depth, [](auto values) { return int64_t(values[0]); }));
}

static void oneHot(Binder &b) {
  Value indices, values;
  int64_t axis = -1;
  if (!b.arity(3, 3).any(0, indices).movable(2, values).attr("axis", axis).ok() ||
      !b.axis(axis, rankOf(indices) + 1).ok())
    return;
  std::optional<nn::Dim> depth = readDepth(b);
  b.require(!depth || !depth->isStatic() || depth->value() > 0, "depth must be positive");
  if (!b.ok() || !depth)
    return;
  SmallVector<nn::Dim> shape = llvm::to_vector(nn::symbolicShape(indices));
  shape.insert(shape.begin() + axis, *depth);
  b.emitAs<nn::OneHotOp>(shape, elementOf(values), indices, values, uint64_t(axis));
}

static Value noneAndOne(Binder &b) {
  const float values[] = {0, 1};
  return b.constantPart("values", RankedTensorType::get({2}, b.f32()),
                        qrt::Tensor::fromValues<float>({2}, values));
}

// Before opset 13 the axes from `axis` on are one, as if flattened.
static void hardmax(Binder &b) {
  Value x;
  int64_t axis = b.opset() < 13 ? 1 : -1;
  b.arity(1, 1).input(0, x).attr("axis", axis);
  if (!b.ok() || !b.axis(axis, rankOf(x)).ok())
    return;
  SmallVector<nn::Dim> shape = llvm::to_vector(nn::symbolicShape(x)), flat = shape;
  bool flattens = b.opset() < 13 && axis + 1 != int64_t(shape.size());
  if (flattens) {
    auto outer = nn::productOf(ArrayRef(shape).take_front(axis));
    auto inner = nn::productOf(ArrayRef(shape).drop_front(axis));
    b.require(outer && inner, "the input is too large");
    if (!b.ok())
      return;
    flat = {*outer, *inner};
    x = b.reshapePart("flat", x, flat);
    axis = 1;
  }
  Value place = b.part<nn::ArgMaxOp>("place", b.i64(), x, uint64_t(axis), false, false);
  Value values = noneAndOne(b);
  if (!flattens)
    return b.emitAs<nn::OneHotOp>(flat, b.f32(), place, values, uint64_t(axis));
  Value chosen = b.partAs<nn::OneHotOp>("chosen", flat, b.f32(), place, values, uint64_t(axis));
  b.emitReshape(chosen, shape);
}

ArrayRef<OpEntry> generateOps() {
  static constexpr OpEntry ops[] = {{"Range", range},
                                    {"ConstantOfShape", constantOfShape},
                                    {"EyeLike", eyeLike},
                                    {"OneHot", oneHot},
                                    {"Hardmax", hardmax}};
  return ops;
}

} // namespace qopt::onnx
