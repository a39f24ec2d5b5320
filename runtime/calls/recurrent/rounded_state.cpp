#include "runtime/calls/recurrent/rounded_state.h"

#include "runtime/numerics/scalar/scalar_arith.h"

#include <limits>

namespace qrt::recurrent {

using namespace arith;

// By D3, as all places that cite it: test/conformance/dynamic_ranges.h holds them to one table.
void roundState(const float *from, float *to, int64_t count) {
  float least = 0, most = 0;
  for (int64_t i = 0; i < count; ++i) {
    least = minF(least, from[i]);
    most = maxF(most, from[i]);
  }
  const float share = (most - least) / 255.0f;
  const bool isNormal =
      std::numeric_limits<float>::min() <= share && share <= std::numeric_limits<float>::max();
  const float scale = isNormal ? share : 1.0f;
  const float place = rintF(minF(maxF(0.0f - least / scale, 0.0f), 255.0f));
  const float zero = place == place ? place : 0.0f;
  for (int64_t i = 0; i < count; ++i) {
    const float t = from[i] / scale, moved = rintF(t == t ? t : 0.0f) + zero;
    to[i] = scale * (minF(maxF(moved, 0.0f), 255.0f) - zero);
  }
}

} // namespace qrt::recurrent
