#include "tools/io/report/bar_chart.h"

#include "tools/io/report/table.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>

namespace qopt::io {

static constexpr double glyphWidth = 7.3, rowHeight = 18, longest = 480, margin = 10;

/// Returns the text as XML takes it: UTF-8 without control characters, markup spelled out.
static std::string xmlText(const std::string &text) {
  std::string valid = llvm::json::fixUTF8(text), escaped;
  std::replace_if(valid.begin(), valid.end(), [](unsigned char c) { return c < ' '; }, ' ');
  llvm::raw_string_ostream stream(escaped);
  llvm::printHTMLEscaped(valid, stream);
  return escaped;
}

static double largestOf(llvm::ArrayRef<Bar> bars) {
  double largest = 0;
  for (const Bar &bar : bars)
    if (std::isfinite(bar.value))
      largest = std::max(largest, bar.value);
  return largest > 0 ? largest : 1;
}

static double lengthOf(double value, double largest) {
  if (!(value > 0)) // and no NaN
    return 0;
  return std::isinf(value) ? longest : longest * value / largest;
}

void writeBarChart(llvm::raw_ostream &stream, const std::string &title, llvm::ArrayRef<Bar> bars) {
  size_t labels = 0, texts = 0; // bytes: room enough
  for (const Bar &bar : bars) {
    labels = std::max(labels, bar.label.size());
    texts = std::max(texts, bar.text.size());
  }
  const double left = 2 * margin + glyphWidth * double(labels), largest = largestOf(bars);
  const double width = std::max(left + longest + 2 * margin + glyphWidth * double(texts),
                                2 * margin + glyphWidth * double(title.size()));
  const double height = 3 * margin + rowHeight * double(bars.size() + 1);
  auto at = [](double value) { return fixed(value, 1); };
  stream << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << at(width) << "\" height=\""
         << at(height) << "\" font-family=\"monospace\" font-size=\"12\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
         << "<text x=\"" << at(margin) << "\" y=\"" << at(margin + rowHeight / 2) << "\">"
         << xmlText(title) << "</text>\n";
  for (size_t i = 0; i < bars.size(); ++i) {
    const Bar &bar = bars[i];
    const double top = 2 * margin + rowHeight * double(i + 1), baseline = top + rowHeight - 6;
    const double length = lengthOf(bar.value, largest);
    stream << "<text x=\"" << at(left - margin) << "\" y=\"" << at(baseline)
           << "\" text-anchor=\"end\">" << xmlText(bar.label) << "</text>"
           << "<rect x=\"" << at(left) << "\" y=\"" << at(top + 2) << "\" width=\"" << at(length)
           << "\" height=\"" << at(rowHeight - 4) << "\" fill=\"#4878a8\"/>"
           << "<text x=\"" << at(left + length + 4) << "\" y=\"" << at(baseline) << "\">"
           << xmlText(bar.text) << "</text>\n";
  }
  stream << "</svg>\n";
}

} // namespace qopt::io
