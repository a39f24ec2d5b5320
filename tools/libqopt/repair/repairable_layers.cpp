#include "tools/libqopt/repair/repairable_layers.h"

#include "ir/ops.h"
#include "ir/values/near_names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;

namespace qopt {

// Weights of the smallest layer that --quantize-weights stores in groups, unless it is told
// otherwise.
constexpr int64_t smallestStored = 1024;

// A module of floats, batch norms folded.
static Status checkRepairable(func::FuncOp entry) {
  Status status;
  entry.walk([&](Operation *op) {
    auto quantized = [](Type type) { return nn::isQuantized(type); };
    if (llvm::any_of(op->getOperandTypes(), quantized) ||
        llvm::any_of(op->getResultTypes(), quantized)) {
      status = invalidArgument("layer '" + nn::layerName(op) +
                               "' is quantized; repair the float network, then quantize it "
                               "(--insert-quant)");
      return WalkResult::interrupt();
    }
    if (auto norm = dyn_cast<nn::BatchNormOp>(op);
        norm && norm.getInput().hasOneUse() && seedLayerOf(norm.getInput().getDefiningOp())) {
      status = invalidArgument("layer '" + nn::layerName(op) +
                               "' is a batch norm, which will change the weights before it; fold "
                               "it first (qopt --fold-batch-norm)");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return status;
}

Expected<RepairableLayers> repairableLayers(func::FuncOp entry, const RepairerOptions &options) {
  if (Status status = checkRepairable(entry); !status.ok())
    return status;
  std::vector<SeedLayer> all = seedLayersOf(entry), chosen;
  llvm::StringSet<> only, except, bits8;
  std::vector<std::string> known;
  for (const SeedLayer &layer : all)
    known.push_back(layer.name());
  for (const auto &[list, into] :
       {std::pair(&options.only, &only), {&options.except, &except}, {&options.bits8, &bits8}})
    for (const std::string &name : *list) {
      if (!llvm::is_contained(known, name))
        return invalidArgument("no layer '" + name + "' with constant float weights to repair" +
                               didYouMean(name, known));
      into->insert(name);
    }
  auto isStored = [&](const SeedLayer &layer) {
    return options.group == 0 || layer.outputs * layer.terms >= smallestStored;
  };
  llvm::DenseSet<Operation *> wide;
  for (const SeedLayer &layer : all) {
    if (bits8.contains(layer.name()))
      wide.insert(layer.op);
    if (isStored(layer) && (only.empty() || only.contains(layer.name())) &&
        !except.contains(layer.name()))
      chosen.push_back(layer);
  }
  return RepairableLayers{LayerSet(std::move(chosen)), std::move(wide)};
}

} // namespace qopt
