#include "tools/qrun/eval/options.h"

#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/terminal/terminal.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {

void addLabelOptions(CLI::App &command, EvaluationOptions &options) {
  command.add_option("--labels", options.labels,
                     "An array of the .npz files, by default 'labels'; y.npy; or a list, x.txt, of "
                     "lines 'FILE CLASS'. Without it, folders in --data are classes, by name");
  command
      .add_option("--label-offset", options.labelOffset,
                  "A number that is added to each label: 1 if class 0 is the background")
      ->check(CLI::Range(-1000000, 1000000));
}

void addOutputNames(CLI::App &command, std::vector<std::string> &names) {
  command
      .add_option("--output-name", names,
                  "An output that is judged; may be repeated; by default all are. Labels are of "
                  "the first that tells classes")
      ->allow_extra_args(false); // else it would take the models after it
}

void addJudge(CLI::App &command, std::optional<OutputKind> &judge) {
  command
      .add_option_function<std::string>(
          "--judge", [&judge](const std::string &name) { judge = outputKindOf(name); },
          "The way outputs are judged: as classes (flips), embedding (cosines, nearest others) or "
          "values (SQNR alone); by default each as what it looks like")
      ->check(CLI::IsMember({"classes", "embedding", "values"}));
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
  command
      .add_option("--max-drop", gates.maxDrop,
                  "The most points of accuracy that may be lost; exit 4 beyond")
      ->check(bound);
  command
      .add_option("--max-flips", gates.maxFlips,
                  "The most predictions, or indices, of each output that may differ; exit 4 beyond")
      ->check(bound);
  command
      .add_option("--min-sqnr", gates.minSqnr,
                  "The least SQNR of each output's values, in dB; exit 4 below")
      ->check(bound);
  command
      .add_option("--min-cosine", gates.minCosine,
                  "The least cosine of a sample's vector in an embedding with the other network's; "
                  "exit 4 below")
      ->check(CLI::Range(-1.0, 1.0));
}

/// Warns of folders named by numbers: by name "10" comes before "2", which a list of class numbers
/// would not have.
static void warnOfNumbers(const io::DataFiles &data) {
  for (auto [i, name] : llvm::enumerate(data.classes)) {
    int64_t number = 0;
    if (llvm::StringRef(name).getAsInteger(10, number))
      return;
  }
  for (auto [i, name] : llvm::enumerate(data.classes)) {
    int64_t number = std::stoll(name);
    if (number == int64_t(i))
      continue;
    terminal()->warn(data.path + ": folder '" + name + "' is class " + std::to_string(i) +
                     ", as the order of the names has it; --labels=LIST, a text of lines 'FILE "
                     "CLASS', gives other numbers");
    return;
  }
}

/// Notes which folder is which class.
static void tellClasses(const io::DataFiles &data) {
  const std::vector<std::string> &names = data.classes;
  std::string others;
  if (names.size() > 1)
    others =
        ", and so on by name to " + std::to_string(names.size() - 1) + ", '" + names.back() + "'";
  terminal()->note(data.path + ": class 0 is folder '" + names.front() + "'" + others);
  warnOfNumbers(data);
}

Expected<io::SampleLabels> labelsOf(const EvaluationOptions &options) {
  auto data = io::DataFiles::list(options.data);
  if (!data)
    return data.status();
  auto all = io::SampleLabels::read(*data, options.labels);
  if (all && options.labels.empty() && !data->classes.empty())
    tellClasses(*data);
  return all;
}

void useLabels(EvaluationOptions &options, io::SampleLabels labels) {
  if (labels.empty())
    return;
  if (auto data = io::DataFiles::list(options.data); data && options.labels.empty())
    options.folders = data->classes.size();
  options.readLabels = [labels = std::move(labels),
                        data = options.data](const SampleStream &samples) {
    return labels.dealt(static_cast<const FileStream &>(samples).counts(), data);
  };
}

Status readLabels(EvaluationOptions &options, Classes classes) {
  if (!options.labels.empty())
    classes = Classes::Required;
  if (auto data = io::DataFiles::list(options.data); !data)
    return data.status();
  auto labels = labelsOf(options);
  // Unfit labels that nobody named do without; samples that cannot be opened will not open later.
  if (!labels && (classes != Classes::IfAny || labels.status().code() == StatusCode::Io))
    return labels.status();
  if (labels)
    useLabels(options, std::move(*labels));
  else
    terminal()->warn(labels.status().message() + "; they are not used");
  return {};
}

} // namespace qopt::run
