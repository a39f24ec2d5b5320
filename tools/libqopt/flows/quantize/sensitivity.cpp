#include "tools/libqopt/flows/quantize/sensitivity.h"

#include "tools/libqopt/flows/quantize/answered_samples.h"

using namespace qrt;

namespace qopt::run {

static constexpr int64_t mostRanking = 64; // samples

Expected<std::vector<Sensitivity>> rankLayers(const Quantizer &quantizer,
                                              llvm::ArrayRef<LayerGroup> groups,
                                              llvm::ArrayRef<std::string> outputNames) {
  const Loaded &network = quantizer.floats();
  auto floats = contenderOf(quantizer, network.clone(network.path), outputNames);
  if (!floats)
    return floats.status();
  SampleOptions samples = quantizer.options.samples;
  auto some = spreadOf(samples, *floats, floats->model->inputs(), mostRanking);
  if (!some)
    return some.status();
  samples.selection = std::move(*some);
  auto answered = AnsweredSamples::of(*floats, samples, "rank layers, float");
  if (!answered)
    return answered.status();
  std::vector<Sensitivity> ranked;
  StepScope step(*network.reports, "rank layers", int64_t(groups.size()));
  for (const LayerGroup &group : groups) {
    auto module = quantizer.quantized(group, Warnings::Kept);
    if (!module)
      return module.status();
    auto integers = contenderOf(quantizer, std::move(*module), outputNames);
    if (!integers)
      return integers.status();
    auto noise = answered->noiseOf(*integers);
    if (!noise)
      return noise.status();
    ranked.push_back({group, noise->total()});
    step.update(int64_t(ranked.size()));
  }
  llvm::stable_sort(ranked,
                    [](const Sensitivity &a, const Sensitivity &b) { return a.noise < b.noise; });
  return ranked;
}

} // namespace qopt::run
