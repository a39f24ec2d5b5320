// (L18) x/|x| and 1/√x.
#include "importers/tflite/integers/expanded.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn::lite;

namespace qopt::tflite {

namespace {
struct Root {
  Value mantissa, shift; // 1/√n = mantissa·2^−(31 + shift)
};
} // namespace

// Computes what InverseRoot does, of a computed n < 2^29.
static Root inverseRoot(Integers &i, Value n) {
  Value zero = i.number(0), isSmall = i.isAtMost(n, i.number(1));
  Value some = i.max(n, i.number(2));
  Value pairs = i.sub(i.div(i.sub(i.number(31), i.bits(some)), i.number(2)), i.number(1));
  Value shift = i.sub(i.number(11), pairs);
  Value moved = i.mul(some, i.power(i.mul(pairs, i.number(2))));
  Value half = i.roundedShift(i.div(moved, i.number(2)), 1);
  Value limit = i.number((int64_t(1) << 31) - 1);
  Value x = i.number(1 << 28);
  for (int step = 0; step < 5; ++step) {
    Value cube = i.highProduct(i.highProduct(x, x), x);
    cube = i.min(i.mul(cube, i.number(64)), limit);
    Value next =
        i.sub(i.highProduct(i.number((1 << 28) + (1 << 27)), x), i.highProduct(half, cube));
    x = i.min(i.mul(next, i.number(8)), limit);
  }
  Value mantissa = i.highProduct(x, i.number(1518500250));
  mantissa = i.mul(mantissa, i.power(i.max(i.sub(zero, shift), zero)));
  return {i.where(isSmall, limit, mantissa), i.where(isSmall, zero, i.max(shift, zero))};
}

Value l2NormOfSteps(LayerBinder &b, Value x, int64_t axis, Type result) {
  if (!b.ok())
    return {};
  constexpr int64_t most = 8000; // of (255)², below 2^29
  const nn::Dim length = dimsOf(x)[axis];
  b.support(length.isStatic() && length.value() <= most,
            "normalizes integers along more than 8000 elements, or an unknown number of them");
  b.support(qrt::byteWidth(nn::quantParams(x.getType())->storage) == 1 &&
                qrt::byteWidth(nn::quantParams(result)->storage) == 1,
            "of more than 8 bits");
  b.support(nn::quantParams(result)->scale == 1.0 / 128, "with another scale than 1/128");
  if (!b.ok())
    return {};
  Integers i(b);
  Value n = i.centred(x);
  Root root = inverseRoot(i, i.sumOver(i.mul(n, n), axis));
  if (!b.ok())
    return {};
  Value zero = i.number(0);
  const bool isUnsigned = nn::quantParams(result)->storage == qrt::ElementType::U8;
  // Bytes without sign are multiplied by 128 first, others' shift is 7 less.
  Value left = isUnsigned ? i.number(7) : i.max(i.sub(i.number(7), root.shift), zero);
  Value right = isUnsigned ? root.shift : i.max(i.sub(root.shift, i.number(7)), zero);
  Value t = i.highProduct(i.mul(n, i.power(left)), root.mantissa);
  return i.clamped(i.roundedShift(t, i.power(right)), result);
}

Value rsqrtOfSteps(LayerBinder &b, Value x, Type result) {
  if (!b.ok())
    return {};
  const nn::QuantParams from = *nn::quantParams(x.getType()), to = *nn::quantParams(result);
  b.support(qrt::byteWidth(from.storage) == 1 && qrt::byteWidth(to.storage) == 1,
            "of more than 8 bits");
  if (!b.ok())
    return {};
  const Multiplier m(1.0 / double(std::sqrt(float(from.scale)) * float(to.scale)));
  SmallVector<int64_t> table;
  for (int64_t q = qrt::lowestOf(from.storage); q <= qrt::highestOf(from.storage); ++q) {
    const int64_t n = std::max<int64_t>(q - from.zeroPoint, 0);
    const InverseRoot root{int32_t(n)};
    const int64_t fine = scaled(1, Multiplier(root.mantissa, 20 - root.shift));
    const int64_t t = scaled(fine, Multiplier(m.mantissa, m.exponent - 20)) + to.zeroPoint;
    table.push_back(n == 0 ? to.max : std::clamp(t, to.min, to.max));
  }
  Integers i(b);
  Value place = i.sub(i.stored(x), i.number(qrt::lowestOf(from.storage)));
  return i.quantized(i.entry(table, place), result);
}

} // namespace qopt::tflite
