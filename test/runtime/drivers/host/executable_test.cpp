#include "runtime/drivers/host/executable.h"

#include "runtime/drivers/host/prepared.h"
#include "test/runtime/drivers/host/fused_net.h"

#include <cstring>

namespace qrt::host {
namespace {
using namespace test;

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
  Tensor run(const FusedNet &net, int64_t cacheBytes) const {
    const auto [type, threads, batch] = GetParam();
    const Tensor x = valuesOf(type, {batch, extent, extent, FusedNet::inChannels}, 3);
    Tensor y = Tensor::allocate(type, {batch, extent, extent, channels});
    auto executable = net.load(cacheBytes, threads);
    if (executable) {
      EXPECT_TRUE(executable->run(batch, {&x, 1}, {&y, 1}).ok());
    }
    return y;
  }
};

TEST_P(Fused, IsTheSameAsApart) {
  const FusedNet one(GetParam().type, Calls::One), two(GetParam().type);
  const Tensor together = run(one, 1), apart = run(one, int64_t(1) << 40), calls = run(two, 1);
  const auto bytesOf = [](const Tensor &t) {
    return std::span(static_cast<const char *>(t.data()), t.bytes());
  };
  EXPECT_TRUE(std::ranges::equal(bytesOf(together), bytesOf(calls)));
  EXPECT_TRUE(std::ranges::equal(bytesOf(apart), bytesOf(calls)));
  EXPECT_NE(std::ranges::min(bytesOf(calls)), std::ranges::max(bytesOf(calls)));
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

/// One run of the net's one call, into an arena that held this byte everywhere.
std::vector<char> arenaAfter(const FusedNet &fused, int64_t cacheBytes, char before) {
  const Program &program = fused.net.program;
  const Execution execution{nullptr};
  const PreparedProgram prepared(execution, program);
  std::vector<char> arena(size_t(program.arenaBytes.at(1)), before);
  std::vector<char *> places;
  for (const Buffer &buffer : program.buffers)
    places.push_back(arena.data() + buffer.offset.at(1));
  const Tensor x = valuesOf(fused.type, {1, extent, extent, FusedNet::inChannels}, 3);
  std::memcpy(places[0], x.data(), x.bytes());
  Status status;
  const HostRun context{execution,
                        program.buffers,
                        prepared.constants,
                        program.nodes[0].writes,
                        prepared.nodes[0],
                        prepared.programs[0].get(),
                        1,
                        places,
                        cacheBytes,
                        status};
  qrt::run(context, std::get<FusedConv2dCall>(std::get<Call>(program.nodes[0].work)));
  EXPECT_TRUE(status.ok());
  return arena;
}

bool isAll(const FusedNet &fused, const std::vector<char> &arena, uint32_t buffer, char value) {
  const Buffer &of = fused.net.program.buffers[buffer];
  const auto begin = arena.begin() + of.offset.at(1);
  return std::all_of(begin, begin + of.bytes.at(1), [=](char byte) { return byte == value; });
}

// The tensor between is written only if fusing does not pay.
TEST(FusedNet, WritesNothingBetweenWhereItIsMoreThanCachesHold) {
  const FusedNet fused(ElementType::F32, Calls::One);
  const uint32_t between = fused.net.program.nodes[0].writes[0],
                 result = fused.net.program.nodes[0].writes[1];
  const std::vector<char> together = arenaAfter(fused, 1, 0x55);
  EXPECT_TRUE(isAll(fused, together, between, 0x55));
  EXPECT_FALSE(isAll(fused, together, result, 0x55));
  const std::vector<char> apart = arenaAfter(fused, int64_t(1) << 40, 0x55);
  EXPECT_FALSE(isAll(fused, apart, between, 0x55));
}

TEST(FusedNet, HoldsItsPackedWeights) {
  for (Calls calls : {Calls::Two, Calls::One}) {
    const FusedNet fused(ElementType::F32, calls);
    constexpr int64_t stored = (FusedNet::inChannels + 9) * channels * 4; // no columns are added
    EXPECT_EQ(PreparedProgram({}, fused.net.program).bytes, stored);
    EXPECT_EQ(fused.load(1)->memoryUse(1).constants, stored);
  }
}

/// The epilogue of the net's second convolution, in a call of its own or in one of both.
CallEpilogue &lastEpilogue(Call &call) {
  CallEpilogue *found = nullptr;
  const auto look = [&](auto &one) {
    if constexpr (requires { one.second.epilogue; })
      found = &one.second.epilogue;
    else if constexpr (requires { one.epilogue; })
      found = &one.epilogue;
  };
  std::visit(look, call);
  return *found;
}

/// The sum and a number of bf16 for its channel.
ScalarProgram sumAndHalf() {
  ScalarBuilder b;
  return b.finish(b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32),
                          b.input({ScalarInputKind::Channel, ElementType::BF16, 0})),
                  ElementType::BF16);
}

// A vector of halves, read by channel, is f32 once loaded; its halves are not kept.
TEST(Prepared, WidensVectorsByChannel) {
  for (Calls calls : {Calls::Two, Calls::One}) {
    FusedNet fused(ElementType::BF16, calls);
    const int64_t plain = PreparedProgram({}, fused.net.program).bytes;
    const uint32_t constant = fused.net.constant(valuesOf(ElementType::BF16, {channels}, 5));
    CallEpilogue &last = lastEpilogue(std::get<Call>(fused.net.program.nodes.back().work));
    last.program = sumAndHalf();
    last.channels = {constant};
    PreparedProgram prepared({}, fused.net.program);
    const CallEpilogue &run = lastEpilogue(prepared.calls.back());
    EXPECT_EQ(run.program.inputs[1].storage, ElementType::F32);
    const Tensor &wide = prepared.constants[run.channels[0]];
    ASSERT_EQ(wide.type(), ElementType::F32);
    for (int64_t c = 0; c < channels; ++c)
      EXPECT_EQ(wide.values<float>()[size_t(c)], float(c % 7 - 3 + 5));
    EXPECT_EQ(prepared.bytes, plain + channels * 4);
    EXPECT_FALSE(prepared.constants[constant].data());
  }
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

// The parts of one call read what a call of their own reads.
TEST(Prepared, SharesWithTheSameTwoInOneCall) {
  WeightStore store;
  const FusedNet two, one(ElementType::F32, Calls::One);
  const PreparedProgram first({}, two.net.program, &store);
  const PreparedProgram second({}, one.net.program, &store);
  EXPECT_EQ(store.held().packings, 2u);
  EXPECT_EQ(first.bytes, second.bytes);
}

// A program with another image size and equal weights shares them; weights that are packed
// otherwise are not shared.
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
