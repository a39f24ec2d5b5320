#include "tools/libqopt/flows/lint_data/dead_channels.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include <algorithm>
#include <limits>

namespace qopt::lint {

static constexpr float infinity = std::numeric_limits<float>::infinity();

ChannelExtremes::ChannelExtremes(size_t channels)
    : min(channels, infinity), max(channels, -infinity) {}

void ChannelExtremes::add(size_t channel, float least, float greatest) {
  min[channel] = std::min(min[channel], least);
  max[channel] = std::max(max[channel], greatest);
}

void ChannelExtremes::addRows(std::span<const float> rows) {
  for (size_t c = 0; c < channels(); ++c)
    add(c, rows[3 * c], rows[3 * c + 1]);
}

void ChannelExtremes::addSample(std::span<const float> values) {
  const size_t inner = values.size() / channels();
  for (size_t c = 0; c < channels(); ++c) {
    auto [least, greatest] = std::ranges::minmax(values.subspan(c * inner, inner));
    add(c, least, greatest);
  }
}

std::vector<size_t> ChannelExtremes::dead() const {
  std::vector<size_t> result;
  for (size_t c = 0; c < channels(); ++c)
    if (min[c] == max[c])
      result.push_back(c);
  return result;
}

static std::string describe(const ChannelExtremes &extremes, const std::vector<size_t> &dead) {
  std::vector<std::string> each;
  for (size_t channel : dead)
    each.push_back(std::to_string(channel) + " (" + io::shortest(extremes.value(channel), 4) + ")");
  return std::to_string(dead.size()) + " of " + std::to_string(extremes.channels()) +
         " channels have one value in all samples: " + listed(each);
}

Findings checkInputChannels(const ChannelExtremes &extremes, const std::string &input) {
  const std::vector<size_t> dead = extremes.dead();
  if (dead.empty())
    return {};
  return {{Severity::Error, "dead-input", input, "", describe(extremes, dead),
           "check how the samples were made"}};
}

Findings checkLayerChannels(const ChannelExtremes &extremes, const std::string &key) {
  const std::vector<size_t> dead = extremes.dead();
  if (dead.empty())
    return {};
  return {{Severity::Warning, "dead-channels", key, "", describe(extremes, dead),
           "the samples may lack what they answer to; where more samples do not help, "
           "they died in training"}};
}

} // namespace qopt::lint
