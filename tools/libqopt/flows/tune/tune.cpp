#include "tools/libqopt/flows/tune/tune.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/flows/tune/tune_flow.h"
#include "tools/libqopt/tune/steady_clock.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt {

static std::string commandOf(const TuneOptions &options) {
  run::ShellCommand command("qrun tune");
  command.word(options.modelName);
  run::addDevice(command, options.device);
  command.option("database", options.database);
  command.option("batch",
                 llvm::join(llvm::map_range(options.batches,
                                            [](int64_t batch) { return std::to_string(batch); }),
                            ","));
  if (options.budget != TuneOptions().budget)
    command.option("budget", io::roundTrip(options.budget));
  if (options.parts > 1)
    command.option("part", std::to_string(options.part) + "/" + std::to_string(options.parts));
  if (options.seed != TuneOptions().seed)
    command.option("seed", std::to_string(options.seed));
  run::addCompile(command, options.floatOrder, options.libraries);
  return command.text();
}

static Expected<TuneResult> tuned(const Network &network, const TuneOptions &options,
                                  double start) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  if (Status status = run::checkBatches(*model, options); !status.ok())
    return status;
  const std::string command = commandOf(options);
  reports->command(command);
  auto result = run::tuneNetwork(*model, options, start);
  if (!result)
    return result.status();
  result->commands = {command};
  result->next = {run::compileCommand(options)};
  result->remarks = std::move(remarks);
  return result;
}

Expected<TuneResult> tune(const Network &network, const TuneOptions &options) {
  const double start = steadyNow();
  if (options.device.empty() || options.database.empty() || !(options.budget > 0))
    return invalidArgument("tune: needs a device, a database's file, and seconds above 0");
  if (Status status = run::checkTuning(options); !status.ok())
    return status;
  return run::runFlow("to tune " + options.modelName, options,
                      [&](const TuneOptions &own) { return tuned(network, own, start); });
}

} // namespace qopt
