#include "importers/graphdef/import.h"

#include "importers/common/graph/graph_importer.h"
#include "importers/graphdef/graph/graph.h"
#include "importers/graphdef/variables.h"
#include "ir/dialect.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace qopt::graphdef {

// "x:0" is the value "x", here as in TensorFlow.
static ImportOptions withPlainNames(const ImportOptions &options) {
  ImportOptions own = options;
  for (auto *names : {&own.inputs, &own.outputs})
    for (std::string &name : *names)
      name = valueName(name);
  for (InputShape &shape : own.shapes)
    shape.input = valueName(shape.input);
  for (InputValues &values : own.values)
    values.input = valueName(values.input);
  return own;
}

// Erases views of images that no layer reads as they are, and branches that were not taken.
static void eraseUnread(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.front())))
      if (isOpTriviallyDead(&op))
        op.erase();
}

OwningOpRef<ModuleOp> importFile(MLIRContext *context, const std::string &path,
                                 const ImportOptions &given, ImportFailure &failure) {
  context->loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
  auto refuse = [&](const std::string &file, const qrt::Status &status) {
    failure = refuseFile(context, file, status);
    return nullptr;
  };
  const ImportOptions options = withPlainNames(given);
  SourceHash hash;
  auto file = readGraph(path, hash);
  if (!file)
    return refuse(path, file.status());
  const std::string checkpoint = checkpointOf(path, *file, options);
  auto variables = readVariables(*file, checkpoint, hash);
  if (!variables)
    return refuse(checkpoint, variables.status());
  auto graph = Graph::build(*file, std::move(*variables), options);
  if (!graph)
    return refuse(path, graph.status());
  const ImportOptions own = withCutsAtValues(options, **graph);
  auto module = GraphImporter(context, path, own, **graph).run(failure);
  if (!module)
    return module;
  eraseUnread(*module);
  if ((*graph)->narrowsDoubles())
    fileWarning(context, path) << "DT_DOUBLE is computed in f32";
  hash.stamp(*module);
  return module;
}

} // namespace qopt::graphdef
