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

SmoothedLayers smoothLayers(const LayerSet &layers,
                            const llvm::DenseMap<Value, ChannelMagnitudes> &magnitudes,
                            double alpha, FreshNames &names) {
  SmoothedLayers result;
  for (Value value : valuesRead(layers)) {
    std::string reason;
    std::optional<Link> link = linkAt(value, layers, reason);
    if (!link) {
      result.skipped.push_back({llvm::join(namesOfLayers(layers.readersOf(value)), ", "), reason});
      continue;
    }
    const std::vector<float> factors = factorsOf(magnitudes.at(value), link->readBy(), alpha);
    result.done.push_back(rescaledBy(*link, factors));
    rescale(*link, factors, "smoothed", names);
  }
  return result;
}

} // namespace qopt
