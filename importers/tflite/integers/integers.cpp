#include "importers/tflite/integers/integers.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::tflite {

Value Integers::stored(Value quantized) {
  if (!b.ok())
    return {};
  const nn::QuantParams params = *nn::quantParams(quantized.getType());
  Value bytes = make<nn::BitCastOp>(nn::plainElementType(b.context(), params.storage), quantized);
  return make<nn::CastOp>(wide(), bytes, BoolAttr());
}

Value Integers::centred(Value quantized) {
  if (!b.ok())
    return {};
  const int64_t zero = nn::quantParams(quantized.getType())->zeroPoint;
  Value q = stored(quantized);
  return zero == 0 ? q : sub(q, number(zero));
}

Value Integers::quantized(Value values, Type element) {
  if (!b.ok())
    return {};
  const qrt::ElementType storage = nn::quantParams(element)->storage;
  Value bytes = make<nn::CastOp>(nn::plainElementType(b.context(), storage), values, BoolAttr());
  return make<nn::BitCastOp>(element, bytes);
}

Value Integers::clamped(Value t, Type element) {
  if (!b.ok())
    return {};
  const nn::QuantParams params = *nn::quantParams(element);
  if (params.zeroPoint != 0)
    t = add(t, number(params.zeroPoint));
  return quantized(min(max(t, number(params.min)), number(params.max)), element);
}

Value Integers::number(int64_t value) {
  return b.constantPart("number", RankedTensorType::get({}, wide()),
                        qrt::Tensor::fromValues<int64_t>({}, {&value, 1}));
}

Value Integers::vector(ArrayRef<int64_t> values) {
  return b.constantPart(
      "numbers", RankedTensorType::get({int64_t(values.size())}, wide()),
      qrt::Tensor::fromValues<int64_t>({int64_t(values.size())}, {values.data(), values.size()}));
}

Value Integers::entry(ArrayRef<int64_t> values, Value index) {
  return make<nn::GatherOp>(wide(), vector(values), index, uint64_t(0));
}

Value Integers::entryOf(Value values, Value index) {
  if (!b.ok())
    return {};
  Value entries = make<nn::GatherOp>(elementOf(values), values, index, uint64_t(0));
  return make<nn::CastOp>(wide(), entries, BoolAttr());
}

Value Integers::add(Value x, Value y) { return make<nn::AddOp>(wide(), x, y); }
Value Integers::sub(Value x, Value y) { return make<nn::SubOp>(wide(), x, y); }
Value Integers::mul(Value x, Value y) { return make<nn::MulOp>(wide(), x, y); }
Value Integers::div(Value x, Value y) { return make<nn::DivOp>(wide(), x, y); }
Value Integers::max(Value x, Value y) { return make<nn::MaxOp>(wide(), x, y); }
Value Integers::min(Value x, Value y) { return make<nn::MinOp>(wide(), x, y); }

Value Integers::where(Value condition, Value x, Value y) {
  return make<nn::WhereOp>(wide(), condition, x, y);
}

static Type truth(LayerBinder &b) { return IntegerType::get(b.context(), 1); }
Value Integers::isAtMost(Value x, Value y) { return make<nn::LessEqualOp>(truth(b), x, y); }
Value Integers::isBelow(Value x, Value y) { return make<nn::LessOp>(truth(b), x, y); }

// A quotient goes towards zero, so x is made positive first.
Value Integers::shiftedDown(Value x, int count) {
  constexpr int64_t offset = int64_t(1) << 62;
  Value moved = div(add(x, number(offset)), number(int64_t(1) << count));
  return sub(moved, number(offset >> count));
}

Value Integers::rest(Value x, int count) {
  return sub(x, mul(shiftedDown(x, count), number(int64_t(1) << count)));
}

Value Integers::power(Value count) {
  SmallVector<int64_t> powers;
  for (int i = 0; i < 63; ++i)
    powers.push_back(int64_t(1) << i);
  return entry(powers, count);
}

// Σ over i of 2^i ≤ x.
Value Integers::bits(Value x) {
  Value result = number(0);
  for (int i = 0; i < 32; ++i)
    result = add(result, where(isAtMost(number(int64_t(1) << i), x), number(1), number(0)));
  return result;
}

Value Integers::highProduct(Value x, Value y) {
  return shiftedDown(add(mul(x, y), number(int64_t(1) << 30)), 31);
}

Value Integers::roundedShift(Value x, int count) {
  return count == 0 ? x : roundedShift(x, number(int64_t(1) << count));
}

Value Integers::roundedShift(Value x, Value power) {
  Value half = div(power, number(2)), zero = number(0);
  half = where(isAtMost(zero, x), half, sub(zero, half));
  return div(add(x, half), power);
}

Value Integers::scaled(Value n, nn::lite::Multiplier m) {
  if (m.exponent > 0)
    n = mul(n, number(int64_t(1) << std::min(m.exponent, 31)));
  return roundedShift(highProduct(n, number(m.mantissa)), std::max(-m.exponent, 0));
}

// (L10)
Value Integers::interpolated(Value q, ArrayRef<int32_t> table) {
  SmallVector<int64_t> base(table.begin(), table.end() - 1), slopes;
  for (size_t i = 0; i + 1 < table.size(); ++i)
    slopes.push_back(table[i + 1] - table[i]);
  Value moved = add(q, number(32768)), place = div(moved, number(128));
  Value part = sub(moved, mul(place, number(128)));
  Value delta = add(mul(entry(slopes, place), part), number(64));
  return add(entry(base, place), shiftedDown(delta, 7));
}

Value Integers::sumOver(Value x, int64_t axis) {
  return make<nn::ReduceSumOp>(wide(), x, ArrayRef<int64_t>{axis}, /*keepDims=*/true);
}
Value Integers::largestOver(Value x, int64_t axis) {
  return make<nn::ReduceMaxOp>(wide(), x, ArrayRef<int64_t>{axis}, /*keepDims=*/true);
}

Value Integers::gathered(Value x, ArrayRef<int64_t> indices, int64_t axis) {
  return make<nn::GatherOp>(b.ok() ? elementOf(x) : wide(), x, vector(indices), uint64_t(axis));
}

} // namespace qopt::tflite
