#include "runtime/core/qrt.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

using namespace qopt;
using qrt::Status;
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

// The host's own memory is the device's.
TEST_P(OnDevice, RunsInTheDevicesMemory) {
  auto model = compile();
  ASSERT_TRUE(model);
  const Tensor input = tensor({-2, 4, -6, 8});
  auto outputs = model->runOnDevice({&input, 1}, nullptr);
  if (model->device().driver == "reference") {
    EXPECT_EQ(outputs.status().code(), qrt::StatusCode::Unsupported);
    EXPECT_FALSE(model->allocateOnDevice(1, nullptr).ok());
    return;
  }
  ASSERT_TRUE(outputs.ok()) << outputs.status().message();
  EXPECT_TRUE(outputs->end->wait().ok());
  EXPECT_EQ(outputs->tensors.at(0).shape(), (qrt::Shape{2, 2}));
  model.reset();
  float values[4];
  ASSERT_TRUE(outputs->bytes.at(0)->read(values, 0, sizeof(values), nullptr).ok());
  EXPECT_EQ(std::vector<float>(values, values + 4), (std::vector<float>{2, 0, 6, 0}));
}

TEST_P(OnDevice, WritesOutputsWhereTheCallerSays) {
  auto model = compile();
  ASSERT_TRUE(model);
  const Tensor input = tensor({-2, 4, -6, 8});
  std::vector<float> values(4, 7);
  auto memory = [&](size_t, qrt::ElementType type, const qrt::Shape &shape) {
    return qrt::Expected<Tensor>(Tensor::view(type, shape, values.data()));
  };
  auto end = model->runOnDevice({&input, 1}, memory, nullptr);
  if (model->device().driver == "reference") {
    EXPECT_EQ(end.status().code(), qrt::StatusCode::Unsupported);
    return;
  }
  ASSERT_TRUE(end.ok()) << end.status().message();
  EXPECT_TRUE((*end)->wait().ok());
  EXPECT_EQ(values, (std::vector<float>{2, 0, 6, 0}));
  auto none = [](size_t, qrt::ElementType, const qrt::Shape &) -> qrt::Expected<Tensor> {
    return qrt::invalidArgument("there is no memory");
  };
  EXPECT_EQ(model->runOnDevice({&input, 1}, none, nullptr).status().message(),
            "there is no memory");
}

// The program's buffers have the batch first: no tensor of the caller's lies so.
TEST(CompiledModel, ABatchThatIsNotFirstStaysInTheHostsMemory) {
  auto context = makeContext();
  auto module = parseModule(*context, R"(
func.func @main(%x: tensor<2x?xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<2x?xf32, #nn.dims<N>>) {
  %n = nn.neg %x {nn.name = "n"}
      : (tensor<2x?xf32, #nn.dims<N>>) -> tensor<2x?xf32, #nn.dims<N>>
  return %n : tensor<2x?xf32, #nn.dims<N>>
})");
  ASSERT_TRUE(module.ok()) << module.status().message();
  auto model = CompiledModel::compile(**module, "host:1");
  ASSERT_TRUE(model.ok()) << model.status().message();
  const Tensor input = Tensor::allocate(qrt::ElementType::F32, {2, 3});
  EXPECT_TRUE((*model)->run({input}).ok());
  auto outputs = (*model)->runOnDevice({&input, 1}, nullptr);
  EXPECT_EQ(outputs.status().code(), qrt::StatusCode::Unsupported);
  EXPECT_EQ(outputs.status().message(),
            "input 'x' lies with its batch first in the device's memory, which is not its first "
            "dimension: give tensors in the host's memory");
}

/// x + `value`, whose constant may be changed.
Module addition(mlir::MLIRContext &context, const std::string &value) {
  auto module = parseModule(context, R"(
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x2xf32, #nn.dims<N>>) {
  %c = nn.constant {nn.name = "c"} dense<)" +
                                         value + R"(> : tensor<2xf32>
  %s = nn.add %x, %c {nn.name = "s"}
      : (tensor<?x2xf32, #nn.dims<N>>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %s : tensor<?x2xf32, #nn.dims<N>>
})");
  EXPECT_TRUE(module.ok()) << module.status().message();
  return module ? std::move(*module) : nullptr;
}

TEST(CompiledModel, GoesOnWithOtherWeights) {
  auto context = makeContext();
  Module first = addition(*context, "[1.0, 2.0]"), second = addition(*context, "[5.0, 6.0]");
  ASSERT_TRUE(first && second);
  auto model = CompiledModel::compile(*first, "host:1");
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto answer = [&] {
    auto outputs = (*model)->run({Tensor::fromValues<float>({1, 2}, std::vector<float>{10, 20})});
    EXPECT_TRUE(outputs.ok()) << outputs.status().message();
    const auto values = outputs->at(0).values<float>();
    return std::vector<float>(values.begin(), values.end());
  };
  EXPECT_EQ(answer(), (std::vector<float>{11, 22}));
  ASSERT_TRUE((*model)->refit(*second).ok());
  EXPECT_EQ(answer(), (std::vector<float>{15, 26}));
  ASSERT_EQ((*model)->weights().size(), 1u);
  EXPECT_EQ((*model)->weights()[0].name, "c");
  const qrt::NamedTensor values[] = {
      {"c", Tensor::fromValues<float>({2}, std::vector<float>{0, 1})}};
  Status status = (*model)->refit(values);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(answer(), (std::vector<float>{10, 21}));
  auto other = parseModule(*context, convNet);
  ASSERT_TRUE(other.ok());
  EXPECT_NE((*model)->refit(**other).message().find("this is no refit"), std::string::npos);
  EXPECT_EQ(answer(), (std::vector<float>{10, 21}));
  auto reference = CompiledModel::compile(*first, "reference");
  ASSERT_TRUE(reference.ok());
  EXPECT_EQ((*reference)->refit(*second).code(), qrt::StatusCode::Unsupported);
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
