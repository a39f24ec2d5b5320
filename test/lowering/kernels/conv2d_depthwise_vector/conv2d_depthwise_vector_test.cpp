// conv2d.gpu.depthwise, with all that it leaves open, against a sum written out: integers exact.
#include "test/lowering/kernels/depthwise_cases.h"

#include <bit>
#include <limits>

namespace qopt::test {
namespace {

using qrt::Conv2dShape;
using qrt::ElementType;

constexpr std::string_view kernelName = "conv2d.gpu.depthwise";

/// `call` by every choice that the kernel has on this device.
void onEachChoice(CaseBuilder &builder, const qrt::Call &call, int64_t batch,
                  const std::function<void(const qrt::Tensor &)> &check) {
  builder.onKernel(kernelName, call, batch,
                   [&](const qrt::Tensor &y, const Choice &) { check(y); });
}

// Integers, each type with another geometry, for a kernel is compiled for every choice.
const DepthwiseCase cases[] = {
    {"i8", filterEach({7, 9}, 24, {.kernel = {3, 3}, .padBegin = {1, 1}}), {ElementType::I8, -128}},
    {"u8Strided",
     filterEach({9, 10}, 16, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}),
     {ElementType::U8, 131}},
    {"i8Oblong", filterEach({5, 6}, 8, {{5, 2}, {1, 3}, {1, 1}, {2, 1}}), {ElementType::I8, 5}},
    {"u8Dilated", filterEach({9, 11}, 8, {{3, 3}, {1, 2}, {3, 2}, {3, 2}}), {ElementType::U8, 0}},
    {"i8Wide", filterEach({4, 23}, 4, {{1, 13}, {1, 1}, {1, 1}, {0, 6}}), {ElementType::I8, 0}},
    {"i8Tall", filterEach({20, 3}, 8, {{11, 3}, {2, 1}, {1, 1}, {5, 3}}), {ElementType::I8, 7}},
    {"i16",
     filterEach({6, 5}, 8, {{2, 3}, {1, 2}, {2, 1}, {1, 2}}),
     {ElementType::I16, 5},
     {ElementType::I16, 0}},
    {"u8Padded",
     filterEach({5, 7}, 10, {.kernel = {3, 3}, .padBegin = {1, 1}}, 16),
     {ElementType::U8, 77}},
    {"i8WeightZero",
     filterEach({5, 4}, 6, {.kernel = {3, 3}, .padBegin = {2, 2}}),
     {ElementType::I8, 3},
     {ElementType::I8, -9}},
    // Its sums may pass 2^24, from where on floats leave integers out.
    {"u8Long", filterEach({1, 530}, 4, {{1, 514}, {1, 1}, {1, 1}, {0, 3}}), {ElementType::U8, 3}},
    {"u8Odd", filterEach({4, 4}, 7, {.kernel = {3, 3}, .padBegin = {1, 1}}), {ElementType::U8, 9}},
};

class Depthwise : public ::testing::TestWithParam<DepthwiseCase> {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
};

TEST_P(Depthwise, IntegersWithAResidual) { expectSumsWithAResidual(GetParam(), 11, onEachChoice); }

INSTANTIATE_TEST_SUITE_P(Cases, Depthwise, ::testing::ValuesIn(cases),
                         [](const auto &info) { return std::string(info.param.name); });

class DepthwiseFloats : public ::testing::Test {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }

  const Conv2dShape shape = filterEach({6, 7}, 8, {.kernel = {3, 3}, .padBegin = {1, 1}});
  std::mt19937 random{12};

  qrt::Conv2dCall floats(CaseBuilder &builder, const qrt::Tensor &x, const qrt::Tensor &w) const {
    return {shape,
            perSample(1),
            {builder.buffer(x), {x.type(), 0}},
            {builder.constantOperand(w), {w.type(), 0}},
            identityEpilogue()};
  }
  int64_t results() const { return shape.out[0] * shape.out[1] * shape.outChannels; }
};

// Pixels outside of the image are left out: their products with weights that are no numbers are
// none.
TEST_F(DepthwiseFloats, TapsInOrderAndPaddingLeftOut) {
  const qrt::Tensor x = randomImages(random, ElementType::F32, shape, 2);
  qrt::Tensor w = randomFilters(random, ElementType::F32, shape);
  w.mutableValues<float>()[0] = std::numeric_limits<float>::infinity(); // of the first channel
  CaseBuilder builder(ElementType::F32, results());
  const qrt::Conv2dCall call = floats(builder, x, w);
  auto expected = [&](int64_t n, int64_t p, int64_t c) {
    float sum = 0;
    for (int64_t tap = 0; tap < 9; ++tap) {
      const int64_t iy = p / 7 - 1 + tap / 3, ix = p % 7 - 1 + tap % 3;
      if (iy >= 0 && iy < 6 && ix >= 0 && ix < 7)
        sum = std::fmaf(x.values<float>()[((n * 6 + iy) * 7 + ix) * 8 + c],
                        w.values<float>()[c * 9 + tap], sum);
    }
    return sum;
  };
  builder.onKernel(kernelName, call, 2, [&](const qrt::Tensor &y, const Choice &) {
    forOutputs(shape, 2, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
      const float sum = expected(n, p, c), result = y.values<float>()[i];
      if (std::isnan(sum))
        ASSERT_TRUE(std::isnan(result));
      else
        ASSERT_EQ(std::bit_cast<uint32_t>(result), std::bit_cast<uint32_t>(sum));
    });
  });
}

TEST_F(DepthwiseFloats, HalvesAreWidened) {
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    const qrt::Tensor x = randomImages(random, type, shape, 2);
    const qrt::Tensor w = randomFilters(random, type, shape);
    CaseBuilder halves(ElementType::F32, results()), wide(ElementType::F32, results());
    std::vector<qrt::Tensor> expected;
    const qrt::Conv2dCall asFloats = floats(wide, qrt::widened(x), qrt::widened(w));
    wide.onKernel(kernelName, asFloats, 2,
                  [&](const qrt::Tensor &y, const Choice &) { expected.push_back(y); });
    size_t at = 0;
    halves.onKernel(kernelName, floats(halves, x, w), 2, [&](const qrt::Tensor &y, const Choice &) {
      ASSERT_LT(at, expected.size());
      const qrt::Tensor &same = expected[at++];
      for (int64_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(numberAt(y, i), numberAt(same, i)) << i;
    });
    EXPECT_EQ(at, expected.size());
  }
}

TEST_F(DepthwiseFloats, RunTimeZeroPointAndStridesOfTheResult) {
  expectSumsInWiderPixels(shape, ElementType::U8, 42, 13, onEachChoice);
}

// ---- what an item holds ----

qrt::Conv2dCall callOf(int64_t size, int64_t channels, int64_t pitch = 0) {
  qrt::Conv2dCall call;
  call.shape = {{size, size}, {size, size}, channels,
                channels,     channels,     {.kernel = {3, 3}, .padBegin = {1, 1}},
                pitch};
  call.samples = perSample(1);
  call.input.type.type = qrt::ElementType::I8;
  return call;
}

qrt::DeviceDescription card() {
  return {.name = "card", .maxWorkGroup = 1024, .computeUnits = 132, .isGpu = true};
}

KernelParameters cheapest(const qrt::Conv2dCall &call, int64_t samples) {
  const qrt::Program program;
  const qrt::Node node;
  const qrt::DeviceDescription device = card();
  const CallSite site{program, node, device};
  const DeviceKernel &kernel = *kernelNamed(kernelName);
  return *std::ranges::min_element(kernel.space, {}, [&](const KernelParameters &parameters) {
    return costOf({&kernel, parameters}, site, call, samples);
  });
}

std::string reason(const qrt::Conv2dCall &call, const KernelParameters &parameters) {
  const qrt::Program program;
  const qrt::Node node;
  return reasonAgainst({kernelNamed(kernelName), parameters}, {program, node, card()}, call);
}

TEST(DepthwiseCost, ItemsFillTheCardBeforeTheyHoldMore) {
  EXPECT_EQ(cheapest(callOf(7, 512), 1), (KernelParameters{.pixels = 1, .channels = 1}));
  const KernelParameters large = cheapest(callOf(56, 128), 128);
  EXPECT_GE(large.pixels * large.channels, 16);
  const KernelParameters between = cheapest(callOf(112, 32), 1);
  EXPECT_GT(between.pixels * between.channels, 1);
  EXPECT_LT(between.pixels * between.channels, 16);
}

TEST(DepthwiseReason, VectorsNeedPixelsThatLieAsFarApart) {
  const KernelParameters four{.pixels = 2, .channels = 4};
  EXPECT_EQ(reason(callOf(7, 12), four), "");
  EXPECT_EQ(reason(callOf(7, 10, 16), four), "");
  EXPECT_EQ(reason(callOf(7, 10), four), "needs pixels padded to 4 channels");
}

} // namespace
} // namespace qopt::test
