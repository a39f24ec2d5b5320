#include "runtime/drivers/kernels/launches.h"

#include "runtime/format/counts.h"
#include "test/runtime/format/launch_chain.h"
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

using namespace qrt::kernels;

TEST(Launches, AChainOfThemIsTaken) {
  Status status = checkLaunches(chainOfLaunches({"a", "b", "c"}), "CUDA");
  EXPECT_TRUE(status.ok()) << status.message();
}

TEST(Launches, ACallIsNoLaunch) {
  const Program program = everyCall();
  Status status = checkLaunches(program, "CUDA");
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_EQ(status.message(),
            "program for 'host' has no kernels for CUDA (layer '" + program.nodes[0].name + "')");
}

TEST(Launches, ABrokenProgramIsRefused) {
  Program program = chainOfLaunches({"a", "b"});
  program.nodes[1].after.clear();
  EXPECT_FALSE(checkLaunches(program, "CUDA").ok());
}

TEST(Launches, ALibrarysCallNeedsADriverThatMakesIt) {
  Program program = chainOfLaunches({"a", "fc"});
  auto &launch = std::get<Launch>(program.nodes[1].work);
  launch.library = LibraryCall{"blas", "gemm", {{Operand::Space::Buffer, 1}}, {}};
  EXPECT_EQ(librariesOf(program), std::vector<std::string>{"blas"});
  Status status = checkLaunches(program, "CUDA");
  EXPECT_EQ(status.code(), StatusCode::Unsupported);
  EXPECT_EQ(status.message(), "layer 'fc': CUDA calls no library 'blas'");
  const auto check = [](const LibraryCall &call) {
    return call.function == "gemm" ? Status() : invalidArgument("no " + call.function);
  };
  EXPECT_TRUE(checkLaunches(program, "CUDA", check).ok());
  launch.library->function = "trsm";
  EXPECT_EQ(checkLaunches(program, "CUDA", check).message(), "layer 'fc': no trsm");
}

TEST(Launches, AKernelsLayerIsTheFirstThatRunsIt) {
  Program program = chainOfLaunches({"a", "b", "c"});
  for (Node &node : program.nodes)
    std::get<Launch>(node.work).kernel = node.name == "a" ? 2 : 1;
  EXPECT_EQ(layerOf(program, 1), "b");
  EXPECT_EQ(layerOf(program, 2), "a");
  EXPECT_EQ(layerOf(program, 0), "?");
}

TEST(Launches, SizesGrowWithTheBatchAsFarAsAnIntCounts) {
  Program program = chainOfLaunches({"a"});
  Node &node = program.nodes[0];
  auto size = sizeOf(node, 3);
  ASSERT_TRUE(size.ok());
  EXPECT_EQ(size->global, (std::array<size_t, 3>{12, 1, 1}));
  EXPECT_EQ(size->local, (std::array<size_t, 3>{4, 1, 1}));
  EXPECT_FALSE(size->isEmpty());
  std::get<Launch>(node.work).global[1] = {0, 0, 1};
  EXPECT_TRUE(sizeOf(node, 3)->isEmpty());
  std::get<Launch>(node.work).global[0] = {int64_t(1) << 30, 0, 1};
  EXPECT_TRUE(sizeOf(node, 1).ok());
  EXPECT_EQ(sizeOf(node, 2).status().message(),
            "layer 'a': batch 2 is too large for its kernel, which takes at most 1");
}

// A kernel rounds up to whole tiles, and looks ahead: both shall not pass 2^31.
TEST(Launches, CountsLeaveRoomForWholeTiles) {
  Program program = chainOfLaunches({"a"});
  Node &node = program.nodes[0];
  std::get<Launch>(node.work).global[0] = {0, INT32_MAX - 15, 1};
  EXPECT_EQ(sizeOf(node, 1).status().message(),
            "layer 'a': one sample is too large for its kernel");
  std::get<Launch>(node.work).global[0] = {0, largestCount, 1};
  EXPECT_TRUE(sizeOf(node, 1).ok());
}

TEST(Launches, TheLargestBatchFitsEveryCount) {
  Program program = chainOfLaunches({"a"});
  Launch &launch = std::get<Launch>(program.nodes[0].work);
  const Extent lines{50176, 0, 1}, half{25088, 0, 1}; // (2^31 - 1 - 2^20) / 50176 = 42778.2
  launch.arguments.insert(launch.arguments.end(), {lines, half});
  const std::string message =
      "layer 'a': batch 100000 is too large for its kernel, which takes at most 42778";
  for (const Extent &extent : {lines, half})
    EXPECT_EQ(numberOf(program.nodes[0], extent, 100000).status().message(), message);
}

TEST(Launches, NumbersAreInts) {
  const Program program = chainOfLaunches({"a"});
  EXPECT_EQ(*numberOf(program.nodes[0], {-3, 1, 1}, 2), -5);
  EXPECT_EQ(*numberOf(program.nodes[0], {largestCount, 0, 1}, 1), largestCount);
  EXPECT_EQ(numberOf(program.nodes[0], {largestCount, 0, 1}, 2).status().message(),
            "layer 'a': batch 2 is too large for its kernel, which takes at most 1");
}

TEST(Launches, AFaultNamesItsLayer) {
  Program program = chainOfLaunches({"a"});
  program.faults = {"gather", "choose"};
  EXPECT_TRUE(faultOf(program, std::vector<uint32_t>{0, 0}).ok());
  EXPECT_EQ(faultOf(program, std::vector<uint32_t>{0, 7}).message(),
            "layer 'choose': an index lies outside its tensor");
}

TEST(Launches, WhatDoesNotFitSaysHowMuchItIs) {
  EXPECT_EQ(noMemoryFor(8, 1000, {StatusCode::DeviceError, "cuMemAlloc failed"}).message(),
            "cuMemAlloc failed at batch 8, whose activations take 1000 bytes; use a smaller batch");
}

} // namespace
} // namespace qrt::test
