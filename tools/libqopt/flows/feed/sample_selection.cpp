#include "tools/libqopt/flows/feed/sample_selection.h"

#include <algorithm>

namespace qopt {

bool SampleSelection::has(int64_t sample) const {
  return chosen ? std::ranges::binary_search(*chosen, sample) : (sample % every == 0) != others;
}

int64_t SampleSelection::countIn(int64_t samples) const {
  if (chosen)
    return std::ranges::lower_bound(*chosen, samples) - chosen->begin();
  const int64_t firsts = (samples + every - 1) / every;
  return others ? samples - firsts : firsts;
}

int64_t SampleSelection::sampleAt(int64_t k) const {
  if (chosen)
    return (*chosen)[size_t(k)];
  return others ? k / (every - 1) * every + k % (every - 1) + 1 : k * every;
}

int64_t SampleSelection::runFrom(int64_t sample) const {
  if (chosen) {
    auto next = std::ranges::lower_bound(*chosen, sample);
    return next == chosen->end() ? std::numeric_limits<int64_t>::max()
                                 : std::max<int64_t>(1, *next - sample);
  }
  if (every == 1)
    return std::numeric_limits<int64_t>::max();
  return sample % every == 0 ? 1 : every - sample % every;
}

} // namespace qopt
