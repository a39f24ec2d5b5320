#include "tools/libqopt/flows/eval/sample_labels.h"

#include "tools/libqopt/flows/lint_data/labels.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace qrt;

namespace qopt::run {

/// Each is one of the classes; of how many is not always known before a run.
Status checkLabels(const std::vector<int64_t> &labels, const Contender &contender,
                   const EvaluationOptions &options) {
  const Answers &scores = contender.scores();
  auto wrong = llvm::find_if(labels, [&](int64_t label) {
    return scores.classes > 0 && (label < 0 || label >= scores.classes);
  });
  if (wrong == labels.end())
    return {};
  // An offset of the labels may make all of them fit.
  const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
  std::string remedy;
  for (int64_t offset : {-1, 1})
    if (*least + offset >= 0 && *most + offset < scores.classes)
      remedy = "; --label-offset=" + std::to_string(options.labelOffset + offset) +
               " makes all of them fit";
  if (remedy.empty() && contender.outputs.size() > 1)
    remedy = "; labels are of output '" + scores.name + "': --output-name names another";
  return invalidArgument((options.labels.empty() ? options.data : options.labels) + ": label " +
                         std::to_string(*wrong) + ", of sample " +
                         std::to_string(options.selection.sampleAt(wrong - labels.begin())) +
                         ", is none of the " + std::to_string(scores.classes) + " classes of " +
                         contender.path + ", 0 to " + std::to_string(scores.classes - 1) + remedy);
}

LabelReader labelsAtHand(std::vector<int64_t> labels) {
  return
      [labels = std::move(labels)](const SampleStream &samples) -> Expected<std::vector<int64_t>> {
        if (samples.inSet() != int64_t(labels.size()))
          return invalidArgument("labels: there are " + std::to_string(labels.size()) +
                                 " labels for " + std::to_string(samples.inSet()) +
                                 " samples; give each sample its label, in the samples' order");
        return labels;
      };
}

Expected<std::vector<int64_t>> selectedLabels(const SampleStream &samples,
                                              const EvaluationOptions &options) {
  if (!options.readLabels)
    return std::vector<int64_t>();
  auto all = options.readLabels(samples);
  if (!all)
    return all;
  std::vector<int64_t> selected;
  for (auto [i, label] : llvm::enumerate(*all))
    if (options.selection.has(int64_t(i)) && int64_t(selected.size()) < options.selection.most)
      selected.push_back(label + options.labelOffset);
  return selected;
}

void dropUnusedLabels(std::vector<int64_t> &labels, const Contender &contender,
                      const EvaluationOptions &options) {
  if (labels.empty() || contender.scores().takeLabels())
    return;
  contender.reports->warn(options.data + ": its labels are not used: the output of " +
                          contender.path + " tells no class from another");
  labels.clear();
}

/// The sentence, or "".
static std::string shiftOf(const std::vector<int64_t> &labels, const Contender &contender,
                           int64_t offset) {
  for (const lint::Finding &finding : lint::checkShift(labels, contender.scores().predictions)) {
    const bool isMore = finding.what.find("plus 1") != std::string::npos;
    return finding.what + ": --label-offset=" + std::to_string(offset + (isMore ? 1 : -1)) +
           " makes them so";
  }
  return "";
}

/// Folders are classes, of which a network may know more.
static void warnOfFolders(const Contender &contender, const EvaluationOptions &options) {
  if (!options.folders || int64_t(options.folders) == contender.scores().classes)
    return;
  contender.reports->warn(options.data + ": has " + std::to_string(options.folders) + " folders, " +
                          contender.path + " tells " + std::to_string(contender.scores().classes) +
                          " classes apart; --labels=LIST, a text of lines 'FILE CLASS', says which "
                          "they are");
}

static void warnOfChance(const std::vector<int64_t> &labels, const Contender &contender) {
  const Answers &scores = contender.scores();
  const PairedAccuracy own = pairedAccuracy(labels, scores.predictions, scores.predictions);
  const double share = 1 / double(scores.classes), byChance = double(own.samples) * share;
  const double spread = std::sqrt(byChance * (1 - share));
  contender.reports->warn(contender.path + ": is right on " + percent(own.modelRight, own.samples) +
                          " of the samples, " +
                          (double(own.modelRight) < byChance - 2 * spread ? "less than" : "as") +
                          " chance is over " + std::to_string(scores.classes) +
                          " classes; qrun lint-data looks for what is wrong with them");
}

void warnOfLabels(const std::vector<int64_t> &labels, const Contender &contender,
                  const EvaluationOptions &options) {
  if (std::string shift = shiftOf(labels, contender, options.labelOffset); !shift.empty()) {
    contender.reports->warn(contender.path + ": " + shift);
    return;
  }
  warnOfFolders(contender, options);
  const Answers &scores = contender.scores();
  for (const lint::Finding &finding : lint::checkChance(labels, scores.predictions, scores.classes))
    if (finding.name == "label-place")
      contender.reports->warn(contender.path + ": " + finding.what + ": " + finding.remedy);
    else
      warnOfChance(labels, contender);
}

} // namespace qopt::run
