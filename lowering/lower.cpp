#include "lowering/lower.h"

#include "ir/bind_sizes.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "ir/values/weights.h"
#include "lowering/build/weight_places.h"
#include "lowering/emit/kernels.h"
#include "lowering/emit/memory_plan.h"
#include "lowering/families/choose.h"
#include "lowering/fuse/bodies_before_views.h"
#include "lowering/fuse/calls/fuse_calls.h"
#include "lowering/fuse/computed_constants.h"
#include "lowering/fuse/constant_places.h"
#include "lowering/fuse/expand.h"
#include "lowering/fuse/gathered_rows.h"
#include "lowering/fuse/patches_as_rows.h"
#include "lowering/fuse/products/sibling_products.h"
#include "lowering/fuse/products/weight_zeros.h"
#include "lowering/fuse/rows_apart.h"
#include "lowering/fuse/samples_apart.h"
#include "lowering/fuse/scaled_parts.h"
#include "lowering/fuse/turned_parts.h"
#include "lowering/fuse/widening.h"
#include "lowering/select/select.h"
#include "runtime/format/graph.h"
#include "runtime/numerics/types/linear.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LogicalResult lowerRegion(ProgramBuilder &builder, const Region &region) {
  Operation *anchor = region.anchor;
  if (anchor && isa<AnchorOpInterface>(anchor) &&
      llvm::any_of(llvm::concat<Type>(llvm::to_vector(anchor->getOperandTypes()),
                                      llvm::to_vector(anchor->getResultTypes())),
                   isEmpty))
    return cannotCompile(anchor, "it reads or gives a tensor without elements");
  const OpLowering *lowering = loweringOf(region.anchor ? region.anchor : region.root());
  if (!lowering)
    return cannotCompile(region.anchor,
                         "'" + region.anchor->getName().getStringRef() + "' cannot be compiled");
  return lowering->lower(builder, region);
}

// Returns the layout of an input or an output: row-major, what grows with the batch put first.
static Layout portLayout(Value value) {
  Sizes shape = sizesOf(value);
  return Layout::rowMajor(shape.size()).growingFirst(shape);
}

static std::vector<uint32_t> portOrder(const Layout &layout) {
  if (layout == Layout::rowMajor(layout.order().size()))
    return {};
  return {layout.order().begin(), layout.order().end()};
}

static void defineInputs(ProgramBuilder &builder, func::FuncOp function) {
  for (auto [argument, name] : llvm::zip_equal(function.getArguments(), inputNames(function))) {
    Layout layout = portLayout(argument);
    uint32_t buffer = builder.defineResult(argument, layout);
    qrt::Program &program = builder.program;
    program.buffers[buffer].role = qrt::BufferRole::Input;
    program.inputs.push_back({name, buffer, portOrder(layout)});
  }
}

// The view is all of an activation that no port has yet.
static bool isWhole(const qrt::Program &program, const View &view, ArrayRef<qrt::Extent> shape) {
  if (view.operand.space != qrt::Operand::Space::Buffer)
    return false;
  const qrt::Buffer &buffer = program.buffers[view.operand.index];
  return buffer.role == qrt::BufferRole::Activation && buffer.bytes == bytesOf(buffer.type, shape);
}

// Buffers that a node from `first` on touches in part: which part is told from the buffer's shape.
static void addThoseInParts(const qrt::Program &program, size_t first,
                            llvm::DenseSet<uint32_t> &buffers) {
  for (const qrt::Node &node : ArrayRef(program.nodes).drop_front(first))
    for (const qrt::BufferPart &part : node.parts)
      buffers.insert(part.buffer);
}

// Outputs lie as ports do; one that is also an input, another output, lies otherwise, or is a
// reshape of what is touched in parts, gets a buffer of its own.
static void defineOutputs(ProgramBuilder &builder, func::FuncOp function) {
  qrt::Program &program = builder.program;
  Operation *terminator = function.front().getTerminator();
  llvm::DenseSet<uint32_t> inParts;
  addThoseInParts(program, 0, inParts);
  for (auto [value, name] : llvm::zip_equal(terminator->getOperands(), outputNames(function))) {
    Sizes shape = sizesOf(value);
    Layout layout = portLayout(value);
    View view = builder.materialize(value, layout);
    uint32_t buffer = view.operand.index;
    std::vector<qrt::Extent> portShape;
    for (int64_t dim : layout.order())
      portShape.push_back(shape[dim]);
    const size_t before = program.nodes.size();
    if (!isWhole(program, view, shape) ||
        (inParts.contains(buffer) && program.buffers[buffer].shape != portShape)) {
      View own{{qrt::Operand::Space::Buffer, builder.newBuffer(value, layout)}, view.strides};
      builder.addCopy(keyOf(value), shape, layout, view, own);
      builder.note("an output of its own");
      buffer = own.operand.index;
      addThoseInParts(program, before, inParts);
    }
    // A reshape's view has its source's shape; the port shows the value's own.
    program.buffers[buffer].shape = std::move(portShape);
    program.buffers[buffer].role = qrt::BufferRole::Output;
    program.outputs.push_back({name, buffer, portOrder(layout)});
  }
}

// Whoever compiles binds sizes first; a host that does not is told of the first that is open.
static LogicalResult checkShapes(func::FuncOp function) {
  if (servesAnyBatch(function))
    return success();
  std::set<std::string> symbols = symbolsOf(function);
  if (symbols.size() > 1)
    return function.emitError() << "sizes " << llvm::join(symbols, ", ")
                                << " are open, and a program has one batch at most; bind them "
                                   "with --shape=INPUT:SIZES";
  if (Operation *op = findUnevenGrowth(function))
    return cannotCompile(op, "it cannot grow with the batch; bind that with "
                             "--shape=INPUT:SIZES");
  auto isUneven = [](BlockArgument argument) {
    return llvm::count_if(symbolicShape(argument), [](const Dim &dim) { return !dim.isStatic(); }) >
           1;
  };
  auto input = llvm::find_if(function.getArguments(), isUneven);
  return function.emitError() << (input == function.getArguments().end()
                                      ? "a size of an input"
                                      : "more than one size of input '" + keyOf(*input) + "'")
                              << " grows with the batch; bind it with --shape=INPUT:SIZES";
}

// Regions and joins ask each anchor by the functions that its family gives.
static bool hasAllCoordinates(Operation *anchor) {
  const OpLowering *lowering = loweringOf(anchor);
  return lowering && lowering->hasAllCoordinates && lowering->hasAllCoordinates(anchor);
}
static bool writesPart(const Region &region, const JoinedPart &part) {
  const OpLowering *lowering = loweringOf(region.anchor);
  return lowering && lowering->writesPart && lowering->writesPart(region, part);
}

/// A caller asks where the weights of `network` lie, of which rewrites make what is lowered.
struct AskedWeights {
  func::FuncOp network;
  UsesByName uses; // before those rewrites
  std::vector<qrt::WeightPlace> &places;
};

static FailureOr<qrt::Program>
emitCalls(func::FuncOp function, const qrt::DeviceDescription &device, qrt::FloatOrder order,
          const std::optional<AskedWeights> &asked) {
  if (failed(checkShapes(function)))
    return failure();
  qrt::Program program;
  program.floatOrder = order;
  ProgramBuilder builder(program, device, draftCalls(function, device, order));
  chooseLayouts(builder, function);
  defineInputs(builder, function);
  std::vector<Region> regions = formRegions(function, hasAllCoordinates);
  const StoredValues stored = readHalvesAsStored(regions);
  builder.setStored(stored);
  auto wished = [&](Value value) {
    return builder.wishFor(value, Layout::rowMajor(sizesOf(value).size()));
  };
  builder.setJoins(planJoins(function, regions, stored, device, wished, writesPart));
  for (const Region &region : regions)
    if (failed(lowerRegion(builder, region)))
      return failure();
  defineOutputs(builder, function);
  program.dynamicBatch = llvm::any_of(function.getArgumentTypes(), [](Type type) {
    return !cast<RankedTensorType>(type).hasStaticShape();
  });
  if (asked)
    asked->places = weightPlaces(asked->uses, asked->network, function, builder);
  fuseCalls(program, device);
  return program;
}

static qrt::Status tooLarge(const std::string &what) {
  return {qrt::StatusCode::Unsupported, "the network is too large for one program: " + what};
}

static qrt::Status checkLength(const qrt::Program &program) {
  const size_t length = std::max(program.nodes.size(), program.buffers.size());
  return length <= qrt::programLimit
             ? qrt::Status()
             : tooLarge("it has " + std::to_string(length) + " steps or values, and " +
                        std::to_string(qrt::programLimit) + " are the most");
}

static qrt::Status checkArena(const qrt::Program &program) {
  return qrt::Linear::of(program.arenaBytes).valid
             ? qrt::Status()
             : tooLarge("its activations take more than " + std::to_string(qrt::extentLimit) +
                        " bytes");
}

// Kernels, then the memory plan, then launches.
static qrt::Expected<qrt::Program> planned(qrt::Program calls, const qrt::DeviceDescription &device,
                                           std::optional<Tuned> tuned) {
  if (qrt::Status status = checkLength(calls); !status.ok())
    return status;
  std::vector<Choices> choices;
  if (device.takesKernels) {
    qrt::Expected<std::vector<Choices>> selected = selectKernels(calls, device, tuned);
    if (!selected)
      return selected.status();
    choices = std::move(*selected);
  }
  planArena(calls, device.queues);
  if (qrt::Status status = checkArena(calls); !status.ok())
    return status;
  qrt::Status status = qrt::verifyProgram(calls);
  if (!status.ok())
    return qrt::Status(status.code(),
                       "internal: the compiled program is not valid: " + status.message());
  if (!device.takesKernels)
    return calls;
  return emitKernels(std::move(calls), choices, device);
}

// Refuses constants without data, as in a file without its resources.
static LogicalResult checkConstants(func::FuncOp function) {
  for (auto constant : function.getOps<ConstantOp>())
    if (!storedConstant(constant))
      return constant.emitError("constant's data is missing or does not fit its type");
  return success();
}

// The module stays as it was: what is compiled is a copy, where it is anything else.
static FailureOr<qrt::Program>
lowerFunction(func::FuncOp function, const qrt::DeviceDescription &device, qrt::FloatOrder order,
              std::vector<qrt::WeightPlace> *weights) {
  OwningOpRef<func::FuncOp> parts = expandComposites(function);
  std::optional<AskedWeights> asked;
  if (weights)
    asked.emplace(AskedWeights{function, usesOfConstants(parts ? *parts : function), *weights});
  auto rewrite = [&](OwningOpRef<func::FuncOp> rewritten) {
    if (rewritten)
      parts = std::move(rewritten);
  };
  auto current = [&] { return parts ? *parts : function; };
  rewrite(computeConstants(current()));
  rewrite(sliceConstantPlaces(current()));
  FailureOr<OwningOpRef<func::FuncOp>> apart = keepSamplesApart(current());
  if (failed(apart))
    return failure();
  rewrite(std::move(*apart));
  rewrite(keepRowsApart(current()));
  rewrite(turnParts(current()));
  if (device.takesKernels)
    rewrite(joinSiblingProducts(current(), device, order));
  // The host copies rows faster than it loads them one by one.
  if (device.takesKernels)
    rewrite(gatherMovedRows(current()));
  rewrite(scaleBeforeParts(current()));
  rewrite(computeBeforeViews(current()));
  if (device.takesKernels) // what stood between is gone
    rewrite(gatherMovedRows(current()));
  if (device.isGpu) // whose kernels read 16 bytes at a time
    rewrite(makeRowsOfPatches(current()));
  rewrite(centerWeights(current(), device)); // last: what it makes no other rewrite knows
  if (parts) // callers know the results by these, whatever makes them here
    setOutputNames(*parts, outputNames(function));
  return emitCalls(parts ? *parts : function, device, order, asked);
}

bool oneProgramServes(ModuleOp module) {
  func::FuncOp function = entryOf(module);
  if (!function || !servesAnyBatch(function))
    return false;
  OwningOpRef<func::FuncOp> parts = expandComposites(function);
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  return succeeded(checkSamplesApart(parts ? *parts : function));
}

static FailureOr<qrt::Program> callsOf(ModuleOp module, const qrt::DeviceDescription &device,
                                       bool *unsupported, qrt::FloatOrder order,
                                       std::vector<qrt::WeightPlace> *weights) {
  func::FuncOp function = entryOf(module);
  if (!function || failed(checkConstants(function)))
    return failure();
  FailureOr<qrt::Program> calls = lowerFunction(function, device, order, weights);
  if (succeeded(calls))
    calls->target = device.driver;
  else if (unsupported)
    *unsupported = true;
  return calls;
}

FailureOr<qrt::Program> lowerToCalls(ModuleOp module, const qrt::DeviceDescription &device,
                                     bool *unsupported, qrt::FloatOrder order) {
  return callsOf(module, device, unsupported, order, nullptr);
}

// Asked for, and not there: the program is made without.
static void remarkOnLibraries(ModuleOp module, const qrt::DeviceDescription &device) {
  for (const std::string &library : device.allowedLibraries)
    if (!llvm::is_contained(device.libraries, library))
      entryOf(module).emitRemark() << "--libraries=" << library << ": '" << device.driver
                                   << "' finds no such library here; no layer runs as one of its "
                                      "functions";
}

FailureOr<std::shared_ptr<const qrt::Program>>
lowerModule(ModuleOp module, const qrt::DeviceDescription &device, bool *unsupported,
            const Tuning *tuning, qrt::FloatOrder order, std::vector<qrt::WeightPlace> *weights) {
  FailureOr<qrt::Program> calls = callsOf(module, device, unsupported, order, weights);
  if (failed(calls))
    return failure();
  remarkOnLibraries(module, device);
  std::vector<std::string> remarks;
  const size_t constants = calls->constants.size();
  const ConstantsOfNodes ofCalls = weights ? constantsOfCalls(*calls) : ConstantsOfNodes();
  qrt::Expected<qrt::Program> program = planned(
      std::move(*calls), device, tuning ? std::optional(Tuned{*tuning, remarks}) : std::nullopt);
  for (const std::string &remark : remarks)
    entryOf(module).emitRemark() << remark;
  if (!program) {
    entryOf(module).emitError() << program.status().message();
    if (unsupported)
      *unsupported = program.status().code() == qrt::StatusCode::Unsupported;
    return failure();
  }
  if (weights)
    fixWeightsOfKernels(*weights, *program, constants, ofCalls);
  return std::make_shared<const qrt::Program>(std::move(*program));
}

} // namespace qopt
