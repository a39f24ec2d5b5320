#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

using namespace qopt;
using qrt::Tensor;

namespace {

constexpr char convNet[] = R"(
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x2xf32, #nn.dims<N>>) {
  %n = nn.neg %x {nn.name = "n"}
      : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %r = nn.relu %n {nn.name = "r"}
      : (tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %r : tensor<?x2xf32, #nn.dims<N>>
})";

class OnDevice : public ::testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    auto parsed = parseModule(*context, convNet);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
  }
  std::unique_ptr<CompiledModel> compile(const CompileOptions &options = {}) {
    auto model = CompiledModel::compile(*module, GetParam(), options);
    EXPECT_TRUE(model.ok()) << model.status().message();
    return model.ok() ? std::move(*model) : nullptr;
  }
  static Tensor tensor(std::vector<float> values) {
    return Tensor::fromValues<float>({int64_t(values.size() / 2), 2}, values);
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
};

TEST_P(OnDevice, RunsAnyBatch) {
  auto model = compile();
  ASSERT_TRUE(model);
  EXPECT_EQ(model->inputs().at(0).name, "x");
  EXPECT_EQ(model->outputs().at(0).name, "r");
  EXPECT_TRUE(model->dynamicBatch());
  for (int64_t batch : {1, 3}) {
    std::vector<float> values(size_t(2 * batch), -2);
    values[1] = 4;
    auto outputs = model->run({tensor(values)});
    ASSERT_TRUE(outputs.ok()) << outputs.status().message();
    EXPECT_EQ(outputs->at(0).shape(), (qrt::Shape{batch, 2}));
    EXPECT_EQ(outputs->at(0).values<float>()[0], 2);
    EXPECT_EQ(outputs->at(0).values<float>()[1], 0);
  }
}

TEST_P(OnDevice, TellsTheStepsOfAStart) {
  std::vector<std::string> steps;
  CompileOptions options;
  options.onStep = [&](std::string_view step, double seconds) {
    EXPECT_GE(seconds, 0);
    if (steps.empty() || steps.back() != step)
      steps.emplace_back(step);
  };
  auto model = compile(options);
  ASSERT_TRUE(model);
  if (model->device().driver == "reference")
    EXPECT_EQ(steps, std::vector<std::string>());
  else
    EXPECT_EQ(steps, (std::vector<std::string>{"device", "lowering", "kernels", "upload"}));
  EXPECT_EQ(model->memoryUse(3).activations, model->activationBytes(3));
}

TEST_P(OnDevice, TimesEachNode) {
  auto model = compile();
  ASSERT_TRUE(model);
  std::vector<Tensor> inputs{tensor({1, 2, 3, 4})};
  auto seconds = model->profile(inputs);
  if (model->device().driver == "reference") {
    EXPECT_EQ(seconds.status().code(), qrt::StatusCode::Unsupported);
    return;
  }
  ASSERT_TRUE(seconds.ok()) << seconds.status().message();
  EXPECT_EQ(seconds->size(), model->program()->nodes.size());
  EXPECT_FALSE(model->profile({}).ok());
}

// Sizes beside the batch are open: a program is made as shapes come, and the nodes are its own.
TEST(CompiledModel, TimesNodesOfTheShapeThatRan) {
  auto context = makeContext();
  auto module = parseModule(*context, R"(
func.func @main(%x: tensor<?x?xf32, #nn.dims<N, T>> {nn.name = "x"})
    -> (tensor<?x?xf32, #nn.dims<N, T>>) {
  %n = nn.neg %x {nn.name = "n"}
      : (tensor<?x?xf32, #nn.dims<N, T>>) -> tensor<?x?xf32, #nn.dims<N, T>>
  return %n : tensor<?x?xf32, #nn.dims<N, T>>
})");
  ASSERT_TRUE(module.ok()) << module.status().message();
  auto model = CompiledModel::compile(**module, "host");
  ASSERT_TRUE(model.ok()) << model.status().message();
  for (int64_t width : {2, 5}) {
    std::vector<Tensor> inputs{Tensor::allocate(qrt::ElementType::F32, {3, width})};
    auto seconds = (*model)->profile(inputs);
    ASSERT_TRUE(seconds.ok()) << seconds.status().message();
    ASSERT_TRUE((*model)->program());
    EXPECT_EQ(seconds->size(), (*model)->program()->nodes.size());
    EXPECT_GT(seconds->size(), 0u);
  }
}

TEST_P(OnDevice, RefusesWhatDoesNotFit) {
  auto model = compile();
  ASSERT_TRUE(model);
  auto message = [&](std::vector<Tensor> inputs) {
    return model->run(std::span<const Tensor>(inputs)).status().message();
  };
  EXPECT_NE(message({}).find("0 were given"), std::string::npos);
  EXPECT_NE(message({Tensor::allocate(qrt::ElementType::F32, {1, 3})}).find("'x'"),
            std::string::npos);
  EXPECT_NE(message({Tensor::allocate(qrt::ElementType::U8, {1, 2})}).find("f32"),
            std::string::npos);
  EXPECT_EQ(message({Tensor::allocate(qrt::ElementType::F32, {0, 2})}),
            "input 'x' is a batch of zero: at least one sample is needed");
}

TEST_P(OnDevice, ExposesEveryValue) {
  ASSERT_TRUE(exposeAllValues(*module).ok());
  auto model = compile();
  ASSERT_TRUE(model);
  ASSERT_EQ(model->outputs().size(), 2u);
  auto outputs = model->run({tensor({-3, 1})});
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  EXPECT_EQ(outputs->at(0).values<float>()[1], 0);  // r
  EXPECT_EQ(outputs->at(1).values<float>()[1], -1); // n
}

INSTANTIATE_TEST_SUITE_P(Devices, OnDevice, ::testing::Values("reference", "host", "host:1"),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), ':', '_');
                           return name;
                         });

TEST(CompiledModel, UnknownDevice) {
  auto context = makeContext();
  auto module = parseModule(*context, convNet);
  ASSERT_TRUE(module.ok());
  auto model = CompiledModel::compile(**module, "toaster");
  EXPECT_NE(model.status().message().find("toaster"), std::string::npos);
}

} // namespace
