// qrun lint-data: what is wrong with samples, before it costs accuracy.
#include "tools/libqopt/flows/lint/linter.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/lint_data/report.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct LintCommand : LintSettings {
  LoadOptions load;
  CompileChoices choices;
  std::string model;
  JsonOutput json;
};

Expected<lint::Report> linted(const LintCommand &command) {
  auto labels = labelsOf(command);
  if (!labels)
    return labels.status();
  LintSettings settings = command;
  settings.compile = compileOptions(command.choices);
  settings.allLabels = labels->inOrder();
  useLabels(settings, std::move(*labels));
  auto model = loadFor(SampleFiles(command.data), command.model, command.load);
  return model ? lintSamples(std::move(*model), settings) : model.status();
}

int lintData(const LintCommand &command) {
  if (int code = checkJson(command.json,
                           {command.model, command.load.weights, command.data, command.labels});
      code != Success)
    return code;
  auto found = linted(command);
  if (!found)
    return report(found.status());
  Status status = tell(
      command.json, [&](auto &stream) { printFindings(*found, stream); },
      [&](auto &json) { writeFindings(json, *found); });
  if (!status.ok())
    return report(status);
  return found->count(lint::Severity::Error) > 0 ? Failure : Success;
}

} // namespace

void addLintData(CLI::App &app, int &code) {
  auto command = std::make_shared<LintCommand>();
  CLI::App *own =
      app.add_subcommand("lint-data", "Find what is wrong with samples: mean, scale, order of "
                                      "channels, labels, copies, ranges still moving");
  own->add_option("model", command->model, alternatives(formatExtensions()))->required();
  addSampleOptions(*own, *command)->required();
  addLabelOptions(*own, *command);
  own->add_option("--output-name", command->output, "The output that holds the scores");
  own->add_option("--device", command->device, "The device to run on");
  addLoadOptions(*own, command->load);
  addJsonOption(*own, command->json);
  addCompileChoices(*own, command->choices);
  own->footer("Exit codes: 0 no errors (warnings may be), 1 errors among the findings, or "
              "the data cannot be read.");
  own->callback([command, &code] { code = lintData(*command); });
}

} // namespace qopt::run
