#include "tools/libqopt/flows/quantize/alone_integer.h"

#include "tools/libqopt/flows/layers/layers.h"

#include "llvm/ADT/STLExtras.h"

using namespace qrt;

namespace qopt::run {

/// Returns the other layers with weights that can be named to the pass.
static std::vector<std::string> allBut(const std::string &layer, const Quantizer &quantizer) {
  std::vector<std::string> others = weightedLayers(*quantizer.imported().module);
  llvm::erase_if(others, [&](const std::string &other) {
    return other == layer || !whyUnwritable(other).empty();
  });
  return others;
}

Expected<std::vector<SampleNoise>> noiseOfEachAlone(const Quantizer &quantizer,
                                                    llvm::ArrayRef<std::string> layers,
                                                    llvm::ArrayRef<std::string> outputNames,
                                                    int64_t mostSamples, const Deadline &deadline) {
  auto answered = answeredByFloats(quantizer, outputNames, mostSamples, "rank layers");
  if (!answered)
    return answered.status();
  std::vector<SampleNoise> alone;
  StepScope step(*quantizer.floats().reports, "rank layers", int64_t(layers.size()));
  for (const std::string &layer : layers) {
    if (deadline.isOver())
      break;
    auto module = quantizer.quantized(allBut(layer, quantizer), Warnings::Kept);
    if (!module)
      return module.status();
    auto integer = contenderOf(quantizer, std::move(*module), outputNames);
    if (!integer)
      return integer.status();
    auto noise = answered->noiseOf(*integer);
    if (!noise)
      return noise.status();
    alone.push_back(std::move(*noise));
    step.update(int64_t(alone.size()));
  }
  return alone;
}

} // namespace qopt::run
