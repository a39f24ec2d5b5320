// qrun search chooses a type for each layer by measured times and errors, within bounds.
#include "tools/libqopt/flows/search/search_flow.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/command/usage.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/quantize/options.h"
#include "tools/qrun/quantize/recipe_options.h"
#include "tools/qrun/search/journal.h"
#include "tools/qrun/search/search_report.h"
#include "tools/qrun/terminal/terminal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct SearchCommand : SearchSettings {
  CompileChoices choices;
  std::string policyFile, resume, writePolicy, picture;
  std::optional<bool> repair; // nothing: it repairs
  JsonOutput json;

  std::vector<std::string> read() const {
    return {steps.model, steps.load.weights, steps.samples.data,
            test.data,   test.labels,        policyFile};
  }
  /// Beside --json's.
  std::vector<std::string> written() const {
    std::vector<std::string> files;
    for (const std::string &file : {steps.output, resume, writePolicy, picture})
      if (!file.empty())
        files.push_back(file);
    return files;
  }
};

Status checkFiles(const SearchCommand &command) {
  if (std::string wrong = command.steps.recipe.check(); !wrong.empty())
    usageError(wrong);
  if (Status status = io::checkModulePath(command.steps.output); !status.ok())
    usageError(status.message());
  if (std::string why = io::whyMisnamed(command.writePolicy, "JSON", ".json");
      !command.writePolicy.empty() && !why.empty())
    usageError("--write-policy: " + why);
  if (std::string why = io::whyMisnamed(command.picture, "SVG", ".svg");
      !command.picture.empty() && !why.empty())
    usageError("--picture: " + why);
  return io::checkWritable(command.written(), command.read());
}

Status readPolicy(const std::string &path, SearchSettings &settings) {
  if (path.empty())
    return {};
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return invalidArgument(path + ": " + buffer.getError().message());
  settings.policy = (*buffer)->getBuffer().str();
  settings.policyName = path;
  return {};
}

Expected<Searched> searchModel(const SearchCommand &command) {
  SearchSettings settings = command;
  if (Status status = splitSamples(settings.steps, settings.test); !status.ok())
    return status;
  if (Status status = readLabels(settings.test, classesFor(settings.gates)); !status.ok())
    return status;
  if (!settings.test.readLabels && settings.gates.maxDrop)
    return invalidArgument(settings.test.data +
                           ": has no array 'labels' to tell right from wrong, which --max-drop "
                           "needs; name one with --labels, or give --max-flips");
  auto model =
      loadFor(SampleFiles(settings.steps.samples.data), settings.steps.model, settings.steps.load);
  if (!model)
    return model.status();
  settings.steps.compile = compileOptions(command.choices);
  if (command.repair)
    settings.steps.recipe.rounds = settings.steps.recipe.correctsBias = command.repair;
  if (!command.resume.empty())
    settings.memory = journalIn(command.resume);
  if (Status status = readPolicy(command.policyFile, settings); !status.ok())
    return status;
  return searchTypes(std::move(*model), std::move(settings),
                     std::make_shared<Reports>(terminalHooks()));
}

/// The network, its policy, and the picture.
Status write(const SearchCommand &command, const Searched &found) {
  if (!command.picture.empty())
    if (Status status = io::writeFile(
            command.picture, [&](llvm::raw_ostream &stream) { drawSearch(found.result, stream); });
        !status.ok())
      return status;
  if (!found.chosen)
    return {};
  if (!command.writePolicy.empty())
    if (Status status =
            io::writeFile(command.writePolicy,
                          [&](llvm::raw_ostream &stream) { stream << policyText(found.types); });
        !status.ok())
      return status;
  return io::writeModule(*found.chosen->module, command.steps.output);
}

int search(const SearchCommand &command) {
  if (Status status = checkFiles(command); !status.ok())
    return report(status);
  if (int code = checkJson(command.json, command.read(), command.written()); code != Success)
    return code;
  auto found = searchModel(command);
  if (!found)
    return reportFlow(found.status());
  const Status wrote = write(command, *found);
  auto document = [&](llvm::json::OStream &json) {
    writeText(json, "model", command.steps.model);
    writeText(json, "output", command.steps.output);
    writeText(json, "device", command.steps.device);
    writeSearch(found->result, json);
  };
  if (Status status = tell(
          command.json, [&](auto &stream) { printSearch(found->result, stream); }, document);
      !status.ok())
    return report(status);
  if (wrote.ok() && !found->chosen) {
    const SearchedNetwork &last = found->result.networks.back();
    const std::vector<std::string> &broken = last.broken.empty() ? last.brokenBy : last.broken;
    llvm::errs() << "error: " << command.steps.model << ": " << llvm::join(broken, "; ")
                 << "; no network was written\n";
    return AccuracyGate;
  }
  return report(wrote);
}

/// Returns the option that names a policy, with which nothing is searched.
CLI::Option *addFiles(CLI::App &app, SearchCommand &command) {
  app.add_option("-o,--output", command.steps.output, "The chosen network: .mlirbc, or text")
      ->required();
  CLI::Option *policy = app.add_option("--policy", command.policyFile,
                                       "A policy file whose types are judged; nothing is searched");
  app.add_option("--write-policy", command.writePolicy,
                 "Write the chosen types to this file, to be edited and given to --policy");
  app.add_option("--resume", command.resume,
                 "Keep what is measured in this file, and go on from what it has")
      ->excludes(policy);
  app.add_option("--picture", command.picture, "Draw times and errors into this file, as SVG")
      ->excludes(policy);
  return policy;
}

} // namespace

void addSearch(CLI::App &app, int &code) {
  auto command = std::make_shared<SearchCommand>();
  CLI::App *own =
      app.add_subcommand("search", "Choose a type for each layer, by measured times and errors");
  addQuantizerOptions(*own, command->steps, command->test);
  addRecipe(*own, command->steps.recipe, command->repair);
  CLI::Option *policy = addFiles(*own, *command);
  addGates(*own, command->gates);
  own->add_option("--budget", command->seconds,
                  "Seconds after calibration at which measuring and trying end")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str()
      ->excludes(policy);
  own->add_option("--looks", command->looks,
                  "Samples that calibrate and that errors are measured on, at most")
      ->check(CLI::PositiveNumber)
      ->capture_default_str()
      ->excludes(policy);
  addJsonOption(*own, command->json);
  addCompileChoices(*own, command->choices);
  own->callback([command, &code] { code = search(*command); });
}

} // namespace qopt::run
