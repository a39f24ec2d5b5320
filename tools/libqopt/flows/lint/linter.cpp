#include "tools/libqopt/flows/lint/linter.h"

#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "tools/libqopt/flows/eval/predicted_classes.h"
#include "tools/libqopt/flows/eval/sample_labels.h"
#include "tools/libqopt/flows/feed/sample_record.h"
#include "tools/libqopt/flows/lint/first_layer_check.h"
#include "tools/libqopt/flows/lint/sound_samples.h"
#include "tools/libqopt/flows/lint_data/duplicates.h"
#include "tools/libqopt/flows/lint_data/labels.h"
#include "tools/libqopt/flows/lint_data/layout.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace qrt;

namespace qopt::run {
namespace {

constexpr int64_t noClass = std::numeric_limits<int64_t>::min(); // predicted of what is no number

/// A model with taps, its first layer, and what one pass over the samples tells.
class Linter {
public:
  explicit Linter(const LintSettings &settings) : settings(settings) {}
  Expected<lint::Report> run(Loaded model);

private:
  Status compile(Loaded model);
  Expected<bool> openFeeder();
  bool findShapes();
  void readLabels();
  Status measure();
  Status addBatch(Feeder::Batch &batch);
  Status addPredictions(const std::vector<Tensor> &results, const Feeder::Batch &batch,
                        const std::vector<bool> &sound);
  bool seesManyClasses() const;
  void judgeLabels();
  void conclude();
  void add(lint::Findings more) { llvm::append_range(report.findings, std::move(more)); }
  const std::vector<Port> &inputs() const { return subject->model->inputs(); }

  const LintSettings &settings;
  lint::Report report;
  lint::Place place;
  std::vector<int64_t> labels, predictions;
  std::optional<Contender> subject;
  size_t output = 0;
  int64_t classes = 0; // 0: no label was asked for
  std::string mixed;
  std::optional<Feeder> feeder;
  bool hasMeasured = false; // some batch
  FirstLayerCheck firstLayer;
  lint::LayerTaps taps;
  std::vector<lint::InputChecks> checks; // of each input
  lint::Duplicates duplicates;
};

/// Checks that the network has the output that is asked for; once taps are added every value is
/// one.
static Status checkOutput(const std::string &path, mlir::func::FuncOp entry,
                          const std::string &output) {
  const std::vector<std::string> names = nn::outputNames(entry);
  if (output.empty() || llvm::is_contained(names, output))
    return {};
  return invalidArgument(path + ": has no output '" + output +
                         "'; it has: " + llvm::join(names, ", ") + didYouMean(output, names));
}

Status Linter::compile(Loaded model) {
  const std::string path = model.path;
  auto tap = [&](mlir::ModuleOp module) -> Status {
    mlir::func::FuncOp entry = nn::entryOf(module);
    if (!entry)
      return invalidArgument("the module has no entry");
    if (Status status = checkOutput(path, entry, settings.output); !status.ok())
      return status;
    if (Status status = firstLayer.create(module, settings.device, settings.compile); !status.ok())
      return status;
    mixed = mixesSamples(entry);
    taps = lint::LayerTaps::addTo(entry);
    return {};
  };
  auto made = Subject::compile(std::move(model), settings.device, tap, settings.compile);
  if (!made)
    return made.status();
  subject.emplace(std::move(*made));
  if (!settings.readLabels)
    return {};
  auto index = subject->outputIndex(settings.output);
  if (!index)
    return index.status();
  output = *index;
  return {};
}

/// Findings of samples whose shape is another than the network takes.
bool Linter::findShapes() {
  const std::vector<std::string> names = namesOf(inputs());
  auto shapes = settings.source->shapesOf(names);
  if (!shapes)
    return false;
  for (auto [port, shape] : llvm::zip_equal(inputs(), *shapes))
    if (Shape sample = port.shapeAt(1); sample.size() == 4)
      add(lint::checkShape(shape, std::span(sample).subspan(1), port.name));
  return !report.findings.empty();
}

/// False where the samples' shape is a finding, and nothing can be measured.
Expected<bool> Linter::openFeeder() {
  SampleOptions how = settings;
  if (!mixed.empty())
    how.batch = 1;
  auto opened = Feeder::open(how, *subject);
  if (!opened)
    return findShapes() ? Expected<bool>(false) : opened.status();
  feeder.emplace(std::move(*opened));
  feeder->leaveNonFinite();
  place = [this](int64_t sample) { return feeder->samples().place(sample); };
  return true;
}

/// Labels that do not fit are a finding, and are looked at as they stand.
void Linter::readLabels() {
  auto own = selectedLabels(feeder->samples(), settings);
  if (!own) {
    const std::string message = own.status().message();
    auto [what, remedy] = llvm::StringRef(message).rsplit("; ");
    add({{lint::Severity::Error, "label-count", "", "", what.str(), remedy.str()}});
  }
  labels = own ? std::move(*own) : settings.allLabels;
}

Status Linter::addPredictions(const std::vector<Tensor> &results, const Feeder::Batch &batch,
                              const std::vector<bool> &sound) {
  if (labels.empty())
    return {};
  const Tensor &scores = results[output];
  auto best = predictedClasses(*subject, output, scores, batch.rows);
  if (!best)
    return best.status();
  // If the output is the class itself, labels say how many classes there are.
  classes = scores.size() > batch.rows ? scores.size() / batch.rows
                                       : 1 + *std::max_element(labels.begin(), labels.end());
  for (auto [sample, is] : llvm::enumerate(sound))
    predictions.push_back(is ? (*best)[sample] : noClass);
  return {};
}

std::vector<bool> bothOf(std::vector<bool> a, const std::vector<bool> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = a[i] && b[i];
  return a;
}

Status Linter::addBatch(Feeder::Batch &batch) {
  hasMeasured = true;
  for (const lint::Digest &digest : digestsOf(batch.raw))
    duplicates.add(digest);
  const std::vector<bool> sound = replaceUnsound(batch, inputs(), taps, place, report.findings);
  if (!llvm::is_contained(sound, true)) {
    predictions.insert(predictions.end(), sound.size(), noClass);
    return {};
  }
  for (auto [check, raw, input, shared] :
       llvm::zip_equal(checks, batch.raw.arrays, batch.inputs, batch.raw.shared))
    if (!shared)
      check.add(raw, input, bothOf(sound, lint::finiteRows(raw, batch.raw.count)));
  if (Status status = firstLayer.add(*feeder, batch, inputs(), settings.preprocessed, sound);
      !status.ok())
    return status;
  auto results = subject->model->run(batch.inputs);
  if (!results)
    return results.status();
  taps.add({*results, batch.raw.first, batch.raw.count, batch.rows, sound}, place);
  return addPredictions(*results, batch, sound);
}

Status Linter::measure() {
  report.samples = feeder->samples().total();
  taps.begin(report.samples);
  for (const Port &port : inputs())
    checks.emplace_back(port, settings.preprocessed);
  return feeder->forEach("lint-data", [&](Feeder::Batch &batch) { return addBatch(batch); });
}

/// Labels say so: of at least half the classes.
bool Linter::seesManyClasses() const {
  const llvm::DenseSet<int64_t> seen(labels.begin(), labels.end());
  return classes > 0 && 2 * int64_t(seen.size()) >= classes;
}

void Linter::judgeLabels() {
  if (labels.empty() || classes == 0)
    return;
  add(lint::checkRange(labels, classes, place));
  lint::Findings wrong = lint::checkShift(labels, predictions);
  add(wrong.empty() ? lint::checkChance(labels, predictions, classes) : std::move(wrong));
  add(lint::checkBalance(labels, classes));
}

void Linter::conclude() {
  FirstLayerCheck::Judgement first = firstLayer.judge(checks, seesManyClasses());
  report.batchNorm = first.batchNorm;
  add(std::move(first.findings));
  for (auto [i, check] : llvm::enumerate(checks)) {
    const bool known = !report.batchNorm.empty() && firstLayer.argument() == unsigned(i);
    add(check.check(/*withValues=*/!known));
  }
  judgeLabels();
  add(duplicates.check(labels, place));
  add(taps.check(place));
}

Expected<lint::Report> Linter::run(Loaded model) {
  report.model = model.path;
  report.data = settings.data;
  if (Status status = compile(std::move(model)); !status.ok())
    return status;
  auto opened = openFeeder();
  if (!opened)
    return opened.status();
  if (!*opened)
    return report;
  readLabels();
  if (Status status = measure(); !status.ok()) {
    // A source that hands out one sample after another tells of shapes at the first.
    const bool maybeShape = !hasMeasured && !wasCancelled(status);
    return maybeShape && findShapes() ? Expected(report) : status;
  }
  conclude();
  return report;
}

} // namespace

Expected<lint::Report> lintSamples(Loaded model, const LintSettings &settings) {
  return Linter(settings).run(std::move(model));
}

} // namespace qopt::run
