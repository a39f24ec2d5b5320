#include "tools/libqopt/flows/explain/explain_flow.h"

#include "ir/values/keys.h"
#include "tools/libqopt/flows/explain/flip_runs.h"
#include "tools/libqopt/flows/explain/mends.h"
#include "tools/libqopt/flows/explain/removed.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/memory_budget.h"

#include "llvm/ADT/StringExtras.h"

#include <deque>
#include <random>

using namespace qrt;

namespace qopt::run {
namespace {

/// A run may hold so many bytes: more samples at once are slower, as values leave the cache.
constexpr int64_t mostBytes = MemoryBudget().run;

class ExplainFlow {
public:
  ExplainFlow(const ExplainSettings &settings, const Loaded &floats, Attribution attribution)
      : settings(settings), floats(floats), attribution(std::move(attribution)) {}

  Expected<ExplainResult> run() {
    if (Status status = chooseOutputs(); !status.ok())
      return status;
    llvm::ArrayRef<Port> ports = attribution.program.model->inputs();
    const size_t own = ports.size() - 2 * attribution.outputs.size();
    SampleOptions samples = settings;
    samples.batch = batchWithin(*attribution.program.model, mostBytes, settings.batch);
    auto feeder = Feeder::open(samples, attribution.program, ports.take_front(own).vec());
    if (!feeder)
      return feeder.status();
    for (size_t output : chosen) {
      shares.emplace_back(attribution, output);
      flips.emplace_back(attribution, output, shares.back(), samples.batch);
    }
    Status status = feeder->forEach("explain", [&](Feeder::Batch &batch) { return add(batch); });
    for (FlipRuns &runs : flips)
      if (status.ok())
        status = runs.finish();
    return status.ok() ? Expected(finish()) : status;
  }

private:
  Status chooseOutputs() {
    auto has = [&](const std::string &name) {
      return llvm::find_if(attribution.outputs, [&](const auto &of) { return of.name == name; });
    };
    for (const std::string &name : settings.outputs) {
      auto found = has(name);
      if (found == attribution.outputs.end())
        return invalidArgument(
            "--output-name=" + name + ": " + floats.path +
            " has no output of real values of this name; it has " +
            llvm::join(llvm::map_range(attribution.outputs, [](const auto &of) { return of.name; }),
                       ", "));
      chosen.push_back(size_t(found - attribution.outputs.begin()));
    }
    if (settings.outputs.empty())
      llvm::append_range(chosen, llvm::seq<size_t>(0, attribution.outputs.size()));
    if (chosen.empty())
      return invalidArgument(floats.path + ": has no output of real values, whose error could be "
                                           "explained: cut it where it has some, --output=KEY");
    return {};
  }

  /// 1 or −1 by chance, the same in each call of the flow.
  Tensor signs(const Shape &shape) {
    Tensor drawn = Tensor::allocate(ElementType::F32, shape);
    for (float &value : drawn.mutableValues<float>())
      value = random() & 1 ? 1.0f : -1.0f;
    return drawn;
  }

  Status add(Feeder::Batch &batch) {
    count += batch.raw.count;
    for (auto [i, output] : llvm::enumerate(chosen)) {
      std::vector<AskedDirection> asked(attribution.outputs.size());
      asked[output].weight = 1;
      auto results =
          attribution.program.model->run(attribution.inputs(batch.inputs, batch.rows, asked));
      if (!results)
        return results.status();
      const std::vector<Shares::Flipped> own =
          shares[i].add(*results, batch.rows, batch.raw.count, batch.raw.first);
      if (Status status = flips[i].add(batch.inputs, batch.rows, own); !status.ok())
        return status;
      asked[output] = {0, signs((*results)[attribution.outputs[output].here].shape())};
      auto drawn =
          attribution.program.model->run(attribution.inputs(batch.inputs, batch.rows, asked));
      if (!drawn)
        return drawn.status();
      shares[i].addAlone(*drawn, batch.raw.count);
    }
    return {};
  }

  ExplainResult finish() const {
    ExplainResult result;
    result.samples = count;
    result.unexplained = attribution.unexplained;
    const MultiplyAdds macs(*floats.module);
    for (const Shares &one : shares) {
      ExplainedOutput output = one.finish();
      for (ExplainedLayer &layer : output.layers)
        layer.macs = macs.percentOf({layer.name});
      output.mends = mendsOf(output, attribution.widths);
      result.outputs.push_back(std::move(output));
    }
    llvm::stable_sort(result.outputs, [](const ExplainedOutput &a, const ExplainedOutput &b) {
      return a.sqnr < b.sqnr;
    });
    return result;
  }

  const ExplainSettings &settings;
  const Loaded &floats;
  const Attribution attribution;
  std::vector<size_t> chosen; // outputs
  std::deque<Shares> shares;
  std::deque<FlipRuns> flips;
  std::mt19937 random{1};
  int64_t count = 0;
};

} // namespace

Expected<ExplainResult> explainNetworks(const Loaded &floats, const Loaded &quantized,
                                        const ExplainSettings &settings) {
  if (Status status = floats.reports->checkCancelled(); !status.ok())
    return status;
  for (const Loaded *one : {&floats, &quantized})
    if (!one->module)
      return invalidArgument(one->path + ": is a program, which has no layers any more: give the "
                                         "network that it was compiled from");
  auto joined = joinNetworks(floats, quantized);
  if (!joined)
    return joined.status();
  auto attribution = attribute(std::move(*joined), settings.device, settings.compile);
  if (!attribution)
    return attribution.status();
  if (!attribution->unexplained.empty())
    floats.reports->warn("errors cannot be followed through these layers, so errors that arise "
                         "before them are counted nowhere: " +
                         llvm::join(attribution->unexplained, ", "));
  ExplainSettings looked = settings;
  llvm::ArrayRef<Port> ports = attribution->program.model->inputs();
  auto some = spreadOf(settings, floats, ports.drop_back(2 * attribution->outputs.size()).vec(),
                       settings.looks);
  if (!some)
    return some.status();
  looked.selection = std::move(*some);
  auto result = ExplainFlow(looked, floats, std::move(*attribution)).run();
  if (!result || !settings.removes)
    return result;
  Status status = removeInTurn(floats, quantized, looked, *result);
  return status.ok() ? std::move(result) : Expected<ExplainResult>(status);
}

} // namespace qopt::run
