// The float functions under test: what each is called in a scalar program and
// in a kernel, its value in f64, and how far from that it may lie.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace qrt::test {

struct FloatFunction {
  std::string_view name;
  ScalarOp op;
  std::string_view kernelText; // of x and y
  double (*exact)(double x, double y);
  double bound; // ulp; the largest error over all f32 (pow: over 10^8 pairs), rounded up
  bool isBinary() const { return op == ScalarOp::PowF; }
};

std::span<const FloatFunction> floatFunctions();

/// |actual − exact| in units of the last place that an f32 near `exact` has;
/// infinite where one is NaN and the other is not, or where signs of zero and
/// infinity differ. Beyond the largest f32, infinity stands for 2^128.
double errorInUlp(float actual, double exact);

/// Operand pair i of pow: any bits; bases and exponents near 1; and pairs whose
/// power lies within f32, for every base and for bases near 1.
void powPair(uint64_t i, float &x, float &y);

} // namespace qrt::test
