#include "runtime/drivers/host/executable.h"

#include "runtime/drivers/host/prepared.h"
#include "runtime/format/fusion.h"
#include "test/conformance/net_builder.h"

#include <gtest/gtest.h>

#include <limits>

namespace qrt::host {
namespace {
using namespace test;

constexpr int64_t extent = 32, channels = 256;

CallEpilogue store() {
  ScalarBuilder b;
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.accumulator(ElementType::F32), ElementType::F32);
  return epilogue;
}

Tensor floats(Shape shape) {
  Tensor tensor = Tensor::allocate(ElementType::F32, std::move(shape));
  auto *values = static_cast<float *>(tensor.mutableData());
  for (int64_t i = 0; i < tensor.size(); ++i)
    values[i] = float(i % 7) - 3;
  return tensor;
}

/// 1 MiB between a pointwise convolution and a depthwise one.
class Fused : public ::testing::Test {
protected:
  Fused() {
    const std::vector<Extent> shape{perSample(), fixed(extent), fixed(extent), fixed(channels)};
    const uint32_t x =
        net.input(ElementType::F32, {perSample(), fixed(extent), fixed(extent), fixed(inChannels)});
    const uint32_t between = net.activation(ElementType::F32, shape);
    call({{extent, extent}, {extent, extent}, inChannels, channels}, x, between);
    Conv2dShape depthwise{{extent, extent}, {extent, extent}, channels, channels, channels};
    depthwise.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
    call(depthwise, between, net.output(ElementType::F32, shape));
    keepForFusion(net.program);
    placeApart();
  }
  void call(const Conv2dShape &of, uint32_t from, uint32_t to) {
    Conv2dCall conv{of, perSample(), {bufferOperand(from), {}}, {}, store()};
    conv.weights = {
        constantOperand(net.constant(floats({of.outChannels, of.inChannels / of.groups,
                                             of.window.kernel[0], of.window.kernel[1]}))),
        {}};
    net.call(conv, {to});
  }
  void placeApart() {
    Extent end = fixed(0);
    for (Buffer &buffer : net.program.buffers) {
      buffer.offset = end;
      end = {end.scale + buffer.bytes.scale, 0, 1};
    }
    net.program.arenaBytes = end;
  }
  std::unique_ptr<Executable> load(int64_t cacheBytes) {
    auto executable = loadProgram({}, nullptr, std::make_shared<Program>(net.program), cacheBytes);
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return executable.ok() ? std::move(*executable) : nullptr;
  }

  static constexpr int64_t inChannels = 8;
  NetBuilder net;
};

TEST_F(Fused, IsTheSameAsApart) {
  const Tensor x = floats({1, extent, extent, inChannels});
  auto run = [&](int64_t cacheBytes, std::array<double, 2> &seconds) {
    Tensor y = Tensor::allocate(ElementType::F32, {1, extent, extent, channels});
    auto executable = load(cacheBytes);
    if (executable)
      EXPECT_TRUE(executable->profile(1, {&x, 1}, {&y, 1}, seconds).ok());
    return y;
  };
  std::array<double, 2> together{}, apart{};
  const Tensor fused = run(1, together);
  const Tensor one = run(std::numeric_limits<int64_t>::max(), apart);
  EXPECT_EQ(together[0], 0) << "the second has the time of both";
  EXPECT_GT(together[1], 0);
  EXPECT_GT(apart[0], 0);
  EXPECT_TRUE(std::ranges::equal(fused.values<float>(), one.values<float>()));
}

TEST_F(Fused, HoldsItsPackedWeights) {
  constexpr int64_t stored = (inChannels + 9) * channels * 4; // no columns are added to these
  EXPECT_EQ(PreparedProgram({}, net.program).bytes, stored);
  EXPECT_EQ(load(1)->memoryUse(1).constants, stored);
}

} // namespace
} // namespace qrt::host
