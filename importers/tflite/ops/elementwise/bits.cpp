// Functions of several steps, and those of bits: ATAN2, BITCAST, RIGHT_SHIFT.
#include "importers/tflite/file/tensor_data.h"
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <numbers>

using namespace mlir;

namespace qopt::tflite {

static Type truth(Binder &b) { return IntegerType::get(b.context(), 1); }

// The angle of (x, y): atan(y/x), which half a turn more or less takes to the other side.
static void arcTangent(Binder &b) {
  Values v = b.arity(2, 2).read({0, 1});
  if (!b.ok())
    return;
  b.support(elementOf(v[0]).isF32() && elementOf(v[1]).isF32(), "of integers");
  Type f32 = b.f32();
  Value y = v[0], x = v[1], zero = b.scalarPart("zero", 0);
  constexpr float turn = std::numbers::pi_v<float>;
  Value ratio = b.part<nn::DivOp>("ratio", f32, y, x);
  Value angle = b.part<nn::AtanOp>("angle", f32, ratio);
  Value isLeft = b.part<nn::LessOp>("is_left", truth(b), x, zero);
  Value isBelow = b.part<nn::LessOp>("is_below", truth(b), y, zero);
  Value half = b.part<nn::WhereOp>("half", f32, isBelow, b.scalarPart("minus", -turn),
                                   b.scalarPart("plus", turn));
  Value other = b.part<nn::AddOp>("other", f32, angle, half);
  Value placed = b.part<nn::WhereOp>("placed", f32, isLeft, other, angle);
  // 0/0 has no quotient: the angle of the origin is 0.
  Value xZero = b.part<nn::EqualOp>("x_is_zero", truth(b), x, zero);
  Value yZero = b.part<nn::EqualOp>("y_is_zero", truth(b), y, zero);
  Value isOrigin = b.part<nn::AndOp>("is_origin", truth(b), xZero, yZero);
  b.bindReal(0, b.part<nn::WhereOp>("result", f32, isOrigin, zero, placed), v.order);
}

static void bitCast(Binder &b) {
  Values x = b.arity(1, 1).readStored({0});
  b.require(b.outputTensor(0) != nullptr, "has no output");
  if (!b.ok())
    return;
  std::optional<qrt::ElementType> type = elementTypeOf(b.outputTensor(0)->type());
  b.support(type && !qrt::isPacked(*type) &&
                b.outputTensor(0)->type() != schema::TensorType::FLOAT64,
            "to " + typeName(b.outputTensor(0)->type()));
  if (!b.ok())
    return;
  b.support(!nn::isQuantized(x[0].getType()) &&
                qrt::bitWidth(*nn::declaredType(x[0].getType())) == qrt::bitWidth(*type),
            "between types of different widths");
  Type to = nn::plainElementType(b.context(), *type);
  if (b.ok())
    b.bindStored(0, b.part<nn::BitCastOp>("bits", to, x[0]), x.order);
}

// A number below 0 gets ones shifted in: ~(~x >> n).
static void rightShift(Binder &b) {
  Values v = b.arity(2, 2).read({0, 1});
  if (!b.ok())
    return;
  Type element = elementOf(v[0]);
  std::optional<qrt::ElementType> type = nn::storageType(v[0].getType());
  b.require(element == elementOf(v[1]), "operands have different element types");
  b.support(type && qrt::isInteger(*type), "of values that are no integers");
  if (!b.ok())
    return;
  if (qrt::isUnsigned(*type))
    return b.bindReal(0, b.part<nn::ShiftOp>("shifted", element, v[0], v[1], /*right=*/true),
                      v.order);
  Type bits = nn::plainElementType(
      b.context(), *qrt::findElementType(qrt::TypeClass::Unsigned, qrt::bitWidth(*type)));
  Value zero = b.constantPart("zero", RankedTensorType::get({1}, element),
                              qrt::Tensor::allocate(*type, {1}));
  Value isBelow = b.part<nn::LessOp>("is_below", truth(b), v[0], zero);
  Value turned = b.part<nn::NotOp>("turned", element, v[0]);
  Value least = b.part<nn::WhereOp>("not_below", element, isBelow, turned, v[0]);
  Value shifted = b.part<nn::ShiftOp>("shifted", bits, b.part<nn::BitCastOp>("bits", bits, least),
                                      b.part<nn::BitCastOp>("places", bits, v[1]), /*right=*/true);
  Value back = b.part<nn::BitCastOp>("back", element, shifted);
  Value again = b.part<nn::NotOp>("turned_back", element, back);
  b.bindReal(0, b.part<nn::WhereOp>("result", element, isBelow, again, back), v.order);
}

ArrayRef<OpEntry> bitOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {ATAN2, arcTangent}, {BITCAST, bitCast}, {RIGHT_SHIFT, rightShift}};
  return ops;
}

} // namespace qopt::tflite
