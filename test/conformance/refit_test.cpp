// Weights exchanged while a model runs: each run has all of one set, whatever the device.
#include "runtime/core/qrt.h"
#include "test/conformance/harness.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace qrt::test {
namespace {

constexpr int64_t size = 128;

/// y = x·a·b, all weights of either matrix alike and small integers, so that sums are exact in any
/// order.
Program products(float a, float b) {
  NetBuilder net;
  uint32_t from = net.input(ElementType::F32, {perSample(), fixed(size)});
  for (float weight : {a, b}) {
    const std::vector<float> values(size * size, weight);
    const uint32_t matrix = net.constant(Tensor::fromValues<float>({size, size}, values));
    const bool isLast = net.program.nodes.size() == 1;
    const std::vector<Extent> shape{perSample(), fixed(size)};
    const uint32_t to =
        isLast ? net.output(ElementType::F32, shape) : net.activation(ElementType::F32, shape);
    net.call(MatmulCall{{size, size, false, true},
                        fixed(1),
                        perSample(),
                        {bufferOperand(from), {}},
                        {constantOperand(matrix), {}},
                        storeAccumulator(ElementType::F32, ElementType::F32)},
             {to});
    from = to;
  }
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
    auto program = compile(products(1, 1));
    ASSERT_TRUE(program.ok()) << program.status().message();
    auto loaded =
        Model::load(*device, std::make_shared<Program>(std::move(*program)), {}, places());
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    model = std::make_unique<Model>(std::move(*loaded));
  }
  static std::vector<WeightPlace> places() {
    return {{"a", "first", ElementType::F32, {size, size}, {0u}},
            {"b", "second", ElementType::F32, {size, size}, {1u}}};
  }
  /// Both matrices.
  Status byName(float value) {
    std::vector<NamedTensor> values{{"a", filled({size, size}, value)},
                                    {"b", filled({size, size}, value)}};
    return model->refit(*device, values);
  }
  /// Returns whether every value of the output for ones is that of two matrices of this weight.
  bool answers(const Tensor &output, float weight) const {
    return !computes() || std::ranges::all_of(output.values<float>(), [&](float value) {
      return value == float(size * size) * weight * weight;
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
  EXPECT_TRUE(answers(run(3), 1));
  ASSERT_TRUE(byName(2).ok());
  for (int64_t batch : {1, 5})
    EXPECT_TRUE(answers(run(batch), 2));
  auto program = compile(products(-3, -3));
  ASSERT_TRUE(program.ok());
  Status status = model->refit(*device, std::make_shared<Program>(std::move(*program)), places());
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(answers(run(2), 3));
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
    EXPECT_TRUE(answers((*outputs)[0], float(i))) << i;
  }
}

/// Returns the weight of refit number i. No product of two weights is another's square, so that a
/// run with the matrices of two refits is detected.
float weightOf(int i) {
  constexpr float weights[] = {1, 3, 5, 7};
  return weights[i % 4];
}

// A run has both matrices of one refit: of the last that had ended before it began, or of one that
// began before it ended. It goes on until runs were beside refits, however fast either is.
TEST_P(RefitConformance, RunsBesideRefitsHaveTheWeightsOfOne) {
  std::vector<std::shared_ptr<const Program>> programs;
  for (int i = 0; i < 4; ++i) {
    auto program = compile(products(weightOf(i), weightOf(i)));
    ASSERT_TRUE(program.ok()) << program.status().message();
    programs.push_back(std::make_shared<Program>(std::move(*program)));
  }
  std::atomic<int> begun = 0, ended = 0, beside = 0, wrong = 0;
  std::atomic<bool> isOver = false;
  auto runs = [&](int64_t batch) {
    while (!isOver) {
      const int first = ended;
      const Tensor output = run(batch);
      const int last = begun;
      bool isRight = false;
      for (int i = first; i <= last && !isRight; ++i)
        isRight = answers(output, weightOf(i));
      wrong += !isRight;
      beside += last > first;
    }
  };
  std::vector<std::jthread> threads;
  for (int64_t batch : {1, 2, 7})
    threads.emplace_back(runs, batch);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  int i = 0;
  while ((i < 300 || beside < 300) && std::chrono::steady_clock::now() < deadline) {
    begun = ++i;
    const Status status =
        i % 2 ? byName(weightOf(i)) : model->refit(*device, programs[size_t(i % 4)], places());
    EXPECT_TRUE(status.ok()) << status.message();
    ended = i;
  }
  isOver = true;
  threads.clear();
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(beside, 300) << "of " << i << " refits";
}

CONFORMANCE_SUITE(RefitConformance);

} // namespace
} // namespace qrt::test
