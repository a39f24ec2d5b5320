// Suggestions for misspelled names.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <string>
#include <vector>

namespace qopt {

/// Returns "; did you mean 'input_ids'?" for the end of a message; "" if no name is near.
inline std::string didYouMean(llvm::StringRef name, llvm::ArrayRef<std::string> known) {
  // A third of the letters may differ, not all of them.
  unsigned best = std::min<size_t>((name.size() + 2) / 3, name.size() - !name.empty()) + 1;
  const std::string *nearest = nullptr;
  for (const std::string &other : known)
    if (unsigned distance = name.edit_distance_insensitive(other, true, best); distance < best) {
      best = distance;
      nearest = &other;
    }
  return nearest ? "; did you mean '" + *nearest + "'?" : "";
}

/// Returns "; it has: input_ids, input_mask and 12 more; did you mean 'input_ids'?", the nearest
/// first, for the end of a message.
inline std::string itHas(llvm::StringRef name, llvm::ArrayRef<std::string> known) {
  constexpr size_t most = 8;
  std::vector<std::pair<unsigned, std::string>> names;
  for (const std::string &other : known)
    names.emplace_back(name.edit_distance_insensitive(other, true), other);
  std::stable_sort(names.begin(), names.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  std::string text = names.empty() ? "; it has none" : "; it has: ";
  for (size_t i = 0; i < std::min(most, names.size()); ++i)
    text += (i ? ", " : "") + names[i].second;
  if (names.size() > most)
    text += " and " + std::to_string(names.size() - most) + " more";
  return text + didYouMean(name, known);
}

} // namespace qopt
