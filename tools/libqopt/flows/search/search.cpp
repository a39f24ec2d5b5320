#include "tools/libqopt/flows/search/search.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/eval/judging_options.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/steps_of.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/flows/search/recipe_words.h"
#include "tools/libqopt/flows/search/search_flow.h"
#include "tools/libqopt/load/bytecode_sum.h"

using namespace qrt;

namespace qopt {
namespace {

Status check(const SearchOptions &options) {
  if (Status status = run::checkSteps("search", options); !status.ok())
    return status;
  if (Status status = run::checkJudge(options.judge); !status.ok())
    return status;
  if (Status status = run::checkDrop("search", options); !status.ok())
    return status;
  if (!(options.seconds >= 0) || options.looks < 1)
    return invalidArgument("search: takes 0 seconds or more, and looks at one sample or more");
  const std::string wrong = options.recipe.check();
  return wrong.empty() ? Status() : invalidArgument(wrong);
}

run::SearchSettings settingsOf(const SearchOptions &options) {
  run::SearchSettings settings;
  settings.steps = run::stepsOf(options);
  settings.steps.output = options.outputName;
  settings.steps.recipe = options.recipe;
  settings.test = run::judgingOptions(options);
  run::partSamples(settings.steps, settings.test);
  settings.gates = options.gates;
  settings.seconds = options.seconds;
  settings.looks = options.looks;
  settings.policy = options.policy;
  settings.policyName = options.policyName;
  settings.memory = options.memory;
  return settings;
}

std::string commandOf(const SearchOptions &options, const run::SearchSettings &settings) {
  const SearchOptions usual;
  run::ShellCommand command("qrun search");
  command.word(options.modelName);
  run::SampleOptions samples = settings.steps.samples;
  if (options.every <= 1)
    samples.selection.every = 1; // the command parts them alike
  run::addSamples(command, samples);
  if (options.test)
    command.option("test", options.testName);
  run::addJudging(command, settings.test);
  run::addRecipeWords(command, options.recipe);
  run::addBounds(command, options.gates);
  if (options.policy)
    command.option("policy", options.policyName);
  if (options.seconds != usual.seconds)
    command.option("budget", io::roundTrip(options.seconds));
  if (options.looks != usual.looks)
    command.option("looks", std::to_string(options.looks));
  run::addRun(command, options.device, options.compile);
  return command.word("-o").word(options.outputName).text();
}

Status keepChosen(const run::Searched &found, const SearchOptions &options, SearchResult &result) {
  if (!found.chosen)
    return {};
  result.policy = run::policyText(found.types);
  result.next = {
      run::benchCommand({options.outputName, options.modelName}, options.device, options.compile)};
  if (mlir::failed(writeSummed(*found.chosen->module, "qopt " QOPT_VERSION, result.bytecode)))
    return Status(StatusCode::Io, options.outputName + ": no bytecode can be written");
  return {};
}

Expected<SearchResult> searched(const Network &network, const SearchOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  run::SearchSettings settings = settingsOf(options);
  std::vector<std::string> commands;
  if (run::hasWords(options.recipe))
    commands = {commandOf(options, settings)};
  for (const std::string &command : commands)
    reports->command(command);
  auto found = run::searchTypes(std::move(*model), std::move(settings), reports);
  if (!found)
    return found.status();
  SearchResult result = std::move(found->result);
  if (Status status = keepChosen(*found, options, result); !status.ok())
    return status;
  result.commands = std::move(commands);
  result.remarks = std::move(remarks);
  return result;
}

} // namespace

Expected<SearchResult> search(const Network &network, const SearchOptions &options) {
  if (Status status = check(options); !status.ok())
    return status;
  return run::runFlow("to search types for " + options.modelName, options,
                      [&](const SearchOptions &own) { return searched(network, own); });
}

} // namespace qopt
