// Samples joined with heads, positions or windows and parted again: the evaluator's answers at
// every batch, by one program.
#include "tools/libqopt/qopt_mlir.h"

#include "runtime/core/driver.h"

#include "mlir/IR/BuiltinOps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace qopt::test {
namespace {

struct Joined {
  const char *name;
  const char *text;
};

// As torch's MultiheadAttention is exported: sequence first, heads joined behind the samples, all
// positions of all samples as rows of the last product.
constexpr Joined heads{"Heads", R"(
  func.func @main(%x: tensor<?x5x6xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x5x6xf32, #nn.dims<N>> {
    %w = nn.constant {nn.name = "w"} dense<[[1.0, -2.0, 0.5, 3.0, 0.25, -1.0], [2.0, 1.0, -0.5, 0.75, 1.0, 2.0], [0.5, 1.5, -2.0, 1.0, 0.5, -0.25], [1.0, 0.5, 0.25, -1.0, 2.0, 1.0], [-1.0, 1.0, 2.0, 0.5, -0.5, 1.0], [0.25, 2.0, 1.0, -1.5, 1.0, 0.5]]> : tensor<6x6xf32>
    %mask = nn.constant {nn.name = "mask"} dense<[[0.0, -1.0, -2.0, -8.0, -9.0], [0.0, 0.0, -1.0, -3.0, -9.0], [0.0, 0.0, 0.0, -4.0, -2.0], [1.0, 0.0, 0.0, 0.0, -1.0], [0.0, 2.0, 0.0, 0.0, 0.0]]> : tensor<5x5xf32>
    %s = nn.constant {nn.name = "s"} dense<0.125> : tensor<f32>
    %t = nn.transpose %x {nn.name = "t", permutation = array<i64: 1, 0, 2>} : (tensor<?x5x6xf32, #nn.dims<N>>) -> tensor<5x?x6xf32, #nn.dims<N>>
    %in = nn.matmul %t, %w {nn.name = "in"} : (tensor<5x?x6xf32, #nn.dims<N>>, tensor<6x6xf32>) -> tensor<5x?x6xf32, #nn.dims<N>>
    %h = nn.reshape %in {nn.name = "h"} : (tensor<5x?x6xf32, #nn.dims<N>>) -> tensor<5x?x2xf32, #nn.dims<3*N>>
    %q = nn.transpose %h {nn.name = "q", permutation = array<i64: 1, 0, 2>} : (tensor<5x?x2xf32, #nn.dims<3*N>>) -> tensor<?x5x2xf32, #nn.dims<3*N>>
    %k = nn.transpose %h {nn.name = "k", permutation = array<i64: 1, 2, 0>} : (tensor<5x?x2xf32, #nn.dims<3*N>>) -> tensor<?x2x5xf32, #nn.dims<3*N>>
    %qs = nn.mul %q, %s {nn.name = "qs"} : (tensor<?x5x2xf32, #nn.dims<3*N>>, tensor<f32>) -> tensor<?x5x2xf32, #nn.dims<3*N>>
    %p = nn.matmul %qs, %k {nn.name = "p"} : (tensor<?x5x2xf32, #nn.dims<3*N>>, tensor<?x2x5xf32, #nn.dims<3*N>>) -> tensor<?x5x5xf32, #nn.dims<3*N>>
    %m = nn.add %p, %mask {nn.name = "m"} : (tensor<?x5x5xf32, #nn.dims<3*N>>, tensor<5x5xf32>) -> tensor<?x5x5xf32, #nn.dims<3*N>>
    %a = nn.softmax %m {axis = 2 : i64, nn.name = "a"} : (tensor<?x5x5xf32, #nn.dims<3*N>>) -> tensor<?x5x5xf32, #nn.dims<3*N>>
    %c = nn.matmul %a, %q {nn.name = "c"} : (tensor<?x5x5xf32, #nn.dims<3*N>>, tensor<?x5x2xf32, #nn.dims<3*N>>) -> tensor<?x5x2xf32, #nn.dims<3*N>>
    %b = nn.transpose %c {nn.name = "b", permutation = array<i64: 1, 0, 2>} : (tensor<?x5x2xf32, #nn.dims<3*N>>) -> tensor<5x?x2xf32, #nn.dims<3*N>>
    %r = nn.reshape %b {nn.name = "r"} : (tensor<5x?x2xf32, #nn.dims<3*N>>) -> tensor<?x6xf32, #nn.dims<5*N>>
    %o = nn.matmul %r, %w {nn.name = "o"} : (tensor<?x6xf32, #nn.dims<5*N>>, tensor<6x6xf32>) -> tensor<?x6xf32, #nn.dims<5*N>>
    %u = nn.reshape %o {nn.name = "u"} : (tensor<?x6xf32, #nn.dims<5*N>>) -> tensor<5x?x6xf32, #nn.dims<N>>
    %y = nn.transpose %u {nn.name = "y", permutation = array<i64: 1, 0, 2>} : (tensor<5x?x6xf32, #nn.dims<N>>) -> tensor<?x5x6xf32, #nn.dims<N>>
    return %y : tensor<?x5x6xf32, #nn.dims<N>>
  })"};

// Heads before the samples, in one dimension with them and with columns: 2·N·3.
constexpr Joined outside{"OutsideAndInside", R"(
  func.func @main(%x: tensor<?x2x3x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x4xf32, #nn.dims<3*N>> {
    %scale = nn.constant {nn.name = "scale"} dense<[2.0, 0.5, -1.0, 3.0]> : tensor<4xf32>
    %t = nn.transpose %x {nn.name = "t", permutation = array<i64: 1, 0, 2, 3>} : (tensor<?x2x3x4xf32, #nn.dims<N>>) -> tensor<2x?x3x4xf32, #nn.dims<N>>
    %j = nn.reshape %t {nn.name = "j"} : (tensor<2x?x3x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<6*N>>
    %n = nn.layer_norm %j scale %scale {nn.name = "n", axis = 1 : i64, epsilon = 1.0e-3 : f32} : (tensor<?x4xf32, #nn.dims<6*N>>, tensor<4xf32>) -> tensor<?x4xf32, #nn.dims<6*N>>
    %c = nn.concat %n, %j {nn.name = "c", axis = 1 : i64} : (tensor<?x4xf32, #nn.dims<6*N>>, tensor<?x4xf32, #nn.dims<6*N>>) -> tensor<?x8xf32, #nn.dims<6*N>>
    %a, %b = nn.split %c {nn.name = "a", axis = 1 : i64, sizes = array<i64: 4, 4>} : (tensor<?x8xf32, #nn.dims<6*N>>) -> (tensor<?x4xf32, #nn.dims<6*N>>, tensor<?x4xf32, #nn.dims<6*N>>)
    %d = nn.sub %a, %b {nn.name = "d"} : (tensor<?x4xf32, #nn.dims<6*N>>, tensor<?x4xf32, #nn.dims<6*N>>) -> tensor<?x4xf32, #nn.dims<6*N>>
    %p = nn.reshape %d {nn.name = "p"} : (tensor<?x4xf32, #nn.dims<6*N>>) -> tensor<2x?x4xf32, #nn.dims<3*N>>
    %s = nn.reduce_sum %p {nn.name = "y", axes = array<i64: 0>} : (tensor<2x?x4xf32, #nn.dims<3*N>>) -> tensor<?x4xf32, #nn.dims<3*N>>
    return %s : tensor<?x4xf32, #nn.dims<3*N>>
  })"};

// Rows that are all equal go with rows in any order.
constexpr Joined equalRows{"EqualRows", R"(
  func.func @main(%x: tensor<?x3x2xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3x2xf32, #nn.dims<N>> {
    %one = nn.constant {nn.name = "one"} dense<[[1.5, -2.0]]> : tensor<1x2xf32>
    %e = nn.expand %one {nn.name = "e"} : (tensor<1x2xf32>) -> tensor<?x2xf32, #nn.dims<3*N>>
    %f = nn.reshape %e {nn.name = "f"} : (tensor<?x2xf32, #nn.dims<3*N>>) -> tensor<3x?x2xf32, #nn.dims<N>>
    %t = nn.transpose %x {nn.name = "t", permutation = array<i64: 1, 0, 2>} : (tensor<?x3x2xf32, #nn.dims<N>>) -> tensor<3x?x2xf32, #nn.dims<N>>
    %j = nn.reshape %t {nn.name = "j"} : (tensor<3x?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<3*N>>
    %a = nn.mul %j, %e {nn.name = "a"} : (tensor<?x2xf32, #nn.dims<3*N>>, tensor<?x2xf32, #nn.dims<3*N>>) -> tensor<?x2xf32, #nn.dims<3*N>>
    %p = nn.reshape %a {nn.name = "p"} : (tensor<?x2xf32, #nn.dims<3*N>>) -> tensor<3x?x2xf32, #nn.dims<N>>
    %s = nn.add %p, %f {nn.name = "s"} : (tensor<3x?x2xf32, #nn.dims<N>>, tensor<3x?x2xf32, #nn.dims<N>>) -> tensor<3x?x2xf32, #nn.dims<N>>
    %y = nn.transpose %s {nn.name = "y", permutation = array<i64: 1, 0, 2>} : (tensor<3x?x2xf32, #nn.dims<N>>) -> tensor<?x3x2xf32, #nn.dims<N>>
    return %y : tensor<?x3x2xf32, #nn.dims<N>>
  })"};

// The batch is the second dimension of what the network takes and gives, and a place is chosen.
constexpr Joined second{"BatchSecond", R"(
  func.func @main(%x: tensor<4x?x6xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<4x?x2xf32, #nn.dims<N>> {
    %place = nn.constant {nn.name = "place"} dense<-2> : tensor<i64>
    %g = nn.reshape %x {nn.name = "g"} : (tensor<4x?x6xf32, #nn.dims<N>>) -> tensor<4x?x3x2xf32, #nn.dims<N>>
    %c = nn.gather %g, %place {nn.name = "c", axis = 2 : i64} : (tensor<4x?x3x2xf32, #nn.dims<N>>, tensor<i64>) -> tensor<4x?x2xf32, #nn.dims<N>>
    %h = nn.reshape %x {nn.name = "h"} : (tensor<4x?x6xf32, #nn.dims<N>>) -> tensor<4x?x2xf32, #nn.dims<3*N>>
    %r = nn.relu %h {nn.name = "r"} : (tensor<4x?x2xf32, #nn.dims<3*N>>) -> tensor<4x?x2xf32, #nn.dims<3*N>>
    %p = nn.reshape %r {nn.name = "p"} : (tensor<4x?x2xf32, #nn.dims<3*N>>) -> tensor<4x?x3x2xf32, #nn.dims<N>>
    %s = nn.reduce_max %p {nn.name = "s", axes = array<i64: 2>} : (tensor<4x?x3x2xf32, #nn.dims<N>>) -> tensor<4x?x2xf32, #nn.dims<N>>
    %y = nn.sub %s, %c {nn.name = "y"} : (tensor<4x?x2xf32, #nn.dims<N>>, tensor<4x?x2xf32, #nn.dims<N>>) -> tensor<4x?x2xf32, #nn.dims<N>>
    return %y : tensor<4x?x2xf32, #nn.dims<N>>
  })"};

class SamplesApart : public testing::TestWithParam<std::tuple<Joined, std::string>> {
protected:
  void SetUp() override {
    auto [network, device] = GetParam();
    if (!qrt::openDevice(device).ok())
      GTEST_SKIP() << "no " << device;
    auto parsed = parseModule(*context, network.text);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
  }
  static qrt::Tensor input(const Port &port, int64_t batch) {
    qrt::Shape shape;
    for (const nn::Dim &dim : port.shape)
      shape.push_back(dim.at(batch));
    std::mt19937 random(uint32_t(batch) + 1);
    qrt::Tensor x = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
    for (float &value : x.mutableValues<float>())
      value = float(int(random() % 129) - 64) / 16;
    return x;
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
};

TEST_P(SamplesApart, HasTheEvaluatorsAnswersAtEveryBatch) {
  auto reference = CompiledModel::compile(*module, "reference");
  auto model = CompiledModel::compile(*module, std::get<1>(GetParam()));
  ASSERT_TRUE(reference.ok()) << reference.status().message();
  ASSERT_TRUE(model.ok()) << model.status().message();
  for (int64_t batch : {1, 2, 5}) {
    qrt::Tensor x = input((*model)->inputs()[0], batch);
    auto expected = (*reference)->run({&x, 1}), found = (*model)->run({&x, 1});
    ASSERT_TRUE(expected.ok()) << expected.status().message();
    ASSERT_TRUE(found.ok()) << found.status().message();
    ASSERT_EQ((*found)[0].shape(), (*expected)[0].shape());
    // Sums of float products have no promised order.
    for (int64_t i = 0; i < (*found)[0].size(); ++i) {
      float want = (*expected)[0].values<float>()[i];
      ASSERT_NEAR((*found)[0].values<float>()[i], want, 1e-5f * (1 + std::abs(want)))
          << "batch " << batch << ", element " << i;
    }
  }
}

TEST_P(SamplesApart, LeavesTheModuleAsItWas) {
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  ASSERT_TRUE(CompiledModel::compile(*module, std::get<1>(GetParam())).ok());
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
}

TEST_P(SamplesApart, KeepsTheNamesOfInputsAndOutputs) {
  auto model = CompiledModel::compile(*module, std::get<1>(GetParam()));
  ASSERT_TRUE(model.ok()) << model.status().message();
  ASSERT_TRUE((*model)->program());
  EXPECT_EQ((*model)->program()->inputs[0].name, "x");
  EXPECT_EQ((*model)->program()->outputs[0].name, "y");
}

INSTANTIATE_TEST_SUITE_P(Devices, SamplesApart,
                         testing::Combine(testing::Values(heads, outside, equalRows, second),
                                          testing::Values("host", "opencl")),
                         [](const auto &info) {
                           return std::get<0>(info.param).name + std::string("_") +
                                  std::get<1>(info.param);
                         });

} // namespace
} // namespace qopt::test
