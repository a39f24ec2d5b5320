#include "passes/repair/even_channels.h"

#include "ir/ops.h"
#include "ir/values/stored_values.h"
#include "passes/quantize/insert/fused.h"
#include "passes/quantize/roles.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt {

constexpr float leastShare = 1.0f / 256; // of the largest magnitude
// Samples do not show all that a channel reaches: twice what they did fits, unless the common range
// ends before.
constexpr float room = 2;
// A product behind functions is computed for each element: some channel is to gain a bit by it.
constexpr float worthProduct = 0.5f;

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

namespace {

/// Functions in a few instructions of what one layer sums, and of constants: nothing is stored
/// between the layer and them.
class FunctionsOfLayer {
public:
  FunctionsOfLayer(Value result, const LayerSet &layers)
      : shape(nn::symbolicShape(result)), layers(layers) {
    isOne = follow(result) && layer && isReadInsideAlone(result);
  }
  bool are() const { return isOne; }

private:
  bool follow(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || nn::symbolicShape(value) != shape)
      return false;
    if (layers.find(op)) {
      const bool isFirst = !layer || layer == op;
      layer = op;
      return isFirst;
    }
    if (isa<nn::AnchorOpInterface>(op) || !isa<nn::ScalarBodyOpInterface>(op) || !isArithmetic(op))
      return false;
    return !functions.insert(op) || llvm::all_of(op->getOperands(), [&](Value operand) {
      return nn::isConstant(operand) || follow(operand);
    });
  }

  bool isReadInsideAlone(Value result) const {
    auto isInside = [&](Operation *user) { return functions.contains(user); };
    return !functions.empty() && llvm::all_of(layer->getUsers(), isInside) &&
           llvm::all_of(functions, [&](Operation *op) {
             return op->getResult(0) == result || llvm::all_of(op->getUsers(), isInside);
           });
  }

  const nn::SymbolicShape shape;
  const LayerSet &layers;
  Operation *layer = nullptr;
  llvm::SmallSetVector<Operation *, 4> functions;
  bool isOne = false;
};

} // namespace

// A factor that cannot go through functions becomes a product by channel behind them: one function
// more, which divides in the kernel of the layer that they are computed of. Bounds get no product:
// they cost integers nothing (B2), and a product would make them functions in float.
static std::optional<Link> functionAt(Value value, const LayerSet &layers) {
  Operation *op = value.getDefiningOp();
  const bool isReadByLayersAlone = llvm::all_of(value.getUses(), [&](OpOperand &use) {
    return use.getOperandNumber() == 0 && layers.find(use.getOwner());
  });
  if (!op || ruleOf(op).isBound || !isReadByLayersAlone || !FunctionsOfLayer(value, layers).are())
    return std::nullopt;
  Link link;
  link.value = value;
  link.producer = op;
  link.readers = layers.readersOf(value);
  link.isBranch = true;
  return link;
}

static std::optional<Link> evenableAt(Value value, const LayerSet &layers, std::string &reason) {
  std::optional<Link> link = linkAt(value, layers, reason);
  return link ? link : functionAt(value, layers);
}

static bool isLink(Value value, const LayerSet &layers) {
  std::string reason;
  return evenableAt(value, layers, reason).has_value();
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
    std::optional<Link> link = evenableAt(value, layers, reason);
    if (!link) {
      result.skipped.push_back({llvm::join(namesOfLayers(layers.readersOf(value)), ", "), reason});
      continue;
    }
    ChannelMagnitudes &most = magnitudes.at(value);
    const std::vector<float> factors = factorsTo(*std::ranges::max_element(most), most);
    if (link->isBranch && *std::ranges::min_element(factors) > worthProduct) {
      result.skipped.push_back(
          {llvm::join(namesOfLayers(link->readers), ", "),
           "reads channels of equal ranges already: no weight would gain a bit"});
      continue;
    }
    result.done.push_back(rescale(*link, factors, "evened", names));
    for (auto [of, factor] : llvm::zip_equal(most, factors))
      of /= factor;
  }
  return result;
}

} // namespace qopt
