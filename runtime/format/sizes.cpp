// The bytes that a program needs: of its live buffers and of its memory plan.
#include "runtime/format/graph.h"

#include <algorithm>
#include <numeric>

namespace qrt {

int64_t largestLiveSet(const Program &program, int64_t batch) {
  std::vector<Lifetime> life = lifetimes(program, BufferUses(program));
  // Changes of the live sum by position; −1 is slot 0.
  std::vector<int64_t> change(program.nodes.size() + 3);
  for (size_t i = 0; i < life.size(); ++i) {
    if (life[i].begin > life[i].end)
      continue;
    int64_t bytes = program.buffers[i].bytes.at(batch);
    change[size_t(life[i].begin + 1)] += bytes;
    change[size_t(life[i].end + 2)] -= bytes;
  }
  int64_t live = 0, most = 0;
  for (int64_t step : change)
    most = std::max(most, live += step);
  return most;
}

int64_t plannedBytes(const Program &program, int64_t batch) {
  std::vector<Lifetime> life = lifetimes(program, BufferUses(program));
  std::vector<size_t> upwards(program.buffers.size());
  std::iota(upwards.begin(), upwards.end(), size_t(0));
  std::stable_sort(upwards.begin(), upwards.end(), [&](size_t a, size_t b) {
    return program.buffers[a].offset.at(batch) < program.buffers[b].offset.at(batch);
  });
  std::vector<int64_t> end(program.buffers.size());
  int64_t highest = 0;
  for (size_t i = 0; i < upwards.size(); ++i) {
    size_t buffer = upwards[i];
    int64_t start = 0;
    for (size_t j = 0; j < i; ++j)
      if (life[upwards[j]].overlaps(life[buffer]))
        start = std::max(start, end[upwards[j]]);
    end[buffer] = start + program.buffers[buffer].bytes.at(batch);
    highest = std::max(highest, end[buffer]);
  }
  return highest;
}

} // namespace qrt
