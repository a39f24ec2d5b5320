#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

#include "lowering/emit/tensor/tensor_conv.h"
#include "runtime/core/load_constants.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>

namespace qopt::test {

namespace {

/// Pointers and extents of a launch, in order.
using Entry = void (*)(void *const *pointers, const int *extents, const int *groups);

// The dialect's head is emulated_warps.h; what stands behind it is the host's, too.
std::string onHost(const std::string &source) {
  const size_t head = source.find("// The dialect that every kernel file");
  const size_t shared = source.find("typedef short i16;");
  EXPECT_LT(head, shared);
  return "#include \"test/lowering/kernels/tensor_core/emulated_warps.h\"\n"
         "#define F32_MATH(name) std::name\n"
         "#define CONSTANT_ARRAY static const\n"
         "#define LEADING_ZEROS(x) __builtin_clz(u32(x))\n"
         "#define F32_ROUNDING(name) std::name\n"
         "#define GROUP_SIZE(d) 0\nnamespace {\n" +
         source.substr(0, head) + source.substr(shared);
}

std::string entryText(const qrt::KernelSource &kernel, const qrt::Launch &launch,
                      int64_t localBytes) {
  std::string arguments;
  int pointers = 0, extents = 0;
  for (const qrt::LaunchArgument &argument : launch.arguments) {
    arguments += arguments.empty() ? "" : ", ";
    if (std::holds_alternative<qrt::Extent>(argument))
      arguments += "extents[" + std::to_string(extents++) + "]";
    else
      arguments += "Any{pointers[" + std::to_string(pointers++) + "]}";
  }
  return "\nstruct Any {\n  void *pointer;\n  template <typename T> operator T *() const { return "
         "static_cast<T *>(pointer); }\n};\n} // namespace\n"
         "extern \"C\" void entry(void *const *pointers, const int *extents, const int *groups) {\n"
         "  qopt::test::emulated::launch({.count = {groups[0], groups[1], 1}}, " +
         std::to_string(launch.local[0]) + ", " + std::to_string(localBytes) + ", [&] { " +
         kernel.entry + "(" + arguments + "); });\n}\n";
}

/// The host's compiler, in a folder of this process. What all kernels share, the emulator and the
/// headers of it, is compiled once: it takes longer than a kernel. A kernel is not optimized: that
/// takes longer than it runs.
class HostCompiler {
public:
  HostCompiler() {
    std::filesystem::create_directories(folder);
    const std::string header = "test/lowering/kernels/tensor_core/emulated_warps.h";
    std::filesystem::create_directories((folder / header).parent_path());
    run("-x c++-header -o \"" + (folder / header).string() + ".gch\" \"" QOPT_SOURCE_DIR "/" +
        header + "\"");
    run("-O1 -c -o \"" + emulator +
        "\" \"" QOPT_SOURCE_DIR "/test/lowering/kernels/tensor_core/emulated_warps.cpp\"");
  }
  ~HostCompiler() { std::filesystem::remove_all(folder); }

  /// Null where it does not compile.
  Entry build(const std::string &text) {
    const std::string name = (folder / ("kernel" + std::to_string(count++))).string();
    std::ofstream(name + ".cpp") << text;
    if (!run("-shared -o \"" + name + ".so\" \"" + name + ".cpp\" \"" + emulator + "\""))
      return nullptr;
    void *library = dlopen((name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_TRUE(library) << dlerror();
    return library ? reinterpret_cast<Entry>(dlsym(library, "entry")) : nullptr;
  }

private:
  bool run(const std::string &arguments) {
    const std::string command = "\"" QOPT_CXX "\" -std=c++20 -w -fPIC -ffp-contract=off "
                                "-DEMITTED -I\"" +
                                folder.string() + "\" -I\"" QOPT_SOURCE_DIR "\" " + arguments;
    const bool isRight = std::system(command.c_str()) == 0;
    EXPECT_TRUE(isRight) << command;
    return isRight;
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("qopt_emitted_" + std::to_string(getpid()));
  const std::string emulator = (folder / "emulator.o").string();
  int count = 0;
};

} // namespace

void runEmulated(const qrt::Program &program, int64_t batch, std::vector<qrt::Tensor> &contents) {
  const qrt::Launch &launch = qrt::launchOf(program.nodes[0], batch);
  const qrt::KernelSource &kernel = program.kernels[launch.kernel];
  static HostCompiler compiler;
  const Entry entry =
      compiler.build(onHost(kernel.source) + entryText(kernel, launch, launch.localBytes));
  if (!entry)
    return;
  std::vector<qrt::Tensor> constants = qrt::loadConstants({}, program);
  std::vector<void *> pointers;
  std::vector<int> extents;
  for (const qrt::LaunchArgument &argument : launch.arguments)
    if (const auto *operand = std::get_if<qrt::Operand>(&argument))
      pointers.push_back(operand->space == qrt::Operand::Space::Buffer
                             ? contents[operand->index].mutableData()
                             : constants[operand->index].mutableData());
    else
      extents.push_back(int(std::get<qrt::Extent>(argument).at(batch)));
  const int groups[] = {int(launch.global[0].at(batch) / launch.local[0]),
                        int(launch.global[1].at(batch))};
  entry(pointers.data(), extents.data(), groups);
}

qrt::Tensor emulated(const CaseBuilder &builder, const qrt::Conv2dCall &call, const Choice &choice,
                     const qrt::DeviceDescription &device, int64_t samples, int64_t elements) {
  std::vector<qrt::Tensor> contents = builder.contents;
  contents[0] = qrt::Tensor::allocate(builder.program.buffers[0].type, {elements});
  runEmulated(builder.emitted(call, choice, device), samples, contents);
  return contents[0];
}

} // namespace qopt::test
