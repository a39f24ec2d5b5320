// A module of a graph that a host holds in structures of its own, with weights that need not lie in
// a file (importers/onnx/given_graph.h says what such a graph is).
#pragma once

#include "importers/common/import.h"
#include "importers/onnx/given_graph.h"
#include "tools/libqopt/qopt_mlir.h"

namespace qopt {

/// Verified, as loadModule's, but for sizes of 0 that leave nothing to compute, which are the
/// host's to judge. Warnings and remarks go to the context's handler.
qrt::Expected<Module> loadGraph(mlir::MLIRContext &context, const onnx::GivenGraph &graph,
                                const ImportOptions &options = {});

} // namespace qopt
