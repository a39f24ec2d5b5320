#include "tools/libqopt/flows/search/times/layer_graph.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/libqopt/flows/layers/layers.h"

#include <set>

using namespace mlir;

namespace qopt::run {

static double elementsOfSample(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  double elements = 1;
  if (type)
    for (int64_t size : type.getShape().drop_front(type.getRank() ? 1 : 0))
      elements *= ShapedType::isDynamic(size) ? 1 : double(size);
  return elements;
}

LayerGraph LayerGraph::of(ModuleOp module) {
  LayerGraph graph;
  graph.layers = weightedLayers(module);
  llvm::StringMap<size_t> places;
  for (auto [i, name] : llvm::enumerate(graph.layers))
    places[name] = i;
  llvm::DenseMap<Value, size_t> homes;
  std::set<std::pair<void *, size_t>> linked;
  for (Operation &op : nn::entryOf(module).front().without_terminator()) {
    if (isa<nn::ConstantOp>(op))
      continue;
    const std::string name = nn::layerName(&op);
    size_t home = 0;
    for (Value operand : op.getOperands())
      home = std::max(home, homes.lookup(operand));
    if (auto own = places.find(name); own != places.end())
      home = own->second;
    graph.homes.try_emplace(name, home);
    for (Value operand : op.getOperands())
      if (auto from = homes.find(operand); from != homes.end() && from->second < home)
        if (linked.insert({operand.getAsOpaquePointer(), home}).second)
          graph.links.push_back({from->second, home, elementsOfSample(operand)});
    for (Value result : op.getResults())
      homes[result] = home;
  }
  return graph;
}

size_t LayerGraph::homeOf(llvm::StringRef name, size_t otherwise) const {
  const auto found = homes.find(name);
  return found == homes.end() ? otherwise : found->second;
}

} // namespace qopt::run
