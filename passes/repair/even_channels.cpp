#include "passes/repair/even_channels.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt {

constexpr float leastShare = 1.0f / 256; // of the largest magnitude
// Samples do not show all that a channel reaches: twice what they did fits, unless the common range
// ends before.
constexpr float room = 2;

// Each of its outputs reads one channel, so that the channel's factor is one of the output's scale.
static bool isDepthwise(const SeedLayer &layer) {
  return layer.groups > 1 && layer.terms == layer.window;
}

std::vector<Value> depthwiseInputs(const LayerSet &layers) {
  std::vector<Value> values;
  for (Value value : valuesRead(layers))
    if (llvm::all_of(layers.readersOf(value), [](const SeedLayer *of) { return isDepthwise(*of); }))
      values.push_back(value);
  return values;
}

static bool isLink(Value value, const LayerSet &layers) {
  std::string reason;
  return linkAt(value, layers, reason).has_value();
}

bool canEvenChannels(const LayerSet &layers) {
  return llvm::any_of(depthwiseInputs(layers), [&](Value value) { return isLink(value, layers); });
}

static std::vector<float> factorsTo(float largest, const ChannelMagnitudes &magnitudes) {
  std::vector<float> factors;
  for (float magnitude : magnitudes) {
    const float factor = std::clamp(room * magnitude / largest, leastShare, 1.0f);
    factors.push_back(magnitude > 0 && std::isnormal(factor) ? factor : 1.0f);
  }
  return factors;
}

SmoothedLayers evenChannels(const LayerSet &layers,
                            llvm::DenseMap<Value, ChannelMagnitudes> &magnitudes,
                            FreshNames &names) {
  SmoothedLayers result;
  for (Value value : depthwiseInputs(layers)) {
    std::string reason;
    std::optional<Link> link = linkAt(value, layers, reason);
    if (!link) {
      result.skipped.push_back({llvm::join(namesOfLayers(layers.readersOf(value)), ", "), reason});
      continue;
    }
    ChannelMagnitudes &most = magnitudes.at(value);
    const std::vector<float> factors = factorsTo(*std::ranges::max_element(most), most);
    result.done.push_back(rescale(*link, factors, "evened", names));
    for (auto [of, factor] : llvm::zip_equal(most, factors))
      of /= factor;
  }
  return result;
}

} // namespace qopt
