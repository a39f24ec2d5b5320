#include "tools/io/report/table.h"

#include "llvm/Support/Format.h"

#include <charconv>
#include <cmath>

namespace qopt::io {

/// Columns on a terminal, near enough: code points.
static size_t widthOf(const std::string &text) {
  size_t width = 0;
  for (unsigned char c : text)
    width += (c & 0xC0) != 0x80;
  return width;
}

void Table::print(llvm::raw_ostream &stream) const {
  std::vector<size_t> widths;
  for (const auto &row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], widthOf(row[i]));
  }
  for (size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (size_t i = 0; i < rows[r].size(); ++i) {
      std::string space(widths[i] - widthOf(rows[r][i]), ' ');
      line += (i ? "  " : "") + (i ? space + rows[r][i] : rows[r][i] + space);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    stream << line << "\n";
    if (r == 0)
      stream << std::string(widthOf(line), '-') << "\n";
  }
}

void Table::printMarkdown(llvm::raw_ostream &stream) const {
  for (size_t r = 0; r < rows.size(); ++r) {
    stream << "|";
    for (const std::string &cell : rows[r])
      stream << " " << cell << " |";
    stream << "\n";
    if (r > 0)
      continue;
    stream << "|---|";
    for (size_t i = 1; i < rows[r].size(); ++i)
      stream << "--:|";
    stream << "\n";
  }
}

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
