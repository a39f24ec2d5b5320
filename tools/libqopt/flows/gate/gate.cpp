#include "tools/libqopt/flows/gate/gate.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/gate/gate_flow.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {

static std::string commandOf(const GateOptions &options) {
  const GateOptions usual;
  run::ShellCommand command("qrun gate");
  command.word(options.oldName).word(options.newName);
  run::addSamples(command, run::samplesOf(options));
  if (options.exact)
    command.word("--exact");
  if (options.maxFlips != usual.maxFlips)
    command.option("max-flips", io::roundTrip(options.maxFlips));
  if (options.minSqnr != usual.minSqnr)
    command.option("min-sqnr", io::roundTrip(options.minSqnr));
  if (options.maxSlowdown)
    command.option("max-slowdown", io::roundTrip(*options.maxSlowdown));
  if (!options.newDevice.empty())
    command.option("new-device", options.newDevice);
  run::addRun(command, options.device, options.compile);
  return command.text();
}

static Expected<run::Subject> subjectOf(const Network &network, const std::string &name,
                                        const std::string &device, const GateOptions &options,
                                        const std::shared_ptr<run::Reports> &reports) {
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, name, reports);
  if (!model)
    return model.status();
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.compile;
  return run::Subject::compile(std::move(*model), device, {}, compile);
}

static Expected<GateResult> gated(const Network &before, const Network &after,
                                  const GateOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  const std::string command = commandOf(options);
  reports->command(command);
  auto old = subjectOf(before, options.oldName, options.device, options, reports);
  if (!old)
    return old.status();
  auto now =
      subjectOf(after, options.newName,
                options.newDevice.empty() ? options.device : options.newDevice, options, reports);
  if (!now)
    return now.status();
  run::GateSettings settings;
  static_cast<run::SampleOptions &>(settings) = run::samplesOf(options);
  settings.exact = options.exact;
  settings.maxFlips = options.maxFlips;
  settings.minSqnr = options.minSqnr;
  settings.maxSlowdown = options.maxSlowdown;
  auto result = run::gateSubjects(*old, *now, settings);
  if (!result)
    return result.status();
  result->commands = {command};
  result->remarks = std::move(remarks);
  return result;
}

Expected<GateResult> gate(const Network &before, const Network &after, const GateOptions &options) {
  if (!options.samples || options.batch < 1)
    return invalidArgument("gate: needs samples, in batches of one or more");
  if (!(options.maxFlips >= 0 && options.maxFlips < 100))
    return invalidArgument("gate: flips are percent of the samples, 0 or more and below 100");
  if (options.maxSlowdown && !(*options.maxSlowdown > 0))
    return invalidArgument("gate: a slowdown is a ratio of times, as 1.05");
  return run::runFlow("to compare " + options.oldName + " and " + options.newName, options,
                      [&](const GateOptions &own) { return gated(before, after, own); });
}

} // namespace qopt
