#include "ir/ops/lite/arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace qopt::nn::lite {

using Limits = std::numeric_limits<int32_t>;

static int64_t saturated(int64_t x) { return std::clamp<int64_t>(x, Limits::min(), Limits::max()); }

// (L1)
Multiplier::Multiplier(double m) {
  if (!std::isfinite(m))
    return; // of scales whose ratio is none: no integer stands for it
  const double fraction = std::round(std::ldexp(std::frexp(m, &exponent), 31));
  const bool isPower = std::fabs(fraction) == 0x1p31;
  exponent += isPower;
  mantissa = exponent < -31 ? 0 : int32_t(isPower ? fraction / 2 : fraction);
  if (mantissa == 0)
    exponent = 0;
}

int64_t highProduct(int64_t a, int64_t b) { return (a * b + (int64_t(1) << 30)) >> 31; }

int64_t roundedShift(int64_t x, int count) {
  const int64_t half = (int64_t(1) << count) >> 1;
  return x >= 0 ? (x + half) >> count : -((-x + half) >> count);
}

int64_t scaled(int64_t n, Multiplier m) {
  const int64_t shifted = saturated(n * (int64_t(1) << std::clamp(m.exponent, 0, 31)));
  return roundedShift(highProduct(shifted, m.mantissa), std::max(-m.exponent, 0));
}

int32_t reducedMantissa(int32_t mantissa) {
  constexpr int32_t half = 1 << 15;
  return mantissa >= Limits::max() - half ? 32767 : (mantissa + half) >> 16;
}

// (L18)
InverseRoot::InverseRoot(int32_t n) {
  if (n <= 1) {
    mantissa = Limits::max();
    return;
  }
  shift = 11;
  for (; n >= 1 << 29; n /= 4)
    ++shift;
  const int pairs = (std::countl_zero(uint32_t(n)) - 1) / 2 - 1;
  shift -= pairs;
  n <<= 2 * pairs;
  const int64_t half = roundedShift(n >> 1, 1);
  int64_t x = 1 << 28; // of 3 integer bits
  for (int step = 0; step < 5; ++step) {
    const int64_t cube = saturated(highProduct(highProduct(x, x), x) * 64);
    x = saturated((highProduct((1 << 28) + (1 << 27), x) - highProduct(half, cube)) * 8);
  }
  constexpr int64_t halfRootOfTwo = 1518500250; // of 31 bits
  mantissa = int32_t(highProduct(x, halfRootOfTwo));
  if (shift < 0) {
    mantissa <<= -shift;
    shift = 0;
  }
}

} // namespace qopt::nn::lite
