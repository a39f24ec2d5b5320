#include "tools/libqopt/flows/repair/repair.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/repair/repair_model.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/load/bytecode_sum.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt {
namespace {

std::string commandOf(const RepairOptions &options) {
  run::ShellCommand command("qrun repair");
  command.word(options.modelName);
  run::addSamples(command, run::samplesOf(options));
  run::addRepairs(command, options.how);
  run::addRun(command, options.device, options.how.compile);
  return command.word("-o").word(options.outputName).text();
}

std::string calibrateCommand(const RepairOptions &options) {
  run::ShellCommand command("qrun calibrate");
  command.word(options.outputName);
  run::addSamples(command, run::samplesOf(options));
  run::addRun(command, options.device, options.how.compile);
  return command.word("-o").word(run::besideFile(options.outputName, "calibration.json")).text();
}

Status check(const RepairOptions &options) {
  if (!options.how.measures() && !options.how.equalizes)
    return invalidArgument("repair: nothing to do: ask for rounding, bias correction, "
                           "equalization, even channels or smoothing");
  if (options.how.measures() && !options.samples)
    return invalidArgument("repair: samples are missing, which rounding, bias correction, even "
                           "channels and smoothing need");
  if (const auto &smoothing = options.how.smoothing;
      smoothing && !(*smoothing >= 0 && *smoothing <= 1))
    return invalidArgument(
        "repair: smoothing=" + io::roundTrip(*smoothing) +
        ": expected a number from 0 to 1, the share of the ranges that moves into weights");
  if (!llvm::is_contained({2u, 3u, 4u, 7u, 8u, 16u}, options.how.bits))
    return invalidArgument("repair: bits=" + std::to_string(options.how.bits) +
                           ": expected 2, 3, 4, 7, 8 or 16 bits of weights");
  if (options.how.group < 0)
    return invalidArgument(
        "repair: group=" + std::to_string(options.how.group) +
        ": expected the number of weights that share a scale, or 0 for one scale a channel");
  if (options.how.sequential && !options.how.rounds)
    return invalidArgument(
        "repair: sequential has no effect without rounding: ask for rounding, or leave it out");
  if (!options.how.only.empty() && !options.how.except.empty())
    return invalidArgument(
        "repair: both a list of layers and a list of exceptions are given: leave one out");
  return options.batch < 1 || options.how.samples < 1
             ? invalidArgument("repair: expected one sample or more, in batches of one or more")
             : Status();
}

Expected<RepairResult> repaired(const Network &network, const RepairOptions &options) {
  RepairResult result;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, result.remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  result.commands = {commandOf(options)};
  reports->command(result.commands.front());
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.how.compile;
  auto done =
      run::repairModel(*model, options.device, compile, options.how, run::samplesOf(options));
  if (!done)
    return done.status();
  if (mlir::failed(writeSummed(*model->module, "qopt " QOPT_VERSION, result.bytecode)))
    return Status(StatusCode::Io, options.outputName + ": no bytecode can be written");
  result.layers = int64_t(done->layers);
  result.report = std::move(done->report);
  if (options.samples)
    result.next = {calibrateCommand(options)};
  return result;
}

} // namespace

Expected<RepairResult> repair(const Network &network, const RepairOptions &options) {
  if (Status status = check(options); !status.ok())
    return status;
  return run::runFlow("to repair " + options.modelName, options,
                      [&](const RepairOptions &own) { return repaired(network, own); });
}

} // namespace qopt
