#include "test/runtime/format/artifacts.h"

#include "runtime/core/qrt.h"
#include "runtime/core/weight_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

namespace qrt::test {
namespace {

/// y[n] = Σ x[k]·b[k][n], two layers that read the same 64 by 64 constant, and a bias behind.
Program twoProducts(float value) {
  NetBuilder net;
  std::vector<float> values(64 * 64, value), bias(64, 1);
  const uint32_t b = net.constant(Tensor::fromValues<float>({64, 64}, values));
  const uint32_t c = net.constant(Tensor::fromValues<float>({64}, bias));
  uint32_t from = net.input(ElementType::F32, {perSample(), fixed(64)});
  for (int layer = 0; layer < 2; ++layer) {
    ScalarBuilder s;
    auto sum = s.input({ScalarInputKind::Accumulator, ElementType::F32, 0});
    auto add = s.input({ScalarInputKind::Channel, ElementType::F32, 0});
    CallEpilogue epilogue;
    epilogue.program = s.finish(s.apply(ScalarOp::AddF, sum, add), ElementType::F32);
    epilogue.channels = {c};
    MatmulCall product{{64, 64, false, true},    fixed(1), perSample(), {bufferOperand(from), {}},
                       {constantOperand(b), {}}, epilogue};
    const bool isLast = layer == 1;
    const uint32_t to = isLast ? net.output(ElementType::F32, {perSample(), fixed(64)})
                               : net.activation(ElementType::F32, {perSample(), fixed(64)});
    net.call(product, {to});
    net.program.nodes.back().name = isLast ? "second" : "first";
    from = to;
  }
  net.program.target = "host";
  spreadOut(net.program);
  return net.program;
}

std::vector<WeightPlace> places() {
  WeightPlace one{"one/weights", "first", ElementType::F32, {64, 64}, {0u}};
  WeightPlace two = one, bias{"bias", "first", ElementType::F32, {1, 64}, {1u}};
  two.name = "two/weights";
  two.layer = "second";
  WeightPlace gone{"gone", "first", ElementType::F32, {2}, {}, "the compiler joined it"};
  return {one, two, bias, gone};
}

class RefitTest : public ::testing::Test {
protected:
  void SetUp() override {
    device = std::move(*openDevice("host:2"));
    auto loaded = Model::load(*device, std::make_shared<Program>(twoProducts(0.5f)), {}, places());
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    model = std::make_unique<Model>(std::move(*loaded));
  }
  static Tensor ones(Shape shape, float value = 1) {
    std::vector<float> values(size_t(elementCount(shape)), value);
    return Tensor::fromValues<float>(std::move(shape), values);
  }
  float answer() {
    std::vector<Tensor> inputs{ones({1, 64})};
    auto outputs = model->run(inputs);
    EXPECT_TRUE(outputs.ok()) << outputs.status().message();
    return outputs.ok() ? (*outputs)[0].values<float>()[63] : 0;
  }
  /// Returns the output of the network with this weight everywhere and this bias.
  static float expected(float weight, float bias) {
    return 64 * (64 * weight + bias) * weight + bias;
  }
  std::vector<NamedTensor> both(float value) const {
    return {{"one/weights", ones({64, 64}, value)}, {"two/weights", ones({64, 64}, value)}};
  }
  void refuses(const std::vector<NamedTensor> &values, std::string_view says) {
    Status status = model->refit(*device, values);
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.message().find(says), std::string::npos) << status.message();
    EXPECT_EQ(answer(), expected(0.5f, 1)); // all is as it was
  }

  std::unique_ptr<Device> device;
  std::unique_ptr<Model> model;
};

TEST_F(RefitTest, ByName) {
  EXPECT_EQ(answer(), expected(0.5f, 1));
  EXPECT_TRUE(model->refit(*device, both(0.25f)).ok());
  EXPECT_EQ(answer(), expected(0.25f, 1));
  std::vector<NamedTensor> bias{{"bias", ones({1, 64}, 3)}};
  EXPECT_TRUE(model->refit(*device, bias).ok()); // on what the last one left
  EXPECT_EQ(answer(), expected(0.25f, 3));
  EXPECT_EQ(model->weights().size(), 4u);
}

TEST_F(RefitTest, TheValuesAreCopied) {
  std::vector<float> values(64 * 64, 0.125f);
  Tensor view = Tensor::view(ElementType::F32, {64, 64}, values.data());
  std::vector<NamedTensor> given{{"one/weights", view}, {"two/weights", view}};
  ASSERT_TRUE(model->refit(*device, given).ok());
  values.assign(values.size(), 100);
  EXPECT_EQ(answer(), expected(0.125f, 1));
}

TEST_F(RefitTest, WholePrograms) {
  auto other = std::make_shared<Program>(twoProducts(2));
  ASSERT_TRUE(model->refit(*device, other, places()).ok());
  EXPECT_EQ(answer(), expected(2, 1));
  EXPECT_EQ(&model->program(), other.get());
}

TEST_F(RefitTest, MistakesNameTheWeightAndItsLayer) {
  refuses({{"none", ones({2})}}, "no weight 'none'; there are 4");
  refuses({{"bias", ones({64})}},
          "weight 'bias' of layer 'first' is f32 of 1x64, f32 of 64 was given");
  refuses({{"bias", Tensor::allocate(ElementType::F16, {1, 64})}}, "f16 of 1x64 was given");
  refuses({{"gone", ones({2})}},
          "weight 'gone' of layer 'first' is not changed alone: the compiler joined it");
  refuses({{"one/weights", ones({64, 64})}}, "weight 'two/weights' of layer 'second' is equal to");
  auto differ = both(3);
  differ[1].tensor = ones({64, 64}, 4);
  refuses(differ, "to make them differ");
  refuses({{"bias", ones({1, 64})}, {"bias", ones({1, 64})}}, "is given twice");
  refuses({{"bias", ones({1, 64}, std::numeric_limits<float>::infinity())}}, "no finite number");
}

TEST_F(RefitTest, AnotherNetworkIsRefused) {
  Program other = twoProducts(1);
  other.nodes[1].name = "another";
  Status status = model->refit(*device, std::make_shared<Program>(other), places());
  EXPECT_NE(status.message().find("where layer 'second' was, layer 'another' is now"),
            std::string::npos)
      << status.message();
  status = model->refit(*device, std::make_shared<Program>(everyCall()), {});
  EXPECT_FALSE(status.ok());
  std::vector<WeightPlace> wrong = places();
  wrong[0].constants = {7};
  status = model->refit(*device, std::make_shared<Program>(twoProducts(1)), wrong);
  EXPECT_NE(status.message().find("a constant that is not there"), std::string::npos);
  EXPECT_EQ(answer(), expected(0.5f, 1));
}

TEST_F(RefitTest, IntegersStayWhereTheirSumsAreProved) {
  NetBuilder net;
  const uint32_t weights = net.constant(Tensor::allocate(ElementType::I8, {4, 4}));
  const uint32_t in = net.input(ElementType::I8, {perSample(), fixed(4)});
  net.callToOutput(MatmulCall{{4, 4, false, true},
                              fixed(1),
                              perSample(),
                              {bufferOperand(in), {ElementType::I8, 0}},
                              {constantOperand(weights), {ElementType::I8, 0}},
                              storeAccumulator(ElementType::I32, ElementType::I32)},
                   ElementType::I32, {perSample(), fixed(4)});
  net.program.target = "host";
  spreadOut(net.program);
  WeightPlace place{"w", "fc", ElementType::I8, {4, 4}, {0u}, "", -127, 127};
  auto loaded = Model::load(*device, std::make_shared<Program>(net.program), {}, {place});
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  Tensor least = Tensor::allocate(ElementType::I8, {4, 4});
  least.mutableValues<int8_t>()[5] = -128;
  std::vector<NamedTensor> given{{"w", least}};
  Status status = loaded->refit(*device, given);
  EXPECT_NE(status.message().find("a value is -128; from -127 to 127"), std::string::npos)
      << status.message();
}

TEST_F(RefitTest, RunsInFlightKeepWhatTheyBeganWith) {
  std::vector<Tensor> inputs{ones({1, 64})};
  std::vector<PendingRun> runs;
  std::vector<float> wanted;
  for (int i = 0; i < 32; ++i) {
    const float weight = 1.0f / float(1 << (i % 4));
    ASSERT_TRUE(model->refit(*device, both(weight)).ok());
    runs.push_back(std::move(*model->submit(inputs)));
    wanted.push_back(expected(weight, 1));
  }
  for (size_t i = 0; i < runs.size(); ++i)
    EXPECT_EQ((*runs[i].outputs())[0].values<float>()[0], wanted[i]) << i;
}

// Each run has all of one refit and nothing of another: weights and the bias of one.
TEST_F(RefitTest, ThreadsRunWhileOthersRefit) {
  std::atomic<bool> ends = false;
  std::atomic<int> wrong = 0, ran = 0, refitted = 0;
  auto isOne = [](float value) {
    return value == expected(0.5f, 1) || value == expected(0.25f, 3) || value == expected(2, 1);
  };
  std::vector<NamedTensor> named = both(0.25f);
  named.push_back({"bias", ones({1, 64}, 3)});
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      std::vector<Tensor> inputs{ones({1 + i, 64})};
      while (!ends) {
        auto outputs = i == 2 ? model->submit(inputs)->outputs() : model->run(inputs);
        for (float value : (*outputs)[0].values<float>())
          wrong += !isOne(value);
        ++ran;
      }
    });
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&, i] {
      while (!ends) {
        Status status =
            i == 0 ? model->refit(*device, named)
                   : model->refit(*device, std::make_shared<Program>(twoProducts(2)), places());
        wrong += !status.ok();
        ++refitted;
      }
    });
  while (ran < 300 || refitted < 300)
    std::this_thread::yield();
  ends = true;
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

// Packings of constants that stay are not made again.
TEST_F(RefitTest, AStoreSparesWhatStays) {
  auto store = std::make_shared<WeightStore>();
  LoadOptions options;
  options.weights = store;
  auto loaded =
      Model::load(*device, std::make_shared<Program>(twoProducts(0.5f)), options, places());
  ASSERT_TRUE(loaded.ok());
  const size_t packings = store->held().packings;
  std::vector<NamedTensor> bias{{"bias", ones({1, 64}, 2)}};
  ASSERT_TRUE(loaded->refit(*device, bias, options).ok());
  EXPECT_EQ(store->held().packings, packings);
}

} // namespace
} // namespace qrt::test
