#include "tools/qrun/bench/options.h"

#include "tools/qrun/numbers/number_options.h"

using namespace qrt;

namespace qopt::run {
namespace {

/// An option whose text `take` reads.
template <typename Take>
CLI::Option *addText(CLI::App &command, const char *name, Take take, const char *help) {
  auto read = [take](const std::string &text) {
    if (Status status = take(text); !status.ok())
      throw CLI::ValidationError("error", status.message());
  };
  return command.add_option_function<std::string>(name, read, help);
}

void addFeedOptions(CLI::App &command, BenchOptions &options) {
  auto *batch = command.add_option("--batch", options.batches, "Batch sizes, separated by commas")
                    ->delimiter(',')
                    ->allow_extra_args(false)
                    ->check(CLI::Range(1, 1 << 20))
                    ->default_str("");
  addText(
      command, "--shapes", [&options](const std::string &text) { return options.shapes.add(text); },
      "Sizes of what is fed, the batch with them: x:8x3x224x224,y:8x10")
      ->type_name("INPUT:SIZES,…")
      ->excludes(batch);
  command.add_flag("--device-resident", options.deviceResident,
                   "Inputs and outputs stay on the device: from the launch to its end, no copies");
  addLoadOptions(command, options.load);
  addBinariesOption(command, options.load);
  command.add_flag("!--no-reuse", options.reusesMemory,
                   "Give each value memory of its own, to measure what reuse of memory saves");
  addTuningOption(command, options.tuning);
  command.add_option("--seed", options.seed, "Seed of the noise that is fed");
}

void addPaceOptions(CLI::App &command, BenchOptions &options) {
  addText(
      command, "--warmup",
      [&options](const std::string &text) { return setWarmup(options.pace, text); },
      "Runs before the clock counts, or a time as 200ms; 3 runs by default")
      ->type_name("RUNS|TIME");
  addText(
      command, "--warmUp",
      [&options](const std::string &text) { return setWarmup(options.pace, text + "ms"); },
      "trtexec's: --warmup in milliseconds")
      ->type_name("MS")
      ->excludes("--warmup");
  command.add_option("--iterations", options.pace.iterations, "Runs that count, at least")
      ->check(CLI::Range(1, 1000000));
  command
      .add_option("--duration", options.pace.duration,
                  "Seconds that the counted runs of a batch size last, at least")
      ->check(between(0, 3600));
}

void addReportOptions(CLI::App &command, BenchOptions &options) {
  command
      .add_option("--percentile", options.percentiles, "Columns of the table, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(between(0, 100));
  command.add_option("--export-times", options.times, "Write all times to this file, as JSON")
      ->type_name("FILE");
  addJsonOption(command, options.json);
  command
      .add_option("--export-profile", options.profile,
                  "Write each layer's time, measured on the device in runs of their own, as JSON")
      ->type_name("FILE");
  command
      .add_option("--export-layers", options.layers,
                  "Write each layer's kernels, shapes, types and bytes of weights, as JSON")
      ->type_name("FILE");
  command.add_option("--svg", options.chart, "Write a chart of each layer's time")
      ->type_name("FILE");
  command.add_flag("--per-layer", options.perLayer,
                   "Print each layer's time, the slowest first, measured in runs of their own");
  command
      .add_option("--gate-latency,--gate", options.gate,
                  "The most milliseconds that a run may take, as the median; exit 5 beyond")
      ->check(aboveZero());
}

} // namespace

void addBenchOptions(CLI::App &command, BenchOptions &options) {
  command.add_option("models", options.models, runnableFiles() + "; one or several")->required();
  command.add_option("--device", options.devices, "The device to run on; may be repeated")
      ->allow_extra_args(false); // else it would take the models after it
  addFeedOptions(command, options);
  addPaceOptions(command, options);
  addReportOptions(command, options);
  addCompileChoices(command, options.choices);
}

} // namespace qopt::run
