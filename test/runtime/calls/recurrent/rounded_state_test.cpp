// States through 8 bits of their own range, against steps found by hand (D3), (D4).
#include "runtime/calls/recurrent/rounded_state.h"

#include "test/conformance/dynamic_ranges.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

TEST(RoundedState, IsOfStepsByHand) {
  for (const DynamicRange &range : dynamicRanges) {
    std::array<float, 4> rounded;
    recurrent::roundState(range.values.data(), rounded.data(), 4);
    for (size_t i = 0; i < 4; ++i)
      EXPECT_EQ(rounded[i], range.scale * (float(range.steps[i]) - range.zero))
          << range.name << ", element " << i;
  }
}

} // namespace
} // namespace qrt::test
