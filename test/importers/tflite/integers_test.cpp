// Integers that are expanded (docs/reference/numerics.md, L12 to L20), at the ends of their rules;
// and what the interpreter does not take.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

template <typename T>
static std::vector<T> run(const ModelBuilder &m, const std::vector<std::vector<T>> &inputs) {
  Import import(m);
  std::vector<qrt::Tensor> tensors;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::vector<int32_t> &shape =
        m.model.subgraphs[0]->tensors[size_t(m.model.subgraphs[0]->inputs[i])]->shape;
    tensors.push_back(
        qrt::Tensor::fromValues<T>({shape.begin(), shape.end()}, std::span<const T>(inputs[i])));
  }
  std::vector<qrt::Tensor> y = import.runAll(tensors);
  if (y.empty())
    return {};
  auto values = std::as_const(y[0]).values<T>();
  return {values.begin(), values.end()};
}

static ModelBuilder unary(BuiltinOperator code, TensorType type, int32_t count, float from,
                          int64_t fromZero, float to, int64_t toZero) {
  ModelBuilder m;
  const int32_t x = m.input({1, count}, type), y = m.tensor({1, count}, type);
  m.quantize(x, {from}, {fromZero});
  m.quantize(y, {to}, {toZero});
  m.op(code, {x}, {y});
  m.output(y);
  return m;
}

static std::vector<int8_t> softmax(int32_t count, int8_t first) {
  ModelBuilder m =
      unary(BuiltinOperator::SOFTMAX, TensorType::INT8, count, 0.1f, 0, 1.0f / 256, -128);
  schema::SoftmaxOptionsT options;
  options.beta = 1;
  m.graph().operators[0]->builtin_options.Set(std::move(options));
  std::vector<int8_t> x(size_t(count), 5);
  x[0] = first;
  return run<int8_t>(m, {x});
}

// (L16) The interpreter's answers, ai-edge-litert 2.3.0: the sum has 32 bits.
TEST(TfliteIntegers, SoftmaxOfManyElements) {
  EXPECT_EQ(softmax(3, 5), (std::vector<int8_t>{-43, -43, -43}));
  EXPECT_EQ(softmax(8192, 5), std::vector<int8_t>(8192, -128));
  EXPECT_EQ(softmax(8193, 5), std::vector<int8_t>(8193, 127));
  EXPECT_EQ(softmax(8193, 60)[1], -128);
}

// (L12) An exponent above 0 shifts to the left.
TEST(TfliteIntegers, HardSwishToMuchFinerSteps) {
  const std::vector<uint8_t> y = run<uint8_t>(
      unary(BuiltinOperator::HARD_SWISH, TensorType::UINT8, 3, 0.05f, 0, 0.05f / 300, 0),
      {{0, 1, 2}});
  ASSERT_EQ(y.size(), 3u);
  EXPECT_EQ(y[0], 0);
  EXPECT_NEAR(y[1], 0.05 * 3.05 / 6 / (0.05 / 300), 4);
  EXPECT_EQ(y[2], 255);
}

// (L17)
TEST(TfliteIntegers, SoftmaxOfSixteenBits) {
  ModelBuilder m = unary(BuiltinOperator::SOFTMAX, TensorType::INT16, 2, 1e-4f, 0, 1.0f / 32768, 0);
  schema::SoftmaxOptionsT options;
  options.beta = 1;
  m.graph().operators[0]->builtin_options.Set(std::move(options));
  const std::vector<int16_t> y = run<int16_t>(m, {{10000, 0}}); // e/(e + 1)
  ASSERT_EQ(y.size(), 2u);
  EXPECT_NEAR(y[0], 32768 * 0.731059, 3);
  EXPECT_NEAR(y[1], 32768 * 0.268941, 3);
}

// (L18)
TEST(TfliteIntegers, Roots) {
  EXPECT_EQ(run<int8_t>(unary(BuiltinOperator::L2_NORMALIZATION, TensorType::INT8, 2, 0.5f, 0,
                              1.0f / 128, 0),
                        {{30, 40}}),
            (std::vector<int8_t>{77, 102})); // 0.6 and 0.8
  EXPECT_EQ(run<int8_t>(unary(BuiltinOperator::RSQRT, TensorType::INT8, 3, 0.25f, -128, 0.0625f, 0),
                        {{-124, -112, -128}}),
            (std::vector<int8_t>{16, 8, 127})); // of 1, 4 and 0
}

// (L19)
TEST(TfliteIntegers, BilinearHalvesLieBetween) {
  ModelBuilder m;
  const int32_t x = m.input({1, 1, 2, 1}, TensorType::INT8),
                y = m.tensor({1, 1, 4, 1}, TensorType::INT8);
  m.quantize(x, {1}, {0});
  m.quantize(y, {1}, {0});
  m.op(BuiltinOperator::RESIZE_BILINEAR, {x, m.ints({2}, {1, 4})}, {y},
       schema::ResizeBilinearOptionsT());
  m.output(y);
  EXPECT_EQ(run<int8_t>(m, {{-5, 8}}), (std::vector<int8_t>{-5, 2, 8, 8}));
}

static ModelBuilder binary(BuiltinOperator code, TensorType type, TensorType result) {
  ModelBuilder m;
  const int32_t a = m.input({2}, type), c = m.input({2}, type), y = m.tensor({2}, result);
  m.quantize(a, {0.5f}, {0});
  m.quantize(c, {0.25f}, {0});
  if (result != TensorType::BOOL)
    m.quantize(y, {1}, {0});
  m.op(code, {a, c}, {y});
  m.output(y);
  return m;
}

// (L20)
TEST(TfliteIntegers, SquaredDifferencesOfUnlikeScales) {
  const ModelBuilder m =
      binary(BuiltinOperator::SQUARED_DIFFERENCE, TensorType::INT8, TensorType::INT8);
  EXPECT_EQ(run<int8_t>(m, {{10, -6}, {8, 8}}), (std::vector<int8_t>{9, 25}));
}
TEST(TfliteIntegers, SquaredDifferencesOfOtherTypesAreRefused) {
  for (TensorType type : {TensorType::UINT8, TensorType::INT16})
    expectRefused(binary(BuiltinOperator::SQUARED_DIFFERENCE, type, type),
                  ImportFailure::Unsupported, "SQUARED_DIFFERENCE (");
}

TEST(TfliteIntegers, PackDemandsOneScale) {
  ModelBuilder m;
  const int32_t a = m.input({2}, TensorType::INT8), c = m.input({2}, TensorType::INT8);
  const int32_t y = m.tensor({2, 2}, TensorType::INT8);
  m.quantize(a, {1}, {0});
  m.quantize(c, {2}, {0});
  m.quantize(y, {1}, {0});
  m.op(BuiltinOperator::PACK, {a, c}, {y}, schema::PackOptionsT());
  m.output(y);
  expectRefused(m, ImportFailure::Unsupported, "unlike types, scales or zero points");
}

TEST(TfliteIntegers, BlocksDemandAnImage) {
  for (BuiltinOperator code : {BuiltinOperator::DEPTH_TO_SPACE, BuiltinOperator::SPACE_TO_DEPTH}) {
    ModelBuilder m;
    const int32_t x = m.input({2, 2, 4}), y = m.tensor({4, 4, 1});
    if (code == BuiltinOperator::DEPTH_TO_SPACE) {
      schema::DepthToSpaceOptionsT options;
      options.block_size = 2;
      m.op(code, {x}, {y}, options);
    } else {
      schema::SpaceToDepthOptionsT options;
      options.block_size = 2;
      m.op(code, {x}, {y}, options);
    }
    m.output(y);
    expectRefused(m, ImportFailure::BadFile, "no image of rank 4");
  }
}

TEST(TfliteIntegers, ScalesLieAlongTheResultsChannels) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}, TensorType::INT8), w = m.bytes({2, 2}, {1, 2, 3, 4});
  const int32_t y = m.tensor({1, 2}, TensorType::INT8);
  m.quantize(x, {0.5f}, {1});
  m.quantize(w, {1, 0.5f}, {0, 0}, 1);
  m.quantize(y, {0.25f}, {-2});
  m.op(BuiltinOperator::FULLY_CONNECTED, {x, w}, {y}, schema::FullyConnectedOptionsT());
  m.output(y);
  expectRefused(m, ImportFailure::Unsupported, "with scales along dimension 1 of its weights");
}
