#include "lowering/build/program_builder.h"

#include "ir/ops/accumulate.h"
#include "ir/ops/geometry.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "runtime/format/parts.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// ---- values ----

View ProgramBuilder::viewOf(Value value) {
  if (std::optional<qrt::Tensor> tensor = storedConstant(value)) {
    Sizes shape = sizesOf(value);
    return {{qrt::Operand::Space::Constant, constant(*tensor, keyOf(value))},
            Layout::rowMajor(shape.size()).strides(shape)};
  }
  return views.find(value)->second;
}

View ProgramBuilder::materialize(Value value, const Layout &layout) {
  View view = viewOf(value);
  Sizes shape = sizesOf(value);
  if (liesIn(view, layout, shape))
    return view;
  SmallVector<Copy, 1> &known = copies[value];
  for (const Copy &copy : known)
    if (copy.layout == layout)
      return copy.view;
  View copied{{qrt::Operand::Space::Buffer, newBuffer(value, layout)}, layout.strides(shape)};
  addCopy(keyOf(value), shape, layout, view, copied);
  note("a reader needs it in order [" +
       llvm::join(llvm::map_range(layout.order(), [](int64_t d) { return std::to_string(d); }),
                  ", ") +
       "]" + (layout.pitch() ? " padded to " + std::to_string(layout.pitch()) : ""));
  copies[value].push_back({layout, copied});
  return copied;
}

void ProgramBuilder::place(qrt::Factor &factor, const View &view, Value zeroPoint) {
  factor.operand = view.operand;
  if (factor.zeroPoint)
    factor.zeroPoint = materialize(zeroPoint, Layout::rowMajor(sizesOf(zeroPoint).size())).operand;
}

qrt::Factor draftFactor(Value value, Value zeroPoint) {
  using Space = qrt::Operand::Space;
  qrt::Factor factor{{storedConstant(value) ? Space::Constant : Space::Buffer},
                     quantizedInput(value.getType())};
  if (std::optional<int64_t> known = knownZeroPoint(value.getType(), zeroPoint))
    factor.type.zeroPoint = int32_t(*known);
  else
    factor.zeroPoint = qrt::Operand{};
  return factor;
}

Layout ProgramBuilder::wishFor(Value value, const Layout &otherwise) const {
  auto it = wishes.find(value);
  return it == wishes.end() ? otherwise.growingFirst(sizesOf(value)) : it->second;
}

// ---- concatenations ----

ProgramBuilder::Part ProgramBuilder::partAt(const JoinedPlace &place) {
  ConcatOp root = place.root;
  const Layout &layout = joins.layouts.find(root)->second;
  auto [buffer, isNew] = joinedBuffers.try_emplace(root, 0);
  if (isNew)
    buffer->second = newBuffer(root.getResult(), layout);
  View view{{qrt::Operand::Space::Buffer, buffer->second}, layout.strides(sizesOf(root.getType()))};
  view.offset = place.first * view.strides[root.getAxis()];
  return {layout, view};
}

std::optional<ProgramBuilder::Part> ProgramBuilder::partFor(Value value) {
  auto written = joins.written.find(value);
  return written == joins.written.end() ? std::nullopt : std::optional(partAt(written->second));
}

ProgramBuilder::Part ProgramBuilder::partFor(ConcatOp op) {
  return partAt(joins.concats.find(op)->second);
}

void ProgramBuilder::join(StringRef layer, Value value, const Part &place) {
  auto isThere = [&](const View &view) {
    return view.operand == place.view.operand && view.offset == place.view.offset;
  };
  View from = viewOf(value);
  SmallVector<View, 1> &copied = copiedToPlace[value];
  if (isThere(from) || llvm::any_of(copied, isThere))
    return;
  copied.push_back(place.view);
  addCopy(layer, sizesOf(value), place.layout, from, place.view, /*disjoint=*/true);
}

// ---- storage ----

uint32_t ProgramBuilder::constant(const qrt::Tensor &value, StringRef weight) {
  std::string key = contentKey(value) + std::string(qrt::elementTypeName(value.type())) +
                    qrt::shapeToString(value.shape());
  auto [it, isNew] = constantsByKey.try_emplace(key, uint32_t(program.constants.size()));
  if (isNew) {
    // The program outlives the module, so it owns its bytes.
    qrt::Tensor copy = qrt::Tensor::allocate(value.type(), value.shape());
    std::memcpy(copy.mutableData(), value.data(), value.bytes());
    program.constants.push_back({key, std::move(copy)});
  }
  if (weight.empty())
    ofCompiler.insert(it->second);
  else if (auto &of = places[weight]; !llvm::is_contained(of, it->second))
    of.push_back(it->second);
  return it->second;
}

uint32_t ProgramBuilder::newBuffer(Value value, const Layout &layout) {
  Sizes shape = sizesOf(value);
  qrt::Buffer buffer;
  buffer.key = keyOf(value);
  buffer.type = *storageType(value.getType());
  SmallVector<qrt::Extent, 6> physical = layout.physicalShape(shape);
  buffer.shape.assign(physical.begin(), physical.end());
  buffer.bytes = bytesOf(buffer.type, physical);
  program.buffers.push_back(std::move(buffer));
  return uint32_t(program.buffers.size() - 1);
}

uint32_t ProgramBuilder::defineResult(Value value, const Layout &layout) {
  uint32_t buffer = newBuffer(value, layout);
  define(value, {{qrt::Operand::Space::Buffer, buffer}, layout.strides(sizesOf(value))});
  return buffer;
}

// ---- nodes ----

void ProgramBuilder::add(StringRef layer, qrt::Call call, ArrayRef<uint32_t> outputs,
                         bool disjoint) {
  qrt::Node node;
  node.name = layer.str();
  node.reads = qrt::readsOf(call);
  node.writes.assign(outputs.begin(), outputs.end());
  node.work = std::move(call);
  node.parts = qrt::partsOf(program.buffers, node);
  llvm::SetVector<uint32_t> after;
  auto follow = [&](uint32_t buffer) {
    for (uint32_t writer : writersOf.lookup(buffer))
      if (qrt::meet(program.nodes[writer], node, buffer))
        after.insert(writer);
  };
  llvm::for_each(node.reads, follow);
  if (!disjoint)
    llvm::for_each(outputs, follow);
  for (uint32_t output : outputs)
    writersOf[output].push_back(uint32_t(program.nodes.size()));
  node.after.assign(after.begin(), after.end());
  llvm::sort(node.after);
  program.nodes.push_back(std::move(node));
}

void ProgramBuilder::addCopy(StringRef layer, ArrayRef<qrt::Extent> shape, const Layout &layout,
                             const View &from, const View &to, bool disjoint) {
  Walk walk(shape, layout);
  qrt::CopyCall copy{walk.leading, walk.walk, from.operand, walk.access(from.strides, from.offset),
                     walk.access(to.strides, to.offset)};
  add(layer, std::move(copy), to.operand.index, disjoint);
}

Walk::Walk(ArrayRef<qrt::Extent> shape, const Layout &layout)
    : leading{0, 1}, order(layout.order().begin(), layout.order().end()) {
  for (int64_t dim : order) {
    assert((shape[dim].isStatic() || dim == order.front()) && "what grows lies outermost");
    walk.sizes.push_back(shape[dim].isStatic() ? shape[dim].offset : 1);
  }
  if (order.empty())
    walk.sizes.push_back(1);
  else
    leading = shape[order.front()];
}

qrt::StridedAccess Walk::access(ArrayRef<int64_t> strides, int64_t offset) const {
  qrt::StridedAccess access;
  access.offset = offset;
  for (int64_t dim : order)
    access.strides.push_back(strides[dim]);
  if (order.empty())
    access.strides.push_back(0);
  return access;
}

bool isEmpty(Type type) { return llvm::is_contained(cast<RankedTensorType>(type).getShape(), 0); }

LogicalResult cannotCompile(Operation *op, const Twine &why) {
  return op->emitError() << "layer '" << layerName(op) << "': " << why;
}

} // namespace qopt
