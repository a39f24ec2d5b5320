// Values, and by hand what the run's own range makes of them (D3): every place that words it is
// held to these.
#pragma once

#include <array>
#include <limits>

namespace qrt::test {

struct DynamicRange {
  const char *name;
  std::array<float, 4> values;
  float scale, zero;
  std::array<int, 4> steps;
};

inline constexpr float infinite = std::numeric_limits<float>::infinity();
inline constexpr float leastNormal = std::numeric_limits<float>::min();

inline constexpr DynamicRange dynamicRanges[] = {
    {"usual", {510, 0, 3, 255}, 2, 0, {255, 0, 2, 128}},
    {"zero", {0, 0, 0, 0}, 1, 0, {0, 0, 0, 0}},
    {"below 0", {-255, -1, -2.5f, -0.5f}, 1, 255, {0, 254, 253, 255}},
    {"least", {255 * leastNormal, 0, leastNormal, 0}, leastNormal, 0, {255, 0, 1, 0}},
    {"denormal", {1e-40f, 0, -1e-40f, 0}, 1, 0, {0, 0, 0, 0}},
    {"of a denormal share", {254 * leastNormal, 0, 0, 0}, 1, 0, {0, 0, 0, 0}},
    {"infinite", {infinite, 1, -2, 0}, 1, 2, {255, 3, 0, 2}},
    {"infinite below", {-infinite, 1, 2, 0}, 1, 255, {0, 255, 255, 255}},
    {"infinite by difference", {3e38f, -3e38f, 0, 1}, 1, 255, {255, 0, 255, 255}},
    {"NaN", {std::numeric_limits<float>::quiet_NaN(), 1, -2, 0}, 1, 0, {0, 1, 0, 0}},
};

} // namespace qrt::test
