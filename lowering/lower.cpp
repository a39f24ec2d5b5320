#include "lowering/lower.h"

#include "ir/keys.h"
#include "lowering/calls/graph_builder.h"
#include "lowering/emit/kernels.h"
#include "lowering/emit/memory_plan.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

LogicalResult emitRegion(GraphBuilder &graph, const Region &region) {
  if (!region.anchor)
    return emitElementwise(graph, region);
  return llvm::TypeSwitch<Operation *, LogicalResult>(region.anchor)
      .Case([&](Conv2dOp) { return emitConv(graph, region); })
      .Case([&](MatmulOp) { return emitMatmul(graph, region); })
      .Case<MaxPool2dOp, AvgPool2dOp>([&](Operation *) { return emitPool(graph, region); })
      .Case<ReduceMeanOp, ReduceSumOp, ReduceMaxOp>(
          [&](Operation *) { return emitReduction(graph, region); })
      .Case([&](SoftmaxOp) { return emitSoftmax(graph, region); })
      .Default([&](Operation *op) { return emitMove(graph, op); });
}

// Tap a value for calibration.
static void observe(GraphBuilder &graph, Value value) {
  std::string key = keyOf(value);
  if (key.empty() || !isF32(value.getType()))
    return;
  Dim count = *productOf(symbolicShape(value));
  qrt::ObserveCall tap{graph.locationOf(value).operand, extentOf(count),
                       uint32_t(graph.program.observations.size())};
  graph.program.observations.push_back(key);
  graph.add(key, tap, /*output=*/0);
}

// Ports are bound by name: the value's key, made unique where it has none or
// is returned twice.
static std::string portName(ArrayRef<qrt::Port> ports, std::string name, StringRef kind) {
  std::string base = name.empty() ? (kind + Twine(ports.size())).str() : name;
  name = base;
  auto taken = [&](const qrt::Port &port) { return port.name == name; };
  for (unsigned suffix = 1; llvm::any_of(ports, taken); ++suffix)
    name = base + "_" + std::to_string(suffix);
  return name;
}

static void defineInputs(GraphBuilder &graph, func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    uint32_t buffer = graph.newBuffer(argument, Layout::Logical);
    graph.program.buffers[buffer].role = qrt::BufferRole::Input;
    graph.define(argument, {{qrt::Operand::Space::Buffer, buffer}, Layout::Logical});
    qrt::Program &program = graph.program;
    program.inputs.push_back({portName(program.inputs, keyOf(argument), "input"), buffer});
  }
}

// Outputs are row-major; one that is also an input, another output or lies
// otherwise gets a buffer of its own.
static void defineOutputs(GraphBuilder &graph, func::FuncOp function) {
  qrt::Program &program = graph.program;
  Operation *terminator = function.front().getTerminator();
  for (auto [index, value] : llvm::enumerate(terminator->getOperands())) {
    Location location = graph.materialize(value, Layout::Logical);
    bool own = location.operand.space == qrt::Operand::Space::Buffer &&
               program.buffers[location.operand.index].role == qrt::BufferRole::Activation;
    uint32_t buffer = location.operand.index;
    if (!own) {
      buffer = graph.newBuffer(value, Layout::Logical);
      qrt::Extent count = extentOf(*productOf(symbolicShape(value)));
      qrt::CopyCall copy{count, {{1}}, location.operand, {{1}}, {{1}}};
      graph.add(keyOf(value), copy, buffer);
    }
    // A reshape's view has its source's shape; the port shows the value's own.
    program.buffers[buffer].shape.clear();
    for (Dim dim : symbolicShape(value))
      program.buffers[buffer].shape.push_back(extentOf(dim));
    program.buffers[buffer].role = qrt::BufferRole::Output;
    auto name = function.getResultAttrOfType<StringAttr>(index, nameAttr);
    program.outputs.push_back(
        {portName(program.outputs, name ? name.str() : keyOf(value), "output"), buffer});
  }
}

// One plan and one walk serve all batches only where nothing but the first
// dimension grows. The evaluator runs the rest.
static bool growsFirst(Type type) {
  SymbolicShape shape = symbolicShape(type);
  return llvm::all_of(ArrayRef(shape).drop_front(shape.empty() ? 0 : 1),
                      [](Dim dim) { return dim.isStatic(); });
}

static LogicalResult checkShapes(func::FuncOp function) {
  constexpr StringLiteral why = "': the dimension that grows with the batch must be the first";
  for (BlockArgument argument : function.getArguments())
    if (!growsFirst(argument.getType()))
      return function.emitError() << "input '" << keyOf(argument) << why;
  for (Operation &op : function.front().without_terminator())
    if (!llvm::all_of(op.getResultTypes(), growsFirst))
      return op.emitError() << "layer '" << layerName(&op) << why;
  return success();
}

static FailureOr<qrt::Program> emitCalls(func::FuncOp function, const LoweringOptions &options) {
  if (failed(checkShapes(function)))
    return failure();
  qrt::Program program;
  GraphBuilder graph(program);
  defineInputs(graph, function);
  if (options.observe)
    for (BlockArgument argument : function.getArguments())
      observe(graph, argument);
  for (const Region &region : formRegions(function, !options.observe)) {
    if (failed(emitRegion(graph, region)))
      return failure();
    if (options.observe)
      for (Value result : region.root()->getResults())
        observe(graph, result);
  }
  defineOutputs(graph, function);
  program.dynamicBatch = llvm::any_of(function.getArgumentTypes(), [](Type type) {
    return !cast<RankedTensorType>(type).hasStaticShape();
  });
  return program;
}

FailureOr<std::shared_ptr<const qrt::Program>>
lowerModule(ModuleOp module, const qrt::DeviceDescription &device, const LoweringOptions &options,
            bool *unsupported) {
  auto fail = [&] {
    if (unsupported)
      *unsupported = true;
    return failure();
  };
  func::FuncOp function = entryOf(module);
  if (!function)
    return failure();
  FailureOr<qrt::Program> calls = emitCalls(function, options);
  if (failed(calls))
    return fail();
  calls->target = device.driver;
  planArena(*calls);
  qrt::Status status = qrt::verifyProgram(*calls);
  if (!status.ok())
    return function.emitError() << "internal: the compiled program is not valid: "
                                << status.message();
  if (!device.takesKernels)
    return std::make_shared<const qrt::Program>(std::move(*calls));
  qrt::Expected<qrt::Program> kernels = emitKernels(std::move(*calls), device);
  if (!kernels) {
    function.emitError() << kernels.status().message();
    return fail();
  }
  return std::make_shared<const qrt::Program>(std::move(*kernels));
}

} // namespace qopt
