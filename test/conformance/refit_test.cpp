// Weights exchanged while a model runs: each run has all of one set, whatever the device.
#include "runtime/core/qrt.h"
#include "test/conformance/harness.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace qrt::test {
namespace {

constexpr int64_t size = 48;

/// y = x·b, of small integers, so that sums are exact in any order.
Program product(float value) {
  NetBuilder net;
  const std::vector<float> values(size * size, value);
  const uint32_t b = net.constant(Tensor::fromValues<float>({size, size}, values));
  const uint32_t in = net.input(ElementType::F32, {perSample(), fixed(size)});
  net.callToOutput(MatmulCall{{size, size, false, true},
                              fixed(1),
                              perSample(),
                              {bufferOperand(in), {}},
                              {constantOperand(b), {}},
                              storeAccumulator(ElementType::F32, ElementType::F32)},
                   ElementType::F32, {perSample(), fixed(size)});
  return net.program;
}

Tensor filled(Shape shape, float value) {
  const std::vector<float> values(size_t(elementCount(shape)), value);
  return Tensor::fromValues<float>(std::move(shape), values);
}

class RefitConformance : public Conformance {
protected:
  void SetUp() override {
    Conformance::SetUp();
    auto program = compile(product(1));
    ASSERT_TRUE(program.ok()) << program.status().message();
    auto loaded =
        Model::load(*device, std::make_shared<Program>(std::move(*program)), {}, places());
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    model = std::make_unique<Model>(std::move(*loaded));
  }
  static std::vector<WeightPlace> places() {
    return {{"w", "fc", ElementType::F32, {size, size}, {0u}}};
  }
  Status byName(float value) {
    std::vector<NamedTensor> values{{"w", filled({size, size}, value)}};
    return model->refit(*device, values);
  }
  /// Every value of the answer to ones is 48 times the weight, of one of these.
  bool answers(const Tensor &output, std::initializer_list<float> weights) const {
    const std::span<const float> all = output.values<float>();
    return !computes() || std::ranges::any_of(weights, [&](float weight) {
      return std::ranges::all_of(all, [&](float value) { return value == size * weight; });
    });
  }
  Tensor run(int64_t batch) {
    std::vector<Tensor> inputs{filled({batch, size}, 1)};
    auto outputs = model->run(inputs);
    EXPECT_TRUE(outputs.ok()) << outputs.status().message();
    return (*outputs)[0];
  }

  std::unique_ptr<Model> model;
};

TEST_P(RefitConformance, ByNameAndWhole) {
  EXPECT_TRUE(answers(run(3), {1}));
  ASSERT_TRUE(byName(2).ok());
  for (int64_t batch : {1, 5})
    EXPECT_TRUE(answers(run(batch), {2}));
  auto program = compile(product(-3));
  ASSERT_TRUE(program.ok());
  Status status = model->refit(*device, std::make_shared<Program>(std::move(*program)), places());
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(answers(run(2), {-3}));
}

TEST_P(RefitConformance, WhatIsInFlightKeepsItsWeights) {
  std::vector<Tensor> inputs{filled({4, size}, 1)};
  std::vector<PendingRun> runs;
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(byName(float(i)).ok());
    auto pending = model->submit(inputs);
    ASSERT_TRUE(pending.ok()) << pending.status().message();
    runs.push_back(std::move(*pending));
  }
  for (int i = 0; i < 6; ++i) {
    auto outputs = runs[size_t(i)].outputs();
    ASSERT_TRUE(outputs.ok()) << outputs.status().message();
    EXPECT_TRUE(answers((*outputs)[0], {float(i)})) << i;
  }
}

TEST_P(RefitConformance, ThreadsRunMeanwhile) {
  std::atomic<int> left = 24, wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&, i] {
      while (left-- > 0)
        wrong += !answers(run(1 + i), {1, 2, 4});
    });
  for (float value : {2.0f, 4.0f, 1.0f, 2.0f})
    wrong += !byName(value).ok();
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

CONFORMANCE_SUITE(RefitConformance);

} // namespace
} // namespace qrt::test
