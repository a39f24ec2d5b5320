// Shape arithmetic, folded while the model is read: Shape, Size, Gather, Cast.
// (Concat, Slice, reshapes and integer Add … Div fold beside their tensor forms.)
#include "importers/common/ops/views.h"
#include "importers/onnx/file/tensor_data.h"
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"
#include "ir/values/weights.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

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

static void castTo(Binder &b, std::optional<qrt::ElementType> target, const std::string &name) {
  b.support(target && qrt::loadedType(qrt::unpackedType(*target)), "to " + name);
  if (!b.ok())
    return;
  qrt::ElementType element = *target;
  if (b.isInts(0) && qrt::isSigned(element) && qrt::bitWidth(element) >= 32)
    return castInts(b, qrt::bitWidth(element) == 64);
  Value x;
  if (!b.any(0, x).ok())
    return;
  Type to = nn::plainElementType(b.context(), element);
  b.support(!nn::isQuantized(x.getType()), "of quantized values");
  bool saturate = true, isNarrow = qrt::isFloat(element) && qrt::bitWidth(element) == 8;
  b.attr("saturate", saturate);
  if (b.ok() && elementOf(x) == to && !(isNarrow && saturate)) // an infinity becomes a number
    return b.alias(0, 0);
  BoolAttr said = isNarrow && !saturate ? BoolAttr::get(b.context(), false) : BoolAttr();
  b.emit<nn::CastOp>(to, x, said);
}

static void cast(Binder &b) {
  int64_t to = 0;
  b.arity(1, 1).attr("to", to).require(b.has("to"), "names no type");
  b.ignore("saturate", "read below where it says something").ignore("round_mode", "of f8E8M0");
  int32_t type = int32_t(std::clamp<int64_t>(to, -1, 1000));
  b.noteType(type);
  castTo(b, elementTypeOf(type), dataTypeName(type));
}

static void castLike(Binder &b) {
  Value like;
  b.arity(2, 2).ignore("saturate", "read below where it says something");
  b.ignore("round_mode", "of f8E8M0");
  if (b.any(1, like).ok())
    castTo(b, nn::declaredType(like.getType()), "the type of another value");
}

static void bitCast(Binder &b) {
  int64_t to = 0;
  Value x;
  b.arity(1, 1).attr("to", to).require(b.has("to"), "names no type");
  int32_t type = int32_t(std::clamp<int64_t>(to, -1, 1000));
  std::optional<qrt::ElementType> target = elementTypeOf(type);
  // DOUBLE is narrowed: its bits are not there.
  bool isKept = target && type != proto::TensorProto::DOUBLE && !qrt::isPacked(*target);
  b.support(isKept, "to " + dataTypeName(type));
  if (!b.any(0, x).ok())
    return;
  b.require(qrt::bitWidth(*nn::declaredType(x.getType())) == qrt::bitWidth(*target),
            "to " + dataTypeName(type) + ", which has another width");
  if (b.ok())
    b.emit<nn::BitCastOp>(nn::plainElementType(b.context(), *target), x);
}

ArrayRef<OpEntry> shapeComputeOps() {
  static constexpr OpEntry ops[] = {{"Shape", shape}, {"Size", size},         {"Gather", gather},
                                    {"Cast", cast},   {"CastLike", castLike}, {"BitCast", bitCast}};
  return ops;
}

} // namespace qopt::onnx
