#include "tools/libqopt/flows/quantize/quantize.h"

#include "tools/libqopt/flows/eval/judging_options.h"
#include "tools/libqopt/flows/quantize/flow.h"
#include "tools/libqopt/flows/quantize/steps_of.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/load/bytecode_sum.h"

using namespace qrt;

namespace qopt {
namespace {

Status check(const QuantizeOptions &options) {
  if (Status status = run::checkSteps("quantize", options); !status.ok())
    return status;
  if (Status status = run::checkJudge(options.judge); !status.ok())
    return status;
  if (Status status = run::checkDrop("quantize", options); !status.ok())
    return status;
  if (options.contest.chooseSamples < 0 || !(options.contest.chooseSeconds >= 0))
    return invalidArgument("quantize: a contest has 0 samples or more, and 0 seconds or more");
  if (!(options.contest.floatMacs >= 0 && options.contest.floatMacs <= 100))
    return invalidArgument("quantize: layers that stay float take 0 to 100 percent of all "
                           "multiply-adds");
  const std::string wrong = options.recipe.check();
  return wrong.empty() ? Status() : invalidArgument(wrong);
}

Expected<QuantizeResult> quantized(const Network &network, const QuantizeOptions &options) {
  QuantizeResult result;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, result.remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  run::QuantizerOptions steps = run::stepsOf(options);
  steps.output = options.outputName;
  steps.recipe = options.recipe;
  steps.contest = options.contest;
  run::EvaluationOptions test = run::judgingOptions(options);
  run::partSamples(steps, test);
  run::QuantizeFlow flow(std::move(steps), std::move(test), options.gates, reports);
  if (Status status = flow.run(std::move(*model)); !status.ok())
    return status;
  flow.tellEnd();
  flow.remarkOnGates();
  result.isWithinGates = flow.holds();
  if (result.isWithinGates) {
    flow.advise();
    if (mlir::failed(writeSummed(*flow.integers().module, "qopt " QOPT_VERSION, result.bytecode)))
      return Status(StatusCode::Io, options.outputName + ": no bytecode can be written");
  }
  result.commands = flow.commands();
  result.next = flow.next();
  result.how = flow.how();
  result.contest = flow.contest();
  result.baseline = flow.baseline();
  result.tried = flow.networks();
  result.calibration = flow.steps().ranges();
  return result;
}

} // namespace

Expected<QuantizeResult> quantize(const Network &network, const QuantizeOptions &options) {
  if (Status status = check(options); !status.ok())
    return status;
  return run::runFlow("to quantize " + options.modelName, options,
                      [&](const QuantizeOptions &own) { return quantized(network, own); });
}

} // namespace qopt
