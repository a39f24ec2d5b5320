#include "runtime/core/qrt_c.h"

#include "runtime/cache/kernel_cache.h"
#include "runtime/core/c/qrt_c_handles.h"
#include "runtime/core/ports.h"

#include <algorithm>

using namespace qrt;

static qrt_status outOfMemory{QRT_DEVICE_ERROR, "not enough memory"};

qrt_status *qrt::outOfMemoryForC() { return &outOfMemory; }

qrt_status *qrt::statusForC(const Status &status) {
  static constexpr std::pair<StatusCode, int32_t> codes[] = {
      {StatusCode::InvalidArgument, QRT_INVALID_ARGUMENT},
      {StatusCode::NotFound, QRT_NOT_FOUND},
      {StatusCode::Unsupported, QRT_UNSUPPORTED},
      {StatusCode::Io, QRT_IO},
      {StatusCode::DeviceError, QRT_DEVICE_ERROR}};
  if (status.ok())
    return nullptr;
  auto *made = new qrt_status{QRT_DEVICE_ERROR, status.message()};
  for (auto [code, number] : codes)
    if (code == status.code())
      made->code = number;
  return made;
}

uint32_t qrt_c_version(void) { return 5; }
const char *qrt_version(void) { return QOPT_VERSION; }

int32_t qrt_status_code(const qrt_status *status) { return status ? status->code : 0; }
const char *qrt_status_message(const qrt_status *status) {
  return status ? status->message.c_str() : "";
}
void qrt_free_status(qrt_status *status) {
  if (status != &outOfMemory)
    delete status;
}

// ---- devices and files ----

qrt_status *qrt_open_device(const char *specification, qrt_device **device) {
  return guarded([&] {
    if (!specification || !device)
      return nullPointer();
    auto opened = openDevice(specification);
    if (opened)
      *device = new qrt_device{std::move(*opened)};
    return opened.status();
  });
}
const char *qrt_device_name(const qrt_device *device) {
  return device ? device->device->description().name.c_str() : nullptr;
}
void qrt_free_device(qrt_device *device) { delete device; }

static Status take(Expected<Artifact> opened, qrt_artifact **artifact) {
  if (!opened)
    return opened.status();
  std::vector<std::string> texts;
  for (const ArtifactEntry &entry : opened->entries())
    texts.push_back(text(entry));
  *artifact = new qrt_artifact{std::move(*opened), std::move(texts)};
  return {};
}

qrt_status *qrt_open_artifact(const char *path, qrt_artifact **artifact) {
  return guarded(
      [&] { return path && artifact ? take(Artifact::open(path), artifact) : nullPointer(); });
}
qrt_status *qrt_copy_artifact(const void *bytes, uint64_t size, qrt_artifact **artifact) {
  return guarded([&] {
    if (!bytes || !artifact)
      return nullPointer();
    if (size > uint64_t(mostBytesForC))
      return invalidArgument("a file of " + std::to_string(size) + " bytes is in no memory");
    return take(Artifact::copy({static_cast<const std::byte *>(bytes), size_t(size)}), artifact);
  });
}
void qrt_free_artifact(qrt_artifact *artifact) { delete artifact; }

uint32_t qrt_program_count(const qrt_artifact *artifact) {
  return artifact ? uint32_t(artifact->texts.size()) : 0;
}
const char *qrt_program_text(const qrt_artifact *artifact, uint32_t program) {
  return program < qrt_program_count(artifact) ? artifact->texts[program].c_str() : nullptr;
}

qrt_status *qrt_choose(const qrt_artifact *artifact, const qrt_device *device,
                       const qrt_shape *inputs, uint32_t count, uint32_t *program) {
  return guarded([&] {
    if (!artifact || !device || !program || (count && !inputs))
      return nullPointer();
    std::vector<Shape> shapes;
    for (uint32_t i = 0; i < count; ++i) {
      if (inputs[i].rank && !inputs[i].sizes)
        return nullPointer();
      shapes.emplace_back(inputs[i].sizes, inputs[i].sizes + inputs[i].rank);
    }
    auto chosen = artifact->artifact.choose(device->device->description(), shapes);
    if (chosen)
      *program = uint32_t(*chosen);
    return chosen.status();
  });
}

// ---- models ----

/// Without one, kernels are compiled: its warnings are for tools.
static std::unique_ptr<KernelCache> openCache() {
  const std::string path = KernelCache::defaultPath();
  return path.empty() ? nullptr : KernelCache::open(path, [](const std::string &) {});
}

Status qrt::withLoadFlags(const qrt_device &device, uint32_t flags,
                          const std::function<Status(const LoadOptions &, Binaries)> &load) {
  if (flags & ~uint32_t(QRT_USE_BINARIES | QRT_USE_CACHE))
    return invalidArgument("flags that this library does not know");
  const bool caches = flags & QRT_USE_CACHE && device.device->description().takesKernels;
  std::unique_ptr<KernelCache> cache = caches ? openCache() : nullptr;
  return load({cache.get(), {}}, flags & QRT_USE_BINARIES ? Binaries::Used : Binaries::Ignored);
}

qrt_status *qrt_load(qrt_device *device, const qrt_artifact *artifact, uint32_t program,
                     uint32_t flags, qrt_model **model) {
  return guarded([&] {
    if (!device || !artifact || !model)
      return nullPointer();
    return withLoadFlags(*device, flags, [&](const LoadOptions &options, Binaries binaries) {
      auto loaded = artifact->artifact.load(*device->device, program, options, binaries);
      if (loaded)
        *model = new qrt_model{device->device, artifact->artifact.entries()[program],
                               std::make_shared<Model>(std::move(*loaded))};
      return loaded.status();
    });
  });
}
void qrt_free_model(qrt_model *model) { delete model; }

int32_t qrt_batch_is_open(const qrt_model *model) {
  return model && model->model->ready().program->dynamicBatch;
}

/// Returns null if there is no such side.
static const std::vector<ArtifactPort> *portsOf(const qrt_model *model, int32_t side) {
  if (!model || (side != QRT_INPUT && side != QRT_OUTPUT))
    return nullptr;
  return side == QRT_INPUT ? &model->entry.inputs : &model->entry.outputs;
}
static const ArtifactPort *portOf(const qrt_model *model, int32_t side, uint32_t port) {
  const auto *ports = portsOf(model, side);
  return ports && port < ports->size() ? &(*ports)[port] : nullptr;
}

uint32_t qrt_port_count(const qrt_model *model, int32_t side) {
  const auto *ports = portsOf(model, side);
  return ports ? uint32_t(ports->size()) : 0;
}
const char *qrt_port_name(const qrt_model *model, int32_t side, uint32_t port) {
  const ArtifactPort *found = portOf(model, side, port);
  return found ? found->name.c_str() : nullptr;
}
const char *qrt_port_type(const qrt_model *model, int32_t side, uint32_t port) {
  const ArtifactPort *found = portOf(model, side, port); // names are literals: they end in 0
  return found ? elementTypeName(found->type).data() : nullptr;
}
uint32_t qrt_port_rank(const qrt_model *model, int32_t side, uint32_t port) {
  const ArtifactPort *found = portOf(model, side, port);
  return found ? uint32_t(found->shape.size()) : 0;
}

qrt_status *qrt_port_shape(const qrt_model *model, int32_t side, uint32_t port, int64_t batch,
                           int64_t *sizes, uint32_t rank) {
  return guarded([&] {
    const ArtifactPort *found = portOf(model, side, port);
    if (!found || (rank && !sizes))
      return invalidArgument("no such port, or a null pointer");
    if (rank != found->shape.size())
      return invalidArgument("'" + found->name + "' has rank " +
                             std::to_string(found->shape.size()) + ", not " + std::to_string(rank));
    Status status = checkBatch(*model->model->ready().program, batch);
    for (uint32_t i = 0; status.ok() && i < rank; ++i)
      sizes[i] = found->shape[i].at(batch);
    return status;
  });
}

uint64_t qrt_port_bytes(const qrt_model *model, int32_t side, uint32_t port, int64_t batch) {
  const ArtifactPort *found = portOf(model, side, port);
  if (!found || batch < 1 || batch > maxBatch || (batch != 1 && !qrt_batch_is_open(model)))
    return 0;
  int64_t count = 1;
  for (const Extent &size : found->shape)
    count *= size.at(batch);
  return storedBytes(found->type, count);
}

int32_t qrt_port_scale(const qrt_model *model, int32_t side, uint32_t port, double *scale,
                       int64_t *zero_point) {
  const ArtifactPort *found = portOf(model, side, port);
  if (!found || !found->quantization || !scale || !zero_point)
    return 0;
  *scale = found->quantization->scale;
  *zero_point = found->quantization->zeroPoint;
  return 1;
}

// ---- runs ----

Status qrt::checkAligned(const std::string &what, ElementType type, const void *data) {
  const size_t alignment = isPacked(type) ? 1 : byteWidth(type);
  if (reinterpret_cast<uintptr_t>(data) % alignment == 0)
    return {};
  return invalidArgument(what + " of " + std::string(elementTypeName(type)) +
                         " does not begin at a multiple of " + std::to_string(alignment) +
                         " bytes");
}

/// The caller's memory as tensors.
static Status bindPorts(const qrt_model *model, int32_t side, int64_t batch,
                        std::span<const qrt_buffer> buffers, std::vector<Tensor> &tensors) {
  const std::vector<ArtifactPort> &ports = *portsOf(model, side);
  const std::string kind = side == QRT_INPUT ? "input" : "output";
  if (buffers.size() != ports.size())
    return invalidArgument("the program has " + std::to_string(ports.size()) + " " + kind + "s, " +
                           std::to_string(buffers.size()) + " were given");
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    const uint64_t bytes = qrt_port_bytes(model, side, i, batch);
    if (!buffers.data() || (!buffers[i].data && bytes))
      return nullPointer();
    if (buffers[i].bytes != bytes)
      return invalidArgument(kind + " '" + ports[i].name + "' has " +
                             std::to_string(buffers[i].bytes) + " bytes; " + std::to_string(bytes) +
                             " are needed at batch " + std::to_string(batch));
    if (Status status =
            checkAligned(kind + " '" + ports[i].name + "'", ports[i].type, buffers[i].data);
        !status.ok())
      return status;
    tensors.push_back(Tensor::view(ports[i].type, ports[i].shapeAt(batch), buffers[i].data));
  }
  return {};
}

static Expected<std::unique_ptr<qrt_binding>> bindBuffers(const qrt_model *model, int64_t batch,
                                                          std::span<const qrt_buffer> inputs,
                                                          std::span<const qrt_buffer> outputs) {
  if (Status status = checkBatch(*model->model->ready().program, batch); !status.ok())
    return status;
  auto made =
      std::make_unique<qrt_binding>(qrt_binding{model->device, model->model, batch, {}, {}, {}});
  Status status = bindPorts(model, QRT_INPUT, batch, inputs, made->inputs);
  if (status.ok())
    status = bindPorts(model, QRT_OUTPUT, batch, outputs, made->outputs);
  if (!status.ok())
    return status;
  return made;
}

qrt_status *qrt_bind(const qrt_model *model, int64_t batch, const qrt_buffer *inputs,
                     uint32_t input_count, const qrt_buffer *outputs, uint32_t output_count,
                     qrt_binding **binding) {
  return guarded([&] {
    if (!model || !binding)
      return nullPointer();
    auto made = bindBuffers(model, batch, {inputs, input_count}, {outputs, output_count});
    if (made)
      *binding = made->release();
    return made.status();
  });
}

/// Two runs into the same outputs would write over each other.
static Status checkAtRest(const qrt_binding *binding) {
  if (!binding)
    return nullPointer();
  if (binding->isOnDevice)
    return invalidArgument("the binding is of the device's memory: run it with qrt_run_on_stream");
  if (auto flight = binding->flight.lock(); flight && !flight->hasEnded())
    return invalidArgument("a run of this binding is in flight: wait for it, or bind once more");
  return {};
}

qrt_status *qrt_run(qrt_binding *binding) {
  return guarded([&] {
    if (Status status = checkAtRest(binding); !status.ok())
      return status;
    const RunnableProgram on = binding->model->ready();
    Status status =
        runPorts(*on.program, *on.executable, binding->batch, binding->inputs, binding->outputs);
    if (status.ok())
      passStates(*binding);
    return status;
  });
}
void qrt_free_binding(qrt_binding *binding) { delete binding; }

// ---- runs in the device's memory ----

qrt_status *qrt_bind_on_device(const qrt_model *model, int64_t batch, const qrt_buffer *inputs,
                               uint32_t input_count, const qrt_buffer *outputs,
                               uint32_t output_count, qrt_binding **binding) {
  return guarded([&] {
    if (!model || !binding)
      return nullPointer();
    auto made = bindBuffers(model, batch, {inputs, input_count}, {outputs, output_count});
    if (made) {
      (*made)->isOnDevice = true;
      *binding = made->release();
    }
    return made.status();
  });
}

qrt_status *qrt_run_on_stream(qrt_binding *binding, void *stream) {
  return guarded([&] {
    if (!binding)
      return nullPointer();
    if (!binding->isOnDevice)
      return invalidArgument("the binding is of the host's memory: qrt_bind_on_device binds the "
                             "device's");
    return binding->model->runOnDevice(binding->batch, binding->inputs, binding->outputs, stream)
        .status();
  });
}

// ---- runs in flight ----

qrt_status *qrt_submit(qrt_binding *binding, qrt_pending **run) {
  return guarded([&] {
    if (!run)
      return nullPointer();
    if (Status status = checkAtRest(binding); !status.ok())
      return status;
    if (!binding->states.empty())
      return invalidArgument("the binding keeps states, so that its runs come one after the other: "
                             "run it with qrt_run");
    auto submitted = binding->model->submit(binding->batch, binding->inputs, binding->outputs);
    if (!submitted)
      return submitted.status();
    auto made = std::make_unique<qrt_pending>(
        qrt_pending{binding->device, std::make_shared<PendingRun>(std::move(*submitted))});
    binding->flight = made->run;
    *run = made.release();
    return Status();
  });
}

int32_t qrt_has_ended(const qrt_pending *run) { return run && run->run->hasEnded(); }

qrt_status *qrt_wait(const qrt_pending *run, int64_t milliseconds, int32_t *ended) {
  return guarded([&] {
    if (!run)
      return nullPointer();
    constexpr int64_t longest = int64_t(365) * 24 * 3600 * 1000; // in ns it is an int64_t still
    const bool has = milliseconds < 0 ||
                     run->run->waitFor(std::chrono::milliseconds(std::min(milliseconds, longest)));
    if (!has && !ended)
      return Status(StatusCode::DeviceError,
                    "the run has not ended after " + std::to_string(milliseconds) + " ms");
    Status status = has ? run->run->wait() : Status();
    if (ended)
      *ended = has;
    return status;
  });
}
void qrt_free_pending(qrt_pending *run) { delete run; }
