#include "tools/libqopt/flows/enough/tail.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace qopt::run {

Tail tailOf(std::span<const float> largest) {
  Tail tail;
  tail.samples = int64_t(largest.size());
  if (largest.empty())
    return tail;
  std::vector<double> sorted(largest.begin(), largest.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  tail.end = sorted.front();
  tail.wasRepeated = sorted.size() > 1 && sorted[1] == sorted[0];
  const size_t most = sorted.size() - 1,
               count = std::min(most, std::max<size_t>(3, size_t(std::sqrt(double(most)))));
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += sorted[i] - sorted[count];
  tail.scale = count > 0 ? sum / double(count) : 0;
  return tail;
}

double Tail::chance() const { return wasRepeated ? 0 : 1 / (double(samples) + 1); }

double Tail::chanceBeyond(double distance, double of) const {
  if (wasRepeated || !(scale > 0))
    return 0;
  return std::exp(-distance / scale) / (of + 1);
}

double Tail::moveAtTwice() const { return wasRepeated ? 0 : scale * std::log(2.0); }

int64_t samplesFor(const Tail &low, const Tail &high, double distance, double chance) {
  const double all = low.chanceBeyond(distance, 0) + high.chanceBeyond(distance, 0);
  constexpr double most = 9e18; // more do not fit into the result
  return std::max<int64_t>(1, int64_t(std::min(std::ceil(all / chance), most)) - 1);
}

} // namespace qopt::run
