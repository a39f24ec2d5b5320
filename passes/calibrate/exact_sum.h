// A sum of f32 numbers that no rounding touches: it does not depend on their order, and sums of
// parts add up to the sum of all.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qopt {

/// In units of 2⁻¹⁴⁹, in two's complement: 2⁴² largest numbers fit.
class ExactSum {
public:
  void add(float value); // finite
  void add(const ExactSum &other);
  /// As `times` numbers of that value.
  void add(float value, int64_t times);
  double divided(int64_t count) const;

  /// Its words in hexadecimal, the highest first.
  std::string text() const;
  static std::optional<ExactSum> parse(std::string_view text);
  bool operator==(const ExactSum &) const = default;

private:
  ExactSum negated() const;

  static constexpr size_t words = 5;
  std::array<uint64_t, words> bits{}; // the lowest first
};

} // namespace qopt
