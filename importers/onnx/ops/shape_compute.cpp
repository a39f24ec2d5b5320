// Shape arithmetic, folded while the model is read: Shape, Size, Gather, Cast.
// (Concat, Slice, reshapes and integer Add … Div fold beside their tensor forms.)
#include "importers/common/ops/views.h"
#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace qopt::onnx {

static void shape(Binder &b) {
  SmallVector<nn::Dim> dims = shapeOf(b, 0);
  int64_t rank = int64_t(dims.size()), start = 0, end = rank;
  b.arity(1, 1).attr("start", start).attr("end", end);
  if (!b.ok())
    return;
  auto place = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank); };
  start = place(start);
  end = std::max(start, place(end));
  b.bind(0, IntTensor::vector(ArrayRef(dims).slice(start, end - start)));
}

static void size(Binder &b) {
  b.arity(1, 1);
  std::optional<nn::Dim> count = nn::productOf(shapeOf(b, 0));
  b.support(count.has_value(), "too large");
  if (b.ok())
    b.bind(0, IntTensor::scalar(*count));
}

static void gatherData(Binder &b, int64_t axis) {
  Value data, indices;
  if (!b.any(0, data).any(1, indices).ok())
    return;
  int64_t rank = int64_t(nn::symbolicShape(data).size());
  b.require(axis >= -rank && axis < rank, "axis is out of range");
  if (b.ok())
    b.emit<nn::GatherOp>(elementOf(data), data, indices, axis < 0 ? axis + rank : axis);
}

static void gather(Binder &b) {
  IntTensor data, indices;
  int64_t axis = 0;
  if (!b.arity(2, 2).attr("axis", axis).ok())
    return;
  if (!b.isKnownInts(0) || !b.isKnownInts(1))
    return gatherData(b, axis);
  b.ints(0, data).ints(1, indices);
  if (!b.ok())
    return;
  b.require(data.shape.size() == 1 && (axis == 0 || axis == -1), "axis is out of range");
  IntTensor result = indices;
  result.wide = data.wide;
  int64_t count = int64_t(data.values.size());
  for (nn::Dim &index : result.values) {
    b.support(index.isStatic(), "with an index that varies with the input's shape");
    if (!b.ok())
      return;
    int64_t at = index.value() < 0 ? index.value() + count : index.value();
    b.require(at >= 0 && at < count, "index " + Twine(index.value()) + " is out of range");
    if (!b.ok())
      return;
    index = data.values[at];
  }
  b.bind(0, result);
}

// ---- Cast ----

template <typename To, typename From> static To convert(From value) {
  if constexpr (std::is_integral_v<To> && !std::is_integral_v<From>) {
    double real = double(value);
    if (std::isnan(real))
      return 0;
    if (real <= double(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    if (real >= double(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
  }
  return To(value);
}

template <typename To> static qrt::Tensor convertTo(const qrt::Tensor &from) {
  qrt::Tensor to = qrt::Tensor::allocate(qrt::elementTypeOf<To>(), from.shape());
  qrt::visitValues(from, [&](auto values) {
    for (size_t i = 0; i < values.size(); ++i)
      to.mutableValues<To>()[i] = convert<To>(values[i]);
  });
  return to;
}

static void castConstant(Binder &b, qrt::ElementType to) {
  qrt::Tensor tensor;
  if (!b.constant(0, tensor).ok())
    return;
  qrt::visitElementType(to, [&](auto tag) {
    using To = typename decltype(tag)::Value;
    if constexpr (std::is_arithmetic_v<To>)
      b.bind(0, convertTo<To>(tensor));
  });
}

static void castInts(Binder &b, bool wide) {
  IntTensor ints;
  if (!b.ints(0, ints).ok())
    return;
  for (nn::Dim value : ints.values)
    b.support(wide || !value.isStatic() || llvm::isInt<32>(value.value()),
              "of a size that does not fit INT32");
  ints.wide = wide;
  if (b.ok())
    b.bind(0, ints);
}

static void cast(Binder &b) {
  int64_t to = 0;
  b.arity(1, 1).attr("to", to).require(b.has("to"), "names no type");
  b.ignore("saturate", "it concerns 8-bit floats");
  bool known = to == proto::TensorProto::FLOAT || to == proto::TensorProto::INT32 ||
               to == proto::TensorProto::INT64;
  b.support(known, "to " + dataTypeName(int32_t(std::clamp<int64_t>(to, -1, 1000))));
  if (!b.ok())
    return;
  qrt::ElementType element = *elementTypeOf(int32_t(to));
  if (b.isInts(0) && qrt::isInteger(element))
    return castInts(b, element == qrt::ElementType::I64);
  if (b.isInts(0) || b.isConstant(0))
    return castConstant(b, element);
  Value x;
  if (!b.any(0, x).ok())
    return;
  Type from = elementOf(x), target = nn::plainElementType(b.context(), element);
  std::string text;
  llvm::raw_string_ostream(text) << from;
  b.support(from.isF32() || from.isInteger(32) || from.isInteger(64), "from " + text);
  if (from == target)
    return b.alias(0, 0);
  b.emit<nn::CastOp>(target, x);
}

ArrayRef<OpEntry> shapeComputeOps() {
  static constexpr OpEntry ops[] = {
      {"Shape", shape}, {"Size", size}, {"Gather", gather}, {"Cast", cast}};
  return ops;
}

} // namespace qopt::onnx
