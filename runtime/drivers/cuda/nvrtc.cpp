#include "runtime/drivers/cuda/nvrtc.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

namespace qrt::cuda {

static std::vector<std::string> places() {
  std::vector<std::string> places{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *folder = std::getenv(variable); folder && *folder)
      places.push_back(std::string(folder) + "/lib64/libnvrtc.so");
  places.push_back("/usr/local/cuda/lib64/libnvrtc.so");
  return places;
}

/// Returns false if the library lacks a function, being too old.
static bool bind(void *library, Nvrtc &functions) {
#define X(name, parameters)                                                                        \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(library, #name));              \
  if (!functions.name)                                                                             \
    return false;
  QRT_NVRTC_FUNCTIONS(X)
#undef X
  return functions.nvrtcVersion(&functions.major, &functions.minor) == 0;
}

static Expected<const Nvrtc *> load(int driverVersion) {
  static Nvrtc functions;
  std::string unfit;
  for (const std::string &place : places()) {
    void *library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    if (!bind(library, functions))
      unfit = place + " is older than CUDA 11.2";
    else if (functions.major <= driverVersion / 1000)
      return &functions;
    else
      unfit = place + " is of CUDA " + functions.version() + ", the driver takes " +
              std::to_string(driverVersion / 1000) + "." +
              std::to_string(driverVersion % 1000 / 10);
    dlclose(library);
  }
  return Status{
      StatusCode::NotFound,
      (unfit.empty() ? "no NVRTC, which compiles CUDA's kernels, was found"
                     : "no NVRTC that fits was found: " + unfit) +
          "; install CUDA's (libnvrtc.so.13 or .12: NVIDIA's cuda-nvrtc-13-0, Debian "
          "non-free's libnvrtc12) and let the loader find it (LD_LIBRARY_PATH, CUDA_PATH)"};
}

Expected<const Nvrtc *> nvrtc(int driverVersion) {
  static const Expected<const Nvrtc *> loaded = load(driverVersion);
  return loaded;
}

bool Nvrtc::knows(int computeCapability) const {
  int count = 0;
  if (nvrtcGetNumSupportedArchs(&count) != 0)
    return false;
  std::vector<int> known(size_t(count), 0);
  return nvrtcGetSupportedArchs(known.data()) == 0 &&
         std::find(known.begin(), known.end(), computeCapability) != known.end();
}

static std::string logOf(const Nvrtc &nvrtc, NvrtcProgram program) {
  size_t size = 0;
  nvrtc.nvrtcGetProgramLogSize(program, &size);
  std::string log(size, '\0');
  if (size)
    nvrtc.nvrtcGetProgramLog(program, log.data());
  return log.substr(0, log.find('\0')); // NVRTC counts the terminator
}

static constexpr int errorCompilation = 6; // NVRTC_ERROR_COMPILATION

Expected<std::vector<uint8_t>> compile(const Nvrtc &nvrtc, const std::string &text,
                                       std::span<const std::string> options) {
  std::vector<const char *> list;
  for (const std::string &option : options)
    list.push_back(option.c_str());
  NvrtcProgram program = nullptr;
  if (nvrtc.nvrtcCreateProgram(&program, text.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0)
    return Status{StatusCode::DeviceError, "nvrtcCreateProgram failed"};
  std::vector<uint8_t> code;
  size_t size = 0;
  const int result = nvrtc.nvrtcCompileProgram(program, int(list.size()), list.data());
  const bool built = result == 0 && nvrtc.nvrtcGetCUBINSize(program, &size) == 0;
  code.resize(size);
  const bool read =
      built && nvrtc.nvrtcGetCUBIN(program, reinterpret_cast<char *>(code.data())) == 0;
  std::string log = logOf(nvrtc, program);
  nvrtc.nvrtcDestroyProgram(&program);
  if (!read) // of the text itself, not for want of memory
    return Status{result == errorCompilation ? StatusCode::Unsupported : StatusCode::DeviceError,
                  "its kernel does not compile:\n" + log};
  return code;
}

} // namespace qrt::cuda
