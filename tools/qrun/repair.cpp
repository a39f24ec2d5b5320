// qrun repair: weights and biases that make the quantized network better, from samples alone.
#include "tools/libqopt/flows/repair/repair_model.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/io/report/table.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct Options : SampleOptions {
  LoadOptions load;
  CompileChoices choices;
  std::string model, output, device = "host";
  RepairerOptions repair;
};

std::string scientific(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3e", value);
  return text;
}

void printLinks(const std::vector<RescaledLink> &links, llvm::StringRef what,
                llvm::raw_ostream &stream) {
  io::Table table({what.str(), "read by", "least factor", "greatest"});
  for (const RescaledLink &link : links)
    table.add({link.producer, llvm::join(link.readers, ", "), io::shortest(link.least, 4),
               io::shortest(link.greatest, 4)});
  table.print(stream);
}

void printLayers(const std::vector<RepairReport::Layer> &layers, llvm::raw_ostream &stream) {
  io::Table table(
      {"layer", "error before", "after", "ratio", "largest bias change", "channels held", "rows"});
  for (const RepairReport::Layer &layer : layers)
    table.add({layer.name, scientific(layer.errorBefore), scientific(layer.errorAfter),
               layer.errorBefore > 0 ? io::fixed(layer.errorAfter / layer.errorBefore, 3) : "-",
               layer.note.empty() ? scientific(layer.biasChange) : layer.note,
               io::grouped(layer.heldChannels), io::grouped(layer.rows)});
  table.print(stream);
  stream << "errors: mean squares of a result over the rows, from the rounding of the layer's "
            "weights\n";
  const auto few = llvm::count_if(layers, [](const auto &of) { return of.rows < of.terms; });
  if (few > 0)
    stream << few << " of " << layers.size()
           << " layers saw fewer rows than a channel has weights, and fit these rows better than "
              "others; more --samples help\n";
}

void print(const RepairReport &report, const Options &options, llvm::raw_ostream &stream) {
  if (options.repair.equalizes && report.equalized.empty())
    stream << "--equalize: no value lies between two layers alone: nothing was equalized\n";
  else if (options.repair.equalizes)
    printLinks(report.equalized, "equalized", stream);
  for (const SmoothedLayers::Skipped &skipped : report.smoothed.skipped)
    stream << "--smooth: not what " << skipped.layers << " reads: it " << skipped.reason << "\n";
  if (!report.smoothed.done.empty())
    printLinks(report.smoothed.done, "smoothed", stream);
  if (!report.tooWide.empty())
    stream << "as they were, as a channel has too many weights to measure: "
           << llvm::join(report.tooWide, ", ") << "\n";
  if (!report.layers.empty())
    printLayers(report.layers, stream);
}

int repair(const Options &options) {
  if (!options.repair.measures() && !options.repair.equalizes)
    usageError("nothing to repair: give --round, --correct-bias, --equalize or --smooth");
  if (options.repair.measures() && options.data.empty())
    usageError("--round, --correct-bias and --smooth measure samples: give --data");
  if (Status status = io::checkModulePath(options.output); !status.ok())
    usageError(status.message());
  if (Status status =
          io::checkWritable(options.output, {options.model, options.load.weights, options.data});
      !status.ok())
    return report(status);
  auto subject = options.repair.measures()
                     ? loadFor(SampleFiles(options.data), options.model, options.load)
                     : loadFile(options.model, options.load);
  if (!subject)
    return report(subject.status());
  auto done = repairModel(*subject, options.device, compileOptions(options.choices), options.repair,
                          options);
  if (!done)
    return report(done.status());
  if (Status status = io::writeModule(*subject->module, options.output); !status.ok())
    return report(status);
  if (done->layers == 0)
    llvm::outs() << options.model
                 << ": no convolution or matrix product of constant float weights is to be "
                    "repaired: nothing was done\n";
  print(done->report, options, llvm::outs());
  return Success;
}

void addRepairs(CLI::App &command, RepairerOptions &repair) {
  command.add_flag("--equalize", repair.equalizes,
                   "Equal ranges of the weights before and after a relu; not where a clip bounds");
  command
      .add_option("--smooth", repair.smoothing,
                  "SmoothQuant: how much of activations' ranges moves into weights")
      ->check(CLI::Range(0.0, 1.0));
  command.add_flag("--round", repair.rounds,
                   "Weights on the grid of --insert-quant, so that results change least");
  command.add_flag("--correct-bias", repair.correctsBias,
                   "Take the mean of what rounding changes from results");
  command.add_option("--bits", repair.bits, "Of the weights, as they will be quantized")
      ->check(oneOf({4, 7, 8, 16}));
  command.add_option("--layers", repair.only, "These layers alone")->delimiter(',');
  command.add_option("--except", repair.except, "All layers but these")->delimiter(',');
  command.add_option("--samples", repair.samples, "How many are looked at: the first ones")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 40));
}

} // namespace

void addRepair(CLI::App &app, int &code) {
  auto options = std::make_shared<Options>();
  CLI::App *command = app.add_subcommand(
      "repair", "Weights and biases that make the quantized network better, before --insert-quant");
  command->add_option("model", options->model, alternatives(formatExtensions()))->required();
  addSampleOptions(*command, *options);
  command->add_option("-o,--output", options->output, "The repaired module: .mlirbc, or text")
      ->required();
  addRepairs(*command, options->repair);
  command->add_option("--device", options->device, "Where to run");
  addLoadOptions(*command, options->load);
  addCompileChoices(*command, options->choices);
  command->callback([options, &code] { code = repair(*options); });
}

} // namespace qopt::run
