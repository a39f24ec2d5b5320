// Composites on devices: the evaluator's bits, the user's keys, the module as it was.
#include "tools/libqopt/qopt_mlir.h"

#include "runtime/core/driver.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace qopt::test {
namespace {

constexpr const char *text = R"(
  !q = !quant.uniform<i8:f32, 0.0625>
  func.func @main(%x: tensor<?x6x7x9xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x6x7x9xf32, #nn.dims<N>>, tensor<?x6x7x9xf32, #nn.dims<N>>) {
    %g = nn.gelu %x {nn.name = "g"} : (tensor<?x6x7x9xf32, #nn.dims<N>>) -> tensor<?x6x7x9xf32, #nn.dims<N>>
    %t = nn.gelu %g {nn.name = "t", approximate = "tanh"} : (tensor<?x6x7x9xf32, #nn.dims<N>>) -> tensor<?x6x7x9xf32, #nn.dims<N>>
    %c = nn.log_softmax %t {nn.name = "c", axis = 1 : i64} : (tensor<?x6x7x9xf32, #nn.dims<N>>) -> tensor<?x6x7x9xf32, #nn.dims<N>>
    %r = nn.log_softmax %x {nn.name = "r", axis = 3 : i64} : (tensor<?x6x7x9xf32, #nn.dims<N>>) -> tensor<?x6x7x9xf32, #nn.dims<N>>
    %q = nn.quantize %r {nn.name = "q"} : (tensor<?x6x7x9xf32, #nn.dims<N>>) -> tensor<?x6x7x9x!q, #nn.dims<N>>
    %s = nn.gelu %q {nn.name = "s"} : (tensor<?x6x7x9x!q, #nn.dims<N>>) -> tensor<?x6x7x9x!q, #nn.dims<N>>
    %d = nn.dequantize %s {nn.name = "d"} : (tensor<?x6x7x9x!q, #nn.dims<N>>) -> tensor<?x6x7x9xf32, #nn.dims<N>>
    return %c, %d : tensor<?x6x7x9xf32, #nn.dims<N>>, tensor<?x6x7x9xf32, #nn.dims<N>>
  })";

class ExpandComposites : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (!qrt::openDevice(GetParam()).ok())
      GTEST_SKIP() << "no " << GetParam();
    auto parsed = parseModule(*context, text);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
  }
  qrt::Tensor input() {
    std::mt19937 random(1);
    qrt::Tensor x = qrt::Tensor::allocate(qrt::ElementType::F32, {3, 6, 7, 9});
    for (float &value : x.mutableValues<float>())
      value = float(int(random() % 16001) - 8000) / 1024;
    return x;
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
};

TEST_P(ExpandComposites, HasTheEvaluatorsBits) {
  std::vector<qrt::Tensor> outputs[2];
  for (int i : {0, 1}) {
    auto model = CompiledModel::compile(*module, i ? GetParam() : "reference");
    ASSERT_TRUE(model.ok()) << model.status().message();
    qrt::Tensor x = input();
    auto run = (*model)->run({&x, 1});
    ASSERT_TRUE(run.ok()) << run.status().message();
    outputs[i] = *run;
  }
  for (size_t i = 0; i < outputs[0].size(); ++i)
    EXPECT_EQ(std::memcmp(outputs[0][i].data(), outputs[1][i].data(), outputs[0][i].bytes()), 0)
        << "output " << i;
}

TEST_P(ExpandComposites, LeavesTheModuleAsItWas) {
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  ASSERT_TRUE(CompiledModel::compile(*module, GetParam()).ok());
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
}

INSTANTIATE_TEST_SUITE_P(Devices, ExpandComposites, testing::Values("host", "opencl"));

} // namespace
} // namespace qopt::test
