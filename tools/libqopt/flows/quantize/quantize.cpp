#include "tools/libqopt/flows/quantize/quantize.h"

#include "tools/libqopt/flows/eval/sample_labels.h"
#include "tools/libqopt/flows/quantize/flow.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/load/bytecode_sum.h"

using namespace qrt;

namespace qopt {
namespace {

run::QuantizerOptions stepsOf(const QuantizeOptions &options) {
  run::QuantizerOptions steps;
  steps.model = options.modelName;
  steps.output = options.outputName;
  steps.device = options.device;
  static_cast<CompileOptions &>(steps.compile) = options.compile;
  steps.recipe = options.recipe;
  steps.samples.data = options.samplesName;
  steps.samples.source = options.samples;
  steps.samples.batch = options.batch;
  steps.samples.preprocessed = options.preprocessed;
  steps.samples.selection.every = std::max<int64_t>(1, options.every);
  return steps;
}

run::EvaluationOptions testOf(const QuantizeOptions &options) {
  run::EvaluationOptions test;
  test.data = options.test ? options.testName : "";
  test.source = options.test;
  test.outputs = options.outputs;
  test.labels = options.labelsName;
  if (options.labels.empty())
    return test;
  test.readLabels = run::labelsAtHand(options.labels);
  return test;
}

Status check(const QuantizeOptions &options) {
  if (!options.samples)
    return invalidArgument("quantize: no samples are given, which ranges come from");
  if (options.every < 0)
    return invalidArgument("quantize: one sample in " + std::to_string(options.every) +
                           " cannot be taken; 0 leaves the choice to the flow");
  if (options.batch < 1)
    return invalidArgument("quantize: a batch is of one sample or more");
  if (options.gates.maxDrop && options.labels.empty())
    return invalidArgument("quantize: a bound on the drop needs labels to tell right from wrong; "
                           "maxFlips needs none");
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
  run::QuantizerOptions steps = stepsOf(options);
  run::EvaluationOptions test = testOf(options);
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
  result.baseline = flow.baseline();
  result.tried = flow.networks();
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
