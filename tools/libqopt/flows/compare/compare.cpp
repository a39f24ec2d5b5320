#include "tools/libqopt/flows/compare/compare.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/compare/compare_flow.h"
#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/reports/run_flow.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt {

static Expected<std::vector<Tensor>> prepared(const CompareOptions &options,
                                              const run::Subject &subject) {
  std::vector<Tensor> inputs;
  const run::ArrayReading reading{options.preprocessed, options.allowsNan};
  for (const Port &port : subject.model->inputs()) {
    auto array = options.arrays.find(port.name);
    if (array == options.arrays.end())
      return invalidArgument(subject.path + ": no array is given for input '" + port.name + "'");
    auto given = run::prepareGiven(*subject.reports, port, array->second,
                                   "the array of '" + port.name + "'", reading);
    if (!given)
      return given.status();
    inputs.push_back(given->prepared);
  }
  if (inputs.size() == options.arrays.size())
    return inputs;
  std::vector<std::string> names;
  for (const auto &[name, array] : options.arrays)
    names.push_back(name);
  return invalidArgument(subject.path + ": of the arrays " + llvm::join(names, ", ") +
                         " some are of no input; it has " +
                         llvm::join(run::namesOf(subject.model->inputs()), ", "));
}

static run::CompareSettings settingsOf(const CompareOptions &options) {
  run::CompareSettings settings;
  static_cast<run::SampleOptions &>(settings) = run::samplesOf(options);
  settings.seed = options.seed;
  settings.outputsAlone = options.outputsAlone;
  settings.allowsNan = options.allowsNan;
  if (!options.arrays.empty())
    settings.readArrays = [&options](const run::Subject &subject) {
      return prepared(options, subject);
    };
  return settings;
}

static std::string commandOf(const CompareOptions &options, const run::CompareSettings &settings) {
  run::ShellCommand command("qrun compare");
  command.word(options.name).word(options.otherName);
  run::addSamples(command, settings, run::CompareSettings().batch);
  for (const auto &[name, array] : options.arrays)
    command.option("input", name + "=" + name + ".npy");
  if (settings.feedsNoise() && options.seed != CompareOptions().seed)
    command.option("seed", std::to_string(options.seed));
  run::addDevice(command, options.device);
  if (!options.otherDevice.empty())
    command.option("other-device", options.otherDevice);
  run::addCompile(command, options.compile.floatOrder, options.compile.libraries);
  if (options.otherOrder)
    command.option("other-float-order", floatOrderName(*options.otherOrder));
  if (options.allowsNan)
    command.word("--allow-nan");
  if (options.outputsAlone)
    command.word("--outputs");
  return command.text();
}

static Expected<run::ComparedNetwork>
sideOf(const Network &network, const std::string &name, const std::string &device, FloatOrder order,
       const CompareOptions &options, const std::shared_ptr<run::Reports> &reports) {
  auto model = run::Loaded::copyOf(network, name, reports);
  if (!model)
    return model.status();
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.compile;
  compile.floatOrder = order;
  return run::ComparedNetwork{std::move(*model), device, std::move(compile)};
}

static Expected<CompareResult> compared(const Network &first, const Network &second,
                                        const CompareOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  const FloatOrder order = options.compile.floatOrder;
  auto a = sideOf(first, options.name, options.device, order, options, reports);
  if (!a)
    return a.status();
  const std::string &device = options.otherDevice.empty() ? options.device : options.otherDevice;
  auto b = sideOf(second, options.otherName, device, options.otherOrder.value_or(order), options,
                  reports);
  if (!b)
    return b.status();
  const run::CompareSettings settings = settingsOf(options);
  const std::string command = commandOf(options, settings);
  reports->command(command);
  auto result = run::compareNetworks(std::move(*a), std::move(*b), settings);
  if (!result)
    return result.status();
  result->commands = {command};
  if (result->firstUnlike())
    result->next = {command + " --sort=error"};
  result->remarks = std::move(remarks);
  return result;
}

Expected<CompareResult> compare(const Network &first, const Network &second,
                                const CompareOptions &options) {
  if (options.batch < 1)
    return invalidArgument("compare: a batch is of one sample or more");
  if (options.samples && !options.arrays.empty())
    return invalidArgument("compare: arrays are fed instead of samples: give one of the two");
  return run::runFlow("to compare " + options.name + " and " + options.otherName, options,
                      [&](const CompareOptions &own) { return compared(first, second, own); });
}

} // namespace qopt
