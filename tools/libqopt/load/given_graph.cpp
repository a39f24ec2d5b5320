#include "tools/libqopt/given_graph.h"

#include "importers/onnx/import.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/memory.h"

namespace qopt {

static qrt::Expected<Module> importGraph(mlir::MLIRContext &context, const onnx::GivenGraph &graph,
                                         const ImportOptions &options) {
  ErrorCollector errors(&context);
  ImportFailure failure = ImportFailure::None;
  Module module = onnx::importGiven(&context, graph, options, failure);
  if (!module)
    return errors.status(failure == ImportFailure::Unsupported ? qrt::StatusCode::Unsupported
                                                               : qrt::StatusCode::InvalidArgument,
                         graph.name + ": cannot be imported");
  return module;
}

qrt::Expected<Module> loadGraph(mlir::MLIRContext &context, const onnx::GivenGraph &graph,
                                const ImportOptions &options) {
  return orNoMemory("to read " + graph.name, [&] { return importGraph(context, graph, options); });
}

} // namespace qopt
