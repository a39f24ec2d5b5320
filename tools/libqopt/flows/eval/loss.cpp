#include "tools/libqopt/flows/eval/loss.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {

static std::optional<double> sqnrOf(const Answers &answers, const Answers &baseline) {
  const bool areClasses = baseline.tellClasses() && baseline.classes == 0;
  if (areClasses || baseline.indices > 0)
    return std::nullopt;
  if (!answers.beside) // the baseline itself
    return std::numeric_limits<double>::infinity();
  auto difference = answers.beside->difference();
  return difference ? std::optional(difference->sqnr) : std::nullopt;
}

/// Returns the likeness of an embedding; nothing for other outputs. The baseline is as like as can
/// be.
static std::optional<Likeness> likenessOf(const Answers &answers, int64_t samples) {
  if (answers.kind != OutputKind::Embedding)
    return std::nullopt;
  return answers.beside ? answers.beside->likeness() : Likeness{.samples = samples};
}

/// "its output", of several by name.
static std::string nameOf(const Contender &contender, const Answers &answers) {
  return contender.outputs.size() > 1 ? "its output '" + answers.name + "'" : "its output";
}

/// Pairs indices with the baseline's. Returns nothing where these are not as many.
static std::optional<PairedAccuracy> pairedIndices(const Answers &own) {
  const auto difference = own.beside ? own.beside->difference() : Difference();
  if (!difference)
    return std::nullopt;
  PairedAccuracy paired;
  paired.samples = paired.baselineRight = own.indices;
  paired.flips = paired.onlyBaselineRight = difference->differing;
  paired.modelRight = paired.samples - paired.flips;
  return paired;
}

static Expected<OutputLoss> lossOf(const Contender &contender, const Contender &baseline, size_t i,
                                   const std::vector<int64_t> &labels) {
  const Answers &own = contender.outputs[i], &other = baseline.outputs[i];
  if (other.tellClasses() != own.tellClasses())
    return invalidArgument((own.tellClasses() ? baseline : contender).path + ": " +
                           nameOf(contender, own.tellClasses() ? other : own) +
                           " holds no scores of classes, but that of " +
                           (own.tellClasses() ? contender : baseline).path + " does");
  OutputLoss loss{.output = own.name,
                  .paired = {},
                  .areIndices = own.indices > 0,
                  .areSteps = own.areSteps && own.tellClasses(),
                  .sqnr = sqnrOf(own, other),
                  .likeness = likenessOf(own, contender.samples)};
  const auto indices = loss.areIndices ? pairedIndices(own) : std::nullopt;
  const bool isLabelled = i == baseline.labelled && !labels.empty();
  if (own.predictions.size() != other.predictions.size())
    return invalidArgument(contender.path + ": " + nameOf(contender, own) + " has " +
                           std::to_string(own.predictions.size()) + " classes, that of " +
                           baseline.path + " " + std::to_string(other.predictions.size()));
  if (indices)
    loss.paired = *indices;
  else if (own.tellClasses())
    loss.paired =
        pairedAccuracy(isLabelled ? labels : other.predictions, other.predictions, own.predictions);
  else if (!loss.sqnr)
    return invalidArgument(contender.path + ": " + nameOf(contender, own) +
                           " is not as large as that of " + baseline.path);
  return loss;
}

Expected<Loss> lossOf(const Contender &contender, const Contender &baseline,
                      const std::vector<int64_t> &labels) {
  std::vector<std::pair<size_t, OutputLoss>> all;
  for (size_t i = 0; i < baseline.outputs.size(); ++i) {
    auto one = lossOf(contender, baseline, i, labels);
    if (!one)
      return one.status();
    all.emplace_back(i, std::move(*one));
  }
  llvm::stable_sort(
      all, [](const auto &a, const auto &b) { return a.second.decibels() < b.second.decibels(); });
  Loss loss;
  for (auto &[i, one] : all) {
    if (i == baseline.labelled)
      loss.labelled = loss.outputs.size();
    loss.outputs.push_back(std::move(one));
  }
  return loss;
}

Classes classesFor(const Gates &gates) {
  return gates.maxDrop ? Classes::Required : gates.maxFlips ? Classes::OrIndices : Classes::IfAny;
}

void noteInterval(const Gates &gates, const Loss &loss, const Reports &reports) {
  const PairedAccuracy &paired = loss.scores().paired;
  if (!gates.maxDrop || paired.drop() > *gates.maxDrop ||
      paired.dropInterval().high <= *gates.maxDrop)
    return;
  reports.note(std::to_string(paired.samples) + " samples do not rule out a drop of " +
               io::fixed(paired.dropInterval().high, 2) + " points, more than --max-drop=" +
               io::shortest(*gates.maxDrop) + ": more samples say more");
}

void noteUnbound(const Gates &gates, const Loss &loss, const Reports &reports) {
  if (!gates.areSome())
    return;
  std::vector<std::string> names;
  for (const OutputLoss &output : loss.outputs) {
    const bool isBound = (gates.maxDrop && &output == &loss.scores()) ||
                         (gates.maxFlips && output.hasClasses()) ||
                         (gates.minSqnr && output.sqnr) || (gates.minCosine && output.likeness);
    if (!isBound)
      names.push_back("'" + output.output + "'");
  }
  if (!names.empty())
    reports.note("no gate is about output " + llvm::join(names, ", ") + ": " +
                 (gates.minSqnr ? "--max-flips" : "--min-sqnr") + " bounds what " +
                 (names.size() > 1 ? "they lose" : "it loses"));
}

} // namespace qopt::run
