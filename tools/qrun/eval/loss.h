// What a network loses against another, output by output, and how much it may.
#pragma once

#include "tools/qrun/eval/evaluation.h"

namespace CLI {
class App;
}

namespace qopt::run {

struct OutputLoss {
  std::string output;
  PairedAccuracy paired; // of classes, where the outputs tell some; else of no samples
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

/// Fails where only one of two outputs tells classes, or where neither does and they are not of one
/// size. Without labels the baseline is right, as it is on outputs that labels are not of.
qrt::Expected<Loss> lossOf(const Contender &contender, const Contender &baseline,
                           const std::vector<int64_t> &labels);

/// "31.4 dB", "exact"; "-" of nothing.
std::string decibels(const std::optional<double> &sqnr);
/// "output  flips  SQNR", a row each, the worst first.
void printOutputs(const Loss &loss, llvm::raw_ostream &stream);

/// What a network must not lose.
struct Gates {
  std::optional<double> maxDrop, minSqnr; // points, dB
  std::optional<int64_t> maxFlips;

  bool areSome() const { return maxDrop || maxFlips || minSqnr; }
  Classes classes() const {
    return maxDrop ? Classes::Required : maxFlips ? Classes::OrIndices : Classes::IfAny;
  }
  /// The messages of those that do not hold. --max-drop is about the output that labels are of,
  /// the others about every output.
  std::vector<std::string> broken(const Loss &loss) const;
};
/// Says so where the drop holds, and its interval reaches past --max-drop.
void noteInterval(const Gates &gates, const Loss &loss, llvm::raw_ostream &stream);
/// Names the outputs that none of the gates is about.
void noteUnbound(const Gates &gates, const Loss &loss, llvm::raw_ostream &stream);
/// --max-drop, --max-flips and --min-sqnr.
void addGates(CLI::App &command, Gates &gates);

} // namespace qopt::run
