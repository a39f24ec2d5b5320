#include "runtime/drivers/cuda/api.h"

#include "runtime/core/driver.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace qrt::test {
namespace {

TEST(CudaApi, WithoutADriverSaysWhereItComesFrom) {
  if (dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
    GTEST_SKIP() << "there is a CUDA driver here";
  auto device = openDevice("cuda");
  ASSERT_FALSE(device.ok());
  EXPECT_EQ(device.status().code(), StatusCode::NotFound);
  EXPECT_EQ(device.status().message(),
            "no CUDA driver (libcuda.so.1) was found; it comes with NVIDIA's driver (Debian "
            "non-free: libcuda1), in a container from the host (--gpus)");
  for (const DeviceDescription &listed : listDevices())
    EXPECT_NE(listed.driver, "cuda");
}

} // namespace
} // namespace qrt::test
