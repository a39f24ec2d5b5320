// Channels that have one value in all samples.
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"

#include <span>

namespace qopt::lint {

class ChannelExtremes {
public:
  ChannelExtremes() = default;
  explicit ChannelExtremes(size_t channels);
  void add(size_t channel, float min, float max);
  /// nn.extremes by channel: minimum, maximum and how many NaN of each.
  void addRows(std::span<const float> rows);
  /// One sample's values, [channels, inner].
  void addSample(std::span<const float> values);
  size_t channels() const { return min.size(); }
  /// The constant ones.
  std::vector<size_t> dead() const;
  float value(size_t channel) const { return min[channel]; }

private:
  std::vector<float> min, max;
};

/// "dead-input": an input's channels; an error.
Findings checkInputChannels(const ChannelExtremes &extremes, const std::string &input);
/// "dead-channels": of a layer behind the inputs; a warning.
Findings checkLayerChannels(const ChannelExtremes &extremes, const std::string &key);

} // namespace qopt::lint
