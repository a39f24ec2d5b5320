#include "test/nvrtc/nvrtc.h"

#include <dlfcn.h>

namespace qopt::test {
namespace {

// The part of nvrtc.h that is used.
using Program = void *;
struct Nvrtc {
  int (*create)(Program *, const char *, const char *, int, const char *const *,
                const char *const *);
  int (*compile)(Program, int, const char *const *);
  int (*logSize)(Program, size_t *);
  int (*log)(Program, char *);
  int (*codeSize)(Program, size_t *);
  int (*code)(Program, char *);
  int (*destroy)(Program *);
};

template <typename F> bool find(void *library, F &function, const char *name) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

const Nvrtc *load() {
  static Nvrtc nvrtc;
  void *library = nullptr;
  for (const char *name : {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", QOPT_NVRTC_LIBRARY})
    if (!library && *name)
      library = dlopen(name, RTLD_NOW);
  const bool complete = library && find(library, nvrtc.create, "nvrtcCreateProgram") &&
                        find(library, nvrtc.compile, "nvrtcCompileProgram") &&
                        find(library, nvrtc.logSize, "nvrtcGetProgramLogSize") &&
                        find(library, nvrtc.log, "nvrtcGetProgramLog") &&
                        find(library, nvrtc.codeSize, "nvrtcGetCUBINSize") &&
                        find(library, nvrtc.code, "nvrtcGetCUBIN") &&
                        find(library, nvrtc.destroy, "nvrtcDestroyProgram");
  return complete ? &nvrtc : nullptr;
}

const Nvrtc *loaded() {
  static const Nvrtc *nvrtc = load();
  return nvrtc;
}

} // namespace

bool hasNvrtc() { return loaded() != nullptr; }

Compiled compileCuda(const std::string &text, const std::vector<std::string> &options) {
  const Nvrtc &nvrtc = *loaded();
  std::vector<const char *> list;
  for (const std::string &option : options)
    list.push_back(option.c_str());
  Compiled result;
  Program program = nullptr;
  if (nvrtc.create(&program, text.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0) {
    result.log = "nvrtcCreateProgram failed";
    return result;
  }
  const int error = nvrtc.compile(program, int(list.size()), list.data());
  size_t size = 0;
  nvrtc.logSize(program, &size);
  result.log.resize(size);
  nvrtc.log(program, result.log.data());
  result.isRight = error == 0;
  if (result.isRight) {
    nvrtc.codeSize(program, &size);
    result.code.resize(size);
    nvrtc.code(program, result.code.data());
  }
  nvrtc.destroy(&program);
  return result;
}

} // namespace qopt::test
