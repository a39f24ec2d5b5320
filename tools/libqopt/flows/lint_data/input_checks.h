// Checks the samples of one input by themselves.
#pragma once

#include "tools/libqopt/flows/lint_data/dead_channels.h"
#include "tools/libqopt/flows/lint_data/layout.h"
#include "tools/libqopt/flows/lint_data/normalization.h"
#include "tools/libqopt/qopt.h"

namespace qopt::lint {

/// Tells for each of the first `samples` rows whether all its values are numbers.
std::vector<bool> finiteRows(const qrt::Tensor &array, int64_t samples);
/// The same, infinities being numbers.
std::vector<bool> rowsWithoutNan(const qrt::Tensor &array, int64_t samples);

/// The order of dimension 1 reversed; the last row again up to `rows`, as a Feeder fills up.
qrt::Tensor channelsReversed(const qrt::Tensor &array, int64_t rows);

/// Checks a real-valued input; others are none of its business. Channels are those of [N, C, H, …].
class InputChecks {
public:
  InputChecks(const Port &port, bool preprocessed);
  /// Rows of `prepared` and of the file's `raw` array that are sound.
  void add(const qrt::Tensor &raw, const qrt::Tensor &prepared, const std::vector<bool> &sound);

  const InputFacts &known() const { return facts; }
  bool isReal() const { return real; }
  /// "dead-input", "layout", and, where no batch norm knows better, what the values say.
  Findings check(bool withValues) const;

private:
  InputFacts facts;
  ChannelExtremes extremes;
  std::optional<Smoothness> smoothness;
  bool real = false, hasChannels = false;
};

} // namespace qopt::lint
