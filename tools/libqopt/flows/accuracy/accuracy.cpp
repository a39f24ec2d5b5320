#include "tools/libqopt/flows/accuracy/accuracy.h"

#include "tools/libqopt/flows/accuracy/accuracy_flow.h"
#include "tools/libqopt/flows/eval/sample_labels.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {

static run::QuantizerOptions stepsOf(const AccuracyOptions &options) {
  run::QuantizerOptions steps;
  steps.model = options.modelName;
  steps.device = options.device;
  static_cast<CompileOptions &>(steps.compile) = options.compile;
  steps.samples.data = options.samplesName;
  steps.samples.source = options.samples;
  steps.samples.batch = options.batch;
  steps.samples.preprocessed = options.preprocessed;
  steps.samples.selection.every = std::max<int64_t>(1, options.every);
  return steps;
}

static run::EvaluationOptions testOf(const AccuracyOptions &options) {
  run::EvaluationOptions test;
  test.data = options.test ? options.testName : "";
  test.source = options.test;
  test.outputs = options.outputs;
  test.labels = options.labelsName;
  if (!options.labels.empty())
    test.readLabels = run::labelsAtHand(options.labels);
  return test;
}

static Status check(const AccuracyOptions &options) {
  if (!options.samples)
    return invalidArgument("accuracy: no samples are given, which ranges come from");
  if (options.every < 0)
    return invalidArgument("accuracy: one sample in " + std::to_string(options.every) +
                           " cannot be taken; 0 leaves the choice to the flow");
  return options.batch < 1 ? invalidArgument("accuracy: a batch is of one sample or more")
                           : Status();
}

static Expected<AccuracyResult> measured(const Network &network, const AccuracyOptions &options) {
  auto variants = run::variantsFor(options.grids, options.passes);
  if (!variants)
    return variants.status();
  AccuracyResult result;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, result.remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  run::QuantizerOptions steps = stepsOf(options);
  run::EvaluationOptions test = testOf(options);
  run::partSamples(steps, test);
  run::AccuracyFlow flow(std::move(steps), std::move(test), std::move(*variants));
  if (Status status = flow.run(std::move(*model), result); !status.ok())
    return status;
  return result;
}

Expected<AccuracyResult> accuracy(const Network &network, const AccuracyOptions &options) {
  if (Status status = check(options); !status.ok())
    return status;
  return run::runFlow("to measure " + options.modelName, options,
                      [&](const AccuracyOptions &own) { return measured(network, own); });
}

std::vector<AccuracyGrid> accuracyGrids() {
  std::vector<AccuracyGrid> grids;
  for (const run::VariantGroup &group : run::variantGroups())
    grids.push_back({std::string(group.name), std::string(group.summary)});
  return grids;
}

} // namespace qopt
