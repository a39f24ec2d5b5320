#include "runtime/drivers/cuda/driver.h"

#include "test/runtime/drivers/cuda/fake_device.h"

#include <cstdlib>

namespace qrt::test {
namespace {

using Cuda = FakeDevice;

TEST_F(Cuda, IsDescribedForSelectionAndCache) {
  const DeviceDescription &facts = device->description();
  EXPECT_EQ(facts.driver, "cuda");
  EXPECT_EQ(facts.name, "Fake Card");
  EXPECT_EQ(facts.version, "CUDA 13.0 / NVRTC 13.0 / sm_90a");
  EXPECT_EQ(facts.localMemoryBytes, 227 << 10);
  EXPECT_EQ(facts.maxWorkGroup, 1024);
  EXPECT_EQ(facts.computeUnits, 132u);
  EXPECT_EQ(facts.computeCapability, 90);
  EXPECT_TRUE(facts.takesKernels && facts.isGpu && facts.dp4a && facts.wgmma &&
              facts.dependentLaunch);
  EXPECT_FALSE(facts.flushesDenormals);
  EXPECT_EQ(facts.queues, 4u);
}

TEST_F(Cuda, HasAsManyQueuesAsTheEnvironmentSays) {
  setenv("QOPT_QUEUES", "1", 1);
  auto one = openDevice("cuda");
  setenv("QOPT_QUEUES", "none", 1);
  auto none = openDevice("cuda");
  unsetenv("QOPT_QUEUES");
  ASSERT_TRUE(one.ok()) << one.status().message();
  EXPECT_EQ((*one)->description().queues, 1u);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.status().message(), "QOPT_QUEUES=none: expected a number from 1 to 32");
}

TEST_F(Cuda, IsListedAndNumbered) {
  std::vector<DeviceDescription> listed = listCuda();
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0].name, "Fake Card");
  EXPECT_TRUE(openDevice("cuda:0").ok());
  auto other = openDevice("cuda:1");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.status().code(), StatusCode::NotFound);
  EXPECT_NE(other.status().message().find("there is no CUDA device 1: 1 found"), std::string::npos)
      << other.status().message();
}

} // namespace
} // namespace qrt::test
