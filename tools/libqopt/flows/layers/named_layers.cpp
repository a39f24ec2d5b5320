#include "tools/libqopt/flows/layers/named_layers.h"

#include "ir/values/near_names.h"
#include "passes/quantize/policy/ranges.h"
#include "passes/repair/seed_layer.h"
#include "tools/libqopt/flows/layers/layers.h"

using namespace qrt;

namespace qopt::run {

Status checkLayers(mlir::ModuleOp network, const NamedLayers &named) {
  const mlir::func::FuncOp entry = nn::entryOf(network);
  const nn::ValuesByKey values(entry);
  auto isPart = [&](llvm::StringRef key) {
    return named.takesAttentionApart && key.contains('/') && values.find(key.rsplit('/').first);
  };
  for (const std::string &layer : named.floats)
    if (!values.find(layer) && !isPart(layer))
      return invalidArgument("--float=" + layer + ": " + whyMissing(entry, values, layer));
  const std::vector<std::string> weighted = weightedLayers(network);
  for (const std::string &layer : named.wide)
    if (!llvm::is_contained(weighted, layer))
      return invalidArgument("--weight-bits8=" + layer + ": no layer '" + layer +
                             "' has constant weights" + didYouMean(layer, weighted));
  return {};
}

RepairerOptions namedFor(mlir::ModuleOp floats, const LayerNames &names, RepairerOptions how,
                         const std::vector<std::string> &unrepaired) {
  std::vector<std::string> known;
  for (const SeedLayer &layer : seedLayersOf(nn::entryOf(floats)))
    known.push_back(layer.name());
  how.except = unrepaired;
  for (std::vector<std::string> *list : {&how.bits8, &how.except}) {
    *list = names.in(std::move(*list));
    llvm::erase_if(*list,
                   [&](const std::string &name) { return !llvm::is_contained(known, name); });
  }
  return how;
}

} // namespace qopt::run
