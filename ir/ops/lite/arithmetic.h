// The integers of LiteRT's reference kernels, as numbers: tables are made of them when a network is
// compiled. Formulas are docs/reference/numerics.md's, (L1) and on.
#pragma once

#include <cstdint>

namespace qopt::nn::lite {

/// m = mantissa·2^(exponent − 31), the mantissa of 31 bits, with m's sign; 0 below 2^−32.
struct Multiplier {
  explicit Multiplier(double m);
  Multiplier(int32_t mantissa, int exponent) : mantissa(mantissa), exponent(exponent) {}
  int32_t mantissa = 0;
  int exponent = 0;
};

/// a·b·2^−31, halves up.
int64_t highProduct(int64_t a, int64_t b);
/// x·2^−count, halves away from zero.
int64_t roundedShift(int64_t x, int count);
/// Returns n·m by these two; n and its shifted value are of 32 bits. m ≥ 0.
int64_t scaled(int64_t n, Multiplier m);
/// The higher 16 bits of a mantissa, rounded halves up, at most 32767.
int32_t reducedMantissa(int32_t mantissa);

/// 1/√n, as mantissa·2^−(31 + shift): five steps of Newton's method (L18).
struct InverseRoot {
  explicit InverseRoot(int32_t n);
  int32_t mantissa = 0;
  int shift = 0;
};

} // namespace qopt::nn::lite
