#include "tools/libqopt/flows/quantize/recipe_layers.h"

#include "ir/values/near_names.h"
#include "passes/quantize/policy/ranges.h"
#include "passes/repair/wide_layers.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/pass_text.h"

using namespace qrt;

namespace qopt::run {

static Status checkWritable(const std::string &model, llvm::ArrayRef<std::string> layers) {
  for (const std::string &layer : layers)
    if (std::string why = whyUnwritable(layer); !why.empty())
      return invalidArgument(model + ": " + why);
  return {};
}

Status checkLayers(const Loaded &network, const std::string &model, const Recipe &recipe) {
  const mlir::func::FuncOp entry = nn::entryOf(*network.module);
  const nn::ValuesByKey values(entry);
  // Attention is taken apart for integers, and its parts have names then.
  auto isPart = [&](llvm::StringRef key) {
    return recipe.attentionForm() == AttentionForm::Integer && key.contains('/') &&
           values.find(key.rsplit('/').first);
  };
  for (const std::string &layer : recipe.floatLayers)
    if (!values.find(layer) && !isPart(layer))
      return invalidArgument(model + ": --float=" + layer + ": " +
                             whyMissing(entry, values, layer));
  const std::vector<std::string> weighted = weightedLayers(*network.module);
  for (const std::string &layer : recipe.weightBits8)
    if (!llvm::is_contained(weighted, layer))
      return invalidArgument(model + ": --weight-bits8=" + layer + ": no layer '" + layer +
                             "' has constant weights" + didYouMean(layer, weighted));
  if (Status status = checkWritable(model, recipe.weightBits8); !status.ok())
    return status;
  return checkWritable(model, recipe.floatLayers);
}

Status nameWideLayers(const Loaded &network, const std::string &model, Recipe &recipe) {
  if (!recipe.hasFewBits())
    return {};
  const mlir::func::FuncOp entry = nn::entryOf(*network.module);
  const unsigned bits = recipe.bitsOfWeights();
  if (recipe.weightBits8.empty())
    recipe.weightBits8 = wideLayers(entry, bits, recipe.floatLayers);
  const WeightBits of = weightBitsOf(entry, bits, recipe.weightBits8, recipe.floatLayers);
  if (of.weights > 0)
    network.reports->note(model + ": a weight has " + io::fixed(of.mean(), 2) +
                          " bits in the mean: " + std::to_string(of.wideLayers) + " of " +
                          std::to_string(of.layers) + " layers have 8, with " +
                          io::fixed(100 * double(of.wideWeights) / double(of.weights), 1) +
                          " % of the weights");
  return checkWritable(model, recipe.weightBits8);
}

RepairerOptions namedFor(const Loaded &floats, RepairerOptions how,
                         const std::vector<std::string> &unrepaired) {
  std::vector<std::string> known;
  for (const SeedLayer &layer : seedLayersOf(nn::entryOf(*floats.module)))
    known.push_back(layer.name());
  how.except = unrepaired;
  for (std::vector<std::string> *names : {&how.bits8, &how.except}) {
    *names = floats.layers.in(std::move(*names));
    llvm::erase_if(*names,
                   [&](const std::string &name) { return !llvm::is_contained(known, name); });
  }
  return how;
}

} // namespace qopt::run
