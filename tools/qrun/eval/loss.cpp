#include "tools/qrun/eval/loss.h"

#include "tools/io/report/table.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {

double OutputLoss::decibels() const {
  if (sqnr)
    return *sqnr;
  return paired.flips ? 10 * std::log10(double(paired.samples) / double(paired.flips))
                      : std::numeric_limits<double>::infinity();
}

const OutputLoss *Loss::mostFlips() const {
  const OutputLoss *most = nullptr;
  for (const OutputLoss &output : outputs)
    if (output.hasClasses() && (!most || output.paired.flips > most->paired.flips))
      most = &output;
  return most;
}

static std::optional<double> sqnrOf(const Answers &answers, const Answers &baseline) {
  const bool areClasses = baseline.tellClasses() && baseline.classes == 0;
  if (areClasses || baseline.indices > 0)
    return std::nullopt;
  if (!answers.beside) // the baseline itself
    return std::numeric_limits<double>::infinity();
  auto difference = answers.beside->difference();
  return difference ? std::optional(difference->sqnr) : std::nullopt;
}

/// "its output", of several by name.
static std::string nameOf(const Contender &contender, const Answers &answers) {
  return contender.outputs.size() > 1 ? "its output '" + answers.name + "'" : "its output";
}

/// Of indices, which are as many; nothing where they are not.
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
                           " tells no class from another, but that of " +
                           (own.tellClasses() ? contender : baseline).path + " does");
  OutputLoss loss{own.name, {}, own.indices > 0, sqnrOf(own, other)};
  const auto indices = loss.areIndices ? pairedIndices(own) : std::nullopt;
  const bool isLabelled = i == baseline.labelled && !labels.empty();
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

std::string decibels(const std::optional<double> &sqnr) {
  if (!sqnr)
    return "-";
  return std::isinf(*sqnr) && *sqnr > 0 ? "exact" : io::fixed(*sqnr, 1) + " dB";
}

void printOutputs(const Loss &loss, llvm::raw_ostream &stream) {
  io::Table table({"output", "flips", "SQNR"});
  for (const OutputLoss &output : loss.outputs)
    table.add({output.output,
               output.hasClasses()
                   ? io::grouped(output.paired.flips) + " of " + io::grouped(output.paired.samples)
                   : "-",
               decibels(output.sqnr)});
  table.print(stream);
}

/// "; so do 'a' (3 dB), 'b' (4 dB)".
static std::string others(llvm::StringRef verb, llvm::ArrayRef<std::string> names) {
  constexpr size_t most = 8;
  if (names.empty())
    return "";
  const size_t more = names.size() - std::min(most, names.size());
  return "; so " + verb.str() + " " + llvm::join(names.take_front(most), ", ") +
         (more ? " and " + std::to_string(more) + " more" : std::string());
}

/// "12 predictions of output 'y' flip", "1 of the 320 indices of output 'y' differs".
static std::string flipsOf(const OutputLoss &output, bool isNamed) {
  const int64_t flips = output.paired.flips;
  const std::string count = std::to_string(flips), ending = flips == 1 ? "s" : "",
                    of = isNamed ? " of output '" + output.output + "'" : "";
  if (output.areIndices)
    return count + " of the " + std::to_string(output.paired.samples) + " indices" + of +
           " differ" + ending;
  return count + (flips == 1 ? " prediction" : " predictions") + of + " flip" + ending;
}

static std::string brokenFlips(const Loss &loss, int64_t most) {
  const OutputLoss *worst = loss.mostFlips();
  if (!worst || worst->paired.flips <= most)
    return "";
  std::vector<std::string> names;
  for (const OutputLoss &output : loss.outputs)
    if (&output != worst && output.paired.flips > most)
      names.push_back(std::to_string(output.paired.flips) + " of '" + output.output + "'");
  return flipsOf(*worst, loss.outputs.size() > 1) +
         ", more than --max-flips=" + std::to_string(most) + others("do", names);
}

static std::string brokenSqnr(const Loss &loss, double least) {
  const OutputLoss *worst = nullptr; // the worst come first
  std::vector<std::string> names;
  bool areNumbers = false;
  for (const OutputLoss &output : loss.outputs) {
    areNumbers |= output.sqnr.has_value();
    if (!output.sqnr || *output.sqnr >= least)
      continue;
    if (worst)
      names.push_back("'" + output.output + "' (" + decibels(output.sqnr) + ")");
    else
      worst = &output;
  }
  if (!areNumbers)
    return "the outputs hold no numbers to compare, which --min-sqnr needs";
  if (!worst)
    return "";
  return "output '" + worst->output + "' has " + decibels(worst->sqnr) +
         ", less than --min-sqnr=" + io::shortest(least) + others("have", names);
}

std::vector<std::string> Gates::broken(const Loss &loss) const {
  std::vector<std::string> messages;
  if (const double drop = maxDrop ? loss.scores().paired.drop() : 0; maxDrop && drop > *maxDrop)
    messages.push_back("accuracy drops by " + io::fixed(drop, 3) +
                       " points, more than --max-drop=" + io::shortest(*maxDrop));
  if (maxFlips)
    messages.push_back(brokenFlips(loss, *maxFlips));
  if (minSqnr)
    messages.push_back(brokenSqnr(loss, *minSqnr));
  llvm::erase(messages, "");
  return messages;
}

void noteInterval(const Gates &gates, const Loss &loss, llvm::raw_ostream &stream) {
  const PairedAccuracy &paired = loss.scores().paired;
  if (!gates.maxDrop || paired.drop() > *gates.maxDrop ||
      paired.dropInterval().high <= *gates.maxDrop)
    return;
  stream << "note: " << paired.samples << " samples do not rule out a drop of "
         << io::fixed(paired.dropInterval().high, 2)
         << " points, more than --max-drop=" << io::shortest(*gates.maxDrop)
         << ": more samples say more\n";
}

void noteUnbound(const Gates &gates, const Loss &loss, llvm::raw_ostream &stream) {
  if (!gates.areSome())
    return;
  std::vector<std::string> names;
  for (const OutputLoss &output : loss.outputs) {
    const bool isBound = (gates.maxDrop && &output == &loss.scores()) ||
                         (gates.maxFlips && output.hasClasses()) || (gates.minSqnr && output.sqnr);
    if (!isBound)
      names.push_back("'" + output.output + "'");
  }
  if (!names.empty())
    stream << "note: no gate is about output " << llvm::join(names, ", ") << ": "
           << (gates.minSqnr ? "--max-flips" : "--min-sqnr") << " bounds what "
           << (names.size() > 1 ? "they lose" : "it loses") << "\n";
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
  command
      .add_option("--max-flips", gates.maxFlips,
                  "Predictions, or indices, of each output that differ; exit 4 beyond")
      ->check(bound);
  command.add_option("--min-sqnr", gates.minSqnr, "dB of each output's values; exit 4 below")
      ->check(bound);
}

} // namespace qopt::run
