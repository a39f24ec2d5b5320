#include "tools/qrun/loss.h"

#include "tools/io/table.h"
#include "tools/qrun/differences.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {

static std::optional<double> sqnrOf(const Contender &contender, const Contender &baseline) {
  const bool areClasses = !baseline.predictions.empty() && baseline.classes == 0;
  if (areClasses || contender.answers.size() != baseline.answers.size())
    return std::nullopt;
  return differenceOf(baseline.answers, contender.answers).sqnr;
}

Expected<Loss> lossOf(const Contender &contender, const Contender &baseline,
                      const std::vector<int64_t> &labels) {
  const bool areClasses = !baseline.predictions.empty();
  if (areClasses == contender.predictions.empty())
    return invalidArgument((areClasses ? contender : baseline).path +
                           ": its output tells no class from another, but that of " +
                           (areClasses ? baseline : contender).path + " does");
  Loss loss{{}, sqnrOf(contender, baseline)};
  if (areClasses)
    loss.paired = pairedAccuracy(labels.empty() ? baseline.predictions : labels,
                                 baseline.predictions, contender.predictions);
  else if (!loss.sqnr)
    return invalidArgument(contender.path + ": its output is not as large as that of " +
                           baseline.path);
  return loss;
}

std::string decibels(const std::optional<double> &sqnr) {
  if (!sqnr)
    return "-";
  return std::isinf(*sqnr) && *sqnr > 0 ? "exact" : io::fixed(*sqnr, 1) + " dB";
}

std::vector<std::string> Gates::broken(const Loss &loss) const {
  std::vector<std::string> messages;
  if (maxDrop && loss.paired.drop() > *maxDrop)
    messages.push_back("accuracy drops by " + io::fixed(loss.paired.drop(), 3) +
                       " points, more than --max-drop=" + io::shortest(*maxDrop));
  if (maxFlips && loss.paired.flips > *maxFlips)
    messages.push_back(std::to_string(loss.paired.flips) +
                       " predictions flip, more than --max-flips=" + std::to_string(*maxFlips));
  if (minSqnr && !loss.sqnr)
    messages.push_back("the outputs hold no numbers to compare, which --min-sqnr needs");
  else if (minSqnr && !(*loss.sqnr >= *minSqnr))
    messages.push_back("the output has " + decibels(loss.sqnr) +
                       ", less than --min-sqnr=" + io::shortest(*minSqnr));
  return messages;
}

void noteInterval(const Gates &gates, const Loss &loss, llvm::raw_ostream &stream) {
  if (!gates.maxDrop || loss.paired.drop() > *gates.maxDrop ||
      loss.paired.dropInterval().high <= *gates.maxDrop)
    return;
  stream << "note: " << loss.paired.samples << " samples do not rule out a drop of "
         << io::fixed(loss.paired.dropInterval().high, 2)
         << " points, more than --max-drop=" << io::shortest(*gates.maxDrop)
         << ": more samples say more\n";
}

void addGates(CLI::App &command, Gates &gates) {
  const CLI::Validator bound(
      [](const std::string &text) {
        double value = 0;
        const bool isNumber = !llvm::StringRef(text).getAsDouble(value);
        return isNumber && value >= 0 && std::isfinite(value) ? ""
                                                              : text + " is no bound, 0 or more";
      },
      "NUMBER >= 0");
  command.add_option("--max-drop", gates.maxDrop, "Points of accuracy; exit 4 beyond")
      ->check(bound);
  command.add_option("--max-flips", gates.maxFlips, "Predictions; exit 4 beyond")->check(bound);
  command.add_option("--min-sqnr", gates.minSqnr, "dB of the output's values; exit 4 below")
      ->check(bound);
}

} // namespace qopt::run
