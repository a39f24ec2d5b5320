#include "tools/libqopt/flows/numbers/index_text.h"

namespace qopt::run {

std::string indexToString(int64_t flat, const qrt::Shape &shape) {
  std::string text;
  for (size_t d = shape.size(); d-- > 0;) {
    text = std::to_string(flat % shape[d]) + (text.empty() ? "" : ",") + text;
    flat /= shape[d];
  }
  return "[" + text + "]";
}

} // namespace qopt::run
