// This tests what the library tells the server, and what is left when it is unloaded.
#include "test/tools/triton/served_model.h"

#include <cstdio>
#include <malloc.h>
#include <regex>

namespace qopt::test {
namespace {

using TritonBackend = ServedModel;

TEST_F(TritonBackend, TheServerIsToldWhatIsPreferred) {
  TRITONBACKEND_BackendAttribute attributes;
  ASSERT_EQ(textOf(backend.attributes(&server, &attributes)), "");
  EXPECT_EQ(attributes.preferred,
            std::vector<TRITONSERVER_InstanceGroupKind>{TRITONSERVER_INSTANCEGROUPKIND_MODEL});
  EXPECT_TRUE(attributes.loadsInParallel);
}

TEST_F(TritonBackend, AServerOfAnotherInterfaceIsRefused) {
  const auto refusal = [&](uint32_t major, uint32_t minor) {
    fakeServer().major = major;
    fakeServer().minor = minor;
    return textOf(backend.initialize(&server));
  };
  EXPECT_EQ(refusal(1, 99), "");
  EXPECT_TRUE(says(refusal(1, 2), {"this server's interface of backends is 1.2; 1.14 or later"}));
  EXPECT_TRUE(says(refusal(2, 20), {"is 2.20"}));
  refusal(triton::abiMajor, triton::abiMinor);
}

std::vector<std::string> linesOf(const std::string &command) {
  std::vector<std::string> lines;
  FILE *pipe = popen(command.c_str(), "r");
  for (char line[1000]; pipe && std::fgets(line, sizeof line, pipe);)
    lines.push_back(std::string(line, std::strcspn(line, "\n")));
  EXPECT_EQ(pipe ? pclose(pipe) : -1, 0) << command;
  return lines;
}

/// It needs libqrt and the server, but no compiler and no LLVM; it exports what the server seeks.
TEST_F(TritonBackend, ItsLibraryNeedsLibqrtAlone) {
  const std::string library = QOPT_BINARY_DIR "/triton/qopt/libtriton_qopt.so";
  const std::regex system("lib(stdc\\+\\+|gcc_s|m|c|asan|ubsan|tsan)\\.so\\.\\d+");
  std::string needed;
  for (const std::string &name :
       linesOf("readelf -dW " + library + " | sed -n 's/.*(NEEDED).*\\[\\(.*\\)\\]/\\1/p'"))
    if (!std::regex_match(name, system))
      needed += name + " ";
  EXPECT_TRUE(
      std::regex_match(needed, std::regex("libqrt\\.so\\.\\d+\\.\\d+ libtritonserver\\.so ")))
      << needed;
  for (const std::string &name : linesOf("nm -D --defined-only " + library + " | cut -d' ' -f3"))
    EXPECT_TRUE(name.starts_with("TRITONBACKEND_")) << name;
}

size_t entriesOf(const char *folder) {
  return size_t(std::distance(std::filesystem::directory_iterator(folder),
                              std::filesystem::directory_iterator()));
}

TEST_F(TritonBackend, UnloadingLeavesNothing) {
  const std::string file = compile(lenet, "--device=host");
  const auto cycle = [&] {
    serve(file);
    TRITONBACKEND_Request request = digits(4, 1), wrong = digits(4, 2);
    wrong.outputs = {"none"};
    execute(*one, {&request, &wrong});
    EXPECT_EQ(close(*one), "");
    EXPECT_EQ(close(model), "");
    one.reset();
  };
  cycle();
  const size_t files = entriesOf("/proc/self/fd"), threads = entriesOf("/proc/self/task");
  const size_t bytes = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (int i = 0; i < 10; ++i)
    cycle();
  EXPECT_EQ(entriesOf("/proc/self/fd"), files);
  EXPECT_EQ(entriesOf("/proc/self/task"), threads);
  EXPECT_LT(mallinfo2().uordblks + mallinfo2().hblkhd, bytes + 100'000);
  std::ifstream maps("/proc/self/maps");
  const std::string mapped{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_EQ(mapped.find("model.qart"), std::string::npos);
}

} // namespace
} // namespace qopt::test
