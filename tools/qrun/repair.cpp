// qrun repair: weights and biases that make the quantized network better, from samples alone.
#include "tools/qrun/feeder.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/io/table.h"
#include "tools/libqopt/repairer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct Options : SampleOptions {
  LoadOptions load;
  std::string model, output, device = "host";
  RepairOptions repair;

  bool measures() const {
    return repair.rounds || repair.correctsBias || repair.smoothing.has_value();
  }
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
  if (!report.layers.empty())
    printLayers(report.layers, stream);
}

/// The model and what its samples are.
class Session {
public:
  explicit Session(const Options &options) : options(options) {}

  int run() {
    Status status = open();
    if (!status.ok())
      return report(status);
    if (repairer->layers() == 0)
      llvm::outs() << options.model
                   << ": no convolution or matrix product of constant float weights is to be "
                      "repaired: nothing was done\n";
    for (int pass = 1; pass <= passes(); ++pass)
      if (status = showAll(pass); !status.ok())
        return report(status);
    const RepairReport done = repairer->finish();
    if (status = io::writeModule(*subject->module, options.output); !status.ok())
      return report(status);
    print(done, options, llvm::outs());
    return Success;
  }

private:
  int passes() const { return repairer->layers() == 0 ? 0 : repairer->passes(); }

  Status open() {
    auto loaded = options.measures()
                      ? Loaded::createFor(SampleFiles(options.data), options.model, options.load)
                      : Loaded::create(options.model, options.load);
    if (!loaded)
      return loaded.status();
    subject = std::move(*loaded);
    RepairOptions how = options.repair;
    how.compile = compileOptions();
    how.batch = options.batch;
    if (options.measures()) {
      auto all = feeder(1);
      if (!all)
        return all.status();
      how.samples = std::min(how.samples, all->samples().total());
    }
    samples = how.samples;
    auto made = Repairer::create(*subject->module, options.device, how);
    if (!made)
      return Status(made.status().code(), options.model + ": " + made.status().message());
    repairer = std::move(*made);
    return {};
  }

  Expected<Feeder> feeder(int64_t batch) const {
    auto ports = portsOf(*subject->module);
    if (!ports)
      return ports.status();
    SampleOptions how = options;
    how.batch = batch;
    return Feeder::open(how, options.model, ports->inputs);
  }

  /// The first samples, once.
  Status showAll(int pass) {
    const bool alone = !repairer->mixesSamples().empty();
    auto source = feeder(alone ? 1 : std::min(options.batch, samples));
    if (!source)
      return source.status();
    auto show = [&](Feeder::Batch &batch) {
      return repairer->add({batch.inputs, batch.raw.count, source->places(batch)});
    };
    const std::string label =
        "repair, pass " + std::to_string(pass) + " of " + std::to_string(repairer->passes());
    if (Status status = source->forEach(label, show, samples); !status.ok())
      return status;
    return repairer->endPass();
  }

  const Options &options;
  std::optional<Loaded> subject;
  std::unique_ptr<Repairer> repairer;
  int64_t samples = 0;
};

int repair(const Options &options) {
  if (!options.measures() && !options.repair.equalizes)
    return usageError("nothing to repair: give --round, --correct-bias, --equalize or --smooth");
  if (options.measures() && options.data.empty())
    return usageError("--round, --correct-bias and --smooth measure samples: give --data");
  std::vector<std::string> sources = {options.model};
  if (!options.data.empty())
    sources.push_back(options.data);
  if (Status status = io::checkWritable(options.output, sources); !status.ok())
    return report(status);
  return Session(options).run();
}

void addRepairs(CLI::App &command, RepairOptions &repair) {
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
      ->check(CLI::IsMember({4, 8, 16}));
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
  command->callback([options, &code] { code = repair(*options); });
}

} // namespace qopt::run
