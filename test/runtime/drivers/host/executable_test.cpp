#include "runtime/drivers/host/executable.h"

#include "runtime/drivers/host/prepared.h"
#include "test/runtime/format/net_builder.h"

#include <gtest/gtest.h>

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

/// clamp(rint(f32(sum) · 0.5) + 3) to bytes.
CallEpilogue requantize() {
  ScalarBuilder b;
  auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32)),
                   b.constant(0.5f));
  t = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(3.0f));
  t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, t, b.constant(0.0f)), b.constant(255.0f));
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.apply(ScalarOp::F32ToI32, t), ElementType::U8);
  return epilogue;
}

/// Of period 7; bytes from `zero` on.
Tensor valuesOf(ElementType type, Shape shape, int zero) {
  Tensor tensor = Tensor::allocate(type, std::move(shape));
  visitElementType(type, [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    auto *values = static_cast<T *>(tensor.mutableData());
    for (int64_t i = 0; i < tensor.size(); ++i)
      values[i] = T(float(i % 7 - 3 + zero));
  });
  return tensor;
}

/// 1 MiB of floats or a quarter of it of bytes between a pointwise convolution and a depthwise one.
struct FusedNet {
  explicit FusedNet(ElementType type = ElementType::F32) : type(type) {
    const std::vector<Extent> shape{perSample(), fixed(extent), fixed(extent), fixed(channels)};
    const uint32_t x =
        net.input(type, {perSample(), fixed(extent), fixed(extent), fixed(inChannels)});
    const uint32_t between = net.activation(type, shape);
    call({{extent, extent}, {extent, extent}, inChannels, channels}, x, between);
    Conv2dShape depthwise{{extent, extent}, {extent, extent}, channels, channels, channels};
    depthwise.window = {{3, 3}, {1, 1}, {1, 1}, {1, 1}};
    call(depthwise, between, net.output(type, shape));
    // As keepForFusion does of what is large enough.
    net.program.nodes[1].reads.push_back(x);
    placeApart();
  }
  void call(const Conv2dShape &of, uint32_t from, uint32_t to) {
    const bool isByte = type == ElementType::U8;
    const ElementType weightType = isByte ? ElementType::I8 : type;
    Conv2dCall conv{of,
                    perSample(),
                    {bufferOperand(from), {type, isByte ? 3 : 0}},
                    {},
                    isByte ? requantize() : store()};
    conv.weights = {
        constantOperand(net.constant(valuesOf(
            weightType,
            {of.outChannels, of.inChannels / of.groups, of.window.kernel[0], of.window.kernel[1]},
            0))),
        {weightType, 0}};
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
  std::unique_ptr<Executable> load(int64_t cacheBytes, unsigned threads = 1) const {
    auto pool = threads > 1 ? std::make_shared<ThreadPool>(threads) : nullptr;
    auto executable =
        loadProgram({pool.get()}, pool, std::make_shared<Program>(net.program), cacheBytes);
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return executable.ok() ? std::move(*executable) : nullptr;
  }

  static constexpr int64_t inChannels = 8;
  ElementType type;
  NetBuilder net;
};

struct Run {
  ElementType type;
  unsigned threads;
  int64_t batch;
};
std::ostream &operator<<(std::ostream &out, const Run &run) {
  return out << elementTypeName(run.type) << ", " << run.threads << " threads, batch " << run.batch;
}

class Fused : public ::testing::TestWithParam<Run> {
protected:
  /// The result; `seconds` of both calls.
  Tensor run(int64_t cacheBytes, std::array<double, 2> &seconds) const {
    const auto [type, threads, batch] = GetParam();
    const Tensor x = valuesOf(type, {batch, extent, extent, FusedNet::inChannels}, 3);
    Tensor y = Tensor::allocate(type, {batch, extent, extent, channels});
    auto executable = net.load(cacheBytes, threads);
    if (executable) {
      EXPECT_TRUE(executable->profile(batch, {&x, 1}, {&y, 1}, seconds).ok());
    }
    return y;
  }
  const FusedNet net{GetParam().type};
};

TEST_P(Fused, IsTheSameAsApart) {
  std::array<double, 2> together{}, apart{};
  const Tensor fused = run(1, together);
  const Tensor one = run(int64_t(1) << 40, apart);
  EXPECT_EQ(together[0], 0) << "the second has the time of both";
  EXPECT_GT(together[1], 0);
  EXPECT_GT(apart[0], 0);
  const auto bytesOf = [](const Tensor &t) {
    return std::span(static_cast<const char *>(t.data()), t.bytes());
  };
  EXPECT_TRUE(std::ranges::equal(bytesOf(fused), bytesOf(one)));
  EXPECT_NE(std::ranges::min(bytesOf(one)), std::ranges::max(bytesOf(one)));
}

std::vector<Run> runs() {
  std::vector<Run> all;
  for (ElementType type : {ElementType::F32, ElementType::U8})
    for (unsigned threads : {1u, 2u, 3u})
      for (int64_t batch : {1, 2, 5})
        all.push_back({type, threads, batch});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Runs, Fused, ::testing::ValuesIn(runs()));

TEST(FusedNet, HoldsItsPackedWeights) {
  const FusedNet fused;
  constexpr int64_t stored = (FusedNet::inChannels + 9) * channels * 4; // no columns are added
  EXPECT_EQ(PreparedProgram({}, fused.net.program).bytes, stored);
  EXPECT_EQ(fused.load(1)->memoryUse(1).constants, stored);
}

// Calibration tries ranges on copies of a layer: all of them read the same weights.
TEST(Prepared, PacksOnceWhatLayersReadAlike) {
  FusedNet fused;
  const int64_t once = PreparedProgram({}, fused.net.program).bytes;
  Program twice = fused.net.program;
  twice.nodes.insert(twice.nodes.end(), fused.net.program.nodes.begin(),
                     fused.net.program.nodes.end());
  const PreparedProgram prepared({}, twice);
  ASSERT_EQ(prepared.nodes.size(), 4u);
  EXPECT_EQ(prepared.bytes, once);
  for (size_t i : {0, 1})
    EXPECT_EQ(prepared.nodes[i], prepared.nodes[i + 2]) << i;
  EXPECT_NE(prepared.nodes[0], prepared.nodes[1]);
}

// Of another image, whose weights are equal; those that are packed otherwise are not shared.
TEST(Prepared, SharesWithOtherPrograms) {
  WeightStore store;
  FusedNet fused, other, bytes(ElementType::U8);
  std::get<Conv2dCall>(std::get<Call>(other.net.program.nodes[0].work)).shape.in = {7, 9};
  const PreparedProgram first({}, fused.net.program, &store);
  const WeightStore::Held held = store.held();
  const PreparedProgram second({}, other.net.program, &store);
  EXPECT_EQ(store.held().packings, 2u);
  EXPECT_EQ(store.held().bytes, held.bytes);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.bytes, second.bytes);
  const PreparedProgram third({}, bytes.net.program, &store);
  EXPECT_EQ(store.held().packings, 4u);
}

} // namespace
} // namespace qrt::host
