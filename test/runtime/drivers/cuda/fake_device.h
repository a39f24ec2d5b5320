// The fake driver's device, in place of any of NVIDIA's that this machine may have.
#pragma once

#include "runtime/core/driver.h"
#include "test/runtime/drivers/cuda/fake_cuda.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace qrt::test {

/// Its libraries come before others of their names; null, and a failed test, where they do not
/// load.
inline FakeCuda *loadFakes() {
  void *driver = dlopen(FAKE_CUDA, RTLD_NOW);
  void *compiler = dlopen(FAKE_NVRTC, RTLD_NOW);
  EXPECT_TRUE(driver && compiler) << dlerror();
  return driver && compiler ? reinterpret_cast<FakeCuda *(*)()>(dlsym(driver, "fakeCuda"))()
                            : nullptr;
}

class FakeDevice : public ::testing::Test {
protected:
  void SetUp() override {
    fake = loadFakes();
    ASSERT_TRUE(fake);
    fake->memory = size_t(1) << 30;
    fake->failure = fake->localBytes = 0;
    auto opened = openDevice("cuda");
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    device = std::move(*opened);
  }
  void TearDown() override {
    device.reset();
    EXPECT_EQ(fake->live, 0) << "objects are left behind";
    EXPECT_EQ(fake->retained, 0);
    EXPECT_EQ(fake->wrong, 0);
    EXPECT_EQ(fake->gone, 0);
  }
  Expected<std::unique_ptr<Executable>> load(Program program) {
    return device->load(std::make_shared<Program>(std::move(program)), {});
  }

  FakeCuda *fake = nullptr;
  std::unique_ptr<Device> device;
};

} // namespace qrt::test
