// What a network loses against another, and how much it may.
#pragma once

#include "tools/qrun/evaluation.h"

namespace CLI {
class App;
}

namespace qopt::run {

struct Loss {
  PairedAccuracy paired; // of classes, where the outputs tell some
  /// dB of the output's values, infinite where they are equal; nothing where they are no numbers
  /// that are near each other, as numbers of classes, or not as many.
  std::optional<double> sqnr;
};

/// Fails where only one of the outputs tells classes, or where neither does and they are not of one
/// size. Without labels the baseline is right.
qrt::Expected<Loss> lossOf(const Contender &contender, const Contender &baseline,
                           const std::vector<int64_t> &labels);

/// "31.4 dB", "exact"; "-" of nothing.
std::string decibels(const std::optional<double> &sqnr);

/// What a network must not lose.
struct Gates {
  std::optional<double> maxDrop, minSqnr; // points, dB
  std::optional<int64_t> maxFlips;

  bool areSome() const { return maxDrop || maxFlips || minSqnr; }
  bool needClasses() const { return maxDrop || maxFlips; }
  /// The messages of those that do not hold.
  std::vector<std::string> broken(const Loss &loss) const;
};
/// Says so where the drop holds, and its interval reaches past --max-drop.
void noteInterval(const Gates &gates, const Loss &loss, llvm::raw_ostream &stream);
/// --max-drop, --max-flips and --min-sqnr.
void addGates(CLI::App &command, Gates &gates);

} // namespace qopt::run
