#include "tools/onnxruntime/compiled_part.h"

#include "importers/onnx/file/tensor_data.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "tools/libqopt/diagnostics.h"
#include "tools/libqopt/given_graph.h"
#include "tools/libqopt/load/empty_outputs.h"
#include "tools/libqopt/opened_device.h"
#include "tools/onnxruntime/stated_sizes.h"

#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace qopt::ort {

const std::string &placeOf(const CompiledPart &part, const std::string &message) {
  auto known = part.places.find(layerIn(message));
  return known == part.places.end() ? part.place : known->second;
}

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

static bool isWhole(mlir::Type type, int mostBits) {
  const auto storage = nn::storageType(type);
  return storage && qrt::isInteger(*storage) && qrt::bitWidth(*storage) <= mostBits;
}

/// Tells whether `op` is a cast that makes steps of a rounded number, as importers write a
/// quantization whose parameters a run computes.
static bool roundsToSteps(mlir::Operation *op) {
  if (!mlir::isa<nn::CastOp>(op) || !isWhole(op->getResult(0).getType(), 16))
    return false;
  mlir::Operation *made = op->getOperand(0).getDefiningOp();
  while (mlir::isa_and_present<nn::ScalarBodyOpInterface>(made) && !mlir::isa<nn::RoundOp>(made))
    made = made->getOperand(0).getDefiningOp();
  return mlir::isa_and_present<nn::RoundOp>(made);
}

/// Tells whether `op` multiplies integers, as those do whose scales a run computes.
static bool multipliesIntegers(mlir::Operation *op) {
  auto cost = mlir::dyn_cast<nn::CostOpInterface>(op);
  return cost && op->getNumOperands() > 1 && isWhole(op->getOperand(0).getType(), 16) &&
         cost.cost(/*batch=*/1).multiplyAdds > 0;
}

/// Tells whether a run reads or makes values that stand for reals by a scale, or multiplies
/// integers. Of a network whose weights alone are steps it does not: that network is float.
static bool computesSteps(mlir::ModuleOp module) {
  auto isComputedStep = [](mlir::Value value) {
    return nn::isQuantized(value.getType()) && !value.getDefiningOp<nn::ConstantOp>();
  };
  auto walked = module.walk([&](mlir::Operation *op) {
    const bool computes = llvm::any_of(op->getOperands(), isComputedStep) ||
                          llvm::any_of(op->getResults(), isComputedStep) ||
                          multipliesIntegers(op) || roundsToSteps(op);
    return computes ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// Tells whether the model's output serves as one of the type that is asked for.
static bool givesOutput(qrt::ElementType made, qrt::ElementType asked) {
  return made == asked || made == qrt::unpackedType(asked);
}

static qrt::Status computedOtherwise(const Port &port, int type) {
  return {qrt::StatusCode::Unsupported, "'" + port.name + "' is " + onnx::dataTypeName(type) +
                                            ", which is computed in another type"};
}

// The importer keeps inputs and outputs in order; a type of its own at the border, as F32 is for
// DOUBLE, would be read wrongly.
qrt::Status setOutputTypes(CompiledPart &part, const std::vector<int> &types) {
  const std::vector<Port> &inputs = part.model->inputs(), &outputs = part.model->outputs();
  if (inputs.size() != part.inputTypes.size() || outputs.size() != types.size())
    return {qrt::StatusCode::Unsupported, "its program has other inputs or outputs"};
  for (size_t i = 0; i < inputs.size(); ++i)
    if (onnx::dataTypeOf(inputs[i].type) != part.inputTypes[i])
      return computedOtherwise(inputs[i], part.inputTypes[i]);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const bool isRead = !part.outputs[i].empty();
    const auto asked = isRead ? onnx::elementTypeOf(types[i]) : outputs[i].type;
    const bool isExact = asked && (!isRead || onnx::dataTypeOf(*asked) == types[i]);
    if (!isExact || !givesOutput(outputs[i].type, *asked))
      return computedOtherwise(outputs[i], types[i]);
    part.outputTypes.push_back(*asked);
  }
  return {};
}

/// An output whose length data decide comes with another output that says it.
static qrt::Status checkLengths(const CompiledPart &compiled, Refusal &refusal) {
  for (const Port &port : compiled.model->outputs())
    if (port.length) {
      refusal.layers.emplace_back("'" + port.name + "'",
                                  "the length of its result depends on the data");
      return {qrt::StatusCode::Unsupported, "data decide how long '" + port.name + "' is"};
    }
  return {};
}

CompileOptions compileOptionsOf(const CompiledPart &part, const PartOptions &options) {
  CompileOptions own = options.compile;
  own.onSizes = [&part, say = options.say](const std::string &sizes, double seconds) {
    const auto milliseconds = std::to_string(std::llround(seconds * 1000));
    say(LogLevel::Info,
        part.place + "a program for " + sizes + " was made in " + milliseconds + " ms");
  };
  return own;
}

qrt::Expected<std::unique_ptr<CompiledModel>>
modelOf(mlir::ModuleOp module, const CompiledPart &part, const PartOptions &options) {
  const CompileOptions own = compileOptionsOf(part, options);
  return options.device ? compileOn(options.device, module, own)
                        : CompiledModel::compile(module, "reference", own);
}

/// Reads the part's graph, and counts its multiply-adds.
static qrt::Expected<Module> load(const GraphPart &part, CompiledPart &result, Refusal &refusal) {
  ImportOptions import;
  import.onUnsupported = [&](const std::string &what, const std::vector<std::string> &layers) {
    for (const std::string &layer : layers)
      refusal.layers.emplace_back(layer, what);
  };
  auto module = loadGraph(*result.context, part.graph, import);
  if (module) // open sizes count as 1, and what a slice leaves of that as nothing
    result.multiplyAdds = std::max<int64_t>(0, multiplyAdds(**module, 1));
  return module;
}

static qrt::Status compile(const GraphPart &part, const PartOptions &options,
                           qrt::Expected<Module> module, CompiledPart &result, Refusal &refusal) {
  result.isQuantized = computesSteps(**module);
  const char *passes = result.isQuantized ? ofIntegers : ofFloats;
  if (qrt::Status status = runPasses(**module, passes, part.graph.name); !status.ok())
    return status;
  auto model = modelOf(**module, result, options);
  if (!model)
    return model.status();
  result.model = std::move(*model);
  if (options.keepsModules)
    result.module = std::move(*module);
  if (qrt::Status status = checkLengths(result, refusal); !status.ok())
    return status;
  if (qrt::Status status = setOutputTypes(result, part.outputTypes); !status.ok())
    return status;
  return options.check ? options.check(result) : qrt::Status();
}

/// Fills `result.emptyOutputs` and returns true where no output has an element.
static bool leavesNothing(mlir::ModuleOp module, CompiledPart &result) {
  auto ports = portsOf(module);
  if (!ports)
    return false;
  for (const Port &port : ports->outputs) {
    qrt::Shape shape;
    for (const nn::Dim &dim : port.shape)
      shape.push_back(dim.isStatic() ? dim.value() : 1);
    if (qrt::elementCount(shape) > 0)
      return false;
    result.emptyOutputs.push_back(std::move(shape));
  }
  return true;
}

/// Returns a part that has the names and types of `part`, and no model yet.
static std::shared_ptr<CompiledPart> describe(const GraphPart &part) {
  auto result = std::make_shared<CompiledPart>();
  result->context = makeContext();
  for (const onnx::GivenInput &input : part.graph.inputs) {
    result->inputs.push_back(input.name);
    result->inputTypes.push_back(input.dataType);
  }
  result->outputs = part.graph.outputs;
  return result;
}

static bool hasOpenSizes(const onnx::GivenGraph &graph) {
  return std::ranges::any_of(graph.inputs, [](const onnx::GivenInput &input) {
    return std::ranges::any_of(input.shape, [](const onnx::GivenSize &size) {
      return std::holds_alternative<std::string>(size);
    });
  });
}

std::shared_ptr<CompiledPart> compilePart(const GraphPart &part, const PartOptions &options,
                                          Refusal &refusal) {
  auto result = describe(part);
  mlir::ScopedDiagnosticHandler handler(result->context.get(), [&](mlir::Diagnostic &diagnostic) {
    return sayDiagnostic(options, diagnostic);
  });
  auto module = load(part, *result, refusal);
  refusal.status = module ? checkInputsLeft(**module) : module.status();
  if (refusal.status.ok())
    refusal.status = compile(part, options, std::move(module), *result, refusal);
  if (!refusal.status.ok())
    return nullptr;
  if (hasOpenSizes(part.graph))
    result->stated = std::make_shared<StatedSizes>(part, options, result->context);
  return result;
}

std::shared_ptr<CompiledPart> compileStated(const GraphPart &part, const PartOptions &options,
                                            Refusal &refusal) {
  auto result = describe(part);
  mlir::ScopedDiagnosticHandler handler(result->context.get(), [&](mlir::Diagnostic &diagnostic) {
    return sayDiagnostic(options, diagnostic);
  });
  auto module = load(part, *result, refusal);
  refusal.status = module.status();
  if (module && leavesNothing(**module, *result))
    return result;
  if (module)
    refusal.status = compile(part, options, std::move(module), *result, refusal);
  return refusal.status.ok() ? result : nullptr;
}

} // namespace qopt::ort
