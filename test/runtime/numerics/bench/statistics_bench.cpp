// The statistics of calibration. items/s counts values.
#include "runtime/calls/extremes/extremes.h"
#include "runtime/calls/histogram/histogram.h"
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;

const bool statisticsRegistered = [] {
  constexpr int64_t values = 64 * 1024;
  const auto x = std::make_shared<std::vector<float>>(shuffled(values));
  struct Groups {
    const char *name;
    GroupedSizes sizes;
  };
  for (const Groups &groups :
       {Groups{"of all", {1, 1, values}}, Groups{"by channel, planes", {1, 64, values / 64}},
        Groups{"by channel, pixels", {values / 64, 64, 1}}}) {
    const GroupedSizes sizes = groups.sizes;
    auto result = std::make_shared<std::vector<float>>(3 * sizes.groups);
    addBench("extremes", groups.name, values, [=](const Execution &execution) {
      extremes(execution, sizes, x->data(), result->data());
      benchmark::DoNotOptimize(result->data());
    });
  }
  constexpr HistogramShape shape{4, 2048};
  auto counts = std::make_shared<std::vector<int32_t>>(shape.parts * 2 * shape.bins);
  addBench("histogram", "2048 bins", values, [=](const Execution &execution) {
    histogram(execution, shape, values, x->data(), 2048 / 8.0f, counts->data());
    benchmark::DoNotOptimize(counts->data());
  });
  return true;
}();

} // namespace
