#include "tools/libqopt/flows/quantize/sensitivity.h"

using namespace qrt;

namespace qopt::run {

Expected<AnsweredSamples> answeredByFloats(const Quantizer &quantizer,
                                           llvm::ArrayRef<std::string> outputNames, int64_t most,
                                           const std::string &what) {
  const Loaded &network = quantizer.floats();
  auto floats = contenderOf(quantizer, network.clone(network.path), outputNames);
  if (!floats)
    return floats.status();
  SampleOptions samples = quantizer.options.samples;
  auto some = spreadOf(samples, *floats, floats->model->inputs(), most);
  if (!some)
    return some.status();
  samples.selection = std::move(*some);
  auto answered = AnsweredSamples::of(*floats, samples, what + ", float");
  if (answered && answered->leftOut())
    network.reports->note(std::to_string(answered->leftOut()) + " samples do not " + what +
                          ": inputs and answers of all would take more memory than may be held");
  return answered;
}

Expected<SampleNoise> noiseWithFloats(const Quantizer &quantizer, const AnsweredSamples &answered,
                                      llvm::ArrayRef<std::string> layers,
                                      llvm::ArrayRef<std::string> outputNames) {
  auto module = quantizer.quantized(layers, Warnings::Kept);
  if (!module)
    return module.status();
  auto integers = contenderOf(quantizer, std::move(*module), outputNames);
  return integers ? answered.noiseOf(*integers) : integers.status();
}

Expected<std::vector<Sensitivity>>
rankLayers(const Quantizer &quantizer, llvm::ArrayRef<LayerGroup> groups,
           llvm::ArrayRef<std::string> outputNames, int64_t mostSamples) {
  auto answered = answeredByFloats(quantizer, outputNames, mostSamples, "rank layers");
  if (!answered)
    return answered.status();
  std::vector<Sensitivity> ranked;
  StepScope step(*quantizer.floats().reports, "rank layers", int64_t(groups.size()));
  for (const LayerGroup &group : groups) {
    auto noise = noiseWithFloats(quantizer, *answered, group, outputNames);
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
