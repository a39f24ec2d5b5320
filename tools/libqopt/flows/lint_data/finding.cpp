#include "tools/libqopt/flows/lint_data/finding.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::lint {

int64_t Report::count(Severity severity) const {
  return llvm::count_if(findings, [&](const Finding &f) { return f.severity == severity; });
}

std::string listed(const std::vector<std::string> &words, size_t most) {
  std::string text;
  const size_t shown = words.size() <= most ? words.size() : most - 1;
  for (size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  if (shown < words.size())
    text += " and " + std::to_string(words.size() - shown) + " more";
  return text;
}

} // namespace qopt::lint
