// What a misspelled name may have meant.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <string>

namespace qopt {

/// "; did you mean 'input_ids'?", for the end of a message; "" where no name is near.
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

} // namespace qopt
