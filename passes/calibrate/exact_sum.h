// A sum of f32 numbers that no rounding touches: it does not depend on their order, and sums of
// parts add up to the sum of all.
#pragma once

#include "passes/calibrate/wide_integer.h"

namespace qopt {

/// An ExactSum counts in units of 2⁻¹⁴⁹, in two's complement: 2⁴² largest numbers fit.
class ExactSum {
public:
  void add(float value) { add(value, 1); } // finite
  void add(const ExactSum &other) { sum.add(other.sum); }
  /// Adds `times` numbers of that value.
  void add(float value, int64_t times);
  double divided(int64_t count) const;

  /// Its words in hexadecimal, the highest first.
  std::string text() const { return sum.text(); }
  static std::optional<ExactSum> parse(std::string_view text);
  bool operator==(const ExactSum &) const = default;

private:
  static constexpr size_t words = 5;
  WideInteger<words> sum;
};

} // namespace qopt
