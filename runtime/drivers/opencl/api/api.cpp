#include "runtime/drivers/opencl/api/api.h"

#include <dlfcn.h>
#include <unistd.h>

namespace qrt::opencl {

static std::vector<std::string> loadersEnvironment;

const std::vector<std::string> &environmentOfLoader() { return loadersEnvironment; }

static Expected<const Api *> load() {
  static Api functions;
  for (char **variable = environ; variable && *variable; ++variable)
    loadersEnvironment.emplace_back(*variable);
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Status{StatusCode::NotFound,
                  "no OpenCL loader (libOpenCL.so.1; Debian: ocl-icd-libopencl1) was found"};
#define X(name)                                                                                    \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(library, #name));              \
  if (!functions.name)                                                                             \
    return Status{StatusCode::NotFound, "the OpenCL loader has no " #name};
  QRT_OPENCL_FUNCTIONS(X)
#undef X
  return &functions;
}

Expected<const Api *> api() {
  static const Expected<const Api *> loaded = load();
  return loaded;
}

static const char *codeName(cl_int code) {
  switch (code) {
  case CL_DEVICE_NOT_AVAILABLE: return "CL_DEVICE_NOT_AVAILABLE";
  case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "CL_MEM_OBJECT_ALLOCATION_FAILURE";
  case CL_OUT_OF_RESOURCES: return "CL_OUT_OF_RESOURCES";
  case CL_OUT_OF_HOST_MEMORY: return "CL_OUT_OF_HOST_MEMORY";
  case CL_BUILD_PROGRAM_FAILURE: return "CL_BUILD_PROGRAM_FAILURE";
  case CL_INVALID_BUFFER_SIZE: return "CL_INVALID_BUFFER_SIZE";
  case CL_INVALID_KERNEL_ARGS: return "CL_INVALID_KERNEL_ARGS";
  case CL_INVALID_WORK_GROUP_SIZE: return "CL_INVALID_WORK_GROUP_SIZE";
  default: return "see CL/cl.h";
  }
}

Status check(cl_int code, const char *call) {
  if (code == CL_SUCCESS)
    return {};
  return {StatusCode::DeviceError, std::string(call) + " failed with code " + std::to_string(code) +
                                       " (" + codeName(code) + ")"};
}

} // namespace qrt::opencl
