#include "runtime/drivers/cuda/context.h"

#include "test/runtime/drivers/cuda/fake_device.h"
#include "test/runtime/drivers/cuda/programs.h"

namespace qrt::test {
namespace {

using CudaContext = FakeDevice;
using cuda::ContextHandle;

TEST_F(CudaContext, TheHostProgramsOwnIsLeftAsItWas) {
  const cuda::Api &cuda = **cuda::api();
  auto own = reinterpret_cast<ContextHandle>(uintptr_t(64));
  ASSERT_EQ(cuda.cuCtxPushCurrent_v2(own), cuda::resultSuccess);
  {
    auto executable = load(addOnes({"a"}));
    ASSERT_TRUE(executable.ok()) << executable.status().message();
    Tensor input = rows(1, 1), output = rows(1, 0);
    ASSERT_TRUE((*executable)->run(1, {&input, 1}, {&output, 1}).ok());
    EXPECT_FALSE((*executable)->run(2, {&input, 1}, {&output, 1}).ok());
  }
  ContextHandle current = nullptr;
  ASSERT_EQ(cuda.cuCtxPopCurrent_v2(&current), cuda::resultSuccess);
  EXPECT_EQ(current, own);
  EXPECT_NE(cuda.cuCtxPopCurrent_v2(&current), cuda::resultSuccess) << "one is left behind";
}

TEST_F(CudaContext, ALostDeviceSaysSoFromThenOn) {
  auto executable = load(addOnes({"a"}));
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  Tensor input = rows(1, 1), output = rows(1, 0);
  fake->failure = cuda::resultIllegalAddress;
  Status status = (*executable)->run(1, {&input, 1}, {&output, 1});
  EXPECT_EQ(status.code(), StatusCode::DeviceError);
  EXPECT_EQ(status.message(),
            "cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
            "encountered); Fake Card is lost; start the program anew to use the device again");
  for (int round = 0; round < 2; ++round) {
    status = (*executable)->run(1, {&input, 1}, {&output, 1});
    EXPECT_EQ(status.code(), StatusCode::DeviceError);
    EXPECT_EQ(status.message(), "Fake Card is lost: an earlier run failed on it; start the program "
                                "anew to use the device again");
  }
  EXPECT_FALSE((*executable)->bind(1).ok());
  EXPECT_FALSE(load(addOnes({"a"})).ok());
}

TEST_F(CudaContext, AnotherFailureIsOfOneRun) {
  auto executable = load(addOnes({"a"}));
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  Tensor input = rows(1, 1), output = rows(1, 0);
  fake->failure = 1;
  Status status = (*executable)->run(1, {&input, 1}, {&output, 1});
  EXPECT_EQ(status.message(), "cuStreamSynchronize failed: CUDA_ERROR_OTHER (said so)");
  fake->failure = 0;
  EXPECT_TRUE((*executable)->run(1, {&input, 1}, {&output, 1}).ok());
}

} // namespace
} // namespace qrt::test
