#include "tools/libqopt/artifact.h"
#include "tools/libqopt/opened_device.h"

#include "runtime/core/out_of_memory.h"
#include "runtime/core/ports.h"
#include "runtime/core/weight_store.h"
#include "tools/libqopt/compile/compiled_model.h"
#include "tools/libqopt/compile/step_clock.h"

#include <algorithm>
#include <mutex>
#include <set>

using qrt::ArtifactEntry;
using qrt::ArtifactPort;
using qrt::Expected;
using qrt::Extent;
using qrt::Status;
using qrt::Tensor;

namespace qopt {
namespace {

/// Programs of one network for one device; `entries` are not empty.
class EntriesModel : public ArtifactModel {
public:
  EntriesModel(qrt::Artifact artifact, std::shared_ptr<qrt::Device> device,
               std::vector<size_t> entries, OpenOptions options)
      : artifact(std::move(artifact)), opened(std::move(device)), entries(std::move(entries)),
        options(std::move(options)), models(this->artifact.entries().size()),
        latest(this->entries.front()) {}

  Status makePorts();
  Status loadOnly() { return entries.size() == 1 ? modelOf(entries.front()).status() : Status(); }

  Expected<std::vector<Tensor>> run(std::span<const Tensor> inputs,
                                    const qrt::OutputMemory &memory) override;
  Expected<std::vector<double>> profile(std::span<const Tensor> inputs) override;
  Expected<std::shared_ptr<qrt::DeviceMoment>> runOnDevice(std::span<const Tensor> inputs,
                                                           const qrt::OutputMemory &memory,
                                                           qrt::DeviceStream stream) override;
  Expected<std::shared_ptr<qrt::DeviceBytes>> allocateOnDevice(size_t bytes,
                                                               qrt::DeviceStream stream) override {
    return opened->allocate(bytes, stream);
  }
  std::vector<qrt::WeightPlace> weights() const override {
    const Loaded model = entries.size() == 1 ? latestModel() : nullptr;
    return model ? model->weights() : std::vector<qrt::WeightPlace>();
  }
  Status refit(std::span<const qrt::NamedTensor> values) override;
  Status refit(mlir::ModuleOp module) override;
  const qrt::Program *program() const override;
  const qrt::DeviceDescription &device() const override { return opened->description(); }
  int64_t activationBytes(int64_t batch) const override {
    const Loaded model = latestModel();
    return model ? model->ready().executable->activationBytes(batch) : 0;
  }
  qrt::MemoryUse memoryUse(int64_t batch) const override {
    const Loaded model = latestModel();
    return model ? model->ready().executable->memoryUse(batch) : qrt::MemoryUse();
  }
  int64_t weightBytes() const override;
  int64_t multiplyAdds(int64_t batch) const override {
    return artifact.entries()[latestEntry()].multiplyAdds.at(batch);
  }

protected:
  Status execute(int64_t, std::span<const Tensor>, const qrt::OutputMemory &,
                 std::vector<Tensor> &) override {
    return qrt::invalidArgument("internal: a program is chosen in run()");
  }

private:
  using Loaded = std::shared_ptr<qrt::Model>;
  Expected<Loaded> modelOf(size_t entry);
  Expected<Loaded> modelFor(std::span<const Tensor> inputs);
  /// Returns null before the first run of several. Other threads may be running.
  Loaded latestModel() const {
    std::lock_guard lock(guard);
    return models[latest];
  }
  size_t latestEntry() const {
    std::lock_guard lock(guard);
    return latest;
  }
  Status checkOneEntry() const;
  qrt::LoadOptions refitOptions() const;

  qrt::Artifact artifact;
  std::shared_ptr<qrt::Device> opened;
  std::vector<size_t> entries; // that may run, the best first
  OpenOptions options;
  mutable std::mutex guard; // guards models, latest and shown
  std::shared_ptr<qrt::WeightStore> store = std::make_shared<qrt::WeightStore>(); // of all entries
  std::vector<Loaded> models;                        // each entry has one, null until it loads
  size_t latest;                                     // entry that ran
  mutable std::shared_ptr<const qrt::Program> shown; // somebody may be reading it
};

} // namespace

// ---- ports ----

static nn::Dim dimOf(const Extent &size) {
  auto scaled = nn::multiply(nn::Dim(size.scale), nn::Dim::symbol("N"));
  return *nn::add(*scaled, nn::Dim(size.offset)); // limits of extents keep both from overflowing
}

/// Opens those sizes of `ports` in which `other` differs. Returns false where `other` is of another
/// network.
static bool widen(std::vector<Port> &ports, const std::vector<ArtifactPort> &other) {
  bool isSame = ports.size() == other.size();
  for (size_t i = 0; isSame && i < ports.size(); ++i) {
    Port &port = ports[i];
    isSame = port.name == other[i].name && port.type == other[i].type &&
             port.shape.size() == other[i].shape.size();
    for (size_t d = 0; isSame && d < port.shape.size(); ++d)
      if (port.shape[d] != dimOf(other[i].shape[d]))
        port.shape[d] = nn::Dim::symbol(port.name + "[" + std::to_string(d) + "]");
  }
  return isSame;
}

Status EntriesModel::makePorts() {
  for (auto [stored, made] : {std::pair(&ArtifactEntry::inputs, &ports.inputs),
                              std::pair(&ArtifactEntry::outputs, &ports.outputs)}) {
    for (const ArtifactPort &port : artifact.entries()[entries.front()].*stored)
      made->push_back(port.withSizes(dimOf));
    for (size_t entry : entries)
      if (!widen(*made, artifact.entries()[entry].*stored))
        return qrt::invalidArgument(artifact.name() + ": its programs are of several networks");
  }
  return {};
}

// ---- runs ----

Expected<EntriesModel::Loaded> EntriesModel::modelOf(size_t entry) {
  std::lock_guard lock(guard);
  if (!models[entry]) {
    auto loaded =
        StepClock(options.onStep)
            .load(options, opened->description().takesKernels, "parse", [&](qrt::LoadOptions load) {
              load.weights = store;
              return artifact.load(*opened, entry, load, options.binaries);
            });
    if (!loaded)
      return loaded.status();
    models[entry] = std::make_shared<qrt::Model>(std::move(*loaded));
  }
  latest = entry;
  return models[entry];
}

Expected<EntriesModel::Loaded> EntriesModel::modelFor(std::span<const Tensor> inputs) {
  if (entries.size() == 1)
    return modelOf(entries.front());
  std::vector<qrt::Shape> shapes;
  for (const Tensor &input : inputs)
    shapes.push_back(input.shape());
  auto entry = artifact.choose(opened->description(), shapes, options.floatOrder);
  return entry ? modelOf(*entry) : entry.status();
}

Expected<std::vector<Tensor>> EntriesModel::run(std::span<const Tensor> inputs,
                                                const qrt::OutputMemory &memory) {
  auto model = modelFor(inputs);
  if (!model)
    return model.status();
  auto outputs = (*model)->run(inputs, memory);
  for (size_t i = 0; outputs && i < ports.outputs.size(); ++i)
    if (const auto &length = ports.outputs[i].length) {
      const int64_t count = (*outputs)[length->count].values<int64_t>()[0];
      if (count < 0 || count > (*outputs)[i].shape()[length->dim])
        return qrt::invalidArgument(artifact.name() + ": output '" + ports.outputs[i].name +
                                    "' is longer than there is room");
    }
  return outputs;
}

Expected<std::shared_ptr<qrt::DeviceMoment>>
EntriesModel::runOnDevice(std::span<const Tensor> inputs, const qrt::OutputMemory &memory,
                          qrt::DeviceStream stream) {
  auto model = modelFor(inputs);
  if (!model)
    return model.status();
  auto batch = (*model)->batchOf(inputs);
  if (!batch)
    return batch.status();
  const std::shared_ptr<const qrt::Program> program = (*model)->ready().program;
  if (Status status = qrt::checkBatch(*program, *batch); !status.ok())
    return status;
  std::vector<ArtifactPort> described;
  for (const qrt::PortBuffer &port : program->outputs)
    described.push_back(qrt::descriptionOf(*program, port));
  auto outputs = qrt::outputsIn(memory, described, *batch);
  if (!outputs)
    return outputs.status();
  return (*model)->runOnDevice(*batch, inputs, *outputs, stream);
}

// ---- weights ----

Status EntriesModel::checkOneEntry() const {
  return entries.size() == 1
             ? Status()
             : Status(qrt::StatusCode::Unsupported,
                      artifact.name() + ": has " + std::to_string(entries.size()) +
                          " programs for this device: refit the file, and load that");
}

Status EntriesModel::refit(std::span<const qrt::NamedTensor> values) {
  if (Status status = checkOneEntry(); !status.ok())
    return status;
  auto model = modelOf(entries.front());
  return model ? (*model)->refit(*opened, values, refitOptions()) : model.status();
}

Status EntriesModel::refit(mlir::ModuleOp module) {
  if (Status status = checkOneEntry(); !status.ok())
    return status;
  if (!options.refitter)
    return {qrt::StatusCode::Unsupported,
            artifact.name() + ": nothing compiles here: give weights by name"};
  auto model = modelOf(entries.front());
  if (!model)
    return model.status();
  auto refitted = options.refitter(artifact, entries.front(), module);
  if (!refitted)
    return refitted.status();
  return (*model)->refit(*opened, std::move(refitted->program), std::move(refitted->entry.weights),
                         refitOptions());
}

qrt::LoadOptions EntriesModel::refitOptions() const {
  const bool caches = opened->description().takesKernels && options.cache;
  return {caches ? options.cache() : nullptr, {}};
}

Expected<std::vector<double>> EntriesModel::profile(std::span<const Tensor> inputs) {
  auto model = modelFor(inputs);
  if (!model)
    return model.status();
  const qrt::RunnableProgram on = (*model)->ready(); // a refit may give it up meanwhile
  const qrt::Program &program = *on.program;
  auto batch = (*model)->batchOf(inputs);
  if (!batch)
    return batch.status();
  if (Status status = qrt::checkBatch(program, *batch); !status.ok())
    return status;
  std::vector<double> seconds(program.nodes.size());
  auto work = [&] {
    std::vector<Tensor> outputs;
    for (const qrt::PortBuffer &port : program.outputs) {
      const ArtifactPort output = qrt::descriptionOf(program, port);
      outputs.push_back(Tensor::allocate(output.type, output.shapeAt(*batch)));
    }
    return qrt::runPorts(program, *on.executable, *batch, inputs, outputs, seconds);
  };
  if (Status status = qrt::orOutOfMemory(work, "batch " + std::to_string(*batch)); !status.ok())
    return status;
  return seconds;
}

/// It lives until another one is asked for, also where a refit or a run has given it up.
const qrt::Program *EntriesModel::program() const {
  std::lock_guard lock(guard);
  if (models[latest])
    shown = models[latest]->ready().program;
  return shown.get();
}

int64_t EntriesModel::weightBytes() const {
  const Loaded model = latestModel();
  if (!model)
    return 0;
  const std::shared_ptr<const qrt::Program> own = model->ready().program;
  std::set<const void *> seen; // the file holds each once
  int64_t bytes = 0;
  for (const qrt::Constant &constant : own->constants)
    if (constant.value.data() && seen.insert(constant.value.data()).second)
      bytes += int64_t(constant.value.bytes());
  return bytes;
}

// ---- opening ----

static bool takes(const ArtifactEntry &entry, const LoadOptions::Shape &shape) {
  auto input = std::ranges::find(entry.inputs, shape.input, &ArtifactPort::name);
  if (input == entry.inputs.end() || input->shape.size() != shape.sizes.size())
    return false;
  return std::ranges::equal(input->shape, shape.sizes, [](const Extent &has, const auto &size) {
    return !size || !has.isStatic() || has.offset == *size;
  });
}

/// Finds entries that the device can run and that take the options' sizes; fails where none does.
static Expected<std::vector<size_t>> entriesOf(const qrt::Artifact &artifact,
                                               const qrt::DeviceDescription &device,
                                               const OpenOptions &options) {
  auto entries = artifact.entriesFor(device, options.floatOrder);
  if (!entries)
    return entries;
  std::string had;
  for (size_t entry : *entries)
    had += (had.empty() ? "" : "; ") + text(artifact.entries()[entry]);
  std::erase_if(*entries, [&](size_t entry) {
    return !std::ranges::all_of(options.shapes, [&](const LoadOptions::Shape &shape) {
      return takes(artifact.entries()[entry], shape);
    });
  });
  if (entries->empty())
    return qrt::invalidArgument(artifact.name() + ": has no program of these shapes; it has " +
                                had);
  return entries;
}

Expected<std::unique_ptr<ArtifactModel>>
openOn(std::shared_ptr<qrt::Device> device, qrt::Artifact artifact, const OpenOptions &options) {
  auto entries = entriesOf(artifact, device->description(), options);
  if (!entries)
    return entries.status();
  auto model = std::make_unique<EntriesModel>(std::move(artifact), std::move(device),
                                              std::move(*entries), options);
  if (Status status = model->makePorts(); !status.ok())
    return status;
  if (Status status = model->loadOnly(); !status.ok())
    return status;
  return std::unique_ptr<ArtifactModel>(std::move(model));
}

Expected<std::unique_ptr<ArtifactModel>>
ArtifactModel::open(qrt::Artifact artifact, const std::string &device, const OpenOptions &options) {
  StepClock clock(options.onStep);
  if (device == "reference")
    return qrt::invalidArgument(artifact.name() +
                                ": is a compiled file, and device 'reference' evaluates models: "
                                "give the model that it was made of");
  auto opened = qrt::openDevice(device);
  if (!opened)
    return opened.status();
  clock.end("device");
  return openOn(std::move(*opened), std::move(artifact), options);
}

Expected<std::unique_ptr<ArtifactModel>> ArtifactModel::open(const std::string &path,
                                                             const std::string &device,
                                                             const OpenOptions &options) {
  StepClock clock(options.onStep);
  auto artifact = qrt::Artifact::open(path);
  if (!artifact)
    return artifact.status();
  clock.end("parse");
  return open(std::move(*artifact), device, options);
}

} // namespace qopt
