// qrun label: pictures or other samples in, their classes out.
#include "tools/libqopt/flows/label/labelling.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/sample_files.h"

#include "tools/io/report/table.h"

#include "llvm/Support/MemoryBuffer.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct LabelCommand : LabelSettings {
  LoadOptions load;
  CompileChoices choices;
  std::vector<std::string> files; // pictures one by one; none: samples of --data
  std::string model, device = "host";
  JsonOutput json;
};

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

void print(const LabelCommand &command, const LabelResult &result, llvm::raw_ostream &stream) {
  stream << "scores: "
         << (result.areProbabilities
                 ? "probabilities, as output '" + result.output + "' gives them"
                 : "softmax of output '" + result.output + "', which gives no probabilities")
         << "\n";
  const bool hasNames = !command.classes.empty();
  std::vector<std::string> header = {"picture", "class", "score"};
  if (hasNames)
    header.insert(header.begin() + 2, "label");
  io::Table table(header);
  for (const LabelledSample &sample : result.samples)
    for (auto [i, best] : llvm::enumerate(sample.classes)) {
      std::vector<std::string> row = {i == 0 ? sample.place : "", std::to_string(best.number),
                                      io::fixed(best.score, 4)};
      if (hasNames)
        row.insert(row.begin() + 2, best.name);
      table.add(std::move(row));
    }
  table.print(stream);
}

/// {"version", "model", "device", "output", "scores": "probabilities" or "softmax", "results":
/// [{"picture", "classes": [{"class", "label", "score"}]}]}; "label" is null where none is known.
void writeJson(const LabelCommand &command, const LabelResult &result, llvm::json::OStream &json) {
  const bool hasNames = !command.classes.empty();
  writeText(json, "model", command.model);
  json.attribute("device", command.device);
  writeText(json, "output", result.output);
  json.attribute("scores", result.areProbabilities ? "probabilities" : "softmax");
  auto writeClass = [&](const ClassScore &of) {
    json.attribute("class", of.number);
    if (hasNames)
      writeText(json, "label", of.name);
    else
      json.attribute("label", nullptr);
    json.attribute("score", of.score);
  };
  json.attributeArray("results", [&] {
    for (const LabelledSample &sample : result.samples)
      json.object([&] {
        writeText(json, "picture", sample.place);
        json.attributeArray("classes", [&] {
          for (const ClassScore &of : sample.classes)
            json.object([&] { writeClass(of); });
        });
      });
  });
}

Expected<LabelResult> labelled(LabelCommand &command) {
  for (const std::string &file : command.files)
    if (!io::isPictureFile(file))
      return invalidArgument(file + ": expected a picture, .jpg, .jpeg or .png");
  if (!command.classesName.empty()) {
    auto read = readClasses(command.classesName);
    if (!read)
      return read.status();
    command.classes = std::move(*read);
  }
  if (!command.files.empty())
    command.source = std::make_shared<FileSamples>(command.files);
  const SampleFiles feed =
      command.files.empty() ? SampleFiles(command.data) : SampleFiles(command.files);
  auto loaded = openSubjectFor(feed, command.model, command.device, command.load, {},
                               compileOptions(command.choices));
  return loaded ? labelSamples(Contender(std::move(*loaded)), command) : loaded.status();
}

int label(LabelCommand &command) {
  if (command.files.empty() && command.data.empty())
    usageError("there are no samples; name pictures, or give --data");
  std::vector<std::string> sources = command.files;
  sources.insert(sources.end(),
                 {command.model, command.load.weights, command.data, command.classesName});
  if (int code = checkJson(command.json, sources); code != Success)
    return code;
  auto result = labelled(command);
  if (!result)
    return report(result.status());
  return report(tell(
      command.json, [&](auto &stream) { print(command, *result, stream); },
      [&](auto &json) { writeJson(command, *result, json); }));
}

} // namespace

void addLabel(CLI::App &app, int &code) {
  auto command = std::make_shared<LabelCommand>();
  CLI::App *own = app.add_subcommand(
      "label", "Print the classes that a classifier sees in pictures or other samples");
  own->add_option("model", command->model, runnableFiles())->required();
  auto *pictures =
      own->add_option("pictures", command->files, "JPEG or PNG files; one or several, or --data");
  addSampleOptions(*own, *command)->excludes(pictures);
  own->add_option("--classes", command->classesName, "Names of the classes, a line each");
  own->add_option("--top", command->top, "The number of classes to print for each sample")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 30));
  own->add_option("--output-name", command->output, "The output that holds the scores");
  own->add_option("--device", command->device, "The device to run on");
  addJsonOption(*own, command->json);
  addLoadOptions(*own, command->load);
  addBinariesOption(*own, command->load);
  addCompileChoices(*own, command->choices);
  own->callback([command, &code] { code = label(*command); });
}

} // namespace qopt::run
