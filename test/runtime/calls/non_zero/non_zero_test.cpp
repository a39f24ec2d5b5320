#include "runtime/calls/non_zero/non_zero.h"
#include "test/runtime/format/refused.h"

#include <gtest/gtest.h>

#include <random>

using namespace qrt;

// A tensor [a, b, c] that lies as [c, a, b]: places are those of its own order.
TEST(NonZero, TellsPlacesInTheTensorsOrder) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    auto size = [&] { return 1 + int64_t(random() % 4); };
    const int64_t sizes[] = {size(), size(), size()};
    const int64_t total = sizes[0] * sizes[1] * sizes[2];
    const std::vector<int64_t> strides{sizes[1], 1, sizes[0] * sizes[1]};
    std::vector<int16_t> values(static_cast<size_t>(total));
    for (int16_t &value : values)
      value = random() % 3 ? 0 : int16_t(random() % 9 - 4);
    std::vector<int64_t> places(size_t(total) * 3, 77), expected[3];
    int64_t count = 77;
    findNonZero({}, {{strides}, {{total, 1}}}, sizes, ElementType::I16, values.data(),
                places.data(), &count);
    for (int64_t a = 0; a < sizes[0]; ++a)
      for (int64_t b = 0; b < sizes[1]; ++b)
        for (int64_t c = 0; c < sizes[2]; ++c)
          if (values[size_t(a * strides[0] + b * strides[1] + c * strides[2])] != 0) {
            expected[0].push_back(a);
            expected[1].push_back(b);
            expected[2].push_back(c);
          }
    EXPECT_EQ(count, int64_t(expected[0].size()));
    for (int64_t d = 0; d < 3; ++d)
      for (int64_t i = 0; i < total; ++i)
        ASSERT_EQ(places[size_t(d * total + i)], i < count ? expected[d][size_t(i)] : -1);
  }
}

namespace qrt::test {

TEST(NonZero, RefusesWhatDoesNotFit) {
  auto zeros = [](const std::function<void(NonZeroCall &)> &corrupt, std::string_view says) {
    expectProgramRefused(everyCall(), [&](Program &p) { corrupt(callOf<NonZeroCall>(p)); }, says);
  };
  zeros([](NonZeroCall &c) { c.sizes.clear(); }, "rank");
  zeros([](NonZeroCall &c) { c.sizes[1] = fixed(4); }, "past the end");
  zeros([](NonZeroCall &c) { c.sizes[1] = perSample(3); }, "past the end");
  zeros([](NonZeroCall &c) { c.sizes.push_back(fixed(1)); }, "rank");
  zeros([](NonZeroCall &c) { c.shape.source.offset = 1; }, "past the end");
  zeros([](NonZeroCall &c) { c.shape.places.strides[1] = 3; }, "past the end");
  auto types = [](size_t result, std::string_view says) {
    expectProgramRefused(
        everyCall(),
        [&](Program &p) {
          for (Node &node : p.nodes)
            if (familyOf(std::get<Call>(node.work)) == NonZeroCall::family)
              p.buffers[node.writes[result]].type = ElementType::U64;
        },
        says);
  };
  types(0, "not i64");
  types(1, "not i64");
}

} // namespace qrt::test
