#include "runtime/drivers/host/places.h"

#include "test/runtime/format/net_builder.h"

#include <gtest/gtest.h>

#include <numeric>

namespace qrt::host {
namespace {
using namespace test;

constexpr int64_t ofOne = 8, batch = 4; // elements of a sample, samples

/// x, between, y and z, 64 bytes a sample apart in the arena.
class PlacesOfARun : public ::testing::Test {
protected:
  PlacesOfARun() {
    const std::vector<Extent> shape{perSample(), fixed(ofOne)};
    x = net.input(ElementType::F32, shape);
    between = net.activation(ElementType::F32, shape);
    y = net.output(ElementType::F32, shape);
    z = net.output(ElementType::F32, shape);
    for (size_t i = 0; i < net.program.buffers.size(); ++i)
      net.program.buffers[i].offset = {0, int64_t(i) * batch * 64, 1};
    std::iota(memory.begin(), memory.end(), 0.0f);
    std::iota(arena.begin(), arena.end(), 1000.0f);
  }
  /// The caller's, `first` elements behind the beginning of its memory.
  Tensor tensorAt(int64_t first) {
    return Tensor::view(ElementType::F32, {batch, ofOne}, memory.data() + first);
  }
  char *base() { return reinterpret_cast<char *>(arena.data()); }
  char *inArena(uint32_t buffer) { return base() + int64_t(buffer) * batch * 64; }
  char *inMemory(int64_t first) { return reinterpret_cast<char *>(memory.data() + first); }

  NetBuilder net;
  uint32_t x, between, y, z;
  std::vector<float> memory = std::vector<float>(256), arena = std::vector<float>(4 * batch * 16);
};

TEST_F(PlacesOfARun, InputsAndOutputsAreTheCallers) {
  std::vector<Tensor> inputs{tensorAt(0)}, outputs{tensorAt(64), tensorAt(128)};
  const Places places(net.program, inputs, outputs);
  EXPECT_EQ(places.of({0, batch}, base()),
            (std::vector<char *>{inMemory(0), inArena(between), inMemory(64), inMemory(128)}));
  const std::vector<char *> some = places.of({2, 3}, base());
  EXPECT_EQ(some,
            (std::vector<char *>{inMemory(16), inArena(between), inMemory(80), inMemory(144)}));
  const std::vector<float> before = memory;
  places.copyOutputs({}, {2, 3}, some);
  EXPECT_EQ(memory, before) << "there is nothing to copy";
}

// A later node would read an early node's result in place of the input.
TEST_F(PlacesOfARun, AnOutputOverAnInputIsCopied) {
  for (int64_t first : {0, 1, 31, -31}) {
    std::vector<Tensor> inputs{tensorAt(100)}, outputs{tensorAt(200), tensorAt(100 + first)};
    const Places places(net.program, inputs, outputs);
    const std::vector<char *> all = places.of({0, batch}, base());
    EXPECT_EQ(all[y], inMemory(200));
    EXPECT_EQ(all[z], inArena(z));
    const Places next(net.program, inputs, outputs);
    next.copyOutputs({}, {1, 3}, next.of({1, 3}, base()));
    const float *copied = memory.data() + 100 + first + ofOne;
    EXPECT_EQ(copied[0], 1000.0f + z * batch * 16) << first;
    EXPECT_EQ(copied[2 * ofOne - 1], 1000.0f + z * batch * 16 + 2 * ofOne - 1);
    EXPECT_LT(copied[-1], 1000) << "another part's samples";
    EXPECT_LT(copied[2 * ofOne], 1000);
    std::iota(memory.begin(), memory.end(), 0.0f);
  }
}

TEST_F(PlacesOfARun, NeighboursAreNotShared) {
  std::vector<Tensor> inputs{tensorAt(100)}, outputs{tensorAt(68), tensorAt(132)};
  const std::vector<char *> all = Places(net.program, inputs, outputs).of({0, batch}, base());
  EXPECT_EQ(all[y], inMemory(68));
  EXPECT_EQ(all[z], inMemory(132));
}

TEST_F(PlacesOfARun, OutputsOverEachOtherAreCopiedInTurn) {
  std::vector<Tensor> inputs{tensorAt(0)}, outputs{tensorAt(64), tensorAt(70)};
  const std::vector<char *> all = Places(net.program, inputs, outputs).of({0, batch}, base());
  EXPECT_EQ(all[y], inArena(y));
  EXPECT_EQ(all[z], inArena(z));
}

TEST_F(PlacesOfARun, ABufferOfTwoOutputsIsWrittenOnce) {
  net.program.outputs[1].buffer = y;
  std::vector<Tensor> inputs{tensorAt(0)}, outputs{tensorAt(64), tensorAt(128)};
  const Places places(net.program, inputs, outputs);
  const std::vector<char *> all = places.of({0, batch}, base());
  EXPECT_EQ(all[y], inMemory(64));
  ThreadPool pool(2);
  places.copyOutputs({&pool}, {0, batch}, all);
  EXPECT_EQ(memory[128], 64);
  EXPECT_EQ(memory[159], 95);
}

TEST_F(PlacesOfARun, AnInputThatIsAnOutputIsCopied) {
  net.program.outputs[1].buffer = x;
  std::vector<Tensor> inputs{tensorAt(0)}, outputs{tensorAt(64), tensorAt(128)};
  const Places places(net.program, inputs, outputs);
  const std::vector<char *> all = places.of({0, batch}, base());
  EXPECT_EQ(all[x], inMemory(0));
  places.copyOutputs({}, {0, batch}, all);
  EXPECT_EQ(memory[128 + 5], 5);
}

TEST_F(PlacesOfARun, ElementsAcrossTheirWidthAreCopied) {
  std::vector<Tensor> inputs{tensorAt(0)};
  std::vector<Tensor> outputs{tensorAt(64),
                              Tensor::view(ElementType::F32, {batch, ofOne}, inMemory(128) + 1)};
  const std::vector<char *> all = Places(net.program, inputs, outputs).of({0, batch}, base());
  EXPECT_EQ(all[y], inMemory(64));
  EXPECT_EQ(all[z], inArena(z));
}

} // namespace
} // namespace qrt::host
