// Rows that views and copies move, on devices: the evaluator's bits, at every batch.
#include "tools/libqopt/qopt_mlir.h"

#include "runtime/core/driver.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace qopt::test {
namespace {

// A shift of lines and columns, windows of 4 × 4, the way back, and four neighbours joined.
constexpr const char *windowsText = R"(
  !q = !quant.uniform<i8:f32, 0.03125>
  !x = tensor<?x8x8x32xf32, #nn.dims<N>>
  !xq = tensor<?x8x8x32x!q, #nn.dims<N>>
  !m = tensor<?x4x4x32xf32, #nn.dims<N>>
  func.func @main(%x: !x {nn.name = "x"}) -> (!x, tensor<?x4x4x128xf32, #nn.dims<N>>) {
    %n = nn.standardize %x {axis = 3 : i64, epsilon = 1.0e-05 : f32, centered, nn.name = "n"} : (!x) -> !x
    %t = nn.slice %n {starts = array<i64: 0, 3, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "t"} : (!x) -> tensor<?x5x8x32xf32, #nn.dims<N>>
    %b = nn.slice %n {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "b"} : (!x) -> tensor<?x3x8x32xf32, #nn.dims<N>>
    %v = nn.concat %t, %b {axis = 1 : i64, nn.name = "v"} : (tensor<?x5x8x32xf32, #nn.dims<N>>, tensor<?x3x8x32xf32, #nn.dims<N>>) -> !x
    %l = nn.slice %v {starts = array<i64: 0, 0, 1, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "l"} : (!x) -> tensor<?x8x7x32xf32, #nn.dims<N>>
    %r = nn.slice %v {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "r"} : (!x) -> tensor<?x8x1x32xf32, #nn.dims<N>>
    %s = nn.concat %l, %r {axis = 2 : i64, nn.name = "s"} : (tensor<?x8x7x32xf32, #nn.dims<N>>, tensor<?x8x1x32xf32, #nn.dims<N>>) -> !x
    %q = nn.quantize %s {nn.name = "q"} : (!x) -> !xq
    %p = nn.reshape %q {nn.name = "p"} : (!xq) -> tensor<?x2x4x2x4x32x!q, #nn.dims<N>>
    %w = nn.transpose %p {permutation = array<i64: 0, 1, 3, 2, 4, 5>, nn.name = "w"} : (tensor<?x2x4x2x4x32x!q, #nn.dims<N>>) -> tensor<?x2x2x4x4x32x!q, #nn.dims<N>>
    %rows = nn.reshape %w {nn.name = "rows"} : (tensor<?x2x2x4x4x32x!q, #nn.dims<N>>) -> tensor<?x16x32x!q, #nn.dims<4*N>>
    %d = nn.dequantize %rows {nn.name = "d"} : (tensor<?x16x32x!q, #nn.dims<4*N>>) -> tensor<?x16x32xf32, #nn.dims<4*N>>
    %o = nn.standardize %d {axis = 2 : i64, epsilon = 1.0e-05 : f32, centered, nn.name = "o"} : (tensor<?x16x32xf32, #nn.dims<4*N>>) -> tensor<?x16x32xf32, #nn.dims<4*N>>
    %p6 = nn.reshape %o {nn.name = "p6"} : (tensor<?x16x32xf32, #nn.dims<4*N>>) -> tensor<?x2x2x4x4x32xf32, #nn.dims<N>>
    %w6 = nn.transpose %p6 {permutation = array<i64: 0, 1, 3, 2, 4, 5>, nn.name = "w6"} : (tensor<?x2x2x4x4x32xf32, #nn.dims<N>>) -> tensor<?x2x4x2x4x32xf32, #nn.dims<N>>
    %u = nn.reshape %w6 {nn.name = "u"} : (tensor<?x2x4x2x4x32xf32, #nn.dims<N>>) -> !x
    %y = nn.add %u, %x {nn.name = "y"} : (!x, !x) -> !x
    %e = nn.standardize %y {axis = 3 : i64, epsilon = 1.0e-05 : f32, centered, nn.name = "e"} : (!x) -> !x
    %a0 = nn.slice %e {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 2, 2, 1>, nn.name = "a0"} : (!x) -> !m
    %a1 = nn.slice %e {starts = array<i64: 0, 1, 0, 0>, steps = array<i64: 1, 2, 2, 1>, nn.name = "a1"} : (!x) -> !m
    %a2 = nn.slice %e {starts = array<i64: 0, 0, 1, 0>, steps = array<i64: 1, 2, 2, 1>, nn.name = "a2"} : (!x) -> !m
    %a3 = nn.slice %e {starts = array<i64: 0, 1, 1, 0>, steps = array<i64: 1, 2, 2, 1>, nn.name = "a3"} : (!x) -> !m
    %z = nn.concat %a0, %a1, %a2, %a3 {axis = 3 : i64, nn.name = "z"} : (!m, !m, !m, !m) -> tensor<?x4x4x128xf32, #nn.dims<N>>
    return %y, %z : !x, tensor<?x4x4x128xf32, #nn.dims<N>>
  })";

class GatheredRows : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (!qrt::openDevice(GetParam()).ok())
      GTEST_SKIP() << "no " << GetParam();
    auto parsed = parseModule(*context, windowsText);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
  }
  std::vector<qrt::Tensor> outputs(const std::string &device, int64_t batch) {
    std::mt19937 random(unsigned(batch) + 3);
    qrt::Tensor x = qrt::Tensor::allocate(qrt::ElementType::F32, {batch, 8, 8, 32});
    for (float &value : x.mutableValues<float>())
      value = float(int(random() % 16001) - 8000) / 1024;
    auto model = CompiledModel::compile(*module, device);
    EXPECT_TRUE(model.ok()) << model.status().message();
    auto run = (*model)->run({&x, 1});
    EXPECT_TRUE(run.ok()) << run.status().message();
    return *run;
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
};

TEST_P(GatheredRows, HaveTheEvaluatorsBits) {
  for (int64_t batch : {1, 3}) {
    const auto expected = outputs("reference", batch), got = outputs(GetParam(), batch);
    ASSERT_EQ(expected.size(), got.size());
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(std::memcmp(expected[i].data(), got[i].data(), expected[i].bytes()), 0)
          << "output " << i << ", batch " << batch;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, GatheredRows, testing::Values("host", "opencl"));

} // namespace
} // namespace qopt::test
