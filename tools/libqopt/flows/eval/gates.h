// What a network loses against another, and how much it may: numbers alone, for callers of flows.
#pragma once

#include "tools/libqopt/flows/numbers/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt {

struct OutputLoss {
  std::string output;
  run::PairedAccuracy paired; // of classes, where the outputs tell some; else of no samples
  /// `paired` counts indices, several a sample, which are equal (right) or not (flips).
  bool areIndices = false;
  /// dB of the output's values, infinite where they are equal; nothing where they are no numbers
  /// that are near each other, as numbers of classes, or not as many.
  std::optional<double> sqnr;

  bool hasClasses() const { return paired.samples > 0; }
  /// What outputs are ordered by: the SQNR; of classes that of a signal of one a sample, each flip
  /// being noise of one.
  double decibels() const;
};

struct Loss {
  std::vector<OutputLoss> outputs; // the worst first
  size_t labelled = 0;             // which of them labels are of

  const OutputLoss &worst() const { return outputs.front(); }
  const OutputLoss &scores() const { return outputs[labelled]; }
  /// The one with most flips, of those that tell classes or hold indices; null: none does.
  const OutputLoss *mostFlips() const;
};

/// "31.4 dB", "exact"; "-" of nothing.
std::string decibels(const std::optional<double> &sqnr);

/// What a network must not lose.
struct Gates {
  std::optional<double> maxDrop, minSqnr; // points, dB
  std::optional<int64_t> maxFlips;

  bool areSome() const { return maxDrop || maxFlips || minSqnr; }
  /// The messages of those that do not hold. --max-drop is about the output that labels are of,
  /// the others about every output.
  std::vector<std::string> broken(const Loss &loss) const;
};

} // namespace qopt
