// A chart of horizontal bars as SVG, for a report that a person opens in a browser.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace qopt::io {

struct Bar {
  std::string label;
  double value;     // below zero: no bar; infinite: the longest
  std::string text; // at its end
};

/// Bars from above, of lengths from 0 to the largest finite value. Labels may be any bytes.
void writeBarChart(llvm::raw_ostream &stream, const std::string &title, llvm::ArrayRef<Bar> bars);

} // namespace qopt::io
