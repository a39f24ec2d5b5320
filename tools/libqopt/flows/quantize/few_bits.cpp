#include "tools/libqopt/flows/quantize/few_bits.h"

#include "passes/repair/wide_layers.h"
#include "tools/libqopt/flows/numbers/number_text.h"

using namespace qrt;

namespace qopt::run {

constexpr double enoughOfWeights = 25;  // dB of the worst output
constexpr int64_t mostJudgingBits = 64; // samples

static std::vector<std::string> namesOf(const Loaded &network, const Recipe &recipe,
                                        WideShare share) {
  return wideLayers(nn::entryOf(*network.module), recipe.bitsOfWeights(), recipe.floatLayers,
                    share);
}

/// Says "weights have 4.26 bits on average: 10 of 22 layers have 8, with 6.4 % of the weights";
/// the text is empty where there are no weights.
static std::string bitsText(const Loaded &network, const Recipe &recipe) {
  const WeightBits of = weightBitsOf(nn::entryOf(*network.module), recipe.bitsOfWeights(),
                                     recipe.weightBits8, recipe.floatLayers);
  if (of.weights == 0)
    return "";
  return "weights have " + io::fixed(of.mean(), 2) +
         " bits on average: " + std::to_string(of.wideLayers) + " of " + std::to_string(of.layers) +
         " layers have 8, with " + io::fixed(100 * double(of.wideWeights) / double(of.weights), 1) +
         " % of the weights";
}

void nameWideLayers(const Loaded &network, QuantizerOptions &options) {
  Recipe &recipe = options.recipe;
  options.choosesWideLayers = recipe.weightBits8.empty();
  if (options.choosesWideLayers)
    recipe.weightBits8 = namesOf(network, recipe, WideShare::Usual);
  if (const std::string text = bitsText(network, recipe); !text.empty())
    network.reports->note(options.model + ": " + text);
}

/// Measures what repaired weights add to the outputs, beside float activations.
static Expected<SampleNoise> noiseOfWeights(const Quantizer &quantizer,
                                            llvm::ArrayRef<std::string> outputNames) {
  auto answered = answeredByFloats(quantizer, outputNames, mostJudgingBits, "judge few bits");
  if (!answered)
    return answered.status();
  const Loaded &network = quantizer.repairedFloats();
  auto repaired = contenderOf(quantizer, network.clone(network.path), outputNames);
  return repaired ? answered->noiseOf(*repaired) : repaired.status();
}

Expected<bool> widenFewBits(Quantizer &quantizer, llvm::ArrayRef<std::string> outputNames) {
  Recipe &recipe = quantizer.options.recipe;
  if (!recipe.hasFewBits() || !quantizer.options.choosesWideLayers || !*recipe.rounds)
    return false;
  const Loaded &given = quantizer.imported();
  std::vector<std::string> more = namesOf(given, recipe, WideShare::Large);
  if (more == recipe.weightBits8)
    return false;
  auto noise = noiseOfWeights(quantizer, outputNames);
  if (!noise)
    return noise.status();
  if (noise->worst() >= enoughOfWeights)
    return false;
  recipe.weightBits8 = std::move(more);
  given.reports->note(
      quantizer.options.model + ": the rounding of weights alone reduces the outputs to " +
      io::fixed(noise->worst(), 1) + " dB SQNR on " + std::to_string(noise->samples()) +
      " calibration samples, below " + io::fixed(enoughOfWeights, 0) +
      " dB: more layers get 8 bits; now " + bitsText(given, recipe));
  return true;
}

} // namespace qopt::run
