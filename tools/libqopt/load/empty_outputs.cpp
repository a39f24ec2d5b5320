#include "tools/libqopt/load/empty_outputs.h"

#include "tools/libqopt/load/shape_text.h"

#include "llvm/ADT/STLExtras.h"

using qrt::Status;

namespace qopt {

static bool isEmpty(const Port &port) { return llvm::is_contained(port.shape, nn::staticDim(0)); }

Status checkOutputsLeft(mlir::ModuleOp module, llvm::ArrayRef<LoadOptions::Shape> shapes) {
  auto named = llvm::find_if(shapes, [](const LoadOptions::Shape &shape) {
    return llvm::is_contained(shape.sizes, std::optional<int64_t>(0));
  });
  if (named == shapes.end())
    return {};
  auto ports = portsOf(module);
  if (!ports || ports->outputs.empty() || !llvm::all_of(ports->outputs, isEmpty))
    return {};
  const Port &output = ports->outputs.front();
  return qrt::invalidArgument("error: sizes " + textOf(*named) +
                              " leave nothing to compute: output '" + output.name + "' becomes " +
                              nn::toString(output.shape) + "; ? leaves a size open");
}

} // namespace qopt
