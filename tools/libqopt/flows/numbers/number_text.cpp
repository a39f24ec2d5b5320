#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <charconv>
#include <cmath>

namespace qopt::io {

std::string grouped(int64_t value) {
  std::string digits = std::to_string(value);
  size_t first = value < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;)
    digits.insert(at -= 3, ",");
  return digits;
}

std::string fixed(double value, int digits) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", digits, value);
  return text;
}

std::string shortest(double value, int digits) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, value);
  return text;
}

std::string roundTrip(double value) {
  constexpr double most = 1e15; // below it an integer's digits are the number's
  if (std::abs(value) < most && value == std::trunc(value) && !std::signbit(value))
    return std::to_string(int64_t(value));
  char text[32]; // 17 digits, sign, point and exponent are 24
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  return {text, end};
}

} // namespace qopt::io
