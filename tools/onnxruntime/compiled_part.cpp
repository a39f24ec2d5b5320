#include "tools/onnxruntime/compiled_part.h"

#include "importers/onnx/file/tensor_data.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/given_graph.h"

#include "mlir/IR/Diagnostics.h"

#include <algorithm>

namespace qopt::ort {

static constexpr const char *ofIntegers = "absorb-qdq,fold-dequant";
static constexpr const char *ofFloats = "fold-constants,fold-batch-norm,recognize-composites";

/// Warnings and remarks of this thread's work, to ONNX Runtime's log; errors go on.
static llvm::LogicalResult sayDiagnostic(const PartOptions &options, mlir::Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
    return llvm::failure();
  const bool isWarning = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning;
  options.say(isWarning ? LogLevel::Warning : LogLevel::Info, renderDiagnostic(diagnostic));
  return llvm::success();
}

static bool holdsQuantization(const onnx::GivenGraph &graph) {
  return std::ranges::any_of(graph.nodes, [](const onnx::GivenNode &node) {
    return node.type.find("QuantizeLinear") != std::string::npos ||
           node.type.starts_with("QLinear") || node.type.ends_with("Integer");
  });
}

/// The importer keeps inputs and outputs in order; a type of its own at the border would be read
/// wrongly.
static qrt::Status checkPorts(const GraphPart &part, const CompiledModel &model) {
  auto check = [](const std::vector<Port> &ports, size_t count, auto typeOf) -> qrt::Status {
    if (ports.size() != count)
      return {qrt::StatusCode::Unsupported, "it has " + std::to_string(count) +
                                                " inputs or outputs, its program " +
                                                std::to_string(ports.size())};
    for (size_t i = 0; i < count; ++i)
      if (ports[i].length)
        return {qrt::StatusCode::Unsupported, "data decide the length of '" + ports[i].name + "'"};
      else if (onnx::dataTypeOf(ports[i].type) != typeOf(i))
        return {qrt::StatusCode::Unsupported, "'" + ports[i].name + "' is " +
                                                  onnx::dataTypeName(typeOf(i)) +
                                                  ", which is computed in another type"};
    return {};
  };
  qrt::Status status = check(model.inputs(), part.graph.inputs.size(),
                             [&](size_t i) { return part.graph.inputs[i].dataType; });
  if (status.ok())
    status = check(model.outputs(), part.graph.outputs.size(),
                   [&](size_t i) { return part.outputTypes[i]; });
  return status;
}

static qrt::Status compile(const GraphPart &part, const PartOptions &options, CompiledPart &result,
                           Refusal &refusal) {
  ImportOptions import;
  import.onUnsupported = [&](const std::string &what, const std::vector<std::string> &layers) {
    for (const std::string &layer : layers)
      refusal.layers.emplace_back(layer, what);
  };
  auto module = loadGraph(*result.context, part.graph, import);
  if (!module)
    return module.status();
  result.multiplyAdds = multiplyAdds(**module, 1);
  const char *passes = holdsQuantization(part.graph) ? ofIntegers : ofFloats;
  if (qrt::Status status = runPasses(**module, passes, part.graph.name); !status.ok())
    return status;
  auto model = CompiledModel::compile(**module, options.device, options.compile);
  if (!model)
    return model.status();
  result.model = std::move(*model);
  return checkPorts(part, *result.model);
}

std::shared_ptr<CompiledPart> compilePart(const GraphPart &part, const PartOptions &options,
                                          Refusal &refusal) {
  auto result = std::make_shared<CompiledPart>();
  result->context = makeContext();
  for (const onnx::GivenInput &input : part.graph.inputs) {
    result->inputs.push_back(input.name);
    result->inputTypes.push_back(input.dataType);
  }
  result->outputs = part.graph.outputs;
  mlir::ScopedDiagnosticHandler handler(result->context.get(), [&](mlir::Diagnostic &diagnostic) {
    return sayDiagnostic(options, diagnostic);
  });
  refusal.status = compile(part, options, *result, refusal);
  return refusal.status.ok() ? result : nullptr;
}

} // namespace qopt::ort
