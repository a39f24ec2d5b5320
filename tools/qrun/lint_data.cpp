// qrun lint-data: what is wrong with samples, before it costs accuracy.
#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/feed/sample_record.h"
#include "tools/libqopt/flows/lint_data/channel_order.h"
#include "tools/libqopt/flows/lint_data/duplicates.h"
#include "tools/libqopt/flows/lint_data/first_batch_norm.h"
#include "tools/libqopt/flows/lint_data/input_checks.h"
#include "tools/libqopt/flows/lint_data/labels.h"
#include "tools/libqopt/flows/lint_data/layer_taps.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/inputs.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/subcommands.h"

#include "ir/values/keys.h"
#include "tools/io/file.h"

#include <CLI/App.hpp>

#include <cstring>
#include <limits>

using namespace qrt;

namespace qopt::run {
namespace {

constexpr int64_t noClass = std::numeric_limits<int64_t>::min(); // predicted of what is no number

struct LintOptions : EvaluationOptions {
  std::string output; // that holds the scores
  LoadOptions load;
  CompileChoices choices;
  std::string model, device = "host";
  bool json = false;
};

/// A model with taps, its first layer, and what one pass over the samples tells.
class Linter {
public:
  explicit Linter(const LintOptions &options) : options(options) {}
  Expected<lint::Report> run();

private:
  Status load();
  Expected<bool> openFeeder();
  Status measure();
  Status addBatch(Feeder::Batch &batch);
  std::vector<bool> findNotFinite(Feeder::Batch &batch);
  Status addFirstLayer(const Feeder::Batch &batch, const std::vector<bool> &sound);
  Status addPredictions(const std::vector<Tensor> &results, const Feeder::Batch &batch,
                        const std::vector<bool> &sound);
  void conclude();
  void judgeFirstLayer();
  void readLabels();
  void judgeLabels();
  bool seesManyClasses() const;
  void add(lint::Findings more) { llvm::append_range(report.findings, std::move(more)); }
  const std::vector<Port> &inputs() const { return subject->model->inputs(); }

  const LintOptions &options;
  lint::Report report;
  lint::Place place;
  io::SampleLabels fileLabels;
  std::vector<int64_t> labels, predictions;
  std::optional<Contender> subject;
  size_t output = 0;
  int64_t classes = 0; // 0: no label was asked for
  std::string mixed;
  std::optional<Feeder> feeder;
  std::unique_ptr<lint::FirstLayer> firstLayer;
  lint::LayerTaps taps;
  std::vector<lint::InputChecks> checks; // of each input
  lint::Duplicates duplicates;
  std::optional<lint::Moments> given, reversed; // behind the first layer
};

Status Linter::load() {
  const CompileSettings how = compileOptions(options.choices);
  auto tap = [&](mlir::ModuleOp module) -> Status {
    mlir::func::FuncOp entry = nn::entryOf(module);
    if (!entry)
      return invalidArgument("the module has no entry");
    auto layer = lint::FirstLayer::create(module, options.device, how);
    if (!layer)
      return layer.status();
    firstLayer = std::move(*layer);
    mixed = mixesSamples(entry);
    taps = lint::LayerTaps::addTo(entry);
    return {};
  };
  auto loaded = openSubjectFor(SampleFiles(options.data), options.model, options.device,
                               options.load, tap, how);
  if (!loaded)
    return loaded.status();
  subject.emplace(std::move(*loaded));
  if (fileLabels.empty())
    return {};
  auto index = subject->outputIndex(options.output);
  if (!index)
    return index.status();
  output = *index;
  return {};
}

/// False where the samples' shape is a finding, and nothing can be measured.
Expected<bool> Linter::openFeeder() {
  SampleOptions how = options;
  if (!mixed.empty())
    how.batch = 1;
  auto opened = Feeder::open(how, *subject);
  if (opened) {
    feeder.emplace(std::move(*opened));
    feeder->leaveNonFinite();
    place = [this](int64_t sample) { return feeder->samples().place(sample); };
    return true;
  }
  std::vector<io::SampleField> fields;
  for (const std::string &name : namesOf(inputs()))
    fields.push_back({name, {}, {}});
  auto data = io::DataFiles::list(options.data);
  auto shapes = data ? io::SampleReader::allShapes(*data, fields) : data.status();
  if (!shapes)
    return opened.status();
  for (auto [port, shape] : llvm::zip_equal(inputs(), shapes->front()))
    if (Shape sample = port.shapeAt(1); sample.size() == 4)
      add(lint::checkShape(shape, std::span(sample).subspan(1), port.name));
  return report.findings.empty() ? Expected<bool>(opened.status()) : Expected<bool>(false);
}

/// Which samples are all numbers; the others' rows become copies of one that is, which no extreme
/// notices.
std::vector<bool> Linter::findNotFinite(Feeder::Batch &batch) {
  std::vector<bool> sound(size_t(batch.raw.count), true);
  for (auto [port, array, shared] : llvm::zip_equal(inputs(), batch.raw.arrays, batch.raw.shared)) {
    if (shared)
      continue;
    const bool isMask = !taps.mustBeFinite(port.name);
    std::vector<bool> numbers = isMask ? lint::rowsWithoutNan(array, batch.raw.count)
                                       : lint::finiteRows(array, batch.raw.count);
    for (size_t sample = 0; sample < numbers.size(); ++sample) {
      if (numbers[sample])
        continue;
      sound[sample] = false;
      add({{lint::Severity::Error, "non-finite", port.name,
            place(batch.raw.first + int64_t(sample)),
            isMask ? "holds a NaN" : "holds a NaN or an infinity", "remove the sample"}});
    }
  }
  const auto good = llvm::find(sound, true);
  if (good == sound.end())
    return sound;
  for (auto [input, shared] : llvm::zip_equal(batch.inputs, batch.raw.shared)) {
    if (shared || llvm::all_of(sound, [](bool is) { return is; }))
      continue;
    Tensor copy = Tensor::allocate(input.type(), input.shape());
    const auto rows = size_t(input.shape()[0]), bytes = input.bytes() / rows;
    for (size_t row = 0; row < rows; ++row) {
      const bool is = sound[std::min(row, sound.size() - 1)];
      std::memcpy(static_cast<char *>(copy.mutableData()) + row * bytes,
                  static_cast<const char *>(input.data()) +
                      (is ? row : size_t(good - sound.begin())) * bytes,
                  bytes);
    }
    input = copy;
  }
  return sound;
}

static void addRows(lint::Moments &moments, const Tensor &values, const std::vector<bool> &sound) {
  const auto row = size_t(values.size() / values.shape()[0]);
  for (size_t sample = 0; sample < sound.size(); ++sample)
    if (sound[sample])
      moments.add(values.values<float>().subspan(sample * row, row));
}

/// The layer's output as the samples are, and with the order of three channels reversed.
Status Linter::addFirstLayer(const Feeder::Batch &batch, const std::vector<bool> &sound) {
  const unsigned input = firstLayer->batchNorm().argument;
  auto values = firstLayer->run(batch.inputs);
  if (!values)
    return values.status();
  if (values->shape()[0] != batch.rows)
    return {}; // its rows are no samples
  const auto channels = size_t(values->shape()[1]);
  if (!given)
    given.emplace(channels, lint::orderedChannels(firstLayer->batchNorm().trained));
  addRows(*given, *values, sound);
  const Tensor &raw = batch.raw.arrays[input];
  if (batch.raw.shared[input] || raw.shape().size() != 4 || raw.shape()[1] != 3)
    return {};
  auto other = prepare(inputs()[input], lint::channelsReversed(raw, batch.rows),
                       options.preprocessed, feeder->placeOf(batch.raw, input));
  if (!other)
    return other.status();
  std::vector<Tensor> arguments(batch.inputs);
  arguments[input] = *other;
  values = firstLayer->run(arguments);
  if (!values)
    return values.status();
  if (!reversed)
    reversed.emplace(channels);
  addRows(*reversed, *values, sound);
  return {};
}

Status Linter::addPredictions(const std::vector<Tensor> &results, const Feeder::Batch &batch,
                              const std::vector<bool> &sound) {
  if (labels.empty())
    return {};
  const Tensor &scores = results[output];
  auto best = predictedClasses(*subject, output, scores, batch.rows);
  if (!best)
    return best.status();
  // Of an output that is the class itself, labels say how many there are.
  classes = scores.size() > batch.rows ? scores.size() / batch.rows
                                       : 1 + *std::max_element(labels.begin(), labels.end());
  for (auto [sample, is] : llvm::enumerate(sound))
    predictions.push_back(is ? (*best)[sample] : noClass);
  return {};
}

static std::vector<bool> bothOf(std::vector<bool> a, const std::vector<bool> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = a[i] && b[i];
  return a;
}

Status Linter::addBatch(Feeder::Batch &batch) {
  for (const lint::Digest &digest : digestsOf(batch.raw))
    duplicates.add(digest);
  const std::vector<bool> sound = findNotFinite(batch);
  if (!llvm::is_contained(sound, true)) {
    predictions.insert(predictions.end(), sound.size(), noClass);
    return {};
  }
  for (auto [check, raw, input, shared] :
       llvm::zip_equal(checks, batch.raw.arrays, batch.inputs, batch.raw.shared))
    if (!shared)
      check.add(raw, input, bothOf(sound, lint::finiteRows(raw, batch.raw.count)));
  if (firstLayer)
    if (Status status = addFirstLayer(batch, sound); !status.ok())
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
    checks.emplace_back(port, options.preprocessed);
  return feeder->forEach("lint-data", [&](Feeder::Batch &batch) { return addBatch(batch); });
}

void Linter::judgeFirstLayer() {
  if (!firstLayer || !given)
    return;
  const lint::FirstBatchNorm &norm = firstLayer->batchNorm();
  const lint::InputFacts &facts = checks[norm.argument].known();
  auto fit = lint::fitBatchNorm(*given, norm.trained);
  if (!fit || !checks[norm.argument].isReal())
    return;
  report.batchNorm = norm.key;
  lint::Findings found = lint::checkBatchNorm(*fit, norm.key, facts);
  // Where the reversed order is right in all, it is the order that is wrong, not mean or scale.
  if (reversed) {
    auto order = lint::fitOrder(*given, *reversed, norm.trained);
    auto other = lint::fitBatchNorm(*reversed, norm.trained);
    lint::Findings wrong =
        order ? lint::checkOrder(*order, facts.input, norm.key) : lint::Findings();
    if (!wrong.empty() && !seesManyClasses())
      for (lint::Finding &finding : wrong) {
        finding.severity = lint::Severity::Warning;
        finding.remedy = "samples of few classes look so, too: show labelled ones of most classes; "
                         "else " +
                         finding.remedy;
      }
    if (!wrong.empty() && other && lint::checkBatchNorm(*other, norm.key, facts).empty())
      found = std::move(wrong);
  }
  add(std::move(found));
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
  add(lint::checkShift(labels, predictions));
  add(lint::checkBalance(labels, classes));
}

void Linter::conclude() {
  judgeFirstLayer();
  for (auto [i, check] : llvm::enumerate(checks)) {
    const bool known = !report.batchNorm.empty() && firstLayer->batchNorm().argument == i;
    add(check.check(/*withValues=*/!known));
  }
  judgeLabels();
  add(duplicates.check(labels, place));
  add(taps.check(place));
}

/// Labels that do not fit are a finding, and are looked at as they stand.
void Linter::readLabels() {
  EvaluationOptions labelled = options;
  useLabels(labelled, fileLabels);
  auto own = selectedLabels(feeder->samples(), labelled);
  if (!own)
    add({{lint::Severity::Error, "label-count", "", "", own.status().message(),
          "give each sample its label, in the samples' order"}});
  labels = own ? std::move(*own) : fileLabels.inOrder();
}

Expected<lint::Report> Linter::run() {
  report.model = options.model;
  report.data = options.data;
  auto read = labelsOf(options);
  if (!read)
    return read.status();
  fileLabels = std::move(*read);
  if (Status status = load(); !status.ok())
    return status;
  auto opened = openFeeder();
  if (!opened)
    return opened.status();
  if (!*opened)
    return report;
  readLabels();
  if (Status status = measure(); !status.ok())
    return status;
  conclude();
  return report;
}

int lintData(const LintOptions &options) {
  auto found = Linter(options).run();
  if (!found)
    return report(found.status());
  Status status = io::writeStdout([&](llvm::raw_ostream &stream) {
    if (options.json)
      found->printJson(stream);
    else
      found->print(stream);
  });
  if (!status.ok())
    return report(status);
  return found->count(lint::Severity::Error) > 0 ? Failure : Success;
}

} // namespace

void addLintData(CLI::App &app, int &code) {
  auto options = std::make_shared<LintOptions>();
  CLI::App *command =
      app.add_subcommand("lint-data", "Find what is wrong with samples: mean, scale, order of "
                                      "channels, labels, copies, ranges still moving");
  command->add_option("model", options->model, alternatives(formatExtensions()))->required();
  addSampleOptions(*command, *options)->required();
  addLabelOptions(*command, *options);
  command->add_option("--output-name", options->output, "The output that holds the scores");
  command->add_option("--device", options->device, "Where to run");
  addLoadOptions(*command, options->load);
  command->add_flag("--json", options->json, "All findings, for programs");
  addCompileChoices(*command, options->choices);
  command->footer("Exit codes: 0 no errors (warnings may be), 1 errors among the findings, or "
                  "the data cannot be read.");
  command->callback([options, &code] { code = lintData(*options); });
}

} // namespace qopt::run
