#include "tools/libqopt/report/drawing/markup.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <vector>

namespace qopt::drawing {

std::string markupText(llvm::StringRef text) {
  std::string valid = llvm::json::fixUTF8(text), escaped;
  std::replace_if(
      valid.begin(), valid.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  llvm::raw_string_ostream stream(escaped);
  llvm::printHTMLEscaped(valid, stream);
  return escaped;
}

std::string scriptJson(llvm::StringRef json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (char c : json)
    switch (c) {
    case '<': escaped += "\\u003c"; break;
    case '>': escaped += "\\u003e"; break;
    case '&': escaped += "\\u0026"; break;
    default: escaped += c;
    }
  return escaped;
}

std::string shortened(llvm::StringRef text, size_t most) {
  const std::string valid = llvm::json::fixUTF8(text);
  std::vector<size_t> starts; // of characters
  for (size_t i = 0; i < valid.size(); ++i)
    if ((valid[i] & 0xc0) != 0x80)
      starts.push_back(i);
  if (starts.size() <= most)
    return valid;
  const size_t head = (most - 1) / 3, tail = most - 1 - head; // names differ at their ends
  return valid.substr(0, starts[head]) + "…" + valid.substr(starts[starts.size() - tail]);
}

} // namespace qopt::drawing
