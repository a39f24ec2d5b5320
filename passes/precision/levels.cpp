#include "passes/precision/levels.h"

#include <algorithm>
#include <cmath>

namespace qopt {

Levels::Levels(std::span<const float> values, int64_t count) {
  auto [low, high] = std::minmax_element(values.begin(), values.end());
  min = *low, max = *high;
  double steps = double(count - 1);
  if (min < 0 && max > 0) {
    origin = 0;
    below = std::clamp(std::nearbyint(steps * -min / (max - min)), 1.0, steps - 1);
    above = steps - below;
  } else {
    origin = min;
    above = steps;
  }
}

float Levels::nearest(float value) const {
  double offset = value - origin, end = value < origin ? min - origin : max - origin;
  double steps = value < origin ? below : above;
  if (offset == 0)
    return float(origin);
  double index = std::nearbyint(offset * steps / end);
  if (index == steps) // exactly
    return float(value < origin ? min : max);
  return float(origin + index * end / steps);
}

std::optional<qrt::Tensor> onLevels(const qrt::Tensor &weights, int64_t count) {
  std::span<const float> values = weights.values<float>();
  auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high)
    return std::nullopt;
  Levels levels(values, count);
  qrt::Tensor result = qrt::Tensor::allocate(weights.type(), weights.shape());
  std::transform(values.begin(), values.end(), result.mutableValues<float>().begin(),
                 [&](float value) { return levels.nearest(value); });
  return result;
}

} // namespace qopt
