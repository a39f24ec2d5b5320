#include "tools/libqopt/flows/explain/explain.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/eval/network_pairs.h"
#include "tools/libqopt/flows/explain/explain_flow.h"
#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {

static std::string commandOf(const ExplainOptions &options) {
  run::ShellCommand command("qrun explain");
  command.word(options.floatName).word(options.quantizedName);
  run::addSamples(command, run::samplesOf(options));
  for (const std::string &name : options.outputs)
    command.option("output-name", name);
  if (options.looks != ExplainOptions().looks)
    command.option("samples", std::to_string(options.looks));
  if (options.removes)
    command.word("--remove");
  run::addRun(command, options.device, options.compile);
  return command.text();
}

static Expected<ExplainResult> explained(const Network &floats, const Network &quantized,
                                         const ExplainOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  const std::string command = commandOf(options);
  reports->command(command);
  auto first = run::Loaded::copyOf(floats, options.floatName, reports);
  if (!first)
    return first.status();
  auto second = run::Loaded::copyOf(quantized, options.quantizedName, reports);
  if (!second)
    return second.status();
  run::ExplainSettings settings;
  static_cast<run::SampleOptions &>(settings) = run::samplesOf(options);
  settings.outputs = options.outputs;
  settings.looks = options.looks;
  settings.removes = options.removes;
  settings.device = options.device;
  static_cast<CompileOptions &>(settings.compile) = options.compile;
  run::warnOfSources(*second, *first);
  auto result = run::explainNetworks(*first, *second, settings);
  if (!result)
    return result.status();
  result->commands = {command};
  result->remarks = std::move(remarks);
  return result;
}

Expected<ExplainResult> explain(const Network &floats, const Network &quantized,
                                const ExplainOptions &options) {
  if (!options.samples || options.batch < 1 || options.looks < 1)
    return invalidArgument("explain: needs samples, one or more, in batches of one or more");
  return run::runFlow("to explain " + options.quantizedName, options,
                      [&](const ExplainOptions &own) { return explained(floats, quantized, own); });
}

} // namespace qopt
