#include "tools/qopt/pass_files.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace qopt::tool {

/// The text up to the brace that closes the first one.
static StringRef inBraces(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '{') - (text[i] == '}');
    if (depth == 0)
      return text.slice(1, i);
  }
  return text.drop_front();
}

static void addValue(StringRef value, std::vector<std::string> &values) {
  values.push_back(value.str());
  llvm::SmallVector<StringRef> parts;
  value.split(parts, ',');
  for (StringRef part : parts) {
    part.consume_front("{"); // an element with a space
    part.consume_back("}");
    values.push_back(part.str());
  }
}

// A pass shows its options to others as text alone: name{a=1 b={x,y} c={with a space}}.
std::vector<std::string> valuesOfOptions(mlir::OpPassManager &passes) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  passes.printAsTextualPipeline(stream);
  std::vector<std::string> values;
  for (size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
    const StringRef rest = StringRef(text).drop_front(at + 1);
    addValue(rest.starts_with("{") ? inBraces(rest)
                                   : rest.take_until([](char c) { return c == ' ' || c == '}'; }),
             values);
  }
  return values;
}

} // namespace qopt::tool
