#include "tools/libqopt/report/commands.h"

#include "tools/libqopt/flows/commands/words.h"

using namespace qrt;

namespace qopt::run {
namespace {

class CommandsOf {
public:
  CommandsOf(const ReportInputs &inputs, const ReportOptions &options)
      : inputs(inputs), options(options), words(inputs.words) {}

  std::vector<std::string> all() const {
    std::vector<std::string> commands{own()};
    if (!inputs.test.source)
      return commands;
    if (!words.quantized.empty())
      commands.insert(commands.end(), {eval(), compare()});
    commands.push_back(bench());
    return commands;
  }

private:
  const std::string &drawn() const {
    return words.quantized.empty() ? words.floats : words.quantized;
  }

  /// Samples of a run where a network has a number of its own for them.
  std::optional<int64_t> fixedBatch() const {
    for (const Loaded *model : {&inputs.floats, inputs.quantized ? &*inputs.quantized : nullptr})
      if (auto ports = model ? portsOf(*model->module) : Expected<Ports>(Ports()); ports)
        for (const Port &port : ports->inputs)
          if (!port.shape.empty() && port.shape[0].isStatic())
            return port.shape[0].value();
    return std::nullopt;
  }

  /// Adds the options by which judging takes samples and labels.
  void addTest(ShellCommand &command) const {
    addSamples(command, inputs.test);
    addJudging(command, inputs.test);
  }

  /// Adds where it runs, and how the models are read.
  void addHow(ShellCommand &command) const {
    addRun(command, options.device, inputs.compile);
    addReading(command);
  }

  void addReading(ShellCommand &command) const {
    addLoad(command, words.load);
    for (const std::string &word : options.readWords)
      command.word(word);
  }

  void addEffort(ShellCommand &command) const {
    auto add = [&](const char *name, int64_t value, int64_t byDefault) {
      if (value != byDefault)
        command.option(name, std::to_string(value));
    };
    const ReportEffort &effort = options.effort;
    const ReportEffort usual;
    add("layer-samples", effort.layerSamples, usual.layerSamples);
    add("layer-batch", effort.layerBatch, usual.layerBatch);
    add("timed-runs", effort.timedRuns, usual.timedRuns);
    add("timed-batch", effort.timedBatch, usual.timedBatch);
  }

  std::string own() const {
    ShellCommand command("qrun report");
    command.word(words.floats);
    if (!words.quantized.empty())
      command.word(words.quantized);
    if (inputs.test.source) {
      addTest(command);
      addHow(command);
    } else {
      addReading(command);
    }
    command.option("calibration", words.calibration);
    if (options.profile != "qopt")
      command.option("profile", options.profile);
    if (options.integerAttention)
      command.option("attention", "integer");
    if (inputs.test.source)
      addEffort(command);
    command.option("title", options.title);
    command.option("onnx", words.onnx).option("node-data", words.nodeData);
    return command.word("-o").word(words.output).text();
  }

  std::string eval() const {
    ShellCommand command("qrun eval");
    command.word(drawn()).option("against", words.floats);
    addTest(command);
    addHow(command);
    return command.word("--table").text();
  }

  /// It feeds one batch: those samples by which layers are measured, or as many of them as a run
  /// takes.
  std::string compare() const {
    ShellCommand command("qrun compare");
    command.word(words.floats).word(drawn());
    addSamples(command, inputs.test, inputs.test.batch);
    const int64_t measured = options.effort.layerSamples;
    const int64_t fed = std::min(measured, fixedBatch().value_or(measured));
    command.option("batch", std::to_string(fed));
    addHow(command);
    if (fed == measured)
      return command.text();
    return command.text() + "  # a run takes " + std::to_string(fed) +
           (fed == 1 ? " sample" : " samples") + ": the first of the " + std::to_string(measured) +
           " that layers are measured by";
  }

  std::string bench() const {
    ShellCommand command("qrun bench");
    command.word(drawn()).word("--per-layer");
    addHow(command);
    if (options.effort.timedBatch != 1 && !fixedBatch())
      command.option("batch", std::to_string(options.effort.timedBatch));
    return command.text();
  }

  const ReportInputs &inputs;
  const ReportOptions &options;
  const ReportWords &words;
};

} // namespace

std::vector<std::string> reportCommands(const ReportInputs &inputs, const ReportOptions &options) {
  return CommandsOf(inputs, options).all();
}

} // namespace qopt::run
