#include "tools/qrun/bench/given_shapes.h"

#include "ir/values/near_names.h"
#include "tools/io/load_arguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt::run {

static std::string textOf(const LoadOptions::Shape &shape) {
  std::string text = "--shapes=" + shape.input + ":";
  for (auto [i, size] : llvm::enumerate(shape.sizes))
    text += (i ? "x" : "") + std::to_string(*size);
  return text;
}

Status GivenShapes::add(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto shape = io::parseShape(part);
    const bool isWhole =
        shape && llvm::all_of(shape->sizes, [](auto size) { return size && *size > 0; });
    if (!isWhole)
      return invalidArgument(
          "--shapes=" + text.str() +
          ": expected INPUT:SIZES, each 1 or more, separated by commas, as x:8x3x224x224");
    if (llvm::any_of(shapes, [&](const auto &other) { return other.input == shape->input; }))
      return invalidArgument("--shapes names '" + shape->input + "' twice");
    shapes.push_back(*shape);
  }
  return {};
}

const LoadOptions::Shape *GivenShapes::find(const Port &port) const {
  auto found = llvm::find_if(shapes, [&](const auto &shape) { return shape.input == port.name; });
  return found == shapes.end() ? nullptr : &*found;
}

/// Names that are none, sizes that a model fixes otherwise.
Status GivenShapes::checkPorts(const std::vector<Port> &ports) const {
  const std::vector<std::string> names = namesOf(ports);
  for (const LoadOptions::Shape &shape : shapes) {
    auto port = llvm::find_if(ports, [&](const Port &p) { return p.name == shape.input; });
    if (port == ports.end())
      return invalidArgument(textOf(shape) + ": the model has no such input; it has: " +
                             llvm::join(names, ", ") + didYouMean(shape.input, names));
    bool fits = shape.sizes.size() == port->shape.size();
    for (size_t i = 0; fits && i < shape.sizes.size(); ++i)
      fits = !port->shape[i].isStatic() || port->shape[i].value() == *shape.sizes[i];
    if (!fits)
      return invalidArgument(textOf(shape) + ": the input takes " + nn::toString(port->shape));
  }
  return {};
}

Status GivenShapes::check(mlir::ModuleOp module) const {
  auto ports = portsOf(module);
  return ports ? checkPorts(ports->inputs) : ports.status();
}

// Returns the sizes with the batch open, and whole where an importer needs that too.
Expected<LoadOptions::ShapeChoices> GivenShapes::choices(const std::vector<Port> &ports) const {
  if (Status status = checkPorts(ports); !status.ok())
    return status;
  std::vector<LoadOptions::Shape> open, whole;
  for (const Port &port : ports)
    if (const LoadOptions::Shape *shape = find(port)) {
      whole.push_back(*shape);
      open.push_back(*shape);
      if (!shape->sizes.empty() && !port.shape[0].isStatic())
        open.back().sizes[0] = std::nullopt;
    }
  return LoadOptions::ShapeChoices{open, whole};
}

bool GivenShapes::mustBind(const std::vector<Port> &ports) const {
  auto isOpen = [](const nn::Dim &dim) { return !dim.isStatic(); };
  return llvm::any_of(ports, [&](const Port &port) {
    return find(port) && !port.shape.empty() &&
           llvm::any_of(llvm::ArrayRef(port.shape).drop_front(), isOpen);
  });
}

// A compiled model's ports are looked at here first.
Expected<int64_t> GivenShapes::batchOf(const CompiledModel &model) const {
  if (Status status = checkPorts(model.inputs()); !status.ok())
    return status;
  std::optional<int64_t> batch;
  for (const Port &port : model.inputs()) {
    const LoadOptions::Shape *shape = find(port);
    if (!shape || port.shape.empty() || port.shape[0].isStatic())
      continue;
    const std::optional<Extent> extent = port.shape[0].extent();
    if (!batch && extent)
      batch = (*shape->sizes[0] - extent->offset) / extent->scale;
    if (!batch || *batch < 1 || port.shapeAt(*batch)[0] != *shape->sizes[0])
      return invalidArgument(textOf(*shape) +
                             ": these sizes follow from no batch; the input takes " +
                             nn::toString(port.shape));
  }
  if (!batch && model.dynamicBatch())
    return invalidArgument(
        "--shapes names no input whose first size is the batch; the model's inputs are " +
        llvm::join(namesOf(model.inputs()), ", "));
  return batch.value_or(1);
}

} // namespace qopt::run
