#include "runtime/core/qrt.h"
#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

class ModelTest : public ::testing::Test {
protected:
  void SetUp() override {
    device = std::move(*openDevice("host:1"));
    auto loaded = Model::load(*device, std::make_shared<Program>(everyCall()), {});
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    model = std::make_unique<Model>(std::move(*loaded));
  }
  void refuses(const std::vector<NamedTensor> &inputs, std::string_view says) {
    auto outputs = model->run(inputs);
    ASSERT_FALSE(outputs.ok());
    EXPECT_EQ(outputs.status().code(), StatusCode::InvalidArgument);
    EXPECT_NE(outputs.status().message().find(says), std::string::npos)
        << outputs.status().message();
  }
  static Tensor image(int64_t batch) { return Tensor::allocate(ElementType::I8, {batch, 4, 4, 2}); }

  std::unique_ptr<Device> device;
  std::unique_ptr<Model> model;
};

TEST_F(ModelTest, TheInputTellsTheBatch) {
  for (int64_t batch : {1, 3, 8}) {
    auto outputs = model->run({{"in0", image(batch)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status().message();
    ASSERT_EQ(outputs->size(), 1u);
    EXPECT_EQ((*outputs)[0].name, "out0");
    EXPECT_EQ((*outputs)[0].tensor.shape(), (Shape{batch, 5}));
    for (float p : (*outputs)[0].tensor.values<float>())
      EXPECT_FLOAT_EQ(p, 0.2f); // zero weights: every class alike
  }
}

TEST_F(ModelTest, NamesAreChecked) {
  refuses({}, "'in0' is missing");
  refuses({{"other", image(1)}}, "'in0' is missing");
  refuses({{"in0", image(1)}, {"other", image(1)}}, "2 inputs");
}

TEST_F(ModelTest, ShapesAndTypesAreChecked) {
  refuses({{"in0", Tensor::allocate(ElementType::F32, {1, 4, 4, 2})}}, "f32");
  refuses({{"in0", Tensor::allocate(ElementType::I8, {1, 4, 4, 3})}}, "1x4x4x3");
  refuses({{"in0", Tensor::allocate(ElementType::I8, {4, 4, 2})}}, "4x4x2");
  refuses({{"in0", Tensor::allocate(ElementType::I8, {0, 4, 4, 2})}},
          "'in0' is a batch of zero: at least one sample is needed");
}

// Outputs for the batch that these seem to mean would be terabytes.
TEST_F(ModelTest, InputsAreCheckedBeforeOutputsAreMade) {
  static const char nothing = 0;
  auto huge = [](Shape shape) { return Tensor::view(ElementType::I8, std::move(shape), &nothing); };
  refuses({{"in0", huge({int64_t(1) << 50})}}, "Nx4x4x2 of i8 is needed");
  refuses({{"in0", huge({int64_t(1) << 50, 4, 4, 2})}}, "1 to 1048576 is needed");
  refuses({{"in0", huge({1 << 20, 4, 4, 3})}}, "Nx4x4x2 of i8 is needed");
}

TEST_F(ModelTest, MemoryThatRunsOutIsAnError) {
  Program program = vastOutput();
  spreadOut(program);
  auto loaded = Model::load(*device, std::make_shared<Program>(std::move(program)), {});
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  std::vector<NamedTensor> inputs{{"in0", Tensor::allocate(ElementType::F32, {1 << 20})}};
  auto outputs = loaded->run(inputs);
  ASSERT_FALSE(outputs.ok());
  EXPECT_EQ(outputs.status().code(), StatusCode::DeviceError);
  EXPECT_NE(outputs.status().message().find("not enough memory"), std::string::npos);
}

TEST_F(ModelTest, AProgramForAnotherDeviceIsRefused) {
  auto loaded = Model::load(*device, std::make_shared<Program>(launches()), {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.status().message().find("opencl"), std::string::npos);
}

} // namespace
} // namespace qrt::test
