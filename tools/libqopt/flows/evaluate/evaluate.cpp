#include "tools/libqopt/flows/evaluate/evaluate.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/eval/judging_options.h"
#include "tools/libqopt/flows/eval/network_pairs.h"
#include "tools/libqopt/flows/lint/unlike_samples.h"
#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/flows/reports/run_flow.h"

#include <limits>

using namespace qrt;

namespace qopt {

static std::string commandOf(const std::vector<NamedNetwork> &networks,
                             const EvaluateOptions &options) {
  run::ShellCommand command("qrun eval");
  if (networks.empty())
    command.word(options.againstName);
  for (const NamedNetwork &one : networks)
    command.word(one.name);
  if (!networks.empty())
    command.option("against", options.againstName);
  const run::EvaluationOptions test = run::judgingOptions(options);
  run::addSamples(command, test);
  run::addJudging(command, test);
  run::addBounds(command, options.gates);
  run::addRun(command, options.device, options.compile);
  return command.text();
}

/// Returns the command that shows where a network loses.
static std::string compareCommand(const std::string &network, const EvaluateOptions &options) {
  run::ShellCommand command("qrun compare");
  command.word(options.againstName).word(network);
  const run::EvaluationOptions test = run::judgingOptions(options);
  run::addSamples(command, test, test.batch); // as many at once as compare takes
  run::addRun(command, options.device, options.compile);
  return command.option("sort", "error").text();
}

static Expected<EvaluateResult> evaluated(const Network &against,
                                          const std::vector<NamedNetwork> &networks,
                                          const EvaluateOptions &options) {
  EvaluateResult result;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, result.remarks));
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.compile;
  run::Judge judge(run::judgingOptions(options), options.device, compile,
                   run::classesFor(options.gates));
  result.commands = {commandOf(networks, options)};
  reports->command(result.commands.front());
  auto baseline = run::Loaded::copyOf(against, options.againstName, reports);
  if (!baseline)
    return baseline.status();
  if (Status status = run::warnOfUnlikeSamples(*baseline, options.device, compile,
                                               run::judgingOptions(options));
      !status.ok())
    return status;
  if (Status status = judge.setBaseline(std::move(*baseline), options.againstName); !status.ok())
    return status;
  result.how = judge.how();
  result.against = judge.summaryOf(judge.baseline());
  for (const NamedNetwork &one : networks) {
    auto model = run::Loaded::copyOf(*one.network, one.name, reports);
    if (!model)
      return model.status();
    auto judged = judge.judge(std::move(*model));
    if (!judged)
      return judged.status();
    run::warnOfSources(judged->model, judge.baseline().model);
    result.networks.push_back(judge.summaryOf(*judged));
    result.networks.back().broken = options.gates.broken(judged->loss);
    if (judged->loss.worst().decibels() < std::numeric_limits<double>::infinity())
      result.next.push_back(compareCommand(one.name, options));
  }
  return result;
}

Expected<EvaluateResult> evaluate(const Network &against, const std::vector<NamedNetwork> &networks,
                                  const EvaluateOptions &options) {
  if (!options.samples || options.batch < 1)
    return invalidArgument("evaluate: needs samples, in batches of one or more");
  if (Status status = run::checkJudge(options.judge); !status.ok())
    return status;
  if (options.gates.areSome() && networks.empty())
    return invalidArgument("evaluate: bounds limit what a network loses against another one: give "
                           "two networks or more");
  if (options.gates.maxDrop && options.labels.empty())
    return invalidArgument("evaluate: a bound on the drop needs labels to tell right from wrong; "
                           "maxFlips needs none");
  return run::runFlow("to evaluate", options, [&](const EvaluateOptions &own) {
    return evaluated(against, networks, own);
  });
}

} // namespace qopt
