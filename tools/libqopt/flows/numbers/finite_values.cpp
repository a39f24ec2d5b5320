#include "tools/libqopt/flows/numbers/finite_values.h"

#include "tools/libqopt/flows/numbers/differences.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <cmath>

using namespace qrt;

namespace qopt::run {

/// Returns the place of the first of `most` values for which `is` holds, and how many they are; ""
/// where there is none.
static std::string placesOf(const Tensor &array, int64_t most,
                            llvm::function_ref<bool(double)> is) {
  int64_t first = -1, count = 0, at = 0;
  visitValues(array, [&](auto values) {
    for (auto value : values.first(size_t(most))) {
      if (is(double(value)) && count++ == 0)
        first = at;
      ++at;
    }
  });
  if (count == 0)
    return "";
  return " at " + indexToString(first, array.shape()) + ", " + std::to_string(count) + " of " +
         std::to_string(most) + " values";
}

std::string placesOfNan(const Tensor &array, int64_t most) {
  if (!isFloat(array.type()))
    return "";
  return placesOf(array, std::min(most, array.size()),
                  [](double value) { return std::isnan(value); });
}

std::string placesOfInfinity(const Tensor &array) {
  if (!isFloat(array.type()))
    return "";
  return placesOf(array, array.size(), [](double value) { return std::isinf(value); });
}

template <typename Is> static int64_t firstOf(const Tensor &array, Is is) {
  if (!isFloat(array.type()))
    return -1;
  return visitValues(array, [&](auto values) -> int64_t {
    auto found =
        std::find_if(values.begin(), values.end(), [&](auto value) { return is(double(value)); });
    return found == values.end() ? -1 : found - values.begin();
  });
}

std::optional<NanPlace> firstNan(const Tensor &samples) {
  const int64_t first = firstOf(samples, [](double value) { return std::isnan(value); });
  if (first < 0)
    return std::nullopt;
  const int64_t perSample = samples.size() / samples.shape()[0];
  Shape shape(samples.shape().begin() + 1, samples.shape().end());
  return NanPlace{first / perSample, indexToString(first % perSample, shape)};
}

std::string firstNanOfAll(const Tensor &array) {
  const int64_t first = firstOf(array, [](double value) { return std::isnan(value); });
  return first < 0 ? "" : indexToString(first, array.shape());
}

bool holdsInfinity(const Tensor &array) {
  return firstOf(array, [](double value) { return std::isinf(value); }) >= 0;
}

} // namespace qopt::run
