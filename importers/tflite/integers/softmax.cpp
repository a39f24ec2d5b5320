// (L16) of 8 bits, (L17) of 16.
#include "importers/tflite/integers/expanded.h"

#include "ir/ops/lite/tables.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn::lite;

namespace qopt::tflite {

// e^a, a ≤ 0 of 5 integer bits, as a number of 31 bits: a polynomial within a quarter, times
// e^−(2^i / 4) for the bits beyond.
static int64_t expBelow(int64_t a) {
  if (a == 0)
    return (int64_t(1) << 31) - 1;
  constexpr int64_t quarter = 1 << 24;
  const int64_t rest = (a & (quarter - 1)) - quarter;
  const int64_t x = rest * 32 + (1 << 28), square = highProduct(x, x);
  const int64_t cube = highProduct(square, x), fourth = highProduct(square, square);
  constexpr int64_t third = 715827883, atMiddle = 1895147668; // 1/3, e^−1/8
  const int64_t tail = roundedShift(highProduct(roundedShift(fourth, 2) + cube, third) + square, 1);
  int64_t result = atMiddle + highProduct(atMiddle, x + tail);
  constexpr int64_t factors[] = {1672461947, 1302514674, 790015084, 290630308,
                                 39332535,   720401,     242};
  for (int i = 0; i < 7; ++i)
    if ((rest - a) >> (24 + i) & 1)
      result = highProduct(result, factors[i]);
  return result;
}

namespace {
/// e^(q − max), by how far q is below: the number, and what of it is summed, of 19 bits.
struct Exponentials {
  SmallVector<int64_t> values, summed;
};
} // namespace

static Exponentials exponentials(double inputScale, float beta) {
  const Multiplier m(std::min(double(beta) * inputScale * 0x1p26, 0x1p31 - 1));
  const auto least = -int64_t(std::floor(31 * 0x1p26 / double(int64_t(1) << m.exponent)));
  Exponentials result;
  for (int64_t d = -255; d <= 0; ++d) {
    const bool counts = d >= least;
    const int64_t e =
        counts ? expBelow(highProduct(d * (int64_t(1) << m.exponent), m.mantissa)) : 0;
    result.values.push_back(e);
    result.summed.push_back(roundedShift(e, 12));
  }
  return result;
}

SmallVector<int64_t> softmaxExponentials(double inputScale, float beta) {
  return exponentials(inputScale, beta).values;
}

// 1/(1 + x), x in [0, 1) of 31 bits, halved: three steps of Newton's method from 48/17 − 32/17·d.
static Value reciprocal(Integers &i, Value x) {
  Value half = i.shiftedDown(i.add(x, i.number(int64_t(1) << 31)), 1);
  constexpr int64_t start = 1515870810, slope = -1010580540;
  Value r = i.add(i.number(start), i.highProduct(half, i.number(slope)));
  for (int step = 0; step < 3; ++step) {
    Value error = i.sub(i.number(1 << 29), i.highProduct(half, r));
    r = i.add(r, i.mul(i.highProduct(r, error), i.number(4)));
  }
  return i.min(i.mul(r, i.number(2)), i.number((int64_t(1) << 31) - 1));
}

// A sum of exponentials has 32 bits: that of 8,192 equal elements leaves them, and what is left of
// 0 is taken as the largest number.
static Value sumOfEight(Integers &i, Value x, int64_t axis, const nn::Dim &length) {
  Value sum = i.sumOver(x, axis);
  if (length.isStatic() && length.value() < 1 << 13)
    return sum;
  Value rest = i.add(i.rest(i.sub(sum, i.number(1)), 32), i.number(1));
  return i.min(rest, i.number((int64_t(1) << 32) - 1));
}

// (L16)
static Value softmaxOfEight(LayerBinder &b, Value x, int64_t axis, float beta, Type result) {
  Integers i(b);
  const Exponentials table = exponentials(nn::quantParams(x.getType())->scale, beta);
  const nn::QuantParams y = *nn::quantParams(result);
  const int resultBits = int(qrt::byteWidth(y.storage)) * 8;
  Value q = i.stored(x);
  Value below = i.add(i.sub(q, i.largestOver(q, axis)), i.number(255));
  Value e = i.entry(table.values, below);
  Value sum = sumOfEight(i, i.entry(table.summed, below), axis, dimsOf(x)[axis]);
  Value lead = i.sub(i.number(32), i.bits(sum));
  Value one = i.number(int64_t(1) << 31);
  Value scale = reciprocal(i, i.sub(i.mul(sum, i.power(lead)), one));
  Value count = i.sub(i.number(12 + 31 - resultBits), lead);
  Value share = i.roundedShift(i.highProduct(scale, e), i.power(count));
  Value t = i.add(share, i.number(qrt::lowestOf(y.storage)));
  return i.quantized(i.min(t, i.number(qrt::highestOf(y.storage))), result);
}

// (L17)
static Value softmaxOfSixteen(LayerBinder &b, Value x, int64_t axis, float beta, Type result) {
  Integers i(b);
  const std::vector<int32_t> exps = tableOfSixteen<double>(10.0 / 65535, 32767, 2.0 / 65535,
                                                           [](double v) { return std::exp(v); });
  const std::vector<int32_t> inverses = tableOfSixteen<double>(
      1.0 / 65535, -32768, 2.0 / 65535, [](double v) { return 1 / (1 + v); });
  const auto scale = float(nn::quantParams(x.getType())->scale);
  const Multiplier m(double(scale * beta) / (10.0 / 65535.0));
  auto bounded = [&](Value v) { return i.min(i.max(v, i.number(-32768)), i.number(32767)); };
  Value q = i.stored(x);
  Value below = i.scaled(i.sub(q, i.largestOver(q, axis)), m);
  Value e = i.interpolated(bounded(i.add(below, i.number(32767))), exps);
  Value sum = i.sumOver(e, axis), bits = i.bits(sum);
  // The sum's highest bit becomes bit 30, of which 17 are kept.
  Value moved = i.mul(sum, i.power(i.sub(i.number(31), bits)));
  moved = i.shiftedDown(i.add(moved, i.number(1 << 13)), 14);
  Value scales = i.interpolated(bounded(i.sub(moved, i.number((1 << 15) + (1 << 16)))), inverses);
  Value power = i.power(i.sub(bits, i.number(1)));
  Value product = i.add(i.mul(e, scales), i.div(power, i.number(2)));
  Value t = i.div(product, power); // nothing is below 0
  return i.quantized(i.min(i.max(t, i.number(0)), i.number(32767)), result);
}

Value softmaxOfSteps(LayerBinder &b, Value x, int64_t axis, float beta, Type result) {
  if (!b.ok())
    return {};
  const nn::QuantParams from = *nn::quantParams(x.getType()), to = *nn::quantParams(result);
  const size_t bytes = qrt::byteWidth(from.storage), resultBytes = qrt::byteWidth(to.storage);
  const bool isWide = bytes == 2;
  b.support(bytes <= 2 && resultBytes <= 2 && bytes <= resultBytes &&
                from.storage != qrt::ElementType::U16 && to.storage != qrt::ElementType::U16,
            "of such types");
  // The interpreter takes no other result of these types; bytes without sign have any.
  const bool isSigned = qrt::isSigned(to.storage) && bytes == resultBytes;
  const double scale = isWide ? 0x1p-15 : 0x1p-8;
  b.support(!isSigned || std::fabs(to.scale / scale - 1) < 2e-3, "whose result has another scale");
  b.support(isWide ? beta > 0 && std::isfinite(beta) : double(beta) * from.scale * 0x1p26 > 1,
            "with such a beta and scale");
  if (!b.ok())
    return {};
  return isWide ? softmaxOfSixteen(b, x, axis, beta, result)
                : softmaxOfEight(b, x, axis, beta, result);
}

} // namespace qopt::tflite
