#include "passes/repair/smooth.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt {

static std::vector<std::string> namesOf(ArrayRef<const SeedLayer *> layers) {
  std::vector<std::string> names;
  for (const SeedLayer *layer : layers)
    names.push_back(layer->name());
  return names;
}

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
      result.skipped.push_back({llvm::join(namesOf(layers.readersOf(value)), ", "), reason});
      continue;
    }
    const std::vector<float> factors = factorsOf(magnitudes.at(value), link->readBy(), alpha);
    auto [least, greatest] = std::minmax_element(factors.begin(), factors.end());
    result.done.push_back(
        {nn::layerName(link->producer), namesOf(link->readers), *least, *greatest});
    rescale(*link, factors, "smoothed", names);
  }
  return result;
}

} // namespace qopt
