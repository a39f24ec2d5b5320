#include "passes/precision/weight_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qopt {

std::optional<nn::QuantParams> stepParams(double min, double max, StepScheme scheme) {
  min = std::min(min, 0.0), max = std::max(max, 0.0);
  double extent = scheme.affine ? max - min : std::max(-min, max);
  double steps = double(scheme.affine ? scheme.highest() - scheme.lowest() : scheme.highest());
  double scale = double(float(extent / steps));
  if (scale < std::numeric_limits<float>::min())
    return std::nullopt;
  nn::QuantParams params{scale, 0, scheme.lowest(), scheme.highest(), qrt::ElementType::I8};
  if (scheme.affine)
    params.zeroPoint = int64_t(std::clamp(std::nearbyint(double(params.min) - min / scale),
                                          double(params.min), double(params.max)));
  return params;
}

namespace {

class Quantizer {
public:
  Quantizer(const qrt::Tensor &weights, WeightGroups groups, StepScheme scheme)
      : real(weights.values<float>()), groups(groups), scheme(scheme) {
    result.steps = qrt::Tensor::allocate(
        qrt::ElementType::I8, {groups.outer, groups.groups(), groups.group, groups.inner});
    steps = result.steps.mutableValues<int8_t>();
  }

  WeightSteps run() {
    for (int64_t outer = 0; outer < groups.outer; ++outer)
      for (int64_t g = 0; g < groups.groups(); ++g)
        for (int64_t inner = 0; inner < groups.inner; ++inner)
          quantize(outer, g, inner);
    return std::move(result);
  }

private:
  void quantize(int64_t outer, int64_t g, int64_t inner) {
    int64_t first = g * groups.group, last = std::min(first + groups.group, groups.terms);
    auto weight = [&](int64_t term) {
      return real[(outer * groups.terms + term) * groups.inner + inner];
    };
    double min = 0, max = 0;
    for (int64_t term = first; term < last; ++term) {
      min = std::min(min, double(weight(term)));
      max = std::max(max, double(weight(term)));
    }
    std::optional<nn::QuantParams> found = stepParams(min, max, scheme);
    result.tooSmall += !found && min != max;
    // No weight is half a step of 1 then.
    nn::QuantParams params = found.value_or(
        nn::QuantParams{1, 0, scheme.lowest(), scheme.highest(), qrt::ElementType::I8});
    result.scales.push_back(params.scale);
    result.zeroPoints.push_back(params.zeroPoint);
    int64_t padded = groups.groups() * groups.group;
    for (int64_t term = first; term < first + groups.group; ++term) {
      double q = double(params.zeroPoint);
      if (term < last)
        q += std::nearbyint(weight(term) / float(params.scale));
      steps[(outer * padded + term) * groups.inner + inner] =
          int8_t(std::clamp(q, double(params.min), double(params.max)));
    }
  }

  std::span<const float> real;
  WeightGroups groups;
  StepScheme scheme;
  WeightSteps result;
  std::span<int8_t> steps;
};

} // namespace

WeightSteps weightSteps(const qrt::Tensor &weights, WeightGroups groups, StepScheme scheme) {
  return Quantizer(weights, groups, scheme).run();
}

} // namespace qopt
