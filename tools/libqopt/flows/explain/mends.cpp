#include "tools/libqopt/flows/explain/mends.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace qopt {

Cause ExplainedLayer::worstCause() const {
  return Cause(std::max_element(causes.begin(), causes.end()) - causes.begin());
}

std::string_view mendName(Mend::Kind kind) {
  static constexpr std::string_view names[] = {"float", "16 bits", "rounded weights", "wider range",
                                               "own scale"};
  return names[size_t(kind)];
}

namespace run {

/// dB that an output gains where this share of its error is gone.
static double gainOf(double share) {
  constexpr double most = 0.999;
  return share <= 0 ? 0 : -10 * std::log10(1 - std::min(share, most));
}

namespace {

class Mends {
public:
  explicit Mends(const ExplainedLayer &layer, double width) : layer(layer), width(width) {}

  std::vector<Mend> all() const {
    std::vector<Mend> mends;
    const double weights = of(Cause::Weights) + of(Cause::Bias),
                 steps = of(Cause::Rounding) + of(Cause::Clipping) + of(Cause::SharedScale);
    if (layer.hasWeights) {
      mends.push_back(mend(Mend::Kind::Float, layer.asFloat, layer.macs));
      mends.push_back(mend(Mend::Kind::RoundWeights, weights, 0));
    }
    mends.push_back(mend(Mend::Kind::WiderActivations, steps, layer.macs));
    if (of(Cause::Clipping) > 0 && width > 1) {
      const double rounds = of(Cause::Rounding);
      mends.push_back(
          mend(Mend::Kind::Calibrator, of(Cause::Clipping) + rounds - rounds * width * width, 0));
    }
    if (of(Cause::SharedScale) > 0)
      mends.push_back(mend(Mend::Kind::OwnScale, of(Cause::SharedScale), 0));
    return mends;
  }

private:
  double of(Cause cause) const { return layer.causes[size_t(cause)]; }
  Mend mend(Mend::Kind kind, double share, double cost) const {
    return {layer.name, kind, gainOf(share), cost, remedyOf(kind)};
  }
  std::string remedyOf(Mend::Kind kind) const {
    switch (kind) {
    case Mend::Kind::Float: return "qrun quantize --float=" + layer.name;
    case Mend::Kind::RoundWeights: return "qrun quantize --repair";
    case Mend::Kind::WiderActivations: return "a policy of \"bits\": 16 for " + layer.name;
    case Mend::Kind::Calibrator: return "qrun quantize --calibrator=min-max";
    case Mend::Kind::OwnScale:
      return "a policy of \"mode\": \"observe\" for what joins " + layer.value;
    }
    return "";
  }

  const ExplainedLayer &layer;
  double width;
};

} // namespace

std::vector<Mend> mendsOf(const ExplainedOutput &output,
                          const std::map<std::string, double> &widths) {
  constexpr double leastGain = 0.05;
  std::vector<Mend> mends;
  for (const ExplainedLayer &layer : output.layers) {
    const auto width = widths.find(layer.value);
    for (Mend &mend : Mends(layer, width == widths.end() ? 1 : width->second).all())
      if (mend.gain >= leastGain)
        mends.push_back(std::move(mend));
  }
  // A mend that costs nothing counts as a hundredth of the network.
  auto worth = [](const Mend &mend) { return mend.gain / (1 + mend.cost); };
  std::stable_sort(mends.begin(), mends.end(),
                   [&](const Mend &a, const Mend &b) { return worth(a) > worth(b); });
  return mends;
}

} // namespace run
} // namespace qopt
