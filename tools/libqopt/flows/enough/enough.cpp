#include "tools/libqopt/flows/enough/enough.h"

#include "ir/values/keys.h"
#include "passes/calibrate/taps.h"
#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/enough/enough_flow.h"
#include "tools/libqopt/flows/enough/tail.h"
#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {
namespace run {
namespace {

constexpr int64_t leastSamples = 5; // of which a tail can be told

/// This holds the extremes that each sample reached of one value; its least is kept with the sign
/// turned around.
struct Reached {
  std::vector<float> least, greatest;
};

class EnoughFlow {
public:
  EnoughFlow(Subject subject, std::vector<Tap> taps, size_t outputs, const EnoughSettings &settings)
      : subject(std::move(subject)), taps(std::move(taps)), outputs(outputs), settings(settings),
        reached(this->taps.size()) {}

  Expected<EnoughResult> run() {
    auto feeder = Feeder::open(settings, subject);
    if (!feeder)
      return feeder.status();
    Status status =
        feeder->forEach("look at ranges", [&](Feeder::Batch &batch) { return add(batch); });
    if (!status.ok())
      return status;
    if (samples < leastSamples)
      return invalidArgument(subject.path + ": " + std::to_string(samples) +
                             " samples tell nothing of those that are missing: give " +
                             std::to_string(leastSamples) + " or more");
    return finish();
  }

private:
  Status add(Feeder::Batch &batch) {
    auto results = subject.model->run(batch.inputs);
    if (!results)
      return results.status();
    samples += batch.raw.count;
    for (auto [i, tap] : llvm::enumerate(taps))
      for (int64_t sample = 0; sample < batch.raw.count; ++sample) {
        const Extremes extremes = tap.extremesOf((*results)[outputs + i], sample, batch.rows);
        if (!extremes.areFinite())
          continue;
        reached[i].least.push_back(-extremes.min);
        reached[i].greatest.push_back(extremes.max);
      }
    return {};
  }

  EnoughResult finish() const {
    EnoughResult result;
    result.samples = samples;
    for (auto [tap, of] : llvm::zip_equal(taps, reached)) {
      const Tail low = tailOf(of.least), high = tailOf(of.greatest);
      const double width = low.end + high.end;
      if (!(width > 0))
        continue;
      RangeEstimate range{tap.key, -low.end, high.end};
      const double distance = settings.distance * width;
      range.outside = low.chance() + high.chance();
      range.moves = (low.moveAtTwice() + high.moveAtTwice()) / width;
      range.beyond = low.chanceBeyond(distance, double(samples)) +
                     high.chanceBeyond(distance, double(samples));
      range.needed = samplesFor(low, high, distance, settings.chance);
      result.needed = std::max(result.needed, range.needed);
      result.ranges.push_back(std::move(range));
    }
    llvm::stable_sort(result.ranges, [](const RangeEstimate &a, const RangeEstimate &b) {
      return a.needed > b.needed;
    });
    return result;
  }

  const Subject subject;
  const std::vector<Tap> taps;
  const size_t outputs; // of the network, before the taps' results
  const EnoughSettings &settings;
  std::vector<Reached> reached; // by tap
  int64_t samples = 0;
};

} // namespace

Expected<EnoughResult> measureEnough(Loaded network, const EnoughSettings &settings) {
  if (Status status = network.reports->checkCancelled(); !status.ok())
    return status;
  if (!network.module)
    return invalidArgument(network.path + ": is a program, whose values have no ranges any more");
  mlir::func::FuncOp entry = nn::entryOf(*network.module);
  if (!entry)
    return invalidArgument(network.path + ": has no entry");
  if (const std::string key = mixesSamples(entry); !key.empty())
    return invalidArgument(network.path + ": '" + key +
                           "' mixes the samples of a batch, of which "
                           "none has extremes of its own");
  const size_t outputs = entry.getNumResults();
  std::vector<Tap> taps;
  auto subject = Subject::compile(
      std::move(network), settings.device,
      [&](mlir::ModuleOp module) {
        taps = tapExtremes(nn::entryOf(module));
        return Status();
      },
      settings.compile);
  if (!subject)
    return subject.status();
  return EnoughFlow(std::move(*subject), std::move(taps), outputs, settings).run();
}

} // namespace run

static std::string commandOf(const EnoughOptions &options) {
  run::ShellCommand command("qrun enough");
  command.word(options.modelName);
  run::addSamples(command, run::samplesOf(options));
  if (options.distance != EnoughOptions().distance)
    command.option("distance", io::roundTrip(options.distance));
  if (options.chance != EnoughOptions().chance)
    command.option("chance", io::roundTrip(options.chance));
  run::addRun(command, options.device, options.compile);
  return command.text();
}

static Expected<EnoughResult> measured(const Network &network, const EnoughOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  const std::string command = commandOf(options);
  reports->command(command);
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  run::EnoughSettings settings;
  static_cast<run::SampleOptions &>(settings) = run::samplesOf(options);
  settings.distance = options.distance;
  settings.chance = options.chance;
  settings.device = options.device;
  static_cast<CompileOptions &>(settings.compile) = options.compile;
  auto result = run::measureEnough(std::move(*model), settings);
  if (!result)
    return result.status();
  result->commands = {command};
  result->remarks = std::move(remarks);
  return result;
}

Expected<EnoughResult> enough(const Network &network, const EnoughOptions &options) {
  if (!options.samples || options.batch < 1)
    return invalidArgument("enough: needs samples, in batches of one or more");
  if (!(options.distance >= 0) || !(options.chance > 0 && options.chance <= 1))
    return invalidArgument("enough: a distance is a part of a range, 0 or more, and a chance lies "
                           "above 0, 1 at most");
  return run::runFlow("to look at the ranges of " + options.modelName, options,
                      [&](const EnoughOptions &own) { return measured(network, own); });
}

} // namespace qopt
