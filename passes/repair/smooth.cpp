#include "passes/repair/smooth.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt {

// A channel that is never there, or that nobody reads, stays.
static std::vector<float> factorsOf(const ChannelMagnitudes &magnitudes,
                                    const std::vector<double> &weights, double alpha) {
  std::vector<float> factors;
  for (auto [x, w] : llvm::zip_equal(magnitudes, weights)) {
    const double factor = std::pow(double(x), alpha) / std::pow(w, 1 - alpha);
    factors.push_back(x > 0 && w > 0 && std::isnormal(float(factor)) ? float(factor) : 1.0f);
  }
  return factors;
}

// Divides factors by their median, and makes those that are below 1 one.
static std::vector<float> narrowing(std::vector<float> factors) {
  std::vector<float> ordered = factors;
  const auto middle = ordered.begin() + std::ptrdiff_t(ordered.size() / 2);
  std::nth_element(ordered.begin(), middle, ordered.end());
  for (float &factor : factors)
    factor = std::max(factor / *middle, 1.0f);
  return factors;
}

SmoothedLayers smoothLayers(const LayerSet &layers,
                            const llvm::DenseMap<Value, ChannelMagnitudes> &magnitudes,
                            double alpha, FreshNames &names) {
  SmoothedLayers result;
  for (Value value : valuesRead(layers)) {
    std::string reason;
    std::optional<Link> link = linkAt(value, layers, reason);
    if (!link)
      link = branchAt(value, layers);
    if (!link) {
      result.skipped.push_back({llvm::join(namesOfLayers(layers.readersOf(value)), ", "), reason});
      continue;
    }
    std::vector<float> factors = factorsOf(magnitudes.at(value), link->readBy(), alpha);
    if (link->isBranch)
      factors = narrowing(std::move(factors));
    result.done.push_back(rescale(*link, factors, "smoothed", names));
  }
  return result;
}

} // namespace qopt
