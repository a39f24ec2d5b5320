#include "tools/io/report/table.h"

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

} // namespace qopt::io
