#include "runtime/drivers/host/sample_split.h"

#include <algorithm>
#include <unistd.h>

namespace qrt::host {

int64_t partBytes() {
  constexpr int64_t least = 512 * 1024, usual = 1024 * 1024;
#ifdef _SC_LEVEL2_CACHE_SIZE
  static const int64_t cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return cache > 0 ? std::max(cache, least) : usual;
#else
  return usual;
#endif
}

SampleSplit splitSamples(int64_t batch, int64_t threads, int64_t sampleBytes, int64_t partBytes) {
  SampleSplit split;
  split.together = batch % threads;
  split.apart = batch - split.together;
  if (split.apart < 2) {
    split.together = batch;
    split.apart = 0;
    return split;
  }
  split.lanes = threads;
  const int64_t fitting =
      std::clamp<int64_t>(partBytes / std::max<int64_t>(sampleBytes, 1), 1, split.apart / threads);
  const int64_t rounds = (split.apart + fitting * threads - 1) / (fitting * threads);
  split.parts = rounds * threads;
  split.atOnce = (split.apart + split.parts - 1) / split.parts;
  return split;
}

} // namespace qrt::host
