// Every kernel compiles as CUDA for sm_80 and sm_90a; no GPU is needed.
#include "test/lowering/kernels/sample_calls.h"

#include <dlfcn.h>

namespace qopt::test {
namespace {

// The part of nvrtc.h that is used: the toolkit is optional.
using nvrtcProgram = void *;
struct Nvrtc {
  int (*create)(nvrtcProgram *, const char *, const char *, int, const char *const *,
                const char *const *);
  int (*compile)(nvrtcProgram, int, const char *const *);
  int (*logSize)(nvrtcProgram, size_t *);
  int (*log)(nvrtcProgram, char *);
  int (*cubinSize)(nvrtcProgram, size_t *);
  int (*destroy)(nvrtcProgram *);
};

const Nvrtc *findNvrtc() {
  static Nvrtc nvrtc;
  void *library = nullptr;
  for (const char *name : {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", QOPT_NVRTC_LIBRARY})
    if (!library && *name)
      library = dlopen(name, RTLD_NOW);
  if (!library)
    return nullptr;
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    return function != nullptr;
  };
  const bool complete =
      find(nvrtc.create, "nvrtcCreateProgram") && find(nvrtc.compile, "nvrtcCompileProgram") &&
      find(nvrtc.logSize, "nvrtcGetProgramLogSize") && find(nvrtc.log, "nvrtcGetProgramLog") &&
      find(nvrtc.cubinSize, "nvrtcGetCUBINSize") && find(nvrtc.destroy, "nvrtcDestroyProgram");
  return complete ? &nvrtc : nullptr;
}

void compileFor(const Nvrtc &nvrtc, const char *architecture, const qrt::KernelSource &kernel) {
  nvrtcProgram program = nullptr;
  ASSERT_EQ(nvrtc.create(&program, kernel.source.c_str(), "kernel.cu", 0, nullptr, nullptr), 0);
  const std::string target = std::string("--gpu-architecture=") + architecture;
  const char *options[] = {target.c_str(), "--fmad=false", "--prec-div=true", "--prec-sqrt=true"};
  const int error = nvrtc.compile(program, std::size(options), options);
  if (error != 0) {
    size_t size = 0;
    nvrtc.logSize(program, &size);
    std::string log(size, '\0');
    nvrtc.log(program, log.data());
    ADD_FAILURE() << architecture << ": " << log.c_str();
  }
  size_t bytes = 0;
  nvrtc.cubinSize(program, &bytes);
  EXPECT_GT(bytes, 0u) << architecture;
  nvrtc.destroy(&program);
}

class NvrtcCompile : public ::testing::TestWithParam<KernelTable> {};

TEST_P(NvrtcCompile, AmpereAndHopper) {
  const Nvrtc *nvrtc = findNvrtc();
  if (!nvrtc)
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  int kernels = 0;
  forEveryKernel([&](std::string_view family, const KernelRow &row, qrt::ElementType type) {
    if (family != GetParam().family)
      return;
    SCOPED_TRACE(std::string(row.name) + " on " + std::string(qrt::elementTypeName(type)));
    Sample sample = sampleCall(family, row, type);
    const qrt::Program program = sample.builder.emitted(sample.call, row, deviceOf(row));
    ASSERT_EQ(program.kernels.size(), 1u);
    for (const char *architecture : {"sm_80", "sm_90a"})
      compileFor(*nvrtc, architecture, program.kernels[0]);
    ++kernels;
  });
  EXPECT_GE(kernels, int(GetParam().rows.size()));
}

INSTANTIATE_TEST_SUITE_P(Families, NvrtcCompile, ::testing::ValuesIn(kernelTables()),
                         [](const auto &info) { return std::string(info.param.family); });

} // namespace
} // namespace qopt::test
