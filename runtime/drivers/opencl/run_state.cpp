#include "runtime/drivers/opencl/run_state.h"

#include "runtime/core/load_constants.h"
#include "runtime/format/graph.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace qrt::opencl {

Slabs::Slabs(const Program &program) : program(program), slabOf(program.buffers.size()) {
  std::vector<Lifetime> lives = lifetimes(program, BufferUses(program));
  for (Lifetime &life : lives)
    life.end = std::max(life.end, life.begin); // an input that nobody reads is still written
  std::vector<uint32_t> order(program.buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  auto size = [&](uint32_t i) {
    return program.buffers[i].bytes.scale + program.buffers[i].bytes.offset;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return size(a) > size(b); });
  for (uint32_t buffer : order) {
    auto isFree = [&](const std::vector<uint32_t> &slab) {
      return std::none_of(slab.begin(), slab.end(),
                          [&](uint32_t other) { return lives[other].overlaps(lives[buffer]); });
    };
    auto slab = std::find_if(members.begin(), members.end(), isFree);
    if (slab == members.end())
      slab = members.emplace(members.end());
    slab->push_back(buffer);
    slabOf[buffer] = uint32_t(slab - members.begin());
  }
}

int64_t Slabs::bytes(size_t slab, int64_t batch) const {
  int64_t largest = 0;
  for (uint32_t buffer : members[slab])
    largest = std::max(largest, program.buffers[buffer].bytes.at(batch));
  return largest;
}

int64_t Slabs::allBytes(int64_t batch) const {
  int64_t sum = 0;
  for (size_t slab = 0; slab < count(); ++slab)
    sum += bytes(slab, batch);
  return sum;
}

Expected<Memory> LoadedProgram::allocate(size_t bytes, const void *contents) const {
  cl_int code = CL_SUCCESS;
  cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
  const Api &cl = *device->cl;
  cl_mem memory = cl.clCreateBuffer(device->context.get(), flags, std::max<size_t>(bytes, 1),
                                    const_cast<void *>(contents), &code);
  if (Status status = check(code, "clCreateBuffer"); !status.ok())
    return status;
  return Memory(cl, memory);
}

// Canonical weights that only a packing read stay on the host.
Status LoadedProgram::uploadConstants() {
  std::vector<Tensor> values = loadConstants({}, *program);
  constants.resize(values.size());
  std::vector<bool> isRead(values.size());
  for (const Node &node : program->nodes)
    visitLaunches(node, [&](const Launch &launch) {
      for (const LaunchArgument &argument : launch.arguments)
        if (auto *operand = std::get_if<Operand>(&argument);
            operand && operand->space == Operand::Space::Constant)
          isRead[operand->index] = true;
    });
  for (size_t i = 0; i < values.size(); ++i) {
    if (!isRead[i])
      continue;
    Expected<Memory> memory =
        allocate(values[i].bytes(), values[i].bytes() ? values[i].data() : nullptr);
    if (!memory)
      return memory.status();
    constants[i] = std::move(*memory);
  }
  return {};
}

Expected<std::unique_ptr<RunState>> RunState::make(const LoadedProgram &loaded, bool profiles) {
  std::unique_ptr<RunState> state(new RunState(loaded, profiles));
  const Api &cl = *loaded.device->cl;
  cl_int code = CL_SUCCESS;
  const cl_command_queue_properties properties = profiles ? CL_QUEUE_PROFILING_ENABLE : 0;
  state->ownQueue = Queue(cl, cl.clCreateCommandQueue(loaded.device->context.get(),
                                                      loaded.device->device, properties, &code));
  if (Status status = check(code, "clCreateCommandQueue"); !status.ok())
    return status;
  Expected<Memory> faults = loaded.allocate(loaded.program->faults.size() * sizeof(uint32_t));
  if (!faults)
    return faults.status();
  state->ownFaults = std::move(*faults);
  return state;
}

Status RunState::setArguments(size_t node, int64_t wanted) {
  const Node &at = loaded.program->nodes[node];
  const Launch &launch = launchOf(at, wanted);
  const Api &cl = *loaded.device->cl;
  auto tooLarge = [&] {
    return invalidArgument("layer '" + at.name + "': batch " + std::to_string(wanted) +
                           " is too large for its kernel");
  };
  // Kernels count items in an int, and nothing beyond their items.
  for (const Extent &items : launch.global)
    if (items.at(wanted) > INT32_MAX)
      return tooLarge();
  for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
    const LaunchArgument &argument = launch.arguments[i];
    cl_int code;
    if (auto *operand = std::get_if<Operand>(&argument)) {
      cl_mem memory = operand->space == Operand::Space::Buffer
                          ? buffer(operand->index)
                          : loaded.constants[operand->index].get();
      code = cl.clSetKernelArg(kernel(node), i, sizeof(memory), &memory);
    } else if (auto *extent = std::get_if<Extent>(&argument)) {
      if (std::abs(extent->at(wanted)) > INT32_MAX)
        return tooLarge();
      cl_int value = cl_int(extent->at(wanted));
      code = cl.clSetKernelArg(kernel(node), i, sizeof(value), &value);
    } else {
      code = cl.clSetKernelArg(kernel(node), i, sizeof(cl_mem), ownFaults.address());
    }
    if (Status status = check(code, "clSetKernelArg"); !status.ok())
      return {status.code(), "layer '" + at.name + "': " + status.message()};
  }
  return {};
}

Status RunState::makeKernels(int64_t wanted) {
  cl_int code = CL_SUCCESS;
  const Api &cl = *loaded.device->cl;
  for (const Node &node : loaded.program->nodes) {
    const Launch &launch = launchOf(node, wanted);
    const std::string &entry = loaded.program->kernels[launch.kernel].entry;
    kernels.emplace_back(
        cl, cl.clCreateKernel(loaded.objects[launch.kernel].get(), entry.c_str(), &code));
    if (Status status = check(code, "clCreateKernel"); !status.ok())
      return Status{status.code(), "layer '" + node.name + "': " + status.message()};
  }
  return {};
}

Status RunState::makeSlabs(int64_t wanted) {
  slabs.clear();
  int64_t needed = loaded.slabs.allBytes(wanted);
  auto refuse = [&](const Status &why) -> Status {
    return {why.code(), why.message() + " at batch " + std::to_string(wanted) +
                            ", whose activations take " + std::to_string(needed) +
                            " bytes; use a smaller batch"};
  };
  // NVIDIA's driver makes buffers of any size, and fails when they are used.
  if (needed > loaded.device->memoryBytes)
    return refuse({StatusCode::DeviceError, "not enough memory on the device"});
  for (size_t i = 0; i < loaded.slabs.count(); ++i) {
    Expected<Memory> slab = loaded.allocate(size_t(loaded.slabs.bytes(i, wanted)));
    if (!slab)
      return refuse(slab.status());
    slabs.push_back(std::move(*slab));
  }
  return {};
}

Status RunState::prepare(int64_t wanted) {
  if (batch == wanted)
    return {};
  batch = 0;
  kernels.clear(); // they hold the old slabs as arguments
  QRT_RETURN_IF_ERROR(makeSlabs(wanted));
  QRT_RETURN_IF_ERROR(makeKernels(wanted));
  for (size_t node = 0; node < loaded.program->nodes.size(); ++node)
    QRT_RETURN_IF_ERROR(setArguments(node, wanted));
  batch = wanted;
  return {};
}

} // namespace qrt::opencl
