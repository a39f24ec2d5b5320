// Every conv2d row against a sum written out here: integers exact.
#include "test/lowering/kernels/conv2d_cases.h"

namespace qopt::test {
namespace {

using qrt::Conv2dShape;
using qrt::ElementType;

struct Geometry {
  const char *name;
  Conv2dShape shape;
};
void PrintTo(const Geometry &geometry, std::ostream *out) { *out << geometry.name; }

const Geometry geometries[] = {
    {"stem", shapeOf({9, 7}, 3, 16, 1, {.kernel = {3, 3}, .padBegin = {1, 1}})},
    {"strided", shapeOf({9, 8}, 16, 40, 1, {{3, 3}, {2, 2}, {1, 1}, {1, 1}})},
    {"grouped", shapeOf({7, 11}, 8, 20, 4, {{3, 2}, {1, 2}, {2, 1}, {2, 0}})},
    {"depthwise", shapeOf({5, 6}, 10, 10, 10, {.kernel = {5, 3}, .padBegin = {2, 1}})},
    {"pointwise", shapeOf({4, 5}, 37, 33, 1, {})},
    {"long", shapeOf({4, 4}, 70, 18, 1, {.kernel = {3, 3}, .padBegin = {1, 1}})},
    {"deep", shapeOf({1, 2}, 2100, 6, 1, {})},
    {"line", shapeOf({1, 1}, 2100, 28, 1, {})},
    {"shortLine", shapeOf({1, 1}, 7, 3, 1, {}, 8)},
    {"paddedStem", shapeOf({9, 7}, 3, 20, 1, {.kernel = {3, 3}, .padBegin = {1, 1}}, 4)},
    {"paddedGroups", shapeOf({7, 6}, 8, 20, 4, {{3, 2}, {1, 2}, {1, 1}, {1, 0}}, 10)},
    {"paddedTiles", shapeOf({9, 9}, 37, 70, 1, {{3, 3}, {2, 1}, {1, 2}, {1, 2}}, 40)},
    {"wordsOfGroups", shapeOf({5, 6}, 40, 140, 2, {{3, 2}, {1, 2}, {1, 1}, {1, 0}}, 44)},
};

class Conv2d : public ::testing::TestWithParam<Geometry> {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
};

void testIntegers(const Conv2dShape &s, qrt::QuantizedInput input, ElementType weightType,
                  float scale) {
  constexpr int64_t samples = 3;
  std::mt19937 random(1);
  const bool wide = input.type == ElementType::I16;
  const int64_t pixels = s.out[0] * s.out[1];
  CaseBuilder builder(ElementType::I8, pixels * s.outChannels);
  const qrt::Tensor x = randomImages(random, input.type, s, samples);
  const qrt::Tensor w = randomFilters(random, weightType, s);
  qrt::Conv2dCall call{s,
                       perSample(1),
                       {builder.buffer(x), input},
                       {builder.constantOperand(w), {weightType, 0}},
                       {}};
  const ResidualEpilogue epilogue = residualEpilogue(random, samples, pixels, s.outChannels, scale,
                                                     wide ? ElementType::I64 : ElementType::I32);
  epilogue.bind(builder, call.epilogue);
  builder.onEveryKernel(call, samples, [&](const qrt::Tensor &y) {
    forOutputs(s, samples, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
      const int64_t sum = sumAt<int64_t>(s, x, w, input.zeroPoint, n, p, c);
      ASSERT_EQ(numberAt(y, i), epilogue.expected(sum, n, p, c)) << n << " " << p << " " << c;
    });
  });
}

TEST_P(Conv2d, I8) { testIntegers(GetParam().shape, {ElementType::I8, 0}, ElementType::I8, 1e-4f); }
TEST_P(Conv2d, U8WithZeroPoint) {
  testIntegers(GetParam().shape, {ElementType::U8, 131}, ElementType::I8, 1e-4f);
}
TEST_P(Conv2d, I16) {
  testIntegers(GetParam().shape, {ElementType::I16, 0}, ElementType::I16, 1e-8f);
}
TEST_P(Conv2d, I16WithWeightsOfI8) {
  testIntegers(GetParam().shape, {ElementType::I16, 5}, ElementType::I8, 1e-6f);
}

TEST_P(Conv2d, F32) {
  constexpr int64_t samples = 2;
  const Conv2dShape &s = GetParam().shape;
  std::mt19937 random(2);
  CaseBuilder builder(ElementType::F32, s.out[0] * s.out[1] * s.outChannels);
  const qrt::Tensor x = randomImages(random, ElementType::F32, s, samples);
  const qrt::Tensor w = randomFilters(random, ElementType::F32, s);
  qrt::Conv2dCall call{
      s, perSample(1), {builder.buffer(x), {}}, {builder.constantOperand(w), {}}, {}};
  call.epilogue = identityEpilogue();
  // |sum| stays below `products`, and each of as many roundings within 2^-24 of it.
  const double products = double(qrt::elementCount(w.shape()) / s.outChannels);
  const double tolerance = 1e-7 * products;
  builder.onEveryKernel(call, samples, [&](const qrt::Tensor &y) {
    forOutputs(s, samples, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
      const double sum = sumAt<double>(s, x, w, 0, n, p, c);
      ASSERT_NEAR(numberAt(y, i), sum, tolerance) << n << " " << p << " " << c;
    });
  });
}

void testHalves(const Conv2dShape &s, ElementType input, ElementType weights) {
  std::mt19937 random(6);
  const qrt::Tensor x = randomImages(random, input, s, 2);
  const qrt::Tensor w = randomFilters(random, weights, s);
  for (bool isConstant : {true, false}) {
    auto build = [&](CaseBuilder &builder, const qrt::Tensor &image, const qrt::Tensor &kernel) {
      const qrt::Operand operand =
          isConstant ? builder.constantOperand(kernel) : builder.buffer(kernel);
      return qrt::Conv2dCall{s,
                             perSample(1),
                             {builder.buffer(image), {image.type(), 0}},
                             {operand, {kernel.type(), 0}},
                             identityEpilogue()};
    };
    const int64_t results = s.out[0] * s.out[1] * s.outChannels;
    CaseBuilder halves(ElementType::F32, results), floats(ElementType::F32, results);
    const qrt::Conv2dCall call = build(halves, x, w);
    const qrt::Conv2dCall wide = build(floats, qrt::widened(x), qrt::widened(w));
    expectSameBits(halves, call, floats, wide, 2);
  }
}

TEST(Conv2dHalves, OnEitherSide) {
  SKIP_WITHOUT_OPENCL();
  testHalves(geometries[1].shape, ElementType::F16, ElementType::F16);
  testHalves(geometries[2].shape, ElementType::BF16, ElementType::BF16);
  testHalves(geometries[3].shape, ElementType::F16, ElementType::F32);
  testHalves(geometries[11].shape, ElementType::F32, ElementType::F16);
  testHalves(geometries[7].shape, ElementType::F16, ElementType::F16);
}

// The longest run of the largest products: f32 sums must flush in time.
TEST(Conv2dExtremes, LargestProducts) {
  SKIP_WITHOUT_OPENCL();
  const Conv2dShape s = shapeOf({3, 3}, 300, 20, 1, {.kernel = {3, 3}, .padBegin = {1, 1}});
  CaseBuilder builder(ElementType::I32, s.out[0] * s.out[1] * s.outChannels);
  qrt::Tensor x = qrt::Tensor::allocate(ElementType::U8, {1, 3, 3, 300});
  qrt::Tensor w = qrt::Tensor::allocate(ElementType::I8, {20, 300, 3, 3});
  for (uint8_t &value : x.mutableValues<uint8_t>())
    value = 255;
  for (size_t i = 0; i < w.values<int8_t>().size(); ++i)
    w.mutableValues<int8_t>()[i] = i % 3 ? 127 : i % 9 ? 126 : -127; // sums are odd and even
  qrt::Conv2dCall call{s,
                       perSample(1),
                       {builder.buffer(x), {ElementType::U8, 0}},
                       {builder.constantOperand(w), {ElementType::I8, 0}},
                       {}};
  qrt::ScalarBuilder b;
  call.epilogue.program = b.finish(b.accumulator(ElementType::I32), ElementType::I32);
  builder.onEveryKernel(call, 1, [&](const qrt::Tensor &y) {
    forOutputs(s, 1, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
      ASSERT_EQ(numberAt(y, i), sumAt<int64_t>(s, x, w, 0, n, p, c));
    });
  });
}

TEST(Conv2dTypes, I8WithZeroPoint) {
  SKIP_WITHOUT_OPENCL();
  testIntegers(geometries[0].shape, {ElementType::I8, -128}, ElementType::I8, 1e-4f);
}

TEST(Conv2dTypes, U8) {
  SKIP_WITHOUT_OPENCL();
  testIntegers(geometries[1].shape, {ElementType::U8, 0}, ElementType::I8, 1e-4f);
}

INSTANTIATE_TEST_SUITE_P(Geometries, Conv2d, ::testing::ValuesIn(geometries),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
