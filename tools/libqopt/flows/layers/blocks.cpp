#include "tools/libqopt/flows/layers/blocks.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace qopt::run {

std::vector<LayerGroup> blocksOf(ModuleOp floats, llvm::ArrayRef<std::string> layers) {
  std::vector<Operation *> order;
  for (Operation &op : nn::entryOf(floats).front().without_terminator())
    if (!isa<nn::ConstantOp>(op))
      order.push_back(&op);
  // The terminator is no reader here: a value that only leaves the network ends where it is made.
  llvm::DenseMap<Value, std::pair<size_t, size_t>> spans; // made or first read, last read
  for (auto [i, op] : llvm::enumerate(order)) {
    for (Value operand : op->getOperands())
      if (!operand.getDefiningOp<nn::ConstantOp>())
        spans.try_emplace(operand, i, i).first->second.second = i;
    for (Value result : op->getResults())
      spans.try_emplace(result, i, i);
  }
  std::vector<int64_t> change(order.size() + 1);
  for (const auto &[value, span] : spans)
    ++change[span.first + 1], --change[span.second + 1];
  llvm::StringMap<size_t> blockOf; // of a layer
  int64_t live = 0;
  size_t block = 0;
  for (auto [i, op] : llvm::enumerate(order)) {
    live += change[i];
    block += live <= 1 ? 1 : 0;
    blockOf.try_emplace(nn::layerName(op), block);
  }
  std::vector<LayerGroup> groups;
  std::optional<size_t> last;
  for (const std::string &layer : layers) {
    const size_t of = blockOf.lookup(layer);
    if (groups.empty() || of != last)
      groups.emplace_back();
    groups.back().push_back(layer);
    last = of;
  }
  return groups;
}

} // namespace qopt::run
