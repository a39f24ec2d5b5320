// Quantized tensors are the IR's quantized types, and operators on them float operations between
// pairs.
#include "test/importers/tflite/import_fixture.h"

#include "ir/values/keys.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

// y = w·x + bias of int8, scales 1/2, per-channel weights; steps of y are 1/4.
static ModelBuilder product() {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}, TensorType::INT8), w = m.bytes({2, 2}, {1, 2, 3, 4});
  const int32_t b = m.ints({2}, {4, 8}), y = m.tensor({1, 2}, TensorType::INT8);
  m.quantize(x, {0.5f}, {1});
  m.quantize(w, {1, 0.5f}, {0, 0}, 0);
  m.quantize(b, {0.5f, 0.25f}, {0, 0}, 0);
  m.quantize(y, {0.25f}, {-2});
  m.op(BuiltinOperator::FULLY_CONNECTED, {x, w, b}, {y}, schema::FullyConnectedOptionsT());
  m.output(y);
  return m;
}

TEST(TfliteQuantized, ProductsOfSteps) {
  Import import(product());
  ASSERT_TRUE(import.module) << import.said();
  const int8_t given[] = {3, 5}; // reals 1, 2
  std::vector<qrt::Tensor> y =
      import.runAll({qrt::Tensor::fromValues<int8_t>({1, 2}, std::span<const int8_t>(given))});
  ASSERT_EQ(y.size(), 1u);
  ASSERT_EQ(y[0].type(), qrt::ElementType::I8);
  // Reals 1 + 4 + 2 = 7 and 1.5 + 4 + 2 = 7.5, in quarters, and −2.
  EXPECT_EQ(y[0].values<int8_t>()[0], 26);
  EXPECT_EQ(y[0].values<int8_t>()[1], 28);
  EXPECT_TRUE(nn::entryOf(*import.module)->hasAttr(nn::fixedPointAttr));
}

TEST(TfliteQuantized, UnsignedWeightsAround128AreSigned) {
  ModelBuilder m;
  const int32_t x = m.input({1, 1}, TensorType::UINT8);
  const int32_t w = m.constant({1, 1}, TensorType::UINT8, "\x82"); // 130: 2
  const int32_t y = m.tensor({1, 1}, TensorType::UINT8);
  m.quantize(x, {1}, {0});
  m.quantize(w, {1}, {128});
  m.quantize(y, {1}, {0});
  m.op(BuiltinOperator::FULLY_CONNECTED, {x, w}, {y}, schema::FullyConnectedOptionsT());
  m.output(y);
  const uint8_t given[] = {7};
  std::vector<qrt::Tensor> out =
      Import(m).runAll({qrt::Tensor::fromValues<uint8_t>({1, 1}, std::span<const uint8_t>(given))});
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].values<uint8_t>()[0], 14);
}

TEST(TfliteQuantized, MovesDemandOneScale) {
  ModelBuilder m;
  const int32_t x = m.input({2}, TensorType::INT8), y = m.tensor({1, 2}, TensorType::INT8);
  m.quantize(x, {1}, {0});
  m.quantize(y, {2}, {0});
  m.op(BuiltinOperator::RESHAPE, {x, m.ints({2}, {1, 2})}, {y});
  m.output(y);
  expectRefused(m, ImportFailure::Unsupported, "another scale or zero point than its input");
}

TEST(TfliteQuantized, FakeQuantNudgesItsEnds) {
  ModelBuilder m;
  const int32_t x = m.input({3}), y = m.tensor({3});
  schema::FakeQuantOptionsT options;
  options.min = -1;
  options.max = 1;
  options.num_bits = 2;
  m.op(BuiltinOperator::FAKE_QUANT, {x}, {y}, options);
  m.output(y);
  // Steps of 2/3 from −4/3 (the zero point 1.5 rounds up to 2) to 2/3.
  expectFloats(Import(m).run({{-5, 0.1f, 5}}), {-4.0f / 3, 0, 2.0f / 3});
}
