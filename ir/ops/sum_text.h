// The text by which messages name a sum that is too long, even if open sizes leave its length open.
#pragma once

#include "runtime/numerics/types/extent.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt::nn {

/// Returns whether open sizes leave the number of terms unknown, so that a message names no number.
inline bool isOpenCount(int64_t terms) { return terms >= qrt::extentLimit; }

/// "a sum of 40000 steps".
inline std::string sumOf(int64_t terms, llvm::StringRef what) {
  return "a sum of " + (isOpenCount(terms) ? "as many " + what.str() + " as open sizes make"
                                           : std::to_string(terms) + " " + what.str());
}

inline llvm::StringRef remedyForOpen(int64_t terms) {
  return isOpenCount(terms) ? "; sizes that are given, as with --shape=INPUT:SIZES, say how many"
                            : "";
}

} // namespace qopt::nn
