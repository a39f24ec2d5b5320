#include "tools/libqopt/refit.h"

#include "lowering/lower.h"
#include "lowering/select/select.h"
#include "runtime/format/refit/same_plan.h"
#include "runtime/numerics/execution/float_environment.h"
#include "tools/libqopt/compile/shaped_model.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using qrt::ArtifactEntry;
using qrt::Expected;
using qrt::Program;
using qrt::Status;

namespace qopt {

std::vector<LoadOptions::Shape> shapesOf(const ArtifactEntry &entry) {
  std::vector<LoadOptions::Shape> shapes;
  for (const qrt::ArtifactPort &port : entry.inputs) {
    LoadOptions::Shape shape{port.name, {}};
    for (const qrt::Extent &size : port.shape)
      shape.sizes.push_back(size.isStatic() ? std::optional(size.offset) : std::nullopt);
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

namespace {

/// It has an input's name and sizes; an open size has no value.
struct InputSizes {
  std::string name;
  std::vector<std::optional<int64_t>> sizes;

  bool fits(const InputSizes &other) const {
    return name == other.name && llvm::equal(sizes, other.sizes, [](auto own, auto others) {
             return !own || !others || *own == *others;
           });
  }
};

} // namespace

static InputSizes sizesOf(const qrt::ArtifactPort &port) {
  InputSizes input{port.name, {}};
  for (const qrt::Extent &size : port.shape)
    input.sizes.push_back(size.isStatic() ? std::optional<int64_t>(size.offset) : std::nullopt);
  return input;
}

static InputSizes sizesOf(const Port &port) {
  InputSizes input{port.name, {}};
  for (const nn::Dim &size : port.shape)
    input.sizes.push_back(size.isStatic() ? std::optional<int64_t>(size.value()) : std::nullopt);
  return input;
}

/// Lists inputs as in "'x' of ?x3x224x224, 'mask' of a scalar".
static std::string inputsText(const std::vector<InputSizes> &inputs) {
  std::vector<std::string> texts;
  for (const InputSizes &input : inputs) {
    std::vector<std::string> sizes;
    for (std::optional<int64_t> size : input.sizes)
      sizes.push_back(size ? std::to_string(*size) : "?");
    texts.push_back("'" + input.name + "' of " +
                    (sizes.empty() ? "a scalar" : llvm::join(sizes, "x")));
  }
  return texts.empty() ? "none" : llvm::join(texts, ", ");
}

/// Checks that each input of the program is one of the module, by name and sizes.
static Status checkInputs(mlir::ModuleOp module, const ArtifactEntry &entry) {
  auto ports = portsOf(module);
  if (!ports)
    return ports.status();
  std::vector<InputSizes> own, wanted;
  for (const Port &port : ports->inputs)
    own.push_back(sizesOf(port));
  for (const qrt::ArtifactPort &port : entry.inputs)
    wanted.push_back(sizesOf(port));
  if (llvm::all_of(wanted, [&](const InputSizes &input) {
        return llvm::any_of(own, [&](const InputSizes &one) { return one.fits(input); });
      }))
    return {};
  return qrt::invalidArgument("the model is another network than the program's: its inputs are " +
                              inputsText(own) + ", and the program's are " + inputsText(wanted));
}

Expected<Module> withShapesOf(mlir::ModuleOp module, const ArtifactEntry &entry) {
  if (Status status = checkInputs(module, entry); !status.ok())
    return status;
  Module bound = module.clone();
  if (Status status = bindShapes(*bound, shapesOf(entry)); !status.ok())
    return status;
  return bound;
}

/// Returns the device for which the entry was compiled: programs may call what its program calls.
static qrt::DeviceDescription deviceOf(const ArtifactEntry &entry) {
  qrt::DeviceDescription device = entry.device;
  device.allowedLibraries = device.libraries;
  return device;
}

/// The file's choices of kernels, as if they had been measured of the calls that the module
/// becomes.
static Tuning choicesOf(const Program &before, const Program &calls,
                        const qrt::DeviceDescription &device) {
  Tuning tuning;
  for (auto [old, node] : llvm::zip(before.nodes, calls.nodes)) {
    auto *call = std::get_if<qrt::Call>(&node.work);
    if (!call || !std::holds_alternative<qrt::Launch>(old.work))
      continue;
    const std::string key = qrt::callKey(calls, *call);
    for (const Bucket &bucket : batchBuckets)
      tuning.choices.try_emplace({key, tunedName(device), bucket.from},
                                 std::vector{qrt::launchOf(old, bucket.from).choice});
  }
  return tuning;
}

static Expected<Tuning> choicesFor(mlir::ModuleOp module, const Program &before,
                                   const qrt::DeviceDescription &device) {
  qrt::DefaultFloatEnvironment environment; // constants fold
  ErrorCollector errors(module->getContext());
  auto calls = lowerToCalls(module, device, nullptr, before.floatOrder);
  if (failed(calls))
    return errors.status(qrt::StatusCode::InvalidArgument,
                         "the module cannot be compiled for " + device.driver);
  return choicesOf(before, *calls, device);
}

/// Compiled anew, with the choices of heuristics where these are the file's, else with the file's
/// own: it may have been tuned.
static Expected<CompiledEntry> compileLike(const ArtifactEntry &entry, const Program &before,
                                           mlir::ModuleOp module) {
  const qrt::DeviceDescription device = deviceOf(entry);
  auto compiled = compileEntry(module, device, nullptr, entry.floatOrder);
  if (!compiled || !device.takesKernels || checkSamePlan(before, *compiled->program).ok())
    return compiled;
  auto tuning = choicesFor(module, before, device);
  if (!tuning)
    return tuning.status();
  return compileEntry(module, device, &*tuning, entry.floatOrder);
}

static std::set<std::pair<std::string_view, std::string_view>> textsOf(const Program &program) {
  std::set<std::pair<std::string_view, std::string_view>> texts;
  for (const qrt::KernelSource &kernel : program.kernels)
    texts.insert({kernel.entry, kernel.source});
  return texts;
}

/// Compiled kernels of texts that are still there.
static void keepBinaries(const ArtifactEntry &before, RefittedEntry &refitted) {
  std::set<std::array<uint64_t, 2>> sources;
  for (const qrt::KernelSource &kernel : refitted.compiled.program->kernels)
    sources.insert(qrt::sourceSums(kernel.source));
  for (const qrt::KernelBinary &binary : before.binaries)
    if (sources.contains(binary.source))
      refitted.compiled.entry.binaries.push_back(binary);
  refitted.droppedBinaries = before.binaries.size() - refitted.compiled.entry.binaries.size();
}

/// Samples are prepared as before: who loads the file does not see that they should not be.
static Status checkPreparation(const ArtifactEntry &before, const ArtifactEntry &now) {
  for (size_t i = 0; i < std::min(before.inputs.size(), now.inputs.size()); ++i)
    if (before.inputs[i].preprocess != now.inputs[i].preprocess)
      return qrt::invalidArgument(
          "input '" + now.inputs[i].name +
          "' of the model has other preprocessing than the program's: give the import options "
          "(--mean, --std, --resize, …) that it was compiled with");
  return {};
}

Expected<RefittedEntry> refit(const qrt::Artifact &artifact, size_t index, mlir::ModuleOp module) {
  auto before = artifact.program(index);
  if (!before)
    return before.status();
  const ArtifactEntry &entry = artifact.entries()[index];
  auto compiled = compileLike(entry, **before, module);
  if (!compiled)
    return compiled.status();
  if (Status status = checkSamePlan(**before, *compiled->program); !status.ok())
    return Status(status.code(), artifact.name() + ": the model does not fit its program " +
                                     std::to_string(index) + ", " + text(entry) + ": " +
                                     status.message() +
                                     "; qrun compile makes a new file of the model");
  if (Status status = checkPreparation(entry, compiled->entry); !status.ok())
    return Status(status.code(), artifact.name() + ": " + status.message());
  RefittedEntry refitted;
  refitted.compiled = std::move(*compiled);
  const auto texts = textsOf(**before);
  refitted.kernels = refitted.compiled.program->kernels.size();
  for (const qrt::KernelSource &kernel : refitted.compiled.program->kernels)
    refitted.changedKernels += !texts.contains({kernel.entry, kernel.source});
  keepBinaries(entry, refitted);
  return refitted;
}

Expected<CompiledEntry> refittedEntry(const qrt::Artifact &artifact, size_t entry,
                                      mlir::ModuleOp module) {
  auto bound = withShapesOf(module, artifact.entries()[entry]);
  if (!bound)
    return bound.status();
  auto refitted = refit(artifact, entry, **bound);
  return refitted ? Expected<CompiledEntry>(std::move(refitted->compiled)) : refitted.status();
}

} // namespace qopt
