// What the samples of one input tell by themselves.
#pragma once

#include "tools/io/samples.h"
#include "tools/libqopt/qopt.h"
#include "tools/qrun/lint_data/dead_channels.h"
#include "tools/qrun/lint_data/layout.h"
#include "tools/qrun/lint_data/normalization.h"

namespace qopt::lint {

/// Of each of the first `samples` rows: all its values are numbers.
std::vector<bool> finiteRows(const qrt::Tensor &array, int64_t samples);

/// The order of dimension 1 reversed.
qrt::Tensor channelsReversed(const qrt::Tensor &array);

/// Fed with real-valued inputs [N, C, …]; others are none of its business.
class InputChecks {
public:
  InputChecks(const Port &port, bool preprocessed);
  /// Rows of `prepared` and of the file's `raw` array that are sound.
  void add(const qrt::Tensor &raw, const qrt::Tensor &prepared, const std::vector<bool> &sound);

  const InputFacts &known() const { return facts; }
  bool hasChannels() const { return applies; }
  /// "dead-input", "layout", and, where no batch norm knows better, what the values say.
  Findings check(bool withValues) const;

private:
  InputFacts facts;
  ChannelExtremes extremes;
  std::optional<Smoothness> smoothness;
  bool applies = false;
};

} // namespace qopt::lint
