// Channels padded as a kernel asks: who writes them so, what is copied, and the answers.
#include "lowering/lower.h"
#include "runtime/core/driver.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/IR/BuiltinOps.h"

#include <gtest/gtest.h>

#include <random>

namespace qopt::test {
namespace {

// Steps of weights, −127 to 127.
std::string steps(int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  for (int64_t i = 0; i < count; ++i) {
    unsigned step = random() % 255 + 129;
    text += "0123456789ABCDEF"[step / 16 % 16];
    text += "0123456789ABCDEF"[step % 16];
  }
  return text;
}

std::string stepsText(int64_t count, unsigned seed) { return "\"0x" + steps(count, seed) + "\""; }

// a: 3 channels in, 18 out; b: 18 in; c: of a slice whose pixels lie as if they were padded.
std::string chain() {
  return R"(
  !x = tensor<?x3x6x5xui8, #nn.dims<N>>
  !a = tensor<?x18x6x5xi8, #nn.dims<N>>
  !b = tensor<?x20x6x5xi8, #nn.dims<N>>
  !r = tensor<?x20x6x5xi32, #nn.dims<N>>
  func.func @main(%x: !x {nn.name = "x"}) -> (!b, !r) {
    %w0 = nn.constant {nn.name = "w0"} dense<)" +
         stepsText(18 * 27, 1) + R"(> : tensor<18x3x3x3xi8>
    %w1 = nn.constant {nn.name = "w1"} dense<)" +
         stepsText(20 * 162, 2) + R"(> : tensor<20x18x3x3xi8>
    %z = nn.constant {nn.name = "z"} dense<121> : tensor<ui8>
    %az = nn.constant {nn.name = "az"} dense<-3> : tensor<i8>
    %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<f32>
    %as = nn.constant {nn.name = "as"} dense<700.0> : tensor<f32>
    %a = nn.conv2d %x, %w0 input_zero %z input_scale %one weights_scale %one result_scale %as result_zero %az {nn.name = "a", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<18x3x3x3xi8>, tensor<ui8>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i8>) -> !a
    %b = nn.conv2d %a, %w1 input_zero %az input_scale %one weights_scale %one result_scale %as result_zero %az {nn.name = "b", pads = array<i64: 1, 1, 1, 1>} : (!a, tensor<20x18x3x3xi8>, tensor<i8>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i8>) -> !b
    %s = nn.slice %b {nn.name = "s", starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>} : (!b) -> !a
    %c = nn.conv2d %s, %w1 {nn.name = "c", pads = array<i64: 1, 1, 1, 1>} : (!a, tensor<20x18x3x3xi8>) -> !r
    return %b, %c : !b, !r
  })";
}

// Borders of zero and of another value, and a concatenation, before a convolution.
std::string moves() {
  return R"(
  !x = !quant.uniform<u8:f32, 0.03125:121>
  !w = !quant.uniform<i8<-127:127>:f32, 0.0078125>
  !y = tensor<?x20x6x5xf32, #nn.dims<N>>
  func.func @main(%x: tensor<?x3x6x5x!x, #nn.dims<N>> {nn.name = "x"}) -> (!y, !y, !y) {
    %w3 = nn.constant {nn.name = "w3"} dense_resource<w3> : tensor<20x3x3x3x!w>
    %w6 = nn.constant {nn.name = "w6"} dense_resource<w6> : tensor<20x6x3x3x!w>
    %p = nn.pad %x {nn.name = "p", low = array<i64: 0, 0, 1, 1>, high = array<i64: 0, 0, 1, 1>, value = 0.0 : f32} : (tensor<?x3x6x5x!x, #nn.dims<N>>) -> tensor<?x3x8x7x!x, #nn.dims<N>>
    %q = nn.pad %x {nn.name = "q", low = array<i64: 0, 0, 1, 1>, high = array<i64: 0, 0, 1, 1>, value = 0.5 : f32} : (tensor<?x3x6x5x!x, #nn.dims<N>>) -> tensor<?x3x8x7x!x, #nn.dims<N>>
    %a = nn.conv2d %p, %w3 {nn.name = "a"} : (tensor<?x3x8x7x!x, #nn.dims<N>>, tensor<20x3x3x3x!w>) -> !y
    %b = nn.conv2d %q, %w3 {nn.name = "b"} : (tensor<?x3x8x7x!x, #nn.dims<N>>, tensor<20x3x3x3x!w>) -> !y
    %c = nn.concat %x, %x {nn.name = "c", axis = 1 : i64} : (tensor<?x3x6x5x!x, #nn.dims<N>>, tensor<?x3x6x5x!x, #nn.dims<N>>) -> tensor<?x6x6x5x!x, #nn.dims<N>>
    %d = nn.conv2d %c, %w6 {nn.name = "d", pads = array<i64: 1, 1, 1, 1>} : (tensor<?x6x6x5x!x, #nn.dims<N>>, tensor<20x6x3x3x!w>) -> !y
    return %a, %b, %d : !y, !y, !y
  }
  {-# dialect_resources: { builtin: { w3: "0x01000000)" +
         steps(20 * 27, 4) + R"(", w6: "0x01000000)" + steps(20 * 54, 5) + R"(" } } #-})";
}

class Padded : public testing::TestWithParam<std::string (*)()> {
protected:
  void SetUp() override {
    auto opened = qrt::openDevice("opencl");
    if (!opened.ok())
      GTEST_SKIP() << opened.status().message();
    device = std::move(*opened);
    auto parsed = parseModule(*context, GetParam()());
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    parsedModule = std::move(*parsed);
    qrt::DeviceDescription gpu = device->description(); // kernels for GPUs run on CPUs, too
    gpu.isGpu = true;
    auto lowered = lowerModule(*parsedModule, gpu);
    ASSERT_TRUE(mlir::succeeded(lowered));
    program = *lowered;
  }

  const qrt::Buffer &written(std::string_view key, std::string_view entry) {
    for (const qrt::Node &node : program->nodes)
      if (auto *launch = std::get_if<qrt::Launch>(&node.work))
        if (program->buffers[node.writes[0]].key == key &&
            program->kernels[launch->kernel].entry == entry)
          return program->buffers[node.writes[0]];
    static const qrt::Buffer none;
    ADD_FAILURE() << "no " << entry << " writes " << key;
    return none;
  }
  static int64_t pitch(const qrt::Buffer &buffer) {
    return buffer.shape.empty() ? 0 : buffer.shape.back().offset;
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::unique_ptr<qrt::Device> device;
  Module parsedModule;
  std::shared_ptr<const qrt::Program> program;
};

using PaddedChain = Padded;
TEST_P(PaddedChain, ByWhoWritesWhereTheKernelAsks) {
  EXPECT_EQ(pitch(written("x", "copy")), 4) << "the copy to channels last pads";
  EXPECT_EQ(pitch(written("a", "conv2d_dot")), 20) << "a convolution pads for the next";
  EXPECT_EQ(pitch(written("b", "conv2d_dot")), 20);
  // The slice's pixels lie 20 apart already.
  auto isOfSlice = [&](const qrt::Node &node) { return node.name == "s"; };
  EXPECT_TRUE(std::none_of(program->nodes.begin(), program->nodes.end(), isOfSlice));
}

TEST_P(Padded, AnswersAsTheEvaluator) {
  auto executable = device->load(program, {});
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  auto reference = CompiledModel::compile(*parsedModule, "reference");
  ASSERT_TRUE(reference.ok());
  std::mt19937 random(3);
  for (int64_t batch : {1, 3}) {
    std::vector<qrt::Tensor> inputs{qrt::Tensor::allocate(qrt::ElementType::U8, {batch, 3, 6, 5})};
    for (uint8_t &value : inputs[0].mutableValues<uint8_t>())
      value = uint8_t(random());
    auto expected = (*reference)->run(inputs);
    ASSERT_TRUE(expected.ok()) << expected.status().message();
    std::vector<qrt::Tensor> actual;
    for (const qrt::Tensor &tensor : *expected)
      actual.push_back(qrt::Tensor::allocate(tensor.type(), tensor.shape()));
    qrt::Status status = (*executable)->run(batch, inputs, actual);
    ASSERT_TRUE(status.ok()) << status.message();
    for (size_t i = 0; i < actual.size(); ++i)
      qrt::visitValues(actual[i], [&](auto values) {
        using T = std::remove_const_t<typename decltype(values)::element_type>;
        EXPECT_TRUE(std::ranges::equal(values, (*expected)[i].template values<T>())) << i;
      });
  }
}

INSTANTIATE_TEST_SUITE_P(Of, PaddedChain, testing::Values(chain));
INSTANTIATE_TEST_SUITE_P(Of, Padded, testing::Values(chain, moves));

} // namespace
} // namespace qopt::test
