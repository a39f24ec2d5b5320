// The same text through NVRTC, by the driver's own interface: what a CUDA
// driver of ours would do. Both libraries are found at run time.
#include "test/conformance/float_functions/path.h"
#include "test/nvrtc/nvrtc.h"

#include <dlfcn.h>

#include <type_traits>
#include <vector>

namespace qrt::test {
namespace {

struct Cuda {
  int (*init)(unsigned);
  int (*deviceGet)(int *, int);
  int (*deviceName)(char *, int, int);
  int (*deviceAttribute)(int *, int, int);
  int (*retainContext)(void **, int);
  int (*setContext)(void *);
  int (*loadModule)(void **, const void *);
  int (*unloadModule)(void *);
  int (*getFunction)(void **, void *, const char *);
  int (*allocate)(unsigned long long *, size_t);
  int (*toDevice)(unsigned long long, const void *, size_t);
  int (*toHost)(void *, unsigned long long, size_t);
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                void *, void **, void **);
};

template <class F> bool find(void *library, F &function, const char *name) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

bool load(Cuda &cuda) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  return library && find(library, cuda.init, "cuInit") &&
         find(library, cuda.deviceGet, "cuDeviceGet") &&
         find(library, cuda.deviceName, "cuDeviceGetName") &&
         find(library, cuda.deviceAttribute, "cuDeviceGetAttribute") &&
         find(library, cuda.retainContext, "cuDevicePrimaryCtxRetain") &&
         find(library, cuda.setContext, "cuCtxSetCurrent") &&
         find(library, cuda.loadModule, "cuModuleLoadData") &&
         find(library, cuda.unloadModule, "cuModuleUnload") &&
         find(library, cuda.getFunction, "cuModuleGetFunction") &&
         find(library, cuda.allocate, "cuMemAlloc_v2") &&
         find(library, cuda.toDevice, "cuMemcpyHtoD_v2") &&
         find(library, cuda.toHost, "cuMemcpyDtoH_v2") &&
         find(library, cuda.launch, "cuLaunchKernel");
}

Status checkCuda(int code, const char *call) {
  if (code == 0)
    return {};
  return {StatusCode::DeviceError, std::string(call) + " failed with code " + std::to_string(code)};
}

class CudaFunctions : public FunctionDevice {
public:
  Status open() {
    if (!load(cuda) || cuda.init(0) != 0 || cuda.deviceGet(&device, 0) != 0)
      return {StatusCode::NotFound, "cuda: no device was found"};
    if (!qopt::test::hasNvrtc())
      return {StatusCode::NotFound, "cuda: libnvrtc was not found"};
    void *context = nullptr;
    if (Status status = checkCuda(cuda.retainContext(&context, device), "cuDevicePrimaryCtxRetain");
        !status.ok())
      return status;
    cuda.setContext(context);
    for (auto &buffer : buffers)
      if (Status status =
              checkCuda(cuda.allocate(&buffer, largestRun * sizeof(float)), "cuMemAlloc");
          !status.ok())
        return status;
    return {};
  }

  std::string name() const override {
    char text[256] = {};
    cuda.deviceName(text, sizeof text, device);
    return std::string("CUDA ") + text;
  }

  Status prepare(const FloatFunction &function) override {
    std::vector<char> binary;
    if (Status status = compile(function, binary); !status.ok())
      return status;
    if (module)
      cuda.unloadModule(module);
    if (Status status = checkCuda(cuda.loadModule(&module, binary.data()), "cuModuleLoadData");
        !status.ok())
      return status;
    cuda.getFunction(&range, module, "functionRange");
    return checkCuda(cuda.getFunction(&values, module, "functionValues"), "cuModuleGetFunction");
  }

  Status runRange(uint32_t first, uint32_t step, std::span<float> results) override {
    auto count = uint32_t(results.size());
    void *arguments[] = {&buffers[0], &first, &step, &count};
    return launch(range, arguments, results);
  }

  Status run(std::span<const float> x, std::span<const float> y,
             std::span<float> results) override {
    auto count = uint32_t(results.size());
    cuda.toDevice(buffers[1], x.data(), x.size_bytes());
    cuda.toDevice(buffers[2], y.data(), y.size_bytes());
    void *arguments[] = {&buffers[1], &buffers[2], &buffers[0], &count};
    return launch(values, arguments, results);
  }

private:
  Status compile(const FloatFunction &function, std::vector<char> &binary) {
    int major = 0, minor = 0;
    cuda.deviceAttribute(&major, 75, device); // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
    cuda.deviceAttribute(&minor, 76, device);
    const std::string target =
        "--gpu-architecture=sm_" + std::to_string(major) + std::to_string(minor);
    qopt::test::Compiled compiled = qopt::test::compileCuda(
        kernelSourceOf(function),
        {target, "--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false"});
    if (compiled.code.empty())
      return {StatusCode::DeviceError, compiled.log.c_str()};
    binary = std::move(compiled.code);
    return {};
  }

  Status launch(void *kernel, void **arguments, std::span<float> results) {
    constexpr unsigned local = 256;
    const auto groups = unsigned((results.size() + local - 1) / local);
    if (Status status = checkCuda(
            cuda.launch(kernel, groups, 1, 1, local, 1, 1, 0, nullptr, arguments, nullptr),
            "cuLaunchKernel");
        !status.ok())
      return status;
    return checkCuda(cuda.toHost(results.data(), buffers[0], results.size_bytes()), "cuMemcpyDtoH");
  }

  Cuda cuda{};
  int device = 0;
  unsigned long long buffers[3] = {}; // results, x, y
  void *module = nullptr, *range = nullptr, *values = nullptr;
};

} // namespace

Expected<std::unique_ptr<FunctionDevice>> cudaFunctions() {
  auto device = std::make_unique<CudaFunctions>();
  if (Status status = device->open(); !status.ok())
    return status;
  return std::unique_ptr<FunctionDevice>(std::move(device));
}

} // namespace qrt::test
