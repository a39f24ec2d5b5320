#include "passes/calibrate/tables/json_text.h"

#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace qopt {

// Calls `visit(depth, string, rest)` for each string, `depth` levels down; true where it ends the
// walk, or where `most` levels are passed.
template <typename Visit> static bool walk(StringRef json, int most, Visit visit) {
  int depth = 0;
  for (size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') {
      size_t end = i + 1;
      while (end < json.size() && json[end] != '"')
        end += json[end] == '\\' ? 2 : 1; // what follows a backslash is no end
      if (visit(depth, json.slice(i + 1, end), json.substr(std::min(end + 1, json.size()))))
        return true;
      i = end;
    } else {
      depth += StringRef("[{").contains(json[i]) - StringRef("]}").contains(json[i]);
    }
    if (depth > most)
      return true;
  }
  return false;
}

std::string repeatedMember(StringRef json) {
  std::vector<llvm::StringSet<>> open; // of each object or array that is open, its names so far
  for (size_t i = 0; i < json.size(); ++i) {
    if (StringRef("{[").contains(json[i]))
      open.emplace_back();
    else if (StringRef("}]").contains(json[i]))
      open.pop_back();
    if (json[i] != '"')
      continue;
    const size_t begin = ++i;
    while (json[i] != '"')
      i += json[i] == '\\' ? 2 : 1;
    const StringRef text = json.slice(begin, i);
    if (json.substr(i + 1).ltrim().starts_with(":") && !open.back().insert(text).second)
      return text.str();
  }
  return "";
}

bool nestsTooDeep(StringRef json) {
  return walk(json, 64, [](int, StringRef, StringRef) { return false; });
}

bool hasMember(StringRef json, StringRef name) {
  bool found = false;
  walk(json, 64, [&](int depth, StringRef text, StringRef rest) {
    return found = depth == 1 && text == name && rest.ltrim().starts_with(":");
  });
  return found;
}

} // namespace qopt
