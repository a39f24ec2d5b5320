#include "runtime/drivers/cuda/api.h"

#include <dlfcn.h>

namespace qrt::cuda {

static Expected<const Api *> load() {
  static Api functions;
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Status{StatusCode::NotFound,
                  "no CUDA driver (libcuda.so.1) was found; it comes with NVIDIA's driver (Debian "
                  "non-free: libcuda1), in a container from the host (--gpus)"};
#define X(name, parameters)                                                                        \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(library, #name));              \
  if (!functions.name)                                                                             \
    return Status{StatusCode::NotFound,                                                            \
                  "the CUDA driver (libcuda.so.1) has no " #name "; NVIDIA's 525 or newer does"};
  QRT_CUDA_FUNCTIONS(X)
#undef X
  if (Result code = functions.cuInit(0); code == resultNoDevice)
    return Status{StatusCode::NotFound, "the CUDA driver finds no NVIDIA device"};
  else if (Status status = check(functions, code, "cuInit"); !status.ok())
    return status;
  if (Status status =
          check(functions, functions.cuDriverGetVersion(&functions.version), "cuDriverGetVersion");
      !status.ok())
    return status;
  return &functions;
}

Expected<const Api *> api() {
  static const Expected<const Api *> loaded = load();
  return loaded;
}

std::string resultText(const Api &cuda, Result code) {
  const char *name = nullptr, *meaning = nullptr;
  if (cuda.cuGetErrorName(code, &name) != resultSuccess || !name)
    return "code " + std::to_string(code);
  if (cuda.cuGetErrorString(code, &meaning) != resultSuccess || !meaning)
    return name;
  return std::string(name) + " (" + meaning + ")";
}

Status check(const Api &cuda, Result code, const char *call) {
  if (code == resultSuccess)
    return {};
  return {StatusCode::DeviceError, std::string(call) + " failed: " + resultText(cuda, code)};
}

} // namespace qrt::cuda
