#include "tools/libqopt/load/empty_outputs.h"

#include "tools/libqopt/load/shape_text.h"

#include "llvm/ADT/STLExtras.h"

using qrt::Status;

namespace qopt {

static bool isEmpty(const Port &port) { return llvm::is_contained(port.shape, nn::staticDim(0)); }

static bool leavesNothing(const Ports &ports) {
  return !ports.outputs.empty() && llvm::all_of(ports.outputs, isEmpty);
}

static std::string firstOutput(const Ports &ports) {
  const Port &output = ports.outputs.front();
  return "output '" + output.name + "' becomes " + nn::toString(output.shape);
}

Status checkOutputsLeft(mlir::ModuleOp module, llvm::ArrayRef<LoadOptions::Shape> shapes) {
  auto named = llvm::find_if(shapes, [](const LoadOptions::Shape &shape) {
    return llvm::is_contained(shape.sizes, std::optional<int64_t>(0));
  });
  if (named == shapes.end())
    return {};
  auto ports = portsOf(module);
  if (!ports || !leavesNothing(*ports))
    return {};
  return qrt::invalidArgument("error: sizes " + textOf(*named) + " leave nothing to compute: " +
                              firstOutput(*ports) + "; ? leaves a size open");
}

Status checkInputsLeft(mlir::ModuleOp module) {
  auto ports = portsOf(module);
  if (!ports || !leavesNothing(*ports))
    return {};
  auto input = llvm::find_if(ports->inputs, isEmpty);
  if (input == ports->inputs.end())
    return {};
  return qrt::invalidArgument("error: input '" + input->name + "' of shape " +
                              nn::toString(input->shape) +
                              " leaves nothing to compute: " + firstOutput(*ports) +
                              "; export the model with sizes of 1 and more, or open ones");
}

} // namespace qopt
