#include "importers/tflite/integers/gates.h"

#include "ir/ops/lite/arithmetic.h"

#include <algorithm>
#include <cstdlib>

namespace qopt::tflite {

using nn::lite::roundedShift;

// Sums leave 16 bits by what is above them.
static int64_t wrapped(int64_t x) { return int16_t(uint64_t(x)); }
static int64_t saturated(int64_t x) { return std::clamp<int64_t>(x, INT16_MIN, INT16_MAX); }

// a·b·2^−15, halves up.
static int64_t product(int64_t a, int64_t b) {
  const int64_t ab = a * b;
  return saturated((ab + (ab >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15));
}

// x·2^exponent
static int64_t moved(int64_t x, int exponent) {
  return exponent < 0 ? roundedShift(x, -exponent) : saturated(x * (int64_t(1) << exponent));
}

// A constant of 31 bits.
static int64_t constant(int64_t ofThirtyOne) { return roundedShift(ofThirtyOne, 16); }

// e^a, a ≤ 0: a polynomial within a quarter, times e^−(2^i / 4) for the bits beyond.
static int64_t expBelow(int64_t a, int integerBits) {
  if (a == 0)
    return INT16_MAX;
  const int fraction = 15 - integerBits;
  if (integerBits > 5 && a < -(int64_t(1) << (fraction + 5)))
    return 0;
  const int64_t quarter = int64_t(1) << (fraction - 2), rest = (a & (quarter - 1)) - quarter;
  const int64_t x = moved(rest, integerBits) + (1 << 12), square = product(x, x);
  const int64_t cube = product(square, x), fourth = product(square, square);
  const int64_t third = constant(715827883), atMiddle = constant(1895147668); // 1/3, e^−1/8
  const int64_t tail = moved(product(moved(fourth, -2) + cube, third) + square, -1);
  int64_t result = saturated(atMiddle + product(atMiddle, x + tail));
  constexpr int64_t factors[] = {1672461947, 1302514674, 790015084, 290630308,
                                 39332535,   720401,     242};
  for (int i = 0; i < 7 && i - 2 < integerBits; ++i)
    if ((rest - a) >> (fraction + i - 2) & 1)
      result = product(result, constant(factors[i]));
  return result;
}

// 1/(1 + x), x in [0, 1), halved twice: three steps of Newton's method from 48/17 − 32/17·d.
static int64_t reciprocal(int64_t x) {
  const int64_t half = (x + INT16_MAX + 1) / 2;
  int64_t r = wrapped(constant(1515870810) + product(half, constant(-1010580540)));
  for (int step = 0; step < 3; ++step)
    r = wrapped(r + moved(product(r, wrapped((1 << 13) - product(half, r))), 2));
  return r;
}

int64_t logisticOfSixteen(int64_t a) {
  if (a == 0)
    return 1 << 14;
  const int64_t above = moved(reciprocal(expBelow(wrapped(-std::abs(a)), 3)), 1);
  return a > 0 ? above : INT16_MAX - above;
}

int64_t tanhOfSixteen(int64_t a, int integerBits) {
  if (a == 0)
    return 0;
  const int64_t size = reciprocal(expBelow(wrapped(-std::abs(a)), integerBits + 1)) - (1 << 13);
  return a < 0 ? -moved(size, 2) : moved(size, 2);
}

} // namespace qopt::tflite
