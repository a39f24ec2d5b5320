#include "runtime/drivers/opencl/executable.h"

#include "runtime/core/check_tensors.h"
#include "runtime/core/load_constants.h"
#include "runtime/drivers/opencl/compiler.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>

namespace qrt::opencl {

namespace {

// What one run at a time needs: a queue, memory, kernels with their
// arguments set for one batch. An in-order queue walks the node list, which is
// a valid order of the DAG.
struct RunState {
  Queue queue;
  Memory observations;
  std::vector<Memory> slabs;   // one per distinct offset of the plan
  std::vector<cl_mem> buffers; // per buffer, the slab at its offset
  std::vector<Kernel> kernels; // per node
  int64_t batch = 0;           // that slabs and arguments are set for
};

class OpenClExecutable : public Executable {
public:
  OpenClExecutable(std::shared_ptr<DeviceHandle> device, std::shared_ptr<const Program> program,
                   std::vector<ProgramObject> objects)
      : device(std::move(device)), cl(*this->device->cl), program(std::move(program)),
        objects(std::move(objects)) {
    ranges.resize(this->program->observations.size());
    clearRanges();
  }

  Status uploadConstants();
  Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) override;
  Expected<std::vector<MinMax>> observations() override {
    std::lock_guard lock(mutex);
    return ranges;
  }
  Status resetObservations() override {
    std::lock_guard lock(mutex);
    clearRanges();
    return {};
  }
  int64_t arenaBytes(int64_t batch) const override { return program->arenaBytes.at(batch); }

private:
  Expected<std::unique_ptr<RunState>> makeState();
  Status makeKernels(RunState &state);
  Status makeSlabs(RunState &state, int64_t batch);
  Status prepare(RunState &state, int64_t batch);
  Status setArguments(RunState &state, size_t node, int64_t batch);
  Status runOn(RunState &state, int64_t batch, std::span<const Tensor> inputs,
               std::span<Tensor> outputs);
  Status launchAll(RunState &state, int64_t batch);
  Status collectRanges(RunState &state);
  Expected<Memory> allocate(size_t bytes, const void *contents = nullptr);
  void clearRanges() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (MinMax &range : ranges)
      range = {inf, -inf, 0};
  }

  std::shared_ptr<DeviceHandle> device;
  const Api &cl;
  std::shared_ptr<const Program> program;
  std::vector<ProgramObject> objects;
  std::vector<Memory> constants;
  std::mutex mutex;
  std::vector<std::unique_ptr<RunState>> idle;
  std::vector<MinMax> ranges;
};

} // namespace

Expected<Memory> OpenClExecutable::allocate(size_t bytes, const void *contents) {
  cl_int code = CL_SUCCESS;
  cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
  cl_mem memory = cl.clCreateBuffer(device->context.get(), flags, std::max<size_t>(bytes, 1),
                                    const_cast<void *>(contents), &code);
  if (Status status = check(code, "clCreateBuffer"); !status.ok())
    return status;
  return Memory(cl, memory);
}

// Canonical weights that only a packing read stay on the host.
Status OpenClExecutable::uploadConstants() {
  std::vector<Tensor> values = loadConstants({}, *program);
  constants.resize(values.size());
  for (const Node &node : program->nodes)
    for (const LaunchArgument &argument : std::get<Launch>(node.work).arguments) {
      auto *operand = std::get_if<Operand>(&argument);
      if (!operand || operand->space != Operand::Space::Constant || constants[operand->index])
        continue;
      const Tensor &value = values[operand->index];
      Expected<Memory> memory = allocate(value.bytes(), value.bytes() ? value.data() : nullptr);
      if (!memory)
        return memory.status();
      constants[operand->index] = std::move(*memory);
    }
  return {};
}

Expected<std::unique_ptr<RunState>> OpenClExecutable::makeState() {
  auto state = std::make_unique<RunState>();
  cl_int code = CL_SUCCESS;
  state->queue =
      Queue(cl, cl.clCreateCommandQueue(device->context.get(), device->device, 0, &code));
  if (Status status = check(code, "clCreateCommandQueue"); !status.ok())
    return status;
  Expected<Memory> observations = allocate(ranges.size() * 2 * sizeof(float));
  if (!observations)
    return observations.status();
  state->observations = std::move(*observations);
  return state;
}

Status OpenClExecutable::setArguments(RunState &state, size_t node, int64_t batch) {
  const Launch &launch = std::get<Launch>(program->nodes[node].work);
  cl_kernel kernel = state.kernels[node].get();
  for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
    const LaunchArgument &argument = launch.arguments[i];
    cl_int code;
    if (auto *operand = std::get_if<Operand>(&argument)) {
      bool isBuffer = operand->space == Operand::Space::Buffer;
      cl_mem memory = isBuffer ? state.buffers[operand->index] : constants[operand->index].get();
      code = cl.clSetKernelArg(kernel, i, sizeof(memory), &memory);
    } else if (auto *extent = std::get_if<Extent>(&argument)) {
      if (std::abs(extent->at(batch)) > INT32_MAX)
        return invalidArgument("layer '" + program->nodes[node].name + "': batch " +
                               std::to_string(batch) + " is too large for its kernel");
      cl_int value = cl_int(extent->at(batch));
      code = cl.clSetKernelArg(kernel, i, sizeof(value), &value);
    } else {
      code = cl.clSetKernelArg(kernel, i, sizeof(cl_mem), state.observations.address());
    }
    if (Status status = check(code, "clSetKernelArg"); !status.ok())
      return {status.code(), "layer '" + program->nodes[node].name + "': " + status.message()};
  }
  return {};
}

Status OpenClExecutable::makeKernels(RunState &state) {
  cl_int code = CL_SUCCESS;
  for (const Node &node : program->nodes) {
    const Launch &launch = std::get<Launch>(node.work);
    const std::string &entry = program->kernels[launch.kernel].entry;
    state.kernels.emplace_back(
        cl, cl.clCreateKernel(objects[launch.kernel].get(), entry.c_str(), &code));
    if (Status status = check(code, "clCreateKernel"); !status.ok())
      return Status{status.code(), "layer '" + node.name + "': " + status.message()};
  }
  return {};
}

// Buffers that the plan puts at one offset never live at once and share a slab.
// Sub-buffers of one arena would save what partial overlaps save, but NVIDIA's
// driver crashes when sub-buffers that kernels have used are released.
Status OpenClExecutable::makeSlabs(RunState &state, int64_t batch) {
  std::map<int64_t, size_t> bytes;
  for (const Buffer &buffer : program->buffers) {
    size_t &size = bytes[buffer.offset.at(batch)];
    size = std::max(size, size_t(buffer.bytes.at(batch)));
  }
  state.slabs.clear();
  std::map<int64_t, cl_mem> slabAt;
  for (auto [offset, size] : bytes) {
    Expected<Memory> slab = allocate(size);
    if (!slab)
      return slab.status();
    slabAt[offset] = slab->get();
    state.slabs.push_back(std::move(*slab));
  }
  state.buffers.clear();
  for (const Buffer &buffer : program->buffers)
    state.buffers.push_back(slabAt[buffer.offset.at(batch)]);
  return {};
}

Status OpenClExecutable::prepare(RunState &state, int64_t batch) {
  if (state.batch == batch)
    return {};
  state.batch = 0;
  state.kernels.clear(); // they hold the old slabs as arguments
  if (Status status = makeSlabs(state, batch); !status.ok())
    return status;
  if (Status status = makeKernels(state); !status.ok())
    return status;
  for (size_t node = 0; node < program->nodes.size(); ++node)
    if (Status status = setArguments(state, node, batch); !status.ok())
      return status;
  state.batch = batch;
  return {};
}

Status OpenClExecutable::launchAll(RunState &state, int64_t batch) {
  for (size_t i = 0; i < program->nodes.size(); ++i) {
    const Launch &launch = std::get<Launch>(program->nodes[i].work);
    size_t global[3], local[3];
    for (int d = 0; d < 3; ++d) {
      global[d] = size_t(launch.global[d].at(batch));
      local[d] = launch.local[d];
    }
    if (global[0] * global[1] * global[2] == 0)
      continue; // OpenCL 1.2 refuses an empty range
    cl_int code = cl.clEnqueueNDRangeKernel(state.queue.get(), state.kernels[i].get(), 3, nullptr,
                                            global, local, 0, nullptr, nullptr);
    if (Status status = check(code, "clEnqueueNDRangeKernel"); !status.ok())
      return {status.code(), "layer '" + program->nodes[i].name + "': " + status.message()};
  }
  return {};
}

Status OpenClExecutable::collectRanges(RunState &state) {
  std::vector<float> seen(ranges.size() * 2);
  cl_int code =
      cl.clEnqueueReadBuffer(state.queue.get(), state.observations.get(), CL_TRUE, 0,
                             seen.size() * sizeof(float), seen.data(), 0, nullptr, nullptr);
  if (Status status = check(code, "clEnqueueReadBuffer"); !status.ok())
    return status;
  std::lock_guard lock(mutex);
  for (size_t i = 0; i < ranges.size(); ++i) {
    ranges[i].min = std::min(ranges[i].min, seen[2 * i]);
    ranges[i].max = std::max(ranges[i].max, seen[2 * i + 1]);
  }
  return {};
}

Status OpenClExecutable::runOn(RunState &state, int64_t batch, std::span<const Tensor> inputs,
                               std::span<Tensor> outputs) {
  if (Status status = prepare(state, batch); !status.ok())
    return status;
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<float> fresh;
  for (size_t i = 0; i < ranges.size(); ++i)
    fresh.insert(fresh.end(), {inf, -inf});
  if (!fresh.empty())
    if (Status status = check(cl.clEnqueueWriteBuffer(state.queue.get(), state.observations.get(),
                                                      CL_TRUE, 0, fresh.size() * sizeof(float),
                                                      fresh.data(), 0, nullptr, nullptr),
                              "clEnqueueWriteBuffer");
        !status.ok())
      return status;
  for (size_t i = 0; i < inputs.size(); ++i) {
    cl_mem view = state.buffers[program->inputs[i].buffer];
    if (inputs[i].bytes() == 0)
      continue;
    cl_int code = cl.clEnqueueWriteBuffer(state.queue.get(), view, CL_FALSE, 0, inputs[i].bytes(),
                                          inputs[i].data(), 0, nullptr, nullptr);
    if (Status status = check(code, "clEnqueueWriteBuffer"); !status.ok())
      return status;
  }
  if (Status status = launchAll(state, batch); !status.ok())
    return status;
  for (size_t i = 0; i < outputs.size(); ++i) {
    cl_mem view = state.buffers[program->outputs[i].buffer];
    if (outputs[i].bytes() == 0)
      continue;
    cl_int code = cl.clEnqueueReadBuffer(state.queue.get(), view, CL_FALSE, 0, outputs[i].bytes(),
                                         outputs[i].mutableData(), 0, nullptr, nullptr);
    if (Status status = check(code, "clEnqueueReadBuffer"); !status.ok())
      return status;
  }
  if (Status status = check(cl.clFinish(state.queue.get()), "clFinish"); !status.ok())
    return status;
  return ranges.empty() ? Status() : collectRanges(state);
}

Status OpenClExecutable::run(int64_t batch, std::span<const Tensor> inputs,
                             std::span<Tensor> outputs) {
  if (Status status = checkTensors(*program, batch, inputs, outputs); !status.ok())
    return status;
  std::unique_ptr<RunState> state;
  {
    std::lock_guard lock(mutex);
    if (!idle.empty()) {
      state = std::move(idle.back());
      idle.pop_back();
    }
  }
  if (!state) {
    Expected<std::unique_ptr<RunState>> made = makeState();
    if (!made)
      return made.status();
    state = std::move(*made);
  }
  Status status = runOn(*state, batch, inputs, outputs);
  // After an error the queue may still hold work that reads caller's memory.
  cl.clFinish(state->queue.get());
  if (status.ok()) {
    std::lock_guard lock(mutex);
    idle.push_back(std::move(state));
  }
  return status;
}

// Sub-buffers begin where the device can address them.
static Status checkAlignment(const Program &program, const DeviceDescription &device) {
  for (const Buffer &buffer : program.buffers)
    if (buffer.offset.scale % device.bufferAlignment ||
        buffer.offset.offset % device.bufferAlignment)
      return invalidArgument("buffer '" + buffer.key + "' is not planned for " + device.name +
                             ", which aligns to " + std::to_string(device.bufferAlignment) +
                             " bytes: compile the program for this device");
  return {};
}

Expected<std::unique_ptr<Executable>> loadProgram(std::shared_ptr<DeviceHandle> device,
                                                  std::shared_ptr<const Program> program,
                                                  const LoadOptions &options) {
  if (Status status = verifyProgram(*program); !status.ok())
    return status;
  if (Status status = checkAlignment(*program, device->description); !status.ok())
    return status;
  for (const Node &node : program->nodes)
    if (!std::holds_alternative<Launch>(node.work))
      return invalidArgument("program for '" + program->target +
                             "' has no kernels for OpenCL (layer '" + node.name + "')");
  CompileTarget target{device->cl, device->context.get(), device->device, &device->description};
  Expected<std::vector<ProgramObject>> objects = compileAll(target, *program, options);
  if (!objects)
    return objects.status();
  auto executable = std::make_unique<OpenClExecutable>(device, program, std::move(*objects));
  if (Status status = executable->uploadConstants(); !status.ok())
    return status;
  return std::unique_ptr<Executable>(std::move(executable));
}

} // namespace qrt::opencl
