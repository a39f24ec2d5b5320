#include "tools/qrun/finite_values.h"

#include "tools/qrun/differences.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {

/// Where the first of the values is of which `is` says so, and how many they are; "" where none is.
static std::string placesOf(const Tensor &array, llvm::function_ref<bool(double)> is) {
  int64_t first = -1, count = 0, at = 0;
  visitValues(array, [&](auto values) {
    for (auto value : values) {
      if (is(double(value)) && count++ == 0)
        first = at;
      ++at;
    }
  });
  if (count == 0)
    return "";
  return " at " + indexToString(first, array.shape()) + ", " + std::to_string(count) + " of " +
         std::to_string(array.size()) + " values";
}

Status checkFinite(const Tensor &array, const std::string &path, bool allowsNan) {
  if (!isFloat(array.type()))
    return {};
  std::string nans = placesOf(array, [](double value) { return std::isnan(value); });
  if (!nans.empty() && !allowsNan)
    return invalidArgument(path + ": holds NaN" + nans +
                           "; --allow-nan feeds it to a network that is made for it");
  std::string infinities = placesOf(array, [](double value) { return std::isinf(value); });
  if (!infinities.empty())
    llvm::errs() << "warning: " << path << ": holds an infinity" << infinities << "\n";
  return {};
}

} // namespace qopt::run
