#include "test/runtime/format/family_sample.h"
#include "test/runtime/format/refused.h"
#include "test/runtime/numerics/support.h"

#include "runtime/calls/extremes/extremes.h"

namespace qrt::test {
namespace {

struct ExpectedGroup {
  float min = INFINITY, max = -INFINITY, nans = 0;
};

std::vector<float> expectedOf(const GroupedSizes &sizes, const std::vector<float> &x) {
  std::vector<ExpectedGroup> groups(size_t(sizes.groups));
  for (size_t i = 0; i < x.size(); ++i) {
    ExpectedGroup &group = groups[i / size_t(sizes.after) % size_t(sizes.groups)];
    if (std::isnan(x[i])) {
      ++group.nans;
      continue;
    }
    group.min = std::min(group.min, x[i]);
    group.max = std::max(group.max, x[i]);
  }
  std::vector<float> flat;
  for (const ExpectedGroup &group : groups)
    flat.insert(flat.end(), {group.min, group.max, group.nans});
  return flat;
}

TEST(Extremes, OfEachGroupWithoutNan) {
  Random random(81);
  for (GroupedSizes sizes : {GroupedSizes{1, 1, 1},
                             {1, 1, 200001},
                             {1, 33, 1},
                             {1, 5, 100},
                             {7, 3, 1},
                             {200, 40, 15},
                             {3, 4, 16},
                             {2000, 3, 50}}) {
    auto x = random.values<float>(sizes.before * sizes.groups * sizes.after);
    for (float &value : x)
      if (x.size() > 1 && random.integer(0, 9) == 0)
        value = NAN;
    const std::vector<float> expected = expectedOf(sizes, x);
    for (const Execution &execution : executions()) {
      std::vector<float> result(expected.size());
      extremes(execution, sizes, x.data(), result.data());
      EXPECT_EQ(result, expected) << describe(execution) << " of " << sizes.before << "x"
                                  << sizes.groups << "x" << sizes.after;
    }
  }
}

TEST(Extremes, InfinitiesAreNumbers) {
  std::vector<float> x(40, 1.0f);
  x[3] = INFINITY;
  x[39] = -INFINITY;
  for (const Execution &execution : executions()) {
    std::vector<float> result(6);
    extremes(execution, {1, 2, 20}, x.data(), result.data());
    EXPECT_EQ(result, (std::vector<float>{1, INFINITY, 0, -INFINITY, 1, 0}));
  }
}

TEST(Extremes, NothingButNan) {
  std::vector<float> x(33, NAN);
  for (const Execution &execution : executions()) {
    std::vector<float> result(3);
    extremes(execution, {1, 1, 33}, x.data(), result.data());
    EXPECT_EQ(result, (std::vector<float>{INFINITY, -INFINITY, 33}));
  }
}

TEST(Extremes, RefusesWhatLiesPastTheEnd) {
  auto refused = [](void (*corrupt)(ExtremesCall &)) {
    expectProgramRefused(
        familySamples(), [&](Program &p) { corrupt(callOf<ExtremesCall>(p)); }, "past the end");
  };
  refused([](ExtremesCall &c) { c.after.offset = 6; });
  refused([](ExtremesCall &c) { c.before.offset = 2; });
  refused([](ExtremesCall &c) { c.groups.scale = 2; });
}

} // namespace
} // namespace qrt::test
