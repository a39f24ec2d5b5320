// These tests hold qopt.h to its promise to a host whose memory ends.
#include "tools/libqopt/memory.h"

#include "tools/libqopt/qopt.h"

#include "llvm/Support/ErrorHandling.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <sys/resource.h>

using namespace qopt;

namespace {

TEST(Memory, LlvmsAllocationsThrowFromTheFirstCallOn) {
  ASSERT_TRUE(Network::parse("func.func @main() { return }").ok());
  EXPECT_THROW(llvm::report_bad_alloc_error("a container of LLVM's"), std::bad_alloc);
}

TEST(Memory, AnErrorSaysForWhatThereIsNone) {
  const qrt::Status status =
      orNoMemory("to read x", []() -> qrt::Status { throw std::bad_alloc(); });
  EXPECT_EQ(status.code(), qrt::StatusCode::DeviceError);
  EXPECT_EQ(status.message(), "error: not enough memory to read x");
}

#if !defined(__SANITIZE_ADDRESS__) // its shadow alone takes more

/// Limits this process to a gigabyte of address space more than it has.
void limitAddressSpace() {
  long pages = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld", &pages) != 1)
      pages = 0;
    std::fclose(file);
  }
  const rlim_t bytes = rlim_t(pages) * 4096 + (rlim_t(1) << 30);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

/// Runs in a process without memory for 3.2 GB: it gets an error, and goes on.
[[noreturn]] void runOutOfMemory() {
  auto network = Network::parse(R"(
func.func @main(%x: tensor<1xf32> {nn.name = "x"}) -> tensor<1xf32> attributes {nn.entry} {
  %k = nn.constant {nn.name = "k"} dense<1.0> : tensor<20000x40000xf32>
  %r = nn.reduce_sum %k {nn.name = "r", axes = array<i64: 0, 1>} : (tensor<20000x40000xf32>) -> tensor<f32>
  %y = nn.add %x, %r {nn.name = "y"} : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
})",
                                Origin::Trusted);
  if (!network)
    std::exit(2);
  limitAddressSpace();
  for (int again = 0; again < 2; ++again) {
    auto model = network->compile("host:1");
    if (model || model.status().code() != qrt::StatusCode::DeviceError)
      std::exit(3);
    std::fprintf(stderr, "%s\n", model.status().message().c_str());
  }
  std::exit(network->text().empty() ? 4 : 0);
}

TEST(MemoryDeathTest, NoneToCompileIsAnErrorOfThatCall) {
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // other tests have threads
  EXPECT_EXIT(runOutOfMemory(), testing::ExitedWithCode(0),
              "not enough memory.*\n.*not enough memory");
}

#endif

} // namespace
