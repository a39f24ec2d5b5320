// Programs built by qrt-opencl-compiler, on the first OpenCL device there is.

#include "runtime/drivers/opencl/api/device_facts.h"
#include "runtime/drivers/opencl/compile/build_lock.h"
#include "runtime/drivers/opencl/compile/builder.h"
#include "test/runtime/drivers/opencl/compile/children.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

using namespace opencl;

class OpenClBuilder : public testing::Test {
protected:
  void SetUp() override {
    Expected<const Api *> found = api();
    if (!found)
      GTEST_SKIP() << found.status().message();
    cl = *found;
    std::vector<cl_device_id> devices = allDevices(*cl);
    if (devices.empty())
      GTEST_SKIP() << "no OpenCL device";
    device = devices.front();
    lock = std::make_unique<BuildLock>(isPocl(*cl, device) ? poclBuildFolder() : "");
    cl_int code = CL_SUCCESS;
    context = Context(*cl, cl->clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
    ASSERT_EQ(code, CL_SUCCESS);
  }
  BuildTarget here() const { return {cl, context.get(), device, isPocl(*cl, device)}; }
  DevicePlace place() const {
    return {0, deviceName(*cl, device), deviceVersion(*cl, device), environmentOfLoader()};
  }
  bool hasKernel(const ProgramObject &program, const char *name) const {
    cl_int code = CL_SUCCESS;
    Kernel kernel(*cl, cl->clCreateKernel(program.get(), name, &code));
    return code == CL_SUCCESS;
  }

  const Api *cl = nullptr;
  cl_device_id device = nullptr;
  std::unique_ptr<BuildLock> lock;
  Context context;
};

std::string source(int i) {
  return "kernel void fill" + std::to_string(i) +
         "(global int *out) { out[get_global_id(0)] = " + std::to_string(i) + "; }";
}

TEST_F(OpenClBuilder, BuildsElsewhereWhereItMay) {
  {
    Builder alone(here(), nullptr);
    ASSERT_TRUE(alone.fromSource(source(0)));
    EXPECT_FALSE(hasChildren());
  }
  CompilerProcesses processes(QOPT_OPENCL_COMPILER, place(), 1);
  Builder builder(here(), &processes);
  for (int i = 0; i < 5; ++i) {
    Expected<ProgramObject> program = builder.fromSource(source(i));
    ASSERT_TRUE(program) << program.status().message();
    EXPECT_TRUE(hasKernel(*program, ("fill" + std::to_string(i)).c_str()));
    EXPECT_FALSE(binaryOf(*cl, program->get()).empty());
    EXPECT_TRUE(hasChildren());
  }
}

TEST_F(OpenClBuilder, LeavesOutPoclsHeaderWhereTheSourceDeclaresItsFunctions) {
  if (!isPocl(*cl, device))
    GTEST_SKIP() << "not PoCL";
  Builder builder(here(), nullptr);
  EXPECT_TRUE(builder.fromSource("#ifndef DECLARES_OPENCL_FUNCTIONS\n#error the header is read\n"
                                 "#endif\nkernel void without(global int *out) { out[0] = 1; }"));
  Expected<ProgramObject> with = builder.fromSource(
      "kernel void with(global float *out) { out[0] = sin((float)get_global_id(0)); }");
  ASSERT_TRUE(with) << with.status().message();
  EXPECT_TRUE(hasKernel(*with, "with"));
}

TEST_F(OpenClBuilder, SaysWhyASourceDoesNotCompile) {
  CompilerProcesses processes(QOPT_OPENCL_COMPILER, place(), 1);
  Builder builder(here(), &processes);
  for (int i = 0; i < 4; ++i) {
    Expected<ProgramObject> program = builder.fromSource("kernel void broken() { nothing(); }");
    ASSERT_FALSE(program);
    EXPECT_EQ(program.status().code(), StatusCode::Unsupported);
    EXPECT_NE(program.status().message().find("nothing"), std::string::npos);
  }
}

TEST_F(OpenClBuilder, TakesBinariesBuiltElsewhere) {
  CompilerProcesses processes(QOPT_OPENCL_COMPILER, place(), 1);
  const std::string text = source(7);
  auto binary = processes.build(MessageKind::Source, bytesOf(text));
  ASSERT_TRUE(binary);
  EXPECT_TRUE(processes.build(MessageKind::Binary, *binary));
  Builder builder(here(), &processes);
  ProgramObject program = builder.fromBinary(*binary);
  ASSERT_TRUE(program);
  EXPECT_TRUE(hasKernel(program, "fill7"));
  const uint8_t noise[] = {1, 2, 3};
  EXPECT_FALSE(builder.fromBinary(noise));
  EXPECT_FALSE(processes.build(MessageKind::Binary, noise));
}

TEST_F(OpenClBuilder, BuildsHereWhereTheOtherFindsAnotherDevice) {
  DevicePlace elsewhere = place();
  elsewhere.version = "of yesterday";
  CompilerProcesses processes(QOPT_OPENCL_COMPILER, elsewhere, 1);
  const std::string text = source(1);
  EXPECT_FALSE(processes.build(MessageKind::Source, bytesOf(text)));
  Builder builder(here(), &processes);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(builder.fromSource(source(i)));
}

} // namespace
} // namespace qrt::test
