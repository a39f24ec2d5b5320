#include "lowering/calls/graph_builder.h"

#include "ir/geometry.h"
#include "ir/keys.h"
#include "ir/weights.h"

#include "llvm/ADT/SetVector.h"

#include <cstring>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

qrt::Extent extentOf(Dim dim) { return {dim.scale, dim.offset, 1}; }

Layout GraphBuilder::preferredLayout(Type type) {
  return cast<RankedTensorType>(type).getRank() == 4 ? Layout::ChannelsLast : Layout::Logical;
}

static SmallVector<int64_t> physicalOrder(size_t rank, Layout layout) {
  if (layout == Layout::ChannelsLast)
    return {0, 2, 3, 1};
  return llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

std::vector<int64_t> GraphBuilder::logicalStrides(Type type, Layout layout) {
  SymbolicShape shape = symbolicShape(type);
  std::vector<int64_t> strides(shape.size(), 1);
  int64_t step = 1;
  SmallVector<int64_t> order = physicalOrder(shape.size(), layout);
  for (int64_t dim : llvm::reverse(order)) {
    strides[dim] = step;
    // Only the outermost dimension may be dynamic, and nothing lies outside it.
    step *= shape[dim].isStatic() ? shape[dim].offset : 1;
  }
  return strides;
}

// One channel, or one pixel: both orders put the elements in the same places.
static bool layoutsCoincide(Type type) {
  SymbolicShape shape = symbolicShape(type);
  return shape.size() != 4 || shape[1] == staticDim(1) ||
         (shape[2] == staticDim(1) && shape[3] == staticDim(1));
}

Location GraphBuilder::locationOf(Value value) {
  if (std::optional<qrt::Tensor> tensor = storedConstant(value))
    return {{qrt::Operand::Space::Constant, constant(*tensor)}, Layout::Logical};
  return locations.find(value)->second;
}

Location GraphBuilder::materialize(Value value, Layout layout) {
  Location location = locationOf(value);
  if (location.layout == layout || layoutsCoincide(value.getType()))
    return {location.operand, layout};
  auto [it, isNew] = copies.try_emplace({value, int(layout)});
  if (!isNew)
    return it->second;
  uint32_t buffer = newBuffer(value, layout);
  SymbolicShape shape = symbolicShape(value);
  std::vector<int64_t> from = logicalStrides(value.getType(), location.layout);
  std::vector<int64_t> to = logicalStrides(value.getType(), layout);
  qrt::CopyCall copy{extentOf(shape[0]), {}, location.operand, {}, {}};
  for (int64_t dim : physicalOrder(shape.size(), layout)) {
    copy.walk.sizes.push_back(shape[dim].isStatic() ? shape[dim].offset : 1);
    copy.source.strides.push_back(from[dim]);
    copy.target.strides.push_back(to[dim]);
  }
  Location copied{{qrt::Operand::Space::Buffer, buffer}, layout};
  copies[{value, int(layout)}] = copied;
  add(keyOf(value), copy, buffer);
  return copied;
}

uint32_t GraphBuilder::constant(const qrt::Tensor &value) {
  std::string key = contentKey(value) + std::string(qrt::elementTypeName(value.type())) +
                    qrt::shapeToString(value.shape());
  auto [it, isNew] = constantsByKey.try_emplace(key, uint32_t(program.constants.size()));
  if (isNew) {
    // The program outlives the module, so it owns its bytes.
    qrt::Tensor copy = qrt::Tensor::allocate(value.type(), value.shape());
    std::memcpy(copy.mutableData(), value.data(), value.bytes());
    program.constants.push_back({key, std::move(copy)});
  }
  return it->second;
}

uint32_t GraphBuilder::newBuffer(Value value, Layout layout) {
  SymbolicShape shape = symbolicShape(value);
  qrt::Buffer buffer;
  buffer.key = keyOf(value);
  buffer.type = *storageType(value.getType());
  for (int64_t dim : physicalOrder(shape.size(), layout))
    buffer.shape.push_back(extentOf(shape[dim]));
  Dim elements = *productOf(shape);
  int64_t width = qrt::byteWidth(buffer.type);
  buffer.bytes = {elements.scale * width, elements.offset * width, 1};
  program.buffers.push_back(std::move(buffer));
  return uint32_t(program.buffers.size() - 1);
}

uint32_t GraphBuilder::defineResult(Value value) {
  Layout layout = preferredLayout(value.getType());
  uint32_t buffer = newBuffer(value, layout);
  define(value, {{qrt::Operand::Space::Buffer, buffer}, layout});
  return buffer;
}

// ---- edges ----

static void collect(const qrt::Operand &operand, llvm::SetVector<uint32_t> &reads) {
  if (operand.space == qrt::Operand::Space::Buffer)
    reads.insert(operand.index);
}

static llvm::SetVector<uint32_t> readsOf(const qrt::Call &call) {
  llvm::SetVector<uint32_t> reads;
  std::visit(
      [&](const auto &c) {
        if constexpr (requires { c.input; })
          collect(c.input, reads);
        if constexpr (requires { c.a; })
          collect(c.a, reads);
        if constexpr (requires { c.b; })
          collect(c.b, reads);
        if constexpr (requires { c.epilogue; })
          for (const auto &tensor : c.epilogue.tensors)
            collect(tensor.operand, reads);
        if constexpr (requires { c.tensors; })
          for (const auto &tensor : c.tensors)
            collect(tensor.operand, reads);
      },
      call);
  return reads;
}

void GraphBuilder::add(StringRef layer, qrt::Call call, uint32_t output, bool disjoint) {
  qrt::Node node;
  node.name = layer.str();
  llvm::SetVector<uint32_t> reads = readsOf(call), after;
  for (uint32_t buffer : reads)
    after.insert_range(writersOf.lookup(buffer));
  uint32_t index = uint32_t(program.nodes.size());
  if (!std::holds_alternative<qrt::ObserveCall>(call)) {
    if (!disjoint)
      after.insert_range(writersOf.lookup(output));
    writersOf[output].push_back(index);
    node.writes = {output};
  }
  node.after.assign(after.begin(), after.end());
  llvm::sort(node.after);
  node.reads.assign(reads.begin(), reads.end());
  node.work = std::move(call);
  program.nodes.push_back(std::move(node));
}

} // namespace qopt
