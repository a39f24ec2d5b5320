// qrun run: a model once, or once for each step, on arrays from files.
#include "tools/libqopt/flows/numbers/finite_values.h"
#include "tools/libqopt/flows/numbers/statistics.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/run/destinations.h"
#include "tools/qrun/run/steps.h"
#include "tools/qrun/terminal/terminal.h"

#include "tools/io/arrays/npz.h"
#include "tools/io/file.h"
#include "tools/io/image/picture.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct RunCommand {
  LoadOptions load;
  CompileChoices choices;
  std::string model, device = "host";
  std::optional<std::string> tuning;
  std::vector<std::string> inputs, outputs;
  ArrayReading reading;
  bool takesSteps = false;
  std::vector<int64_t> resets;
  JsonOutput json;
};

/// Before the run: every output has a place, none twice, and none replaces what is read.
Expected<std::vector<Destination>> placeOutputs(const RunCommand &options,
                                                const CompiledModel &model) {
  std::vector<std::string> sources = filesOf(options.inputs, model.inputs());
  sources.insert(sources.end(), {options.model, options.load.weights, options.tuning.value_or("")});
  std::vector<Destination> places;
  for (const std::string &argument : options.outputs)
    if (Status status = place(argument, model.outputs(), places); !status.ok())
      return status;
  std::vector<std::string> files; // of which an archive may take several outputs
  for (const Destination &place : places)
    if (llvm::none_of(files,
                      [&](const std::string &file) { return io::isOneFile(file, place.file); }))
      files.push_back(place.file);
  Status status = io::checkWritable(files, sources);
  return status.ok() ? Expected(std::move(places)) : status;
}

/// Returns the index of the largest value in each of the first rows of an output.
std::vector<int64_t> largestPlaces(const Tensor &value) {
  constexpr size_t most = 16;
  if (value.size() == 0)
    return {};
  std::vector<int64_t> largest = argmaxRows(value);
  largest.resize(std::min(largest.size(), most));
  return largest;
}

/// Prints what came out, in a line each, where there is no --output.
void summarize(const CompiledModel &model, const std::vector<Tensor> &values,
               llvm::raw_ostream &stream) {
  for (auto [port, value] : llvm::zip_equal(model.outputs(), values)) {
    stream << port.name << ": " << elementTypeName(value.type()) << " "
           << shapeToString(value.shape());
    if (value.size() == 0) {
      stream << ", empty\n";
      continue;
    }
    stream << ", largest at";
    for (int64_t index : largestPlaces(value))
      stream << " " << index;
    stream << (value.shape().empty() || value.shape()[0] <= 16 ? "\n" : " …\n");
  }
}

/// {"version", "model", "device", "results": [{"output", "type", "shape", "largest", "has_nan",
/// "file", "key"}]}: an output each; "file" is null where it is not written, "key" where that is no
/// archive.
void writeJson(const RunCommand &options, const CompiledModel &model,
               const std::vector<Tensor> &values, llvm::ArrayRef<Destination> places,
               llvm::json::OStream &json) {
  writeText(json, "model", options.model);
  json.attribute("device", options.device);
  auto writeOutput = [&](size_t i) {
    const Tensor &value = values[i];
    writeText(json, "output", model.outputs()[i].name);
    json.attribute("type", llvm::StringRef(elementTypeName(value.type())));
    writeSizes(json, "shape", value.shape());
    writeSizes(json, "largest", largestPlaces(value));
    json.attribute("has_nan", !placesOfNan(value).empty());
    auto place = llvm::find_if(places, [&](const Destination &of) { return of.output == i; });
    const bool isWritten = place != places.end();
    writeTextOrNull(json, "file", isWritten ? place->file : std::string());
    writeTextOrNull(json, "key", isWritten && place->isArchive() ? place->key : std::string());
  };
  json.attributeArray("results", [&] {
    for (size_t i = 0; i < values.size(); ++i)
      json.object([&] { writeOutput(i); });
  });
}

Status tellOutputs(const RunCommand &options, const CompiledModel &model,
                   const std::vector<Tensor> &values, llvm::ArrayRef<Destination> places) {
  auto write = [&](auto &json) { writeJson(options, model, values, places, json); };
  if (places.empty())
    return tell(options.json, [&](auto &stream) { summarize(model, values, stream); }, write);
  Status status = writeFiles(places, values);
  return status.ok() ? writeDocument(options.json, write) : status;
}

Expected<Subject> openFor(const RunCommand &options, const CompileSettings &how) {
  auto open = [&](const FeedShapes &feed) {
    return openSubjectFor(feed, options.model, options.device, options.load, {}, how);
  };
  return options.takesSteps ? open(StepFiles(options.inputs)) : open(ArrayFiles(options.inputs));
}

Expected<std::vector<Tensor>> runOnce(const RunCommand &options, const Subject &subject) {
  CompiledModel &model = *subject.model;
  auto inputs = readInputs(model.inputs(), options.inputs, options.reading, &subject);
  if (!inputs)
    return inputs.status();
  auto values = model.run(*inputs);
  if (!values)
    return values.status();
  return cutToLengths(model.outputs(), std::move(*values));
}

int run(const RunCommand &options) {
  for (const std::string &argument : options.outputs)
    if (!isOutputFile(argument))
      usageError("--output=" + argument + ": expected [NAME=]y.npy, y.npz or y.npz:KEY");
  if (int code = checkJson(options.json, {options.model, options.load.weights}); code != Success)
    return code;
  auto how = compileOptions(options.choices, options.tuning, options.model, options.device);
  if (!how)
    return report(how.status());
  auto subject = openFor(options, *how);
  if (!subject)
    return report(subject.status());
  CompiledModel &model = *subject->model;
  auto places = placeOutputs(options, model);
  if (!places)
    return report(places.status());
  auto values = options.takesSteps
                    ? runSteps(model, options.inputs, options.reading, options.resets)
                    : runOnce(options, *subject);
  if (!values)
    return report(values.status());
  for (auto [port, value] : llvm::zip_equal(model.outputs(), *values))
    if (std::string places = placesOfNan(value); !places.empty())
      terminal()->warn(options.model + ": output '" + port.name + "' is NaN" + places);
  return report(tellOutputs(options, model, *values, *places));
}

} // namespace

void addRun(CLI::App &app, int &code) {
  auto options = std::make_shared<RunCommand>();
  CLI::App *command =
      app.add_subcommand("run", "Run a model once, or step by step, on arrays from files");
  command->add_option("model", options->model, runnableFiles())->required();
  command->add_option("--device", options->device, "The device to run on");
  command
      ->add_option(
          "--input", options->inputs,
          "[NAME=]x.npy, x.npz:KEY, a picture (JPEG, PNG), or x.npz, whose arrays go to the "
          "inputs of their names")
      ->check([](const std::string &text) {
        return io::isPictureFile(text) ? std::string() : io::whyNoArray(text);
      })
      ->allow_extra_args(false); // else it would take the model after it
  command
      ->add_option("--output", options->outputs,
                   "[NAME=]y.npy, y.npz or y.npz:KEY; without it, a summary")
      ->allow_extra_args(false);
  addLoadOptions(*command, options->load);
  addBinariesOption(*command, options->load);
  addTuningOption(*command, options->tuning);
  command->add_flag("--preprocessed", options->reading.preprocessed,
                    "f32 arrays are what the model takes, not raw samples");
  addNanOption(*command, options->reading.allowsNan);
  CLI::Option *steps = command->add_flag(
      "--steps", options->takesSteps,
      "Arrays hold many steps along their first dimension: a run each, whose states (outputs "
      "NAME.next of inputs NAME) the next one begins with. They begin with 0, or as "
      "--input=NAME=FILE says");
  command
      ->add_option("--reset", options->resets,
                   "Numbers of steps, from 0, before which states are what they began with")
      ->delimiter(',')
      ->needs(steps)
      ->allow_extra_args(false);
  addJsonOption(*command, options->json);
  addCompileChoices(*command, options->choices);
  command->callback([options, &code] { code = run(*options); });
}

} // namespace qopt::run
