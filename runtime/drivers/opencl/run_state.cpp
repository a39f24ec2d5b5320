#include "runtime/drivers/opencl/run_state.h"

#include "runtime/core/load_constants.h"
#include "runtime/format/constant_sizes.h"

#include <algorithm>

namespace qrt::opencl {

Expected<Memory> LoadedProgram::allocate(size_t bytes, const void *contents) const {
  cl_int code = CL_SUCCESS;
  cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
  const Api &cl = *device->cl;
  cl_mem memory = cl.clCreateBuffer(device->context->get(), flags, std::max<size_t>(bytes, 1),
                                    const_cast<void *>(contents), &code);
  if (Status status = check(code, "clCreateBuffer"); !status.ok())
    return status;
  return Memory(cl, memory);
}

Status LoadedProgram::uploadConstants() {
  std::vector<Tensor> values = loadConstants({}, *program);
  const std::vector<bool> read = constantsRead(*program);
  constants.resize(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (!read[i])
      continue;
    Expected<Memory> memory =
        allocate(values[i].bytes(), values[i].bytes() ? values[i].data() : nullptr);
    if (!memory)
      return memory.status();
    constants[i] = std::move(*memory);
  }
  return {};
}

Expected<std::unique_ptr<kernels::RunState>> LoadedProgram::makeState(kernels::RunKind kind) {
  auto state = std::make_unique<OpenClState>(*this, kind);
  if (Status status = state->make(); !status.ok())
    return status;
  return std::unique_ptr<kernels::RunState>(std::move(state));
}

Status OpenClState::makeQueues(size_t count) {
  const cl_command_queue_properties properties = profiles() ? CL_QUEUE_PROFILING_ENABLE : 0;
  while (queues.size() < count) {
    cl_int code = CL_SUCCESS;
    Queue made(cl, cl.clCreateCommandQueue(loaded.device->context->get(), loaded.device->device,
                                           properties, &code));
    QRT_RETURN_IF_ERROR(check(code, "clCreateCommandQueue"));
    queues.push_back(std::move(made));
  }
  return {};
}

Status OpenClState::make() {
  QRT_RETURN_IF_ERROR(makeQueues(1));
  zeros.resize(loaded.program->faults.size());
  Expected<Memory> made = loaded.allocate(zeros.size() * sizeof(uint32_t));
  if (!made)
    return made.status();
  faults = std::move(*made);
  return {};
}

Status OpenClState::setArguments(size_t node, int64_t wanted) {
  const Node &at = loaded.program->nodes[node];
  const Launch &launch = launchOf(at, wanted);
  for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
    const LaunchArgument &argument = launch.arguments[i];
    cl_int code;
    if (auto *operand = std::get_if<Operand>(&argument)) {
      cl_mem memory = memoryOf(*operand);
      code = cl.clSetKernelArg(objects[node].get(), i, sizeof(memory), &memory);
    } else if (auto *extent = std::get_if<Extent>(&argument)) {
      Expected<int32_t> value = kernels::numberOf(at, *extent, wanted);
      if (!value)
        return value.status();
      code = cl.clSetKernelArg(objects[node].get(), i, sizeof(*value), &*value);
    } else {
      code = cl.clSetKernelArg(objects[node].get(), i, sizeof(cl_mem), faults.address());
    }
    QRT_RETURN_IF_ERROR(kernels::inLayer(at, check(code, "clSetKernelArg")));
  }
  return {};
}

Status OpenClState::makeKernels(int64_t wanted) {
  cl_int code = CL_SUCCESS;
  for (const Node &node : loaded.program->nodes) {
    Expected<kernels::LaunchSize> size = kernels::sizeOf(node, wanted);
    if (!size)
      return size.status();
    sizes.push_back(*size);
    const Launch &launch = launchOf(node, wanted);
    calls.push_back(launch.library ? std::optional(readyCall(*launch.library, wanted))
                                   : std::nullopt);
    const uint32_t kernel = launch.kernel;
    if (!launch.hasKernel()) {
      objects.emplace_back();
      continue;
    }
    const std::string &entry = loaded.program->kernels[kernel].entry;
    objects.emplace_back(cl,
                         cl.clCreateKernel(loaded.objects[kernel]->get(), entry.c_str(), &code));
    QRT_RETURN_IF_ERROR(kernels::inLayer(node, check(code, "clCreateKernel")));
  }
  return {};
}

Status OpenClState::makeSlabs(int64_t wanted) {
  slabs.clear();
  const int64_t needed = plan.allBytes(wanted);
  // NVIDIA's driver makes buffers of any size, and fails when they are used.
  if (needed > loaded.device->memoryBytes)
    return kernels::noMemoryFor(wanted, needed,
                                {StatusCode::DeviceError, "not enough memory on the device"});
  for (size_t i = 0; i < plan.count(); ++i) {
    Expected<Memory> slab = loaded.allocate(size_t(plan.bytes(i, wanted)));
    if (!slab)
      return kernels::noMemoryFor(wanted, needed, slab.status());
    slabs.push_back(std::move(*slab));
  }
  return {};
}

Status OpenClState::setBatch(int64_t wanted) {
  objects.clear(); // they hold the old slabs as arguments
  sizes.clear();
  calls.clear();
  QRT_RETURN_IF_ERROR(makeSlabs(wanted));
  QRT_RETURN_IF_ERROR(makeKernels(wanted));
  std::vector<bool> runs;
  for (const kernels::LaunchSize &size : sizes)
    runs.push_back(!size.isEmpty()); // OpenCL 1.2 refuses an empty range
  // Profiling uses one queue: a node's own time is its time without other nodes beside it.
  const unsigned most = profiles() ? 1 : loaded.device->description.queues;
  branches = kernels::planQueues(*loaded.program, runs, {most});
  QRT_RETURN_IF_ERROR(makeQueues(branches.queues));
  for (size_t node = 0; node < objects.size(); ++node)
    QRT_RETURN_IF_ERROR(setArguments(node, wanted));
  return {};
}

Status OpenClState::checkUse(cl_int code, const char *call) const {
  const Status status = check(code, call);
  const bool isMemory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY;
  return isMemory ? kernels::noMemoryFor(preparedFor(), plan.allBytes(preparedFor()), status)
                  : status;
}

Status OpenClState::upload(size_t input, const Tensor &tensor) {
  if (tensor.bytes() == 0)
    return {};
  return checkUse(cl.clEnqueueWriteBuffer(first(), buffer(loaded.program->inputs[input].buffer),
                                          CL_FALSE, 0, tensor.bytes(), tensor.data(), 0, nullptr,
                                          nullptr),
                  "clEnqueueWriteBuffer");
}

Status OpenClState::download(size_t output, Tensor &tensor) {
  if (tensor.bytes() == 0)
    return {};
  return checkUse(cl.clEnqueueReadBuffer(first(), buffer(loaded.program->outputs[output].buffer),
                                         CL_FALSE, 0, tensor.bytes(), tensor.mutableData(), 0,
                                         nullptr, nullptr),
                  "clEnqueueReadBuffer");
}

Status OpenClState::clearFaults() {
  if (zeros.empty())
    return {};
  return checkUse(cl.clEnqueueWriteBuffer(first(), faults.get(), CL_FALSE, 0,
                                          zeros.size() * sizeof(uint32_t), zeros.data(), 0, nullptr,
                                          nullptr),
                  "clEnqueueWriteBuffer");
}

Status OpenClState::readFaults(std::span<uint32_t> words) {
  return checkUse(cl.clEnqueueReadBuffer(first(), faults.get(), CL_TRUE, 0, words.size_bytes(),
                                         words.data(), 0, nullptr, nullptr),
                  "clEnqueueReadBuffer");
}

std::vector<cl_event> OpenClState::eventsOf(const std::vector<uint32_t> &nodes) const {
  std::vector<cl_event> list;
  for (uint32_t node : nodes)
    list.push_back(events[node].get());
  return list;
}

Status OpenClState::launchStep(const kernels::QueuedNode &step) {
  const kernels::LaunchSize &size = sizes[step.node];
  std::vector<cl_event> waits = eventsOf(step.waits);
  if (step.waitsForBegin())
    waits.push_back(begun.get());
  cl_event event = nullptr;
  cl_event *const asked = profiles() || step.isAwaited ? &event : nullptr;
  const Kernel &kernel = objects[step.node];
  const Node &node = loaded.program->nodes[step.node];
  if (calls[step.node]) {
    Status status = callLibrary(step, waits, kernel ? nullptr : asked);
    QRT_RETURN_IF_ERROR(kernels::inLayer(node, status));
    waits.clear(); // the kernel stands behind in the same queue
  }
  cl_int code = CL_SUCCESS;
  if (kernel)
    code = cl.clEnqueueNDRangeKernel(queues[step.queue].get(), kernel.get(), 3, nullptr,
                                     size.global.data(), size.local.data(), cl_uint(waits.size()),
                                     waits.empty() ? nullptr : waits.data(), asked);
  QRT_RETURN_IF_ERROR(kernels::inLayer(node, checkUse(code, "clEnqueueNDRangeKernel")));
  if (event)
    events[step.node] = Event(cl, event);
  return {};
}

Status OpenClState::begin() {
  QRT_RETURN_IF_ERROR(clearFaults());
  events.clear();
  events.resize(objects.size());
  begins.clear();
  begins.resize(objects.size());
  begun = {};
  if (branches.queues == 1)
    return {};
  cl_event event = nullptr;
  QRT_RETURN_IF_ERROR(checkUse(cl.clEnqueueMarkerWithWaitList(first(), 0, nullptr, &event),
                               "clEnqueueMarkerWithWaitList"));
  begun = Event(cl, event);
  return {};
}

/// Makes later work in the first queue wait for all queues.
Status OpenClState::end() {
  const std::vector<cl_event> waits = eventsOf(branches.ends);
  if (!waits.empty())
    QRT_RETURN_IF_ERROR(checkUse(
        cl.clEnqueueBarrierWithWaitList(first(), cl_uint(waits.size()), waits.data(), nullptr),
        "clEnqueueBarrierWithWaitList"));
  return branches.queues > 1 || kind() == kernels::RunKind::Bound ? flush() : Status();
}

/// Flushes all queues: a queue's wait can end only if the work that it waits for has been
/// submitted.
Status OpenClState::flush() {
  for (const Queue &queue : queues)
    QRT_RETURN_IF_ERROR(check(cl.clFlush(queue.get()), "clFlush"));
  return {};
}

Status OpenClState::launch() {
  QRT_RETURN_IF_ERROR(begin());
  for (const kernels::QueuedNode &step : branches.steps)
    QRT_RETURN_IF_ERROR(launchStep(step));
  return end();
}

// Waits for every queue: after an error the first one does not wait for the others.
Status OpenClState::finish() {
  Status status = queues.size() > 1 ? flush() : Status();
  for (const Queue &queue : queues)
    if (Status each = checkUse(cl.clFinish(queue.get()), "clFinish"); status.ok())
      status = each;
  return status;
}

Status OpenClState::readTimes(std::span<double> seconds) {
  for (size_t i = 0; i < events.size(); ++i) {
    seconds[i] = 0;
    if (!events[i])
      continue;
    const auto timeOf = [&](const Event &event, cl_profiling_info what, cl_ulong &time) {
      return check(cl.clGetEventProfilingInfo(event.get(), what, sizeof(time), &time, nullptr),
                   "clGetEventProfilingInfo");
    };
    cl_ulong start = 0, end = 0;
    QRT_RETURN_IF_ERROR(begins[i] ? timeOf(begins[i], CL_PROFILING_COMMAND_END, start)
                                  : timeOf(events[i], CL_PROFILING_COMMAND_START, start));
    QRT_RETURN_IF_ERROR(timeOf(events[i], CL_PROFILING_COMMAND_END, end));
    seconds[i] = double(end - start) * 1e-9;
  }
  return {};
}

} // namespace qrt::opencl
