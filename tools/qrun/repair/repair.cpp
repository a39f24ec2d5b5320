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
           << ": nothing was done: it has no convolution or matrix product with constant float "
              "weights that could be repaired\n";
  printRepairs(done.report, command.how, stream);
}

int check(const RepairCommand &command) {
  if (!command.how.measures() && !command.how.equalizes)
    usageError("nothing to repair: give --round, --correct-bias, --equalize, --even-channels or "
               "--smooth");
  if (command.how.sequential && !command.how.rounds)
    usageError("--sequential has no effect without --round: give --round, too");
  if (command.how.measures() && command.data.empty())
    usageError("--round, --correct-bias, --even-channels and --smooth need samples: give --data");
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
                   "Equalize the ranges of weights before and after a relu; values that a clip "
                   "bounds are left alone");
  command.add_flag("--even-channels", repair.evensChannels,
                   "Scale the channels that depthwise convolutions read to equal ranges; the "
                   "weights' scales take up the factors");
  command
      .add_option(
          "--smooth", repair.smoothing,
          "SmoothQuant's alpha: the share of activations' ranges that moves into weights, 0 to 1")
      ->check(CLI::Range(0.0, 1.0));
  command.add_flag(
      "--round", repair.rounds,
      "Round weights to the values that --insert-quant can store, so that results change least");
  command.add_flag("--correct-bias", repair.correctsBias,
                   "Subtract the mean change that rounding makes to results, by the biases");
  command.add_option("--bits", repair.bits, "Bits of the weights, as --insert-quant will get them")
      ->check(oneOf({2, 3, 4, 7, 8, 16}));
  command
      .add_option("--bits8", repair.bits8, "Layers whose weights have 8 bits, whatever --bits says")
      ->delimiter(',');
  command
      .add_option("--group", repair.group,
                  "Number of weights that share a scale, as --quantize-weights has it; 0: those of "
                  "a channel")
      ->check(CLI::Range(int64_t(0), int64_t(1) << 30));
  command.add_flag("--sequential", repair.sequential,
                   "Round layers one after the other, each on the values that the rounded layers "
                   "before it give");
  CLI::Option *only =
      command.add_option("--layers", repair.only, "Repair these layers only")->delimiter(',');
  command.add_option("--except", repair.except, "Repair all layers but these")
      ->delimiter(',')
      ->excludes(only);
  command
      .add_option("--samples", repair.samples,
                  "Number of samples to measure on, spread over all of --data")
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
  own->add_option("--device", command->device, "The device to run on");
  addLoadOptions(*own, command->load);
  addJsonOption(*own, command->json);
  addCompileChoices(*own, command->choices);
  own->callback([command, &code] { code = repair(*command); });
}

} // namespace qopt::run
