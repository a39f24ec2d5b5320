#include "runtime/core/states.h"

#include <gtest/gtest.h>

namespace qrt {
namespace {

using Port = PortDescription<Extent>;

Port port(std::string name, ElementType type = ElementType::F32,
          std::optional<QuantParams> quantization = std::nullopt) {
  return {std::move(name), type, {{0, 2}}, quantization, {}, {}};
}

constexpr QuantParams steps{0.5, -3, -128, 127, ElementType::I8};

TEST(States, ArePairsOfPortsAlike) {
  const std::vector<Port> inputs{port("x"), port("h"), port("c", ElementType::I8, steps),
                                 port("other"), port("wide")};
  std::vector<Port> outputs{port("c.next", ElementType::I8, steps), port("y"), port("h.next"),
                            port("other.next", ElementType::I8), port("wide.next")};
  outputs[4].shape = {{0, 3}};
  const std::vector<StatePorts> states = statesOf(inputs, outputs);
  ASSERT_EQ(states.size(), 2u);
  EXPECT_EQ(states[0].input, 1u);
  EXPECT_EQ(states[0].output, 2u);
  EXPECT_EQ(states[1].input, 2u);
  EXPECT_EQ(states[1].output, 0u);
}

TEST(States, RestIsTheRealNumberZero) {
  EXPECT_EQ(stateAtRest(ElementType::F32, {2}, {}).values<float>()[1], 0.0f);
  EXPECT_EQ(stateAtRest(ElementType::I8, {2}, steps).values<int8_t>()[1], -3);
  const QuantParams four{1, 5, -8, 7, ElementType::I4};
  const Tensor packed = stateAtRest(ElementType::I4, {3}, four);
  EXPECT_EQ(packed.type(), ElementType::I4);
  EXPECT_EQ(integerAt(packed, 2), 5);
}

// y, h.next = x + h, x + h
TEST(States, GoOnFromRunToRun) {
  const std::vector<Port> inputs{port("h"), port("x")}, outputs{port("y"), port("h.next")};
  States states(statesOf(inputs, outputs), inputs, 1);
  auto step = [&](float value) {
    const Tensor x = Tensor::fromValues<float>({2}, std::vector<float>{value, 2 * value});
    const std::vector<Tensor> given = states.with({&x, 1});
    EXPECT_EQ(given.size(), 2u);
    Tensor sum = Tensor::allocate(ElementType::F32, {2});
    for (size_t i = 0; i < 2; ++i)
      sum.mutableValues<float>()[i] = given[0].values<float>()[i] + given[1].values<float>()[i];
    const std::vector<Tensor> left = states.taken({sum, sum});
    EXPECT_EQ(left.size(), 1u);
    return left[0].values<float>()[1];
  };
  EXPECT_EQ(step(1), 2);
  EXPECT_EQ(step(2), 6);
  states.reset();
  EXPECT_EQ(step(2), 4);
  states.set(0, Tensor::fromValues<float>({2}, std::vector<float>{10, 20}));
  EXPECT_EQ(step(1), 22);
  EXPECT_EQ(states.values()[0].values<float>()[0], 11);
}

} // namespace
} // namespace qrt
