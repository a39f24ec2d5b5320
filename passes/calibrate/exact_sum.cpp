#include "passes/calibrate/exact_sum.h"

#include <bit>
#include <cmath>

namespace qopt {

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
  WideInteger<words> term;
  for (size_t k = 0; k < 3 && shift / 64 + k < words; ++k)
    term.words[shift / 64 + k] = parts[k];
  sum.add(pattern >> 31 ? term.negated() : term);
}

double ExactSum::divided(int64_t count) const {
  const WideInteger<words> magnitude = sum.isNegative() ? sum.negated() : sum;
  size_t top = words;
  while (top > 0 && magnitude.words[top - 1] == 0)
    --top;
  if (top == 0)
    return 0;
  // The two highest words hold more digits than a double; one rounding more is below 2⁻⁵².
  const double high = double(magnitude.words[top - 1]);
  const double low = top > 1 ? double(magnitude.words[top - 2]) : 0;
  const int unit = int(top - 1) * 64 - 149;
  const double total = std::ldexp(high, unit) + std::ldexp(low, unit - 64);
  return (sum.isNegative() ? -total : total) / double(count);
}

std::optional<ExactSum> ExactSum::parse(std::string_view text) {
  auto sum = WideInteger<words>::parse(text);
  if (!sum)
    return std::nullopt;
  ExactSum result;
  result.sum = *sum;
  return result;
}

} // namespace qopt
