#include "tools/libqopt/artifact.h"

#include "ir/bind_sizes.h"
#include "ir/values/keys.h"
#include "runtime/core/artifact_kernels.h"
#include "tools/libqopt/compile/compiled_model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using qrt::ArtifactPort;
using qrt::Expected;
using qrt::Extent;
using qrt::Status;

namespace qopt {

/// Returns the port of a program that serves any batch: each size is a number, or grows with the
/// batch.
static ArtifactPort storedPort(const Port &port) {
  return port.withSizes([](const nn::Dim &size) { return *size.extent(); });
}

static std::vector<ArtifactPort> portsOf(const std::vector<Port> &ports) {
  auto stored = llvm::map_range(ports, storedPort);
  return {stored.begin(), stored.end()};
}

static std::string openSizes(const std::vector<Port> &inputs) {
  std::vector<std::string> texts;
  for (const Port &port : inputs)
    texts.push_back(port.name + " of " + nn::toString(port.shape));
  return llvm::join(texts, ", ");
}

/// Returns what keeps a program from serving all sizes of its one symbol. Of several symbols each
/// is one too many, which this does not tell.
static std::string whyNotAll(mlir::func::FuncOp entry) {
  mlir::Operation *layer = nn::symbolsOf(entry).size() == 1 ? nn::findUnevenGrowth(entry) : nullptr;
  return layer ? "layer '" + nn::layerName(layer) + "' cannot grow with them; " : "";
}

Status checkServesAnyBatch(mlir::ModuleOp module, const std::vector<Port> &inputs) {
  mlir::func::FuncOp entry = nn::entryOf(module);
  if (nn::servesAnyBatch(entry))
    return {};
  return qrt::invalidArgument("one program does not serve every size of " + openSizes(inputs) +
                              ": " + whyNotAll(entry) + "give --shape=" + inputs[0].name +
                              ":SIZES");
}

Expected<CompiledEntry> compileEntry(mlir::ModuleOp module, const qrt::DeviceDescription &device,
                                     const Tuning *tuning, qrt::FloatOrder order) {
  Expected<Ports> ports = portsOf(module);
  if (!ports)
    return ports.status();
  if (Status status = checkServesAnyBatch(module, ports->inputs); !status.ok())
    return status;
  CompiledEntry compiled;
  auto program = compileTelling(module, device, tuning, order, &compiled.entry.weights);
  if (!program)
    return program.status();
  const int64_t once = multiplyAdds(module, 1), more = multiplyAdds(module, 2) - once;
  compiled.entry.device = device;
  compiled.entry.inputs = portsOf(ports->inputs);
  compiled.entry.outputs = portsOf(ports->outputs);
  compiled.entry.multiplyAdds = {more, once - more};
  compiled.program = std::move(*program);
  return compiled;
}

Status addBinaries(CompiledEntry &compiled, qrt::Device &device, const CompileOptions &options) {
  if (!device.description().takesKernels)
    return {};
  qrt::KernelRecorder recorder(options.cache ? options.cache() : nullptr);
  auto loaded = device.load(compiled.program, {&recorder, options.progress});
  if (loaded)
    compiled.entry.binaries = recorder.binaries();
  return loaded.status();
}

} // namespace qopt
