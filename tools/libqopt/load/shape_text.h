// The text form of given sizes.
#pragma once

#include "tools/libqopt/qopt.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace qopt {

/// "x:1x?x48", as --shape takes it.
inline std::string textOf(const LoadOptions::Shape &shape) {
  auto sizeText = [](std::optional<int64_t> size) { return size ? std::to_string(*size) : "?"; };
  return shape.input + ":" + llvm::join(llvm::map_range(shape.sizes, sizeText), "x");
}

} // namespace qopt
