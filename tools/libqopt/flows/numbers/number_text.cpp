#include "tools/libqopt/flows/numbers/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace qopt::io {

std::string grouped(int64_t value) {
  std::string digits = std::to_string(value);
  size_t first = value < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;)
    digits.insert(at -= 3, ",");
  return digits;
}

/// Prints by printf's `format`, which takes a number of digits and the value.
static std::string printed(const char *format, int digits, double value) {
  const int length = std::snprintf(nullptr, 0, format, digits, value);
  std::string text(size_t(length), '\0');
  std::snprintf(text.data(), text.size() + 1, format, digits, value);
  return text;
}

std::string fixed(double value, int digits) { return printed("%.*f", digits, value); }

std::string shortest(double value, int digits) { return printed("%.*g", digits, value); }

std::string roundTrip(double value) {
  constexpr double most = 1e15; // below it an integer's digits are the number's
  if (std::abs(value) < most && value == std::trunc(value) && !std::signbit(value))
    return std::to_string(int64_t(value));
  char text[32]; // 17 digits, sign, point and exponent are 24
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  return {text, end};
}

} // namespace qopt::io
