#include "tools/libqopt/compile/shaped_model.h"

#include <gtest/gtest.h>

#include <cstring>
#include <future>

using namespace qopt;
using qrt::Tensor;

namespace {

// Weights as each kind of loop packs them: in panels, by Winograd's products, by taps; and a
// matrix.
constexpr char shapedNet[] = R"(
func.func @main(%x: tensor<1x8x8x?xf32, #nn.dims<W>> {nn.name = "x"})
    -> (tensor<1x8x8x?xf32, #nn.dims<W>>, tensor<1x8x?x4xf32, #nn.dims<W>>) {
  %p = nn.constant {nn.name = "p"} dense<0.5> : tensor<8x8x1x1xf32>
  %w = nn.constant {nn.name = "w"} dense<0.25> : tensor<8x8x3x3xf32>
  %d = nn.constant {nn.name = "d"} dense<0.125> : tensor<8x1x3x3xf32>
  %m = nn.constant {nn.name = "m"} dense<2.0> : tensor<8x4xf32>
  %a = nn.conv2d %x, %p {nn.name = "a"} : (tensor<1x8x8x?xf32, #nn.dims<W>>, tensor<8x8x1x1xf32>) -> tensor<1x8x8x?xf32, #nn.dims<W>>
  %b = nn.conv2d %a, %w {pads = array<i64: 1, 1, 1, 1>, nn.name = "b"} : (tensor<1x8x8x?xf32, #nn.dims<W>>, tensor<8x8x3x3xf32>) -> tensor<1x8x8x?xf32, #nn.dims<W>>
  %c = nn.conv2d %b, %d {pads = array<i64: 1, 1, 1, 1>, groups = 8 : i64, nn.name = "c"} : (tensor<1x8x8x?xf32, #nn.dims<W>>, tensor<8x1x3x3xf32>) -> tensor<1x8x8x?xf32, #nn.dims<W>>
  %t = nn.transpose %c {permutation = array<i64: 0, 1, 3, 2>, nn.name = "t"} : (tensor<1x8x8x?xf32, #nn.dims<W>>) -> tensor<1x8x?x8xf32, #nn.dims<W>>
  %y = nn.matmul %t, %m {nn.name = "y"} : (tensor<1x8x?x8xf32, #nn.dims<W>>, tensor<8x4xf32>) -> tensor<1x8x?x4xf32, #nn.dims<W>>
  return %c, %y : tensor<1x8x8x?xf32, #nn.dims<W>>, tensor<1x8x?x4xf32, #nn.dims<W>>
})";

class ShapedModel : public ::testing::Test {
protected:
  void SetUp() override {
    auto parsed = parseModule(*context, shapedNet);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
  }
  std::unique_ptr<CompiledModel> compile(const CompileOptions &options = {}) {
    auto model = CompiledModel::compile(*module, "host:1", options);
    EXPECT_TRUE(model.ok()) << model.status().message();
    return model.ok() ? std::move(*model) : nullptr;
  }
  static Tensor image(int64_t width) {
    Tensor image = Tensor::allocate(qrt::ElementType::F32, {1, 8, 8, width});
    for (int64_t i = 0; i < image.size(); ++i)
      image.mutableValues<float>()[size_t(i)] = float(i % 13) / 4 - 1;
    return image;
  }
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
};

// Each width is a program of its own.
TEST_F(ShapedModel, HoldsTheWeightsOfAllShapesOnce) {
  auto model = compile();
  ASSERT_TRUE(model);
  EXPECT_EQ(model->memoryUse(1).constants, 0);
  ASSERT_TRUE(model->run({image(8)}).ok());
  const int64_t once = model->memoryUse(1).constants;
  EXPECT_GE(once, module ? weightBytes(*module) : 0);
  for (int64_t width = 9; width < 32; ++width) { // more than are kept
    ASSERT_TRUE(model->run({image(width)}).ok());
    EXPECT_EQ(model->memoryUse(1).constants, once) << width;
  }
}

TEST_F(ShapedModel, AnswersAsAModelOfItsOwn) {
  auto model = compile();
  ASSERT_TRUE(model);
  for (int64_t width : {16, 5, 64, 1, 16}) {
    auto alone = compile();
    ASSERT_TRUE(alone);
    auto expected = alone->run({image(width)}), answers = model->run({image(width)});
    ASSERT_TRUE(expected.ok()) << expected.status().message();
    ASSERT_TRUE(answers.ok()) << answers.status().message();
    for (size_t i = 0; i < 2; ++i)
      EXPECT_EQ(std::memcmp((*answers)[i].data(), (*expected)[i].data(), (*expected)[i].bytes()), 0)
          << "output " << i << " of width " << width;
  }
}

TEST_F(ShapedModel, TellsOfEachProgramThatItMakes) {
  std::vector<std::string> told;
  CompileOptions options;
  options.onSizes = [&](const std::string &sizes, double seconds) {
    told.push_back(sizes);
    EXPECT_GT(seconds, 0);
  };
  auto model = compile(options);
  ASSERT_TRUE(model);
  for (int64_t width : {8, 9, 8})
    ASSERT_TRUE(model->run({image(width)}).ok());
  EXPECT_EQ(told, (std::vector<std::string>{"W=8", "W=9"}));
}

TEST_F(ShapedModel, RunsOfKnownSizesDoNotWaitForAProgramThatIsMade) {
  std::unique_ptr<CompiledModel> model;
  bool hasRun = false;
  std::future<bool> beside;
  CompileOptions options;
  options.onSizes = [&](const std::string &sizes, double) {
    if (sizes == "W=8")
      return;
    beside = std::async(std::launch::async, [&] { return model->run({image(8)}).ok(); });
    hasRun = beside.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
  };
  model = compile(options);
  ASSERT_TRUE(model);
  ASSERT_TRUE(model->run({image(8)}).ok());
  ASSERT_TRUE(model->run({image(9)}).ok());
  EXPECT_TRUE(hasRun);
  EXPECT_TRUE(beside.get());
}

TEST_F(ShapedModel, WritesWhereMemorySays) {
  auto model = compile();
  ASSERT_TRUE(model);
  std::vector<Tensor> given;
  auto answers = model->run(std::vector{image(8)},
                            [&](size_t output, qrt::ElementType type, const qrt::Shape &shape) {
                              EXPECT_EQ(output, given.size());
                              given.push_back(Tensor::allocate(type, shape));
                              return qrt::Expected<Tensor>(given.back());
                            });
  auto expected = model->run({image(8)});
  ASSERT_TRUE(answers.ok() && expected.ok());
  ASSERT_EQ(given.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ((*answers)[i].data(), given[i].data());
    EXPECT_EQ(std::memcmp(given[i].data(), (*expected)[i].data(), given[i].bytes()), 0) << i;
  }
}

TEST_F(ShapedModel, AnErrorOfMemoryIsTheRuns) {
  auto model = compile();
  ASSERT_TRUE(model);
  auto answers =
      model->run(std::vector{image(8)}, [](size_t, qrt::ElementType, const qrt::Shape &) {
        return qrt::Expected<Tensor>(qrt::invalidArgument("no room"));
      });
  ASSERT_FALSE(answers.ok());
  EXPECT_EQ(answers.status().message(), "no room");
}

// A program that somebody reads outlives its place among the latest (AddressSanitizer tells).
TEST_F(ShapedModel, ProgramLivesUntilItIsAskedForAgain) {
  auto model = compile();
  ASSERT_TRUE(model);
  EXPECT_EQ(model->program(), nullptr);
  EXPECT_EQ(model->activationBytes(1), 0);
  const qrt::Program *program = nullptr;
  size_t nodes = 0;
  for (int64_t width = 4; width < 24; ++width) {
    Tensor x = Tensor::allocate(qrt::ElementType::F32, {1, 8, 8, width});
    auto results = model->run({x});
    ASSERT_TRUE(results.ok()) << results.status().message();
    if (width > 4)
      continue;
    program = model->program();
    ASSERT_TRUE(program);
    nodes = program->nodes.size();
  }
  EXPECT_GT(nodes, 0u);
  EXPECT_EQ(program->nodes.size(), nodes);
  EXPECT_NE(model->program(), program);
}

} // namespace
