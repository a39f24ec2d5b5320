// These operators give sizes as values, or fill a shape: Shape, Size, Rank, Range, Fill, Cast,
// ZerosLike, OnesLike.
#include "importers/common/ops/views.h"
#include "importers/graphdef/file/tensor_data.h"
#include "importers/graphdef/graph/op_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;

namespace qopt::graphdef {

static bool isWide(Binder &b) {
  int32_t type = proto::DT_INT32;
  b.type("out_type", type);
  return type == proto::DT_INT64;
}

static void shape(Binder &b) {
  b.arity(1, 1);
  SmallVector<nn::Dim> dims = shapeOf(b, 0);
  const bool wide = isWide(b);
  if (b.ok())
    b.bind(0, IntTensor::vector(dims, wide));
}

static void shapeN(Binder &b) {
  const bool wide = isWide(b);
  b.ignore("N", "the number of inputs");
  for (unsigned i = 0; b.ok() && i < b.inputCount(); ++i)
    b.bind(i, IntTensor::vector(shapeOf(b, i), wide));
}

static void size(Binder &b) {
  b.arity(1, 1);
  std::optional<nn::Dim> count = nn::productOf(shapeOf(b, 0));
  const bool wide = isWide(b);
  b.support(count.has_value(), "too large");
  if (b.ok())
    b.bind(0, IntTensor::scalar(*count, wide));
}

static void rank(Binder &b) {
  b.arity(1, 1);
  int64_t rank = int64_t(shapeOf(b, 0).size());
  if (b.ok())
    b.bind(0, IntTensor::scalar(nn::staticDim(rank), /*wide=*/false));
}

static void range(Binder &b) {
  qrt::Tensor first, limit, step;
  b.arity(3, 3).constant(0, first).constant(1, limit).constant(2, step);
  if (!b.ok())
    return;
  const bool isFloat = qrt::isFloat(first.type());
  b.require(first.size() == 1 && limit.size() == 1 && step.size() == 1, "needs three numbers");
  auto number = [](const qrt::Tensor &t) {
    return qrt::isFloat(t.type())
               ? qrt::visitValues(t, [](auto values) { return double(float(values[0])); })
               : double(qrt::integerAt(t, 0));
  };
  if (!b.ok())
    return;
  const double from = number(first), to = number(limit), by = number(step);
  const double count = std::max(std::ceil((to - from) / by), 0.0);
  b.require(by != 0 && count <= 0x1p24, "has a step of 0, or too many elements");
  b.support(isFloat ? first.type() == qrt::ElementType::F32 : qrt::isSigned(first.type()),
            "of such elements");
  if (!b.ok())
    return;
  qrt::Tensor result = qrt::Tensor::allocate(first.type(), {int64_t(count)});
  qrt::visitElementType(result.type(), [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    if constexpr (std::is_arithmetic_v<T>)
      for (auto [i, value] : llvm::enumerate(result.mutableValues<T>()))
        value = T(from + double(i) * by);
  });
  b.bind(0, result);
}

static void fill(Binder &b) {
  Value value;
  IntTensor request;
  b.arity(2, 2).ints(0, request).movable(1, value);
  b.ignore("index_type", "the type of the sizes");
  for (const nn::Dim &size : request.values)
    b.require(!size.isStatic() || size.value() >= 0, "asks for a negative size");
  if (b.ok())
    b.emitAs<nn::ExpandOp>(request.values, elementOf(value), value);
}

template <int number> static void filledLike(Binder &b) {
  Value like;
  b.arity(1, 1).numeric(0, like);
  if (!b.ok())
    return;
  qrt::Tensor tensor = qrt::Tensor::allocate(*nn::storageType(like.getType()), {});
  qrt::visitElementType(tensor.type(), [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    if constexpr (std::is_arithmetic_v<T> || requires { T(float(number)); })
      tensor.mutableValues<T>()[0] = T(float(number));
  });
  Value value = b.constantPart("value", RankedTensorType::get({}, elementOf(like)), tensor);
  b.emitAs<nn::ExpandOp>(dimsOf(like), elementOf(like), value);
}

static void castInts(Binder &b, bool wide) {
  IntTensor ints;
  if (!b.ints(0, ints).ok())
    return;
  for (const nn::Dim &value : ints.values)
    b.support(wide || !value.isStatic() || llvm::isInt<32>(value.value()),
              "of a size that does not fit DT_INT32");
  ints.wide = wide;
  if (b.ok())
    b.bind(0, ints);
}

static void cast(Binder &b) {
  int32_t to = proto::DT_FLOAT;
  bool truncates = false;
  b.arity(1, 1).type("DstT", to).attr("Truncate", truncates);
  std::optional<qrt::ElementType> target = elementTypeOf(to);
  b.support(target && !truncates, "to " + dataTypeName(to));
  if (!b.ok())
    return;
  if (b.isInts(0) && qrt::isSigned(*target) && qrt::bitWidth(*target) >= 32 &&
      !qrt::isFloat(*target))
    return castInts(b, qrt::bitWidth(*target) == 64);
  Value x;
  if (!b.any(0, x).ok())
    return;
  Type element = nn::plainElementType(b.context(), *target);
  b.support(!nn::isQuantized(x.getType()), "of quantized values");
  if (b.ok() && elementOf(x) == element)
    return b.alias(0, 0);
  if (b.ok() && Binder::isImage(x))
    return b.bindImage(b.part<nn::CastOp>("", element, b.image("nchw", x), BoolAttr()));
  b.emit<nn::CastOp>(element, x, BoolAttr());
}

ArrayRef<OpEntry> sizeOps() {
  static constexpr OpEntry ops[] = {{"Shape", shape},
                                    {"ShapeN", shapeN},
                                    {"Size", size},
                                    {"Rank", rank},
                                    {"Range", range},
                                    {"Fill", fill},
                                    {"ZerosLike", filledLike<0>},
                                    {"OnesLike", filledLike<1>},
                                    {"Cast", cast}};
  return ops;
}

} // namespace qopt::graphdef
