// A libcuda.so.1 for tests.
#include "test/runtime/drivers/cuda/fake_objects.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace fake;

/// Returns a kernel's computation; `arguments` are the addresses of its arguments' values.
static Step stepOf(const std::string &entry, void **arguments, unsigned items) {
  auto at = [&](int i) { return *static_cast<DevicePointer *>(arguments[i]); };
  auto number = [&](int i) { return *static_cast<int *>(arguments[i]); };
  auto ints = [](DevicePointer pointer) { return reinterpret_cast<int *>(pointer); };
  if (entry == "add_one") // in, out, n
    return [=, in = ints(at(0)), out = ints(at(1)), n = number(2)] {
      for (int i = 0; i < n && i < int(items); ++i)
        out[i] = in[i] + 1;
    };
  if (entry == "add_constant") // in, out, n, constant
    return [=, in = ints(at(0)), out = ints(at(1)), n = number(2), c = ints(at(3))] {
      for (int i = 0; i < n && i < int(items); ++i)
        out[i] = in[i] + c[i % 4];
    };
  if (entry == "add_two") // a, b, out, n
    return [=, a = ints(at(0)), b = ints(at(1)), out = ints(at(2)), n = number(3)] {
      for (int i = 0; i < n && i < int(items); ++i)
        out[i] = a[i] + b[i];
    };
  if (entry == "fault") // in, out, n, faults, which
    return [=, in = ints(at(0)), out = ints(at(1)), faults = ints(at(3)), which = number(4)] {
      out[0] = in[0];
      faults[which] |= in[0] < 0;
    };
  return [] { ++state.wrong; };
}

static Step timed(Step step) {
  return [step = std::move(step)] {
    step();
    now += 2;
  };
}

extern "C" {

FakeCuda *fakeCuda() { return &state; }

Result cuInit(unsigned) { return resultSuccess; }
Result cuDriverGetVersion(int *version) { return *version = 13000, resultSuccess; }
Result cuGetErrorName(Result code, const char **name) {
  *name = code == resultOutOfMemory      ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == resultIllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                         : "CUDA_ERROR_OTHER";
  return resultSuccess;
}
Result cuGetErrorString(Result code, const char **text) {
  *text = code == resultIllegalAddress ? "an illegal memory access was encountered" : "said so";
  return resultSuccess;
}
Result cuDeviceGetCount(int *count) { return *count = 1, resultSuccess; }
Result cuDeviceGet(DeviceId *device, int index) { return *device = index, resultSuccess; }
Result cuDeviceGetName(char *name, int size, DeviceId) {
  return std::strncpy(name, "Fake Card", size_t(size)), resultSuccess;
}
Result cuDeviceGetAttribute(int *value, DeviceAttribute what, DeviceId) {
  switch (what) {
  case deviceMaxThreadsPerBlock: *value = 1024; break;
  case deviceMultiprocessorCount: *value = 132; break;
  case deviceComputeCapabilityMajor: *value = 9; break;
  case deviceComputeCapabilityMinor: *value = 0; break;
  case deviceMaxThreadsPerMultiprocessor: *value = 2048; break;
  case deviceMaxSharedMemoryPerMultiprocessor: *value = 228 << 10; break;
  case deviceMaxRegistersPerMultiprocessor: *value = 65536; break;
  case deviceMaxSharedMemoryPerBlockOptIn: *value = state.maxLocalBytes; break;
  }
  return resultSuccess;
}
Result cuDevicePrimaryCtxRetain(ContextHandle *context, DeviceId) {
  ++state.retained;
  return *context = &primary, resultSuccess;
}
Result cuDevicePrimaryCtxRelease_v2(DeviceId) { return --state.retained, resultSuccess; }
Result cuCtxPushCurrent_v2(ContextHandle context) {
  return contexts.push_back(context), resultSuccess;
}
Result cuCtxPopCurrent_v2(ContextHandle *context) {
  if (contexts.empty())
    return invalidContext;
  *context = contexts.back();
  return contexts.pop_back(), resultSuccess;
}

Result cuCtxSynchronize() {
  std::lock_guard lock(mutex);
  ++state.contextWaits;
  for (CUstream_st *stream : streams)
    work(stream);
  return state.failure;
}

Result cuMemAlloc_v2(DevicePointer *pointer, size_t bytes) {
  if (!isEntered())
    return invalidContext;
  if (bytes > state.memory)
    return resultOutOfMemory;
  void *memory = std::aligned_alloc(512, (bytes + 511) / 512 * 512);
  std::memset(memory, 0xa5, std::min(bytes, size_t(1) << 24));
  ++state.live;
  ++state.allocations;
  return *pointer = reinterpret_cast<DevicePointer>(memory), resultSuccess;
}
Result cuMemFree_v2(DevicePointer pointer) {
  if (!isEntered())
    return invalidContext;
  std::free(reinterpret_cast<void *>(pointer));
  return --state.live, resultSuccess;
}
Result cuMemHostAlloc(void **pointer, size_t bytes, unsigned) {
  DevicePointer memory = 0;
  Result code = cuMemAlloc_v2(&memory, bytes);
  return *pointer = reinterpret_cast<void *>(memory), code;
}
Result cuMemFreeHost(void *pointer) {
  return cuMemFree_v2(reinterpret_cast<DevicePointer>(pointer));
}
Result cuMemcpyHtoDAsync_v2(DevicePointer to, const void *from, size_t bytes, StreamHandle stream) {
  return queue(stream, [=] { std::memcpy(reinterpret_cast<void *>(to), from, bytes); });
}
Result cuMemcpyDtoHAsync_v2(void *to, DevicePointer from, size_t bytes, StreamHandle stream) {
  return queue(stream, [=] { std::memcpy(to, reinterpret_cast<void *>(from), bytes); });
}
Result cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, size_t bytes,
                            StreamHandle stream) {
  ++state.deviceCopies;
  return queue(stream, [=] {
    std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes);
  });
}
Result cuMemcpyAsync(DevicePointer to, DevicePointer from, size_t bytes, StreamHandle stream) {
  return queue(stream, [=] {
    std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes);
  });
}
Result cuMemsetD32Async(DevicePointer to, unsigned value, size_t count, StreamHandle stream) {
  return queue(stream, [=] { std::fill_n(reinterpret_cast<unsigned *>(to), count, value); });
}

Result cuModuleLoadData(ModuleHandle *module, const void *image) {
  const auto *text = static_cast<const char *>(image);
  return std::strncmp(text, "cubin ", 6) == 0 ? make(module, std::string(text)) : invalidImage;
}
Result cuModuleUnload(ModuleHandle module) { return drop(module); }
Result cuModuleGetFunction(FunctionHandle *function, ModuleHandle module, const char *entry) {
  if (module->text.find(entry) == std::string::npos)
    return notFound;
  static std::vector<std::unique_ptr<CUfunc_st>> all;
  std::lock_guard lock(mutex);
  all.push_back(std::make_unique<CUfunc_st>(CUfunc_st{entry}));
  return *function = all.back().get(), resultSuccess;
}
Result cuFuncGetAttribute(int *value, FunctionAttribute what, FunctionHandle) {
  switch (what) {
  case functionMaxThreadsPerBlock: *value = 512; break;
  case functionSharedBytes: *value = 1024; break;
  case functionRegisters: *value = 120; break;
  default: *value = 0;
  }
  return resultSuccess;
}
Result cuFuncSetAttribute(FunctionHandle, FunctionAttribute what, int value) {
  std::lock_guard lock(mutex); // kernels are compiled side by side
  if (what == functionMaxDynamicSharedBytes)
    state.localBytes = value;
  else
    state.sharedPercents.push_back(value);
  return resultSuccess;
}

Result cuLaunchKernelEx(const LaunchConfig *config, FunctionHandle function, void **arguments,
                        void **) {
  unsigned items = 1;
  for (int d = 0; d < 3; ++d) {
    if (config->grid[d] == 0 || config->block[d] == 0)
      return invalidValue;
    items *= config->grid[d] * config->block[d];
  }
  std::memcpy(state.grid, config->grid, sizeof(state.grid));
  std::memcpy(state.block, config->block, sizeof(state.block));
  state.sharedBytes = config->sharedBytes;
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    const bool isDependent = config->attributes[i].id == launchProgrammaticStreamSerialization &&
                             config->attributes[i].flag == 1;
    state.dependent += isDependent;
    state.wrong += isDependent && !followsAKernel(*config->stream);
  }
  return queue(config->stream, timed(stepOf(function->entry, arguments, items)), true);
}
Result cuGraphExecKernelNodeSetParams_v2(GraphExecHandle graph, GraphNodeHandle node,
                                         const KernelNodeParams *params) {
  {
    std::lock_guard lock(mutex);
    if (!nodeNames.contains(node)) // its graph is gone
      return invalidValue;
  }
  GraphNode &changed = graph->nodes.at(node->place);
  unsigned items = 1;
  for (int d = 0; d < 3; ++d)
    items *= params->grid[d] * params->block[d];
  state.wrong += !changed.isKernel || !isEntered();
  ++state.exchanges;
  changed.step = timed(stepOf(params->function->entry, params->arguments, items));
  return resultSuccess;
}

} // extern "C"
