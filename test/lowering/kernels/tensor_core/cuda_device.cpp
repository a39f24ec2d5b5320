#include "test/lowering/kernels/tensor_core/cuda_device.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace qopt::test {
namespace {

using Handle = void *;

// The parts of cuda.h that are used: the toolkit is optional.
struct LaunchAttribute {
  int id;
  int padding;
  union {
    int flag;
    unsigned cluster[3];
    char bytes[64];
  };
};
struct LaunchConfig {
  unsigned grid[3], block[3], localBytes;
  Handle stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};
enum { attributeCluster = 4, attributeDependent = 6 };
enum { functionLocalBytes = 3, functionRegisters = 4, functionMaxDynamicShared = 8 };
enum { deviceMultiprocessors = 16 };

struct Driver {
  int (*init)(unsigned);
  int (*deviceGet)(int *, int);
  int (*deviceName)(char *, int, int);
  int (*deviceAttribute)(int *, int, int);
  int (*contextRetain)(Handle *, int);
  int (*contextSet)(Handle);
  int (*allocate)(uint64_t *, size_t);
  int (*release)(uint64_t);
  int (*write)(uint64_t, const void *, size_t);
  int (*read)(void *, uint64_t, size_t);
  int (*set)(uint64_t, unsigned char, size_t);
  int (*moduleLoad)(Handle *, const void *);
  int (*moduleFunction)(Handle *, Handle, const char *);
  int (*functionSet)(Handle, int, int);
  int (*functionGet)(int *, int, Handle);
  int (*streamCreate)(Handle *, unsigned);
  int (*streamSynchronize)(Handle);
  int (*captureBegin)(Handle, int);
  int (*captureEnd)(Handle, Handle *);
  int (*instantiate)(Handle *, Handle, unsigned long long);
  int (*graphLaunch)(Handle, Handle);
  int (*graphDestroy)(Handle);
  int (*executableDestroy)(Handle);
  int (*eventCreate)(Handle *, unsigned);
  int (*eventRecord)(Handle, Handle);
  int (*eventElapsed)(float *, Handle, Handle);
  int (*launch)(const LaunchConfig *, Handle, void **, void **);
};

Driver driver;
Handle stream, before, after;

void *openFirst(std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (void *library = dlopen(name, RTLD_NOW))
      return library;
  return nullptr;
}

template <typename F> bool find(void *library, F &function, const char *name) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

bool loadDriver() {
  void *l = openFirst({"libcuda.so.1", "libcuda.so"});
  return l && find(l, driver.init, "cuInit") && find(l, driver.deviceGet, "cuDeviceGet") &&
         find(l, driver.deviceName, "cuDeviceGetName") &&
         find(l, driver.deviceAttribute, "cuDeviceGetAttribute") &&
         find(l, driver.contextRetain, "cuDevicePrimaryCtxRetain") &&
         find(l, driver.contextSet, "cuCtxSetCurrent") &&
         find(l, driver.allocate, "cuMemAlloc_v2") && find(l, driver.release, "cuMemFree_v2") &&
         find(l, driver.write, "cuMemcpyHtoD_v2") && find(l, driver.read, "cuMemcpyDtoH_v2") &&
         find(l, driver.set, "cuMemsetD8_v2") && find(l, driver.moduleLoad, "cuModuleLoadData") &&
         find(l, driver.moduleFunction, "cuModuleGetFunction") &&
         find(l, driver.functionSet, "cuFuncSetAttribute") &&
         find(l, driver.functionGet, "cuFuncGetAttribute") &&
         find(l, driver.streamCreate, "cuStreamCreate") &&
         find(l, driver.streamSynchronize, "cuStreamSynchronize") &&
         find(l, driver.captureBegin, "cuStreamBeginCapture_v2") &&
         find(l, driver.captureEnd, "cuStreamEndCapture") &&
         find(l, driver.instantiate, "cuGraphInstantiateWithFlags") &&
         find(l, driver.graphLaunch, "cuGraphLaunch") &&
         find(l, driver.graphDestroy, "cuGraphDestroy") &&
         find(l, driver.executableDestroy, "cuGraphExecDestroy") &&
         find(l, driver.eventCreate, "cuEventCreate") &&
         find(l, driver.eventRecord, "cuEventRecord") &&
         find(l, driver.eventElapsed, "cuEventElapsedTime") &&
         find(l, driver.launch, "cuLaunchKernelEx");
}

void require(int error, const char *what) {
  if (error == 0)
    return;
  std::fprintf(stderr, "%s: CUDA error %d\n", what, error);
  std::_Exit(1);
}

} // namespace

CudaDevice *CudaDevice::find() {
  static CudaDevice device;
  static const bool found = [] {
    int id;
    Handle context;
    if (!loadDriver() || driver.init(0) != 0 || driver.deviceGet(&id, 0) != 0 ||
        driver.contextRetain(&context, id) != 0 || driver.contextSet(context) != 0)
      return false;
    require(driver.streamCreate(&stream, 1), "cuStreamCreate");
    require(driver.eventCreate(&before, 0), "cuEventCreate");
    require(driver.eventCreate(&after, 0), "cuEventCreate");
    return true;
  }();
  return found ? &device : nullptr;
}

std::string CudaDevice::name() const {
  char text[256] = "";
  driver.deviceName(text, sizeof text, 0);
  return text;
}
int CudaDevice::multiprocessors() const {
  int count = 0;
  require(driver.deviceAttribute(&count, deviceMultiprocessors, 0), "cuDeviceGetAttribute");
  return count;
}
CudaDevice::Memory CudaDevice::allocate(int64_t bytes) {
  Memory memory;
  require(driver.allocate(&memory, size_t(bytes)), "cuMemAlloc");
  return memory;
}
void CudaDevice::release(Memory memory) { require(driver.release(memory), "cuMemFree"); }
void CudaDevice::write(Memory to, const void *from, int64_t bytes) {
  require(driver.write(to, from, size_t(bytes)), "cuMemcpyHtoD");
}
void CudaDevice::read(void *to, Memory from, int64_t bytes) {
  require(driver.read(to, from, size_t(bytes)), "cuMemcpyDtoH");
}
void CudaDevice::set(Memory to, uint8_t value, int64_t bytes) {
  require(driver.set(to, value, size_t(bytes)), "cuMemsetD8");
  require(driver.streamSynchronize(nullptr), "cuStreamSynchronize"); // ours does not wait for it
}

CudaDevice::Kernel CudaDevice::load(const std::vector<char> &code, const std::string &entry,
                                    int localBytes) {
  Handle module, function;
  require(driver.moduleLoad(&module, code.data()), "cuModuleLoadData");
  require(driver.moduleFunction(&function, module, entry.c_str()), "cuModuleGetFunction");
  if (localBytes > 32 * 1024) // what the kernel itself declares counts too
    require(driver.functionSet(function, functionMaxDynamicShared, localBytes),
            "cuFuncSetAttribute");
  return function;
}
int CudaDevice::registersOf(Kernel kernel) {
  int value = 0;
  require(driver.functionGet(&value, functionRegisters, kernel), "cuFuncGetAttribute");
  return value;
}
int CudaDevice::spilledBytesOf(Kernel kernel) {
  int value = 0;
  require(driver.functionGet(&value, functionLocalBytes, kernel), "cuFuncGetAttribute");
  return value;
}

void CudaDevice::launch(Kernel kernel, const LaunchSize &size, void **arguments, bool dependent) {
  LaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (dependent) {
    attributes[count].id = attributeDependent;
    attributes[count++].flag = 1;
  }
  if (size.cluster > 1) {
    attributes[count].id = attributeCluster;
    attributes[count].cluster[0] = 1;
    attributes[count].cluster[1] = unsigned(size.cluster);
    attributes[count++].cluster[2] = 1;
  }
  const LaunchConfig config = {
      {unsigned(size.groups[0]), unsigned(size.groups[1]), unsigned(size.groups[2])},
      {unsigned(size.items), 1, 1},
      unsigned(size.localBytes),
      stream,
      attributes,
      count};
  require(driver.launch(&config, kernel, arguments, nullptr), "cuLaunchKernelEx");
}

void CudaDevice::synchronize() { require(driver.streamSynchronize(stream), "cuStreamSynchronize"); }

std::vector<double> CudaDevice::timeGraph(const std::function<void()> &launches, int runs) {
  Handle graph, executable;
  require(driver.captureBegin(stream, 2), "cuStreamBeginCapture"); // 2: relaxed
  launches();
  require(driver.captureEnd(stream, &graph), "cuStreamEndCapture");
  require(driver.instantiate(&executable, graph, 0), "cuGraphInstantiate");
  std::vector<double> times;
  for (int run = -2; run < runs; ++run) {
    require(driver.eventRecord(before, stream), "cuEventRecord");
    require(driver.graphLaunch(executable, stream), "cuGraphLaunch");
    require(driver.eventRecord(after, stream), "cuEventRecord");
    synchronize();
    float ms = 0;
    require(driver.eventElapsed(&ms, before, after), "cuEventElapsedTime");
    if (run >= 0)
      times.push_back(ms * 1e3);
  }
  driver.executableDestroy(executable);
  driver.graphDestroy(graph);
  return times;
}

} // namespace qopt::test
