#include "passes/calibrate/exact_sum.h"

#include <bit>
#include <cmath>

namespace qopt {

void ExactSum::add(const ExactSum &other) {
  unsigned __int128 carry = 0;
  for (size_t i = 0; i < words; ++i) {
    carry += bits[i];
    carry += other.bits[i];
    bits[i] = uint64_t(carry);
    carry >>= 64;
  }
}

void ExactSum::add(float value) { add(value, 1); }

void ExactSum::add(float value, int64_t times) {
  const uint32_t pattern = std::bit_cast<uint32_t>(value);
  const uint32_t exponent = pattern >> 23 & 0xff;
  const uint64_t digits = (pattern & 0x7fffff) | (exponent ? 0x800000 : 0);
  const unsigned shift = exponent ? exponent - 1 : 0; // in units of 2⁻¹⁴⁹
  // A product of 87 digits, shifted by less than a word, lies in three words.
  const unsigned __int128 product = (unsigned __int128)digits * uint64_t(times);
  const unsigned within = shift % 64;
  const unsigned __int128 low = product << within;
  const uint64_t parts[] = {uint64_t(low), uint64_t(low >> 64),
                            within ? uint64_t(product >> (128 - within)) : 0};
  ExactSum term;
  for (size_t k = 0; k < 3 && shift / 64 + k < words; ++k)
    term.bits[shift / 64 + k] = parts[k];
  add(pattern >> 31 ? term.negated() : term);
}

ExactSum ExactSum::negated() const {
  ExactSum result;
  unsigned __int128 carry = 1;
  for (size_t i = 0; i < words; ++i) {
    carry += uint64_t(~bits[i]);
    result.bits[i] = uint64_t(carry);
    carry >>= 64;
  }
  return result;
}

double ExactSum::divided(int64_t count) const {
  const bool negative = bits[words - 1] >> 63;
  const ExactSum magnitude = negative ? negated() : *this;
  size_t top = words;
  while (top > 0 && magnitude.bits[top - 1] == 0)
    --top;
  if (top == 0)
    return 0;
  // The two highest words hold more digits than a double; one rounding more is below 2⁻⁵².
  const double high = double(magnitude.bits[top - 1]);
  const double low = top > 1 ? double(magnitude.bits[top - 2]) : 0;
  const int unit = int(top - 1) * 64 - 149;
  const double sum = std::ldexp(high, unit) + std::ldexp(low, unit - 64);
  return (negative ? -sum : sum) / double(count);
}

std::string ExactSum::text() const {
  static constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (size_t i = words; i-- > 0;)
    for (int shift = 60; shift >= 0; shift -= 4)
      result += digits[bits[i] >> shift & 15];
  return result;
}

std::optional<ExactSum> ExactSum::parse(std::string_view text) {
  if (text.size() != words * 16)
    return std::nullopt;
  ExactSum result;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0)
      return std::nullopt;
    uint64_t &word = result.bits[words - 1 - i / 16];
    word = word << 4 | uint64_t(digit);
  }
  return result;
}

} // namespace qopt
