#include "tools/libqopt/flows/feed/sample_selection.h"

#include "tools/libqopt/flows/numbers/spread.h"

#include <algorithm>

using namespace qrt;

namespace qopt {

/// Fails unless the numbers are places in a set of `all` samples, each once and in their order.
static Status checkChosen(const std::vector<int64_t> &chosen, const std::string &set,
                          std::optional<int64_t> all) {
  if (!std::ranges::is_sorted(chosen, std::ranges::less_equal()))
    return invalidArgument(set + ": the samples that are chosen have to ascend, each once");
  if (!chosen.empty() && chosen.front() < 0)
    return invalidArgument(set + ": there is no sample " + std::to_string(chosen.front()) +
                           "; the first is 0");
  if (all && !chosen.empty() && chosen.back() >= *all)
    return invalidArgument(set + ": there is no sample " + std::to_string(chosen.back()) +
                           "; the last is " + std::to_string(*all - 1));
  return {};
}

Status SampleSelection::check(const std::string &set, std::optional<int64_t> all) const {
  if (every < (others ? 2 : 1))
    return invalidArgument(set + ": one sample in " + std::to_string(every) +
                           " cannot be selected or left out");
  if (most < 1)
    return invalidArgument(set + ": " + std::to_string(most) +
                           " samples at most are none; take 1 or more");
  if (Status status = chosen ? checkChosen(*chosen, set, all) : Status(); !status.ok())
    return status;
  const bool isNone = all ? countIn(*all) == 0 : chosen && chosen->empty();
  if (!isNone)
    return {};
  const std::string held =
      all ? std::to_string(*all) + (*all == 1 ? " sample" : " samples") : "samples";
  return invalidArgument(set + ": holds " + held + ", of which none is selected");
}

bool SampleSelection::has(int64_t sample) const {
  return chosen ? std::ranges::binary_search(*chosen, sample) : (sample % every == 0) != others;
}

int64_t SampleSelection::countIn(int64_t samples) const {
  if (chosen)
    return std::ranges::lower_bound(*chosen, samples) - chosen->begin();
  const int64_t firsts = samples / every + (samples % every != 0);
  return others ? samples - firsts : firsts;
}

int64_t SampleSelection::sampleAt(int64_t k) const {
  if (chosen)
    return (*chosen)[size_t(k)];
  return others ? k / (every - 1) * every + k % (every - 1) + 1 : k * every;
}

SampleSelection SampleSelection::spread(int64_t count, int64_t total) const {
  if (count >= total)
    return *this;
  std::vector<int64_t> places = run::spreadPlaces(count, total);
  for (int64_t &place : places)
    place = sampleAt(place);
  SampleSelection some;
  some.chosen = std::make_shared<const std::vector<int64_t>>(std::move(places));
  return some;
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
