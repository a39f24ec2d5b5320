// A table of text: first column to the left, the others to the right.
#pragma once

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace qopt::io {

class Table {
public:
  explicit Table(std::vector<std::string> header) { rows.push_back(std::move(header)); }
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  void print(llvm::raw_ostream &stream) const;
  void printMarkdown(llvm::raw_ostream &stream) const;

private:
  std::vector<std::vector<std::string>> rows;
};

/// "1234567" → "1,234,567".
std::string grouped(int64_t value);
/// With `digits` decimals.
std::string fixed(double value, int digits);
/// As a person would type it, of at most `digits` digits: "20", "0.5".
std::string shortest(double value, int digits = 6);
/// The fewest digits that are read as this number again: "113.9", not "113.90000000000001".
std::string roundTrip(double value);

} // namespace qopt::io
