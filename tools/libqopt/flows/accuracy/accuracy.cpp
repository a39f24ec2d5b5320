#include "tools/libqopt/flows/accuracy/accuracy.h"

#include "tools/libqopt/flows/accuracy/accuracy_flow.h"
#include "tools/libqopt/flows/eval/judging_options.h"
#include "tools/libqopt/flows/quantize/steps_of.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {

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
  run::QuantizerOptions steps = run::stepsOf(options);
  run::EvaluationOptions test = run::judgingOptions(options);
  run::partSamples(steps, test);
  run::AccuracyFlow flow(std::move(steps), std::move(test), std::move(*variants));
  if (Status status = flow.run(std::move(*model), result); !status.ok())
    return status;
  return result;
}

Expected<AccuracyResult> accuracy(const Network &network, const AccuracyOptions &options) {
  if (Status status = run::checkSteps("accuracy", options); !status.ok())
    return status;
  if (Status status = run::checkJudge(options.judge); !status.ok())
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
