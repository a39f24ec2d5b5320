#include "tools/io/load_arguments.h"

#include "llvm/ADT/SmallVector.h"

#include <cmath>

namespace qopt::io {

using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;

static bool parseValue(llvm::StringRef text, double &value) {
  if (text == "true" || text == "false") {
    value = text == "true";
    return true;
  }
  return !text.getAsDouble(value) && std::isfinite(value);
}

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
    fits &= open || (!part.getAsInteger(10, size) && size >= 0 && size <= most);
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
    fits &= parseValue(part.trim(), values.values.emplace_back());
  if (!fits)
    return invalidArgument("--bind=" + text.str() +
                           ": expected INPUT=VALUES, as sr=16000, axes=0,-1 or cond=true");
  return values;
}

template <typename T>
static Status addOnce(std::vector<T> &list, const Expected<T> &one, llvm::StringRef option) {
  if (!one)
    return one.status();
  if (llvm::any_of(list, [&](const T &other) { return other.input == one->input; }))
    return invalidArgument(option.str() + " names '" + one->input + "' twice");
  list.push_back(*one);
  return {};
}

Status addShape(LoadOptions &options, llvm::StringRef text) {
  return addOnce(options.shapes, parseShape(text), "--shape");
}

Status addValues(LoadOptions &options, llvm::StringRef text) {
  return addOnce(options.values, parseValues(text), "--bind");
}

Status setPhase(LoadOptions &options, llvm::StringRef text) {
  if (!text.empty() && text != "test" && text != "train")
    return invalidArgument("--phase=" + text.str() + ": expected test or train");
  options.phase = text.str();
  return {};
}

} // namespace qopt::io
