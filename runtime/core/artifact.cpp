#include "runtime/core/artifact.h"

#include "runtime/core/artifact_kernels.h"
#include "runtime/core/mapped_file.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/numerics/types/batch.h"

#include <algorithm>
#include <cstring>

namespace qrt {

static Expected<ArtifactFile> readWithin(std::span<const std::byte> bytes,
                                         std::shared_ptr<const void> owner,
                                         const std::string &name) {
  Expected<ArtifactFile> file = Status(StatusCode::DeviceError, "");
  auto read = [&] {
    file = ArtifactFile::read(bytes, std::move(owner), name);
    return Status();
  };
  if (Status status = orOutOfMemory(read, name); !status.ok())
    return status;
  return file;
}

Expected<Artifact> Artifact::open(const std::string &path) {
  Expected<MappedFile> mapped = MappedFile::open(path);
  if (!mapped)
    return mapped.status();
  Expected<ArtifactFile> file = readWithin(mapped->bytes, std::move(mapped->owner), path);
  return file ? Expected<Artifact>(Artifact(std::move(*file))) : file.status();
}

Expected<Artifact> Artifact::copy(std::span<const std::byte> bytes, std::string name) {
  auto own = std::make_shared<Tensor>();
  auto allocate = [&] {
    *own = Tensor::allocate(ElementType::U8, {int64_t(bytes.size())});
    return Status();
  };
  if (Status status = orOutOfMemory(allocate, name); !status.ok())
    return status;
  if (!bytes.empty())
    std::memcpy(own->mutableData(), bytes.data(), bytes.size());
  Expected<ArtifactFile> file = readWithin(std::as_bytes(own->values<uint8_t>()), own, name);
  return file ? Expected<Artifact>(Artifact(std::move(*file))) : file.status();
}

/// Returns the feature that a program for `made` may need and `here` lacks; "" if it runs here. A
/// feature that only makes the program faster is no reason.
static std::string whyNot(const DeviceDescription &made, const DeviceDescription &here) {
  if (made.driver != here.driver)
    return "it is for " + made.driver;
  if (made.localMemoryBytes > here.localMemoryBytes || made.maxWorkGroup > here.maxWorkGroup)
    return "it takes larger work-groups";
  const auto needs = [&](bool DeviceDescription::*has) { return made.*has && !(here.*has); };
  // Later devices need not have sm_90a's features.
  const bool isOther = made.wgmma ? made.computeCapability != here.computeCapability
                                  : made.computeCapability > here.computeCapability;
  if (isOther || needs(&DeviceDescription::dp4a) || needs(&DeviceDescription::vnni) ||
      needs(&DeviceDescription::wgmma) || needs(&DeviceDescription::dependentLaunch))
    return "it takes instructions of " + made.name;
  for (const std::string &library : made.libraries)
    if (std::ranges::find(here.libraries, library) == here.libraries.end())
      return "it calls the library " + library +
             ", which is not found here: install it, or compile without --libraries=" + library;
  return "";
}

static std::string contents(std::span<const ArtifactEntry> entries) {
  std::string list;
  for (const ArtifactEntry &entry : entries)
    list += (list.empty() ? "" : "; ") + text(entry);
  return list.empty() ? "nothing" : list;
}

/// The same for an entry whose caller accepts sums of `order`.
static std::string whyNot(const ArtifactEntry &entry, const DeviceDescription &here,
                          FloatOrder order) {
  std::string why = whyNot(entry.device, here);
  if (why.empty() && !isOfOrder(entry.floatOrder, order))
    why = "its float order is " + std::string(floatOrderName(entry.floatOrder)) +
          ": compile with --float-order=" + std::string(floatOrderName(order));
  return why;
}

Expected<std::vector<size_t>> Artifact::entriesFor(const DeviceDescription &device,
                                                   FloatOrder order) const {
  std::vector<size_t> own, others;
  std::string why;
  for (size_t i = 0; i < entries().size(); ++i) {
    const DeviceDescription &made = entries()[i].device;
    const std::string reason = whyNot(entries()[i], device, order);
    if (reason.empty())
      (made.name == device.name ? own : others).push_back(i);
    else if (made.driver == device.driver)
      why = " (" + reason + ")";
  }
  own.insert(own.end(), others.begin(), others.end());
  if (own.empty())
    return Status(StatusCode::Unsupported,
                  name() + ": has no program for " + device.driver + ", " + device.name + why +
                      "; it has " + contents(entries()) + "; qrun compile --device= makes others");
  return own;
}

/// An entry's fit for inputs of given shapes: none, at any batch, or exactly its one batch.
enum class Fit { None, AnyBatch, Exact };
static Fit fitOf(const ArtifactEntry &entry, std::span<const Shape> inputs) {
  std::vector<Tensor> given;
  bool isStatic = true;
  for (const ArtifactPort &port : entry.inputs) {
    isStatic &= std::ranges::all_of(port.shape, &Extent::isStatic);
    if (given.size() < inputs.size())
      given.push_back(Tensor::view(port.type, inputs[given.size()], nullptr));
  }
  if (given.size() != inputs.size() || !solveBatch(entry.inputs, given).ok())
    return Fit::None;
  return isStatic ? Fit::Exact : Fit::AnyBatch;
}

Expected<size_t> Artifact::choose(const DeviceDescription &device, std::span<const Shape> inputs,
                                  FloatOrder order) const {
  Expected<std::vector<size_t>> possible = entriesFor(device, order);
  if (!possible)
    return possible.status();
  if (inputs.empty())
    return possible->front();
  for (Fit fit : {Fit::Exact, Fit::AnyBatch})
    for (size_t entry : *possible)
      if (fitOf(entries()[entry], inputs) == fit)
        return entry;
  std::string shapes;
  for (const Shape &shape : inputs)
    shapes += (shapes.empty() ? "" : ", ") + shapeToString(shape);
  return invalidArgument(name() + ": has no program on " + device.driver + " for inputs of " +
                         shapes + "; it has " + contents(entries()) +
                         "; qrun compile --shape= makes others");
}

Expected<std::shared_ptr<const Program>> Artifact::program(size_t entry) const {
  if (entry >= entries().size())
    return invalidArgument(name() + ": there is no program " + std::to_string(entry));
  Expected<std::shared_ptr<const Program>> program = Status(StatusCode::DeviceError, "");
  auto read = [&] {
    program = file.program(entry);
    return Status();
  };
  if (Status status = orOutOfMemory(read, name()); !status.ok())
    return status;
  return program;
}

Expected<std::shared_ptr<const Program>> Artifact::programFor(const Device &device, size_t entry,
                                                              const LoadOptions &options) const {
  Expected<std::shared_ptr<const Program>> program = this->program(entry);
  if (!program)
    return program.status();
  if (std::string why = whyNot(entries()[entry], device.description(), options.floatOrder);
      !why.empty())
    return Status(StatusCode::Unsupported, name() + ": program " + std::to_string(entry) +
                                               " does not run on " + device.description().name +
                                               ": " + why);
  return program;
}

Expected<Model> Artifact::load(Device &device, size_t entry, const LoadOptions &options,
                               Binaries binaries) const {
  Expected<std::shared_ptr<const Program>> program = programFor(device, entry, options);
  if (!program)
    return program.status();
  ArtifactKernels kernels(entries()[entry], options.cache);
  LoadOptions own = options;
  if (binaries == Binaries::Used)
    own.cache = &kernels;
  Expected<Model> model = Model::load(device, std::move(*program), own, entries()[entry].weights);
  if (!model)
    return Status(model.status().code(), name() + ": " + model.status().message());
  return model;
}

/// Callers go on with the ports that they have: they mean the same.
static Status checkPorts(const std::vector<ArtifactPort> &before,
                         const std::vector<ArtifactPort> &now) {
  for (size_t i = 0; i < std::min(before.size(), now.size()); ++i)
    if (before[i].quantization != now[i].quantization || before[i].preprocess != now[i].preprocess)
      return invalidArgument("port '" + before[i].name +
                             "' has another scale or other preprocessing: refit cannot change "
                             "these, load the file anew");
  return before.size() == now.size() ? Status() : invalidArgument("its inputs or outputs differ");
}

Status Artifact::refit(Model &model, Device &device, size_t entry, const ArtifactEntry &loaded,
                       const LoadOptions &options, Binaries binaries) const {
  Expected<std::shared_ptr<const Program>> program = programFor(device, entry, options);
  if (!program)
    return program.status();
  const ArtifactEntry &now = entries()[entry];
  ArtifactKernels kernels(now, options.cache);
  LoadOptions own = options;
  if (binaries == Binaries::Used)
    own.cache = &kernels;
  Status status = checkPorts(loaded.inputs, now.inputs);
  if (status.ok())
    status = checkPorts(loaded.outputs, now.outputs);
  if (status.ok())
    status = model.refit(device, std::move(*program), now.weights, own);
  return status.ok() ? status : Status(status.code(), name() + ": " + status.message());
}

} // namespace qrt
