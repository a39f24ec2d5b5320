#include "tools/libqopt/flows/label/label.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/label/labelling.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {

static run::LabelSettings settingsOf(const LabelOptions &options) {
  run::LabelSettings settings;
  static_cast<run::SampleOptions &>(settings) = run::samplesOf(options);
  settings.classes = options.classes;
  settings.classesName = options.classesName;
  settings.top = options.top;
  settings.output = options.output;
  return settings;
}

static std::string commandOf(const LabelOptions &options) {
  run::ShellCommand command("qrun label");
  command.word(options.modelName);
  run::addSamples(command, run::samplesOf(options), run::LabelSettings().batch);
  if (!options.classes.empty())
    command.option("classes", options.classesName);
  if (options.top != LabelOptions().top)
    command.option("top", std::to_string(options.top));
  command.option("output-name", options.output);
  run::addRun(command, options.device, options.compile);
  return command.text();
}

static Expected<LabelResult> labelled(const Network &network, const LabelOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  const std::string command = commandOf(options);
  reports->command(command);
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.compile;
  auto subject = run::Subject::compile(std::move(*model), options.device, {}, compile);
  if (!subject)
    return subject.status();
  auto result = run::labelSamples(run::Contender(std::move(*subject)), settingsOf(options));
  if (!result)
    return result.status();
  result->commands = {command};
  result->remarks = std::move(remarks);
  return result;
}

Expected<LabelResult> label(const Network &network, const LabelOptions &options) {
  if (!options.samples || options.batch < 1 || options.top < 1)
    return invalidArgument("label: needs samples, in batches of one or more, and tells one class "
                           "of each or more");
  return run::runFlow("to label " + options.samplesName, options,
                      [&](const LabelOptions &own) { return labelled(network, own); });
}

} // namespace qopt
