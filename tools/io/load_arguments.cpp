#include "tools/io/load_arguments.h"

#include "llvm/ADT/SmallVector.h"

#include <cmath>

namespace qopt::io {

using qrt::Expected;
using qrt::invalidArgument;

// A name may hold what separates it from the rest.
Expected<LoadOptions::Shape> parseShape(llvm::StringRef text) {
  constexpr int64_t most = int64_t(1) << 40;
  auto [input, sizes] = text.rsplit(':');
  LoadOptions::Shape shape{input.str(), {}};
  llvm::SmallVector<llvm::StringRef> parts;
  if (!sizes.empty())
    sizes.split(parts, 'x');
  bool fits = text.contains(':') && !input.empty();
  for (llvm::StringRef part : parts) {
    int64_t size = 0;
    bool open = part == "?";
    fits &= open || (!part.getAsInteger(10, size) && size >= 1 && size <= most);
    shape.sizes.push_back(open ? std::nullopt : std::optional(size));
  }
  if (!fits)
    return invalidArgument("--shape=" + text.str() +
                           ": expected INPUT:SIZES, as x:1x3x48x320 (? leaves a size open)");
  return shape;
}

Expected<LoadOptions::Values> parseValues(llvm::StringRef text) {
  auto [input, numbers] = text.rsplit('=');
  LoadOptions::Values values{input.str(), {}};
  llvm::SmallVector<llvm::StringRef> parts;
  if (!numbers.empty())
    numbers.split(parts, ',');
  bool fits = text.contains('=') && !input.empty();
  for (llvm::StringRef part : parts)
    fits &= !part.trim().getAsDouble(values.values.emplace_back()) &&
            std::isfinite(values.values.back());
  if (!fits)
    return invalidArgument("--bind=" + text.str() +
                           ": expected INPUT=VALUES, as sr=16000 or axes=0,-1");
  return values;
}

} // namespace qopt::io
