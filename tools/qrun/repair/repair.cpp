// qrun repair: weights and biases that make the quantized network better, from samples alone.
#include "tools/libqopt/flows/repair/repair_model.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/repair/report.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct RepairCommand : SampleOptions {
  LoadOptions load;
  CompileChoices choices;
  std::string model, output, device = "host";
  RepairerOptions how;
  JsonOutput json;
};

/// {"version", "model", "output", "device", "layers", as writeRepairs has it}
void writeJson(const RepairCommand &command, const ModelRepair &done, llvm::json::OStream &json) {
  writeText(json, "model", command.model);
  writeText(json, "output", command.output);
  json.attribute("device", command.device);
  json.attribute("layers", int64_t(done.layers));
  writeRepairs(json, done.report);
}

void print(const RepairCommand &command, const ModelRepair &done, llvm::raw_ostream &stream) {
  if (done.layers == 0)
    stream << command.model
           << ": no convolution or matrix product of constant float weights is to be "
              "repaired: nothing was done\n";
  printRepairs(done.report, command.how, stream);
}

int check(const RepairCommand &command) {
  if (!command.how.measures() && !command.how.equalizes)
    usageError("nothing to repair: give --round, --correct-bias, --equalize, --even-channels or "
               "--smooth");
  if (command.how.sequential && !command.how.rounds)
    usageError("--sequential says how layers are rounded: give --round");
  if (command.how.measures() && command.data.empty())
    usageError(
        "--round, --correct-bias, --even-channels and --smooth measure samples: give --data");
  if (Status status = io::checkModulePath(command.output); !status.ok())
    usageError(status.message());
  const std::vector<std::string> sources = {command.model, command.load.weights, command.data};
  if (Status status = io::checkWritable(command.output, sources); !status.ok())
    return report(status);
  return checkJson(command.json, sources, command.output);
}

int repair(const RepairCommand &command) {
  if (int code = check(command); code != Success)
    return code;
  auto model = command.how.measures()
                   ? loadFor(SampleFiles(command.data), command.model, command.load)
                   : loadFile(command.model, command.load);
  if (!model)
    return report(model.status());
  auto done =
      repairModel(*model, command.device, compileOptions(command.choices), command.how, command);
  if (!done)
    return report(done.status());
  if (Status status = io::writeModule(*model->module, command.output); !status.ok())
    return report(status);
  return report(tell(
      command.json, [&](auto &stream) { print(command, *done, stream); },
      [&](auto &json) { writeJson(command, *done, json); }));
}

void addRepairs(CLI::App &command, RepairerOptions &repair) {
  command.add_flag("--equalize", repair.equalizes,
                   "Equal ranges of the weights before and after a relu; not where a clip bounds");
  command.add_flag("--even-channels", repair.evensChannels,
                   "A range for each channel of what depthwise convolutions read: factors that "
                   "scales of weights take up");
  command
      .add_option("--smooth", repair.smoothing,
                  "SmoothQuant: how much of activations' ranges moves into weights")
      ->check(CLI::Range(0.0, 1.0));
  command.add_flag("--round", repair.rounds,
                   "Weights on the grid of --insert-quant, so that results change least");
  command.add_flag("--correct-bias", repair.correctsBias,
                   "Take the mean of what rounding changes from results");
  command.add_option("--bits", repair.bits, "Bits of the weights, as they will be quantized")
      ->check(oneOf({2, 3, 4, 7, 8, 16}));
  command.add_option("--bits8", repair.bits8, "Layers whose weights have 8 bits all the same")
      ->delimiter(',');
  command
      .add_option("--group", repair.group,
                  "Weights that share a scale, as of --quantize-weights; 0: those of a channel")
      ->check(CLI::Range(int64_t(0), int64_t(1) << 30));
  command.add_flag("--sequential", repair.sequential,
                   "Round layers one after the other, by what the rounded ones before make");
  CLI::Option *only =
      command.add_option("--layers", repair.only, "These layers alone")->delimiter(',');
  command.add_option("--except", repair.except, "All layers but these")
      ->delimiter(',')
      ->excludes(only);
  command.add_option("--samples", repair.samples, "How many are looked at, from all over them")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 40));
}

} // namespace

void addRepair(CLI::App &app, int &code) {
  auto command = std::make_shared<RepairCommand>();
  CLI::App *own = app.add_subcommand(
      "repair", "Weights and biases that make the quantized network better, before --insert-quant");
  own->add_option("model", command->model, alternatives(formatExtensions()))->required();
  addSampleOptions(*own, *command);
  own->add_option("-o,--output", command->output, "The repaired module: .mlirbc, or text")
      ->required();
  addRepairs(*own, command->how);
  own->add_option("--device", command->device, "Where to run");
  addLoadOptions(*own, command->load);
  addJsonOption(*own, command->json);
  addCompileChoices(*own, command->choices);
  own->callback([command, &code] { code = repair(*command); });
}

} // namespace qopt::run
