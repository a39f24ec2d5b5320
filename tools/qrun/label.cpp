// qrun label: pictures in, their classes out.
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/qrun/eval/evaluation_report.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/report/table.h"

#include "llvm/Support/MemoryBuffer.h"

#include <CLI/App.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace qrt;

namespace qopt::run {
namespace {

struct LabelOptions : SampleOptions {
  LabelOptions() { batch = 1; }

  LoadOptions load;
  CompileChoices choices;
  std::vector<std::string> files; // one by one
  std::string model, device = "host", classes, output;
  int64_t top = 5;
  bool json = false;
};

/// What the model says of one picture: a score of each class.
using Scores = std::vector<double>;

Expected<std::vector<std::string>> readClasses(const std::string &path) {
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!text)
    return Status(StatusCode::Io, path + ": cannot read: " + text.getError().message());
  llvm::SmallVector<llvm::StringRef> lines;
  (*text)->getBuffer().rtrim().split(lines, '\n');
  std::vector<std::string> names;
  for (llvm::StringRef line : lines)
    names.push_back(line.trim().str());
  return names;
}

/// Rounded to steps, probabilities miss a sum of 1 by half a step a class at most.
bool areProbabilities(const Scores &scores, double step) {
  double sum = 0;
  for (double score : scores) {
    if (!(score >= 0 && score <= 1 + step))
      return false;
    sum += score;
  }
  return std::abs(sum - 1) <= 1e-3 + step / 2 * double(scores.size());
}

Scores softmax(Scores scores) {
  const double largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double &score : scores)
    sum += score = std::exp(score - largest);
  for (double &score : scores)
    score /= sum;
  return scores;
}

/// In the order of the pictures.
Expected<std::vector<Scores>> scoresOf(const Contender &subject, size_t output,
                                       const LabelOptions &options) {
  auto feeder = Feeder::open(options, subject);
  if (!feeder)
    return feeder.status();
  std::vector<Scores> all;
  auto add = [&](Feeder::Batch &batch) -> Status {
    auto results = subject.model->run(batch.inputs);
    if (!results)
      return results.status();
    const Tensor &scores = (*results)[output];
    if (Status status = checkScores(subject, output, scores, batch, feeder->places(batch));
        !status.ok())
      return status;
    auto best = predictedClasses(subject, output, scores, batch.rows);
    if (!best)
      return best.status();
    if (scores.size() == batch.rows)
      return invalidArgument(subject.path + ": output '" + subject.model->outputs()[output].name +
                             "' is the class itself, without scores; name another with "
                             "--output-name");
    const std::vector<double> values = answersOf(subject, output, scores, batch);
    const size_t classes = values.size() / size_t(batch.raw.count);
    for (size_t at = 0; at < values.size(); at += classes)
      all.emplace_back(values.begin() + ptrdiff_t(at), values.begin() + ptrdiff_t(at + classes));
    return {};
  };
  Status status = feeder->forEach("label", add);
  return status.ok() ? Expected(std::move(all)) : status;
}

/// The best classes of a picture, the best first.
std::vector<size_t> bestOf(const Scores &scores, int64_t top) {
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), size_t(0));
  const auto count = std::min(size_t(top), order.size());
  std::partial_sort(order.begin(), order.begin() + ptrdiff_t(count), order.end(),
                    [&scores](size_t a, size_t b) {
                      return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
                    });
  order.resize(count);
  return order;
}

/// What was seen in the pictures.
struct Labelled {
  std::string output;             // of the scores
  bool areProbabilities = false;  // as the output gives them; else its softmax
  std::vector<Scores> all;        // in the order of the pictures
  std::vector<std::string> names; // of the classes; empty: not known
};

void print(const LabelOptions &options, const Labelled &labelled, llvm::raw_ostream &stream) {
  stream << "scores: "
         << (labelled.areProbabilities
                 ? "probabilities, as output '" + labelled.output + "' gives them"
                 : "softmax of output '" + labelled.output + "', which gives no probabilities")
         << "\n";
  std::vector<std::string> header = {"picture", "class", "score"};
  if (!labelled.names.empty())
    header.insert(header.begin() + 2, "label");
  io::Table table(header);
  for (auto [picture, scores] : llvm::zip_equal(options.files, labelled.all))
    for (auto [i, best] : llvm::enumerate(bestOf(scores, options.top))) {
      std::vector<std::string> row = {i == 0 ? picture : "", std::to_string(best),
                                      io::fixed(scores[best], 4)};
      if (!labelled.names.empty())
        row.insert(row.begin() + 2, labelled.names[best]);
      table.add(std::move(row));
    }
  table.print(stream);
}

/// {"version", "model", "device", "output", "scores": "probabilities" or "softmax", "results":
/// [{"picture", "classes": [{"class", "label", "score"}]}]}; "label" is null where none is known.
void writeJson(const LabelOptions &options, const Labelled &labelled, llvm::json::OStream &json) {
  using llvm::json::fixUTF8;
  json.attribute("model", fixUTF8(options.model));
  json.attribute("device", options.device);
  json.attribute("output", fixUTF8(labelled.output));
  json.attribute("scores", labelled.areProbabilities ? "probabilities" : "softmax");
  auto writeClass = [&](size_t number, double score) {
    json.attribute("class", int64_t(number));
    json.attribute("label", labelled.names.empty()
                                ? llvm::json::Value(nullptr)
                                : llvm::json::Value(fixUTF8(labelled.names[number])));
    json.attribute("score", score);
  };
  auto writePicture = [&](const std::string &picture, const Scores &scores) {
    json.attribute("picture", fixUTF8(picture));
    json.attributeArray("classes", [&] {
      for (size_t best : bestOf(scores, options.top))
        json.object([&] { writeClass(best, scores[best]); });
    });
  };
  json.attributeArray("results", [&] {
    for (const auto &[picture, scores] : llvm::zip_equal(options.files, labelled.all))
      json.object([&] { writePicture(picture, scores); });
  });
}

int label(LabelOptions &options) {
  for (const std::string &file : options.files)
    if (!io::isPictureFile(file))
      return report(invalidArgument(file + ": expected a picture, .jpg, .jpeg or .png"));
  std::vector<std::string> names;
  if (!options.classes.empty()) {
    auto read = readClasses(options.classes);
    if (!read)
      return report(read.status());
    names = std::move(*read);
  }
  options.source = std::make_shared<FileSamples>(options.files);
  auto loaded = openSubjectFor(SampleFiles(options.files), options.model, options.device,
                               options.load, {}, compileOptions(options.choices));
  if (!loaded)
    return report(loaded.status());
  const Contender subject(std::move(*loaded));
  auto output = subject.outputIndex(options.output);
  if (!output)
    return report(output.status());
  auto all = scoresOf(subject, *output, options);
  if (!all)
    return report(all.status());
  const size_t classes = all->front().size();
  if (!names.empty() && names.size() != classes)
    return report(invalidArgument(options.classes + ": has " + std::to_string(names.size()) +
                                  " lines, " + options.model + " tells " + std::to_string(classes) +
                                  " classes apart"));
  const Port &port = subject.model->outputs()[*output];
  const double step = port.quantization ? port.quantization->scale : 0;
  const bool areReady =
      llvm::all_of(*all, [&](const Scores &scores) { return areProbabilities(scores, step); });
  for (Scores &scores : *all)
    if (!areReady)
      scores = softmax(std::move(scores));
  const Labelled labelled{port.name, areReady, std::move(*all), std::move(names)};
  if (options.json)
    return report(
        writeDocument([&](llvm::json::OStream &json) { writeJson(options, labelled, json); }));
  return report(
      io::writeStdout([&](llvm::raw_ostream &stream) { print(options, labelled, stream); }));
}

} // namespace

void addLabel(CLI::App &app, int &code) {
  auto options = std::make_shared<LabelOptions>();
  CLI::App *command = app.add_subcommand("label", "What a classifier sees in pictures");
  command->add_option("model", options->model, runnableFiles())->required();
  command->add_option("pictures", options->files, "JPEG or PNG files; one or several")->required();
  command->add_option("--classes", options->classes, "Names of the classes, a line each");
  command->add_option("--top", options->top, "So many classes of each picture")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 30));
  command->add_option("--output-name", options->output, "The output that holds the scores");
  command->add_option("--device", options->device, "Where to run");
  command->add_flag("--json", options->json, "The table for programs");
  addLoadOptions(*command, options->load);
  addBinariesOption(*command, options->load);
  addCompileChoices(*command, options->choices);
  command->callback([options, &code] { code = label(*options); });
}

} // namespace qopt::run
