// Numbers of what a network loses against another, and of how much it may, for callers of flows.
#pragma once

#include "tools/libqopt/flows/numbers/likeness.h"
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
  /// `paired` counts steps, several a sample, each of which is one class.
  bool areSteps = false;
  /// dB of the output's values, infinite where they are equal; nothing where they are no numbers
  /// that are near each other, as numbers of classes, or not as many.
  std::optional<double> sqnr;
  /// The likeness of an embedding to the other network's; nothing for other outputs.
  std::optional<Likeness> likeness;

  bool hasClasses() const { return paired.samples > 0; }
  /// Returns the number by which outputs are ordered: the SQNR; for classes the SQNR of a signal of
  /// one a sample, each flip being noise of one.
  double decibels() const;
};

struct Loss {
  std::vector<OutputLoss> outputs; // the worst first
  size_t labelled = 0;             // which of them labels are of

  const OutputLoss &worst() const { return outputs.front(); }
  const OutputLoss &scores() const { return outputs[labelled]; }
  /// The one with most flips, of those that tell classes or hold indices; null: none does.
  const OutputLoss *mostFlips() const;
  /// The one with the least cosine, of embeddings; null: none is one.
  const OutputLoss *leastAlike() const;
};

/// "31.4 dB", "exact"; "-" of nothing.
std::string decibels(const std::optional<double> &sqnr);
/// "0.9981, least 0.9412", of embeddings; "-" of others.
std::string cosines(const OutputLoss &output);
/// "12 of 500": samples that have another nearest one, of embeddings; "-" of others.
std::string movedNeighbours(const OutputLoss &output);
/// "12 of 500", of steps or indices with these words behind it; "-" of what tells no classes.
std::string flips(const OutputLoss &output);

/// The bounds on what a network may lose.
struct Gates {
  std::optional<double> maxDrop, minSqnr; // points, dB
  std::optional<int64_t> maxFlips;
  std::optional<double> minCosine; // of each sample's vector, in an embedding

  bool areSome() const { return maxDrop || maxFlips || minSqnr || minCosine; }
  /// The messages of those that do not hold. --max-drop is about the output that labels are of,
  /// the others about every output.
  std::vector<std::string> broken(const Loss &loss) const;
};

} // namespace qopt
