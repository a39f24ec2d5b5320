// A table of text: first column to the left, the others to the right.
#pragma once

#include "tools/libqopt/flows/numbers/number_text.h"

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

} // namespace qopt::io
