// conv2d.gpu.depthwise.dot, with all that it leaves open, against a sum written out: equal bits.
// Where the device has no dot products its text writes them out.
#include "test/lowering/kernels/depthwise_cases.h"

#include <algorithm>

namespace qopt::test {
namespace {

using qrt::Conv2dShape;
using qrt::ElementType;

constexpr std::string_view dotKernel = "conv2d.gpu.depthwise.dot";

/// `call` by every choice that a card with dot products would have.
void onEachDotChoice(const CaseBuilder &builder, const qrt::Call &call, int64_t batch,
                     const std::function<void(const qrt::Tensor &)> &check) {
  OpenClRunner &runner = *OpenClRunner::instance();
  const qrt::DeviceDescription device = runner.description(/*isGpu=*/true);
  qrt::DeviceDescription card = device;
  card.dp4a = true;
  const DeviceKernel &kernel = *kernelNamed(dotKernel);
  ASSERT_EQ(builder.against(kernel, call, card), "");
  for (const Choice &choice : builder.choicesOf(kernel, call, card)) {
    SCOPED_TRACE(textOf(choice));
    const qrt::Program program = builder.emitted(call, choice, device);
    check(runner.run(program, batch, builder.contents).buffers[0]);
    if (::testing::Test::HasFailure())
      return;
  }
}

// Rows of a window that fill words, and that do not; strides that meet words at each byte; pictures
// lower and narrower than an item's tile, and than the window; windows with no row inside.
const DepthwiseCase dotCases[] = {
    {"i8Seven",
     filterEach({9, 10}, 12, {.kernel = {7, 7}, .padBegin = {3, 3}}),
     {ElementType::I8, -9}},
    {"u8SevenSmall",
     filterEach({7, 7}, 8, {.kernel = {7, 7}, .padBegin = {3, 3}}),
     {ElementType::U8, 131}},
    {"u8Five", filterEach({8, 7}, 8, {.kernel = {5, 5}, .padBegin = {2, 2}}), {ElementType::U8, 0}},
    {"i8FiveStrided",
     filterEach({11, 12}, 8, {{5, 5}, {2, 2}, {1, 1}, {2, 2}}),
     {ElementType::I8, -128}},
    {"i8ThirdSteps",
     filterEach({13, 19}, 4, {{7, 4}, {3, 3}, {1, 1}, {1, 2}}),
     {ElementType::I8, 127}},
    {"u8StepsPastTheWindow",
     filterEach({17, 20}, 4, {{2, 5}, {5, 6}, {1, 1}, {1, 3}}),
     {ElementType::U8, 255}},
    {"i8Tall", filterEach({15, 6}, 8, {{11, 4}, {2, 1}, {1, 1}, {5, 2}}), {ElementType::I8, 7}},
    {"u8Nine",
     filterEach({3, 4}, 4, {.kernel = {9, 9}, .padBegin = {4, 4}}),
     {ElementType::U8, 77}},
    {"i8Three",
     filterEach({9, 9}, 8, {.kernel = {3, 3}, .padBegin = {1, 1}}),
     {ElementType::I8, 4}},
    {"u8ThreeStrided",
     filterEach({8, 11}, 8, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}),
     {ElementType::U8, 200}},
    {"i8Line", filterEach({1, 40}, 4, {{1, 27}, {1, 1}, {1, 1}, {0, 13}}), {ElementType::I8, 0}},
    {"u8Outside",
     filterEach({3, 3}, 4, {.kernel = {6, 6}, .padBegin = {7, 8}}),
     {ElementType::U8, 9}},
    {"i8Padded",
     filterEach({6, 5}, 10, {.kernel = {5, 5}, .padBegin = {2, 2}}, 12),
     {ElementType::I8, 3}},
};

class DepthwiseDot : public ::testing::TestWithParam<DepthwiseCase> {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
};

TEST_P(DepthwiseDot, BytesWithAResidual) {
  expectSumsWithAResidual(GetParam(), 21, onEachDotChoice);
}

INSTANTIATE_TEST_SUITE_P(Cases, DepthwiseDot, ::testing::ValuesIn(dotCases),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(DepthwiseDotSums, RunTimeZeroPointAndStridesOfTheResult) {
  SKIP_WITHOUT_OPENCL();
  const Conv2dShape shape = filterEach({6, 7}, 8, {.kernel = {7, 5}, .padBegin = {3, 2}});
  expectSumsInWiderPixels(shape, ElementType::I8, -42, 22, onEachDotChoice);
}

// ---- what it refuses, and where it is chosen ----

qrt::DeviceDescription dotCard() {
  return {.name = "card",
          .maxWorkGroup = 1024,
          .computeUnits = 132,
          .isGpu = true,
          .dp4a = true,
          .computeCapability = 90};
}

struct DotCall {
  DotCall(int64_t size, int64_t channels, qrt::Window2d window, int64_t pitch = 0) {
    call.shape = filterEach({size, size}, channels, window, pitch);
    call.samples = perSample(1);
    call.input.type.type = ElementType::I8;
    call.weights = {{qrt::Operand::Space::Constant, 0}, {ElementType::I8, 0}};
  }
  CallSite site(const qrt::DeviceDescription &device) const { return {program, node, device}; }
  std::string reason(const qrt::DeviceDescription &device = dotCard()) const {
    return reasonAgainst(*kernelNamed(dotKernel), site(device), call);
  }
  std::string reason(const KernelParameters &parameters) const {
    const qrt::DeviceDescription device = dotCard();
    return reasonAgainst({kernelNamed(dotKernel), parameters}, site(device), call);
  }
  Choice cheapest(int64_t batch) const {
    const qrt::DeviceDescription device = dotCard();
    return candidatesFor(site(device), call, batch).front();
  }
  qrt::Program program;
  qrt::Node node;
  qrt::Conv2dCall call;
};

constexpr qrt::Window2d windowOf7{.kernel = {7, 7}, .padBegin = {3, 3}};
constexpr qrt::Window2d windowOf3{.kernel = {3, 3}, .padBegin = {1, 1}};

TEST(DepthwiseDotReason, DevicesWithoutDotProducts) {
  qrt::DeviceDescription device = dotCard();
  device.dp4a = false;
  EXPECT_EQ(DotCall(56, 96, windowOf7).reason(device),
            "needs a device that multiplies four bytes at once (dp4a)");
  EXPECT_EQ(DotCall(56, 96, windowOf7).reason(), "");
}

TEST(DepthwiseDotReason, WindowsAndPixels) {
  EXPECT_EQ(DotCall(56, 96, {{7, 7}, {1, 1}, {1, 2}, {3, 6}}).reason(),
            "needs windows without dilation");
  EXPECT_EQ(DotCall(56, 96, {.kernel = {7, 2}, .padBegin = {3, 1}}).reason(),
            "needs a window's row of 3 or more, here 2");
  EXPECT_EQ(DotCall(56, 90, windowOf7).reason(), "needs pixels padded to 4 channels");
  EXPECT_EQ(DotCall(56, 90, windowOf7, 92).reason(), "");
  EXPECT_EQ(DotCall(40, 8, {.kernel = {3, 32}, .padBegin = {1, 16}}).reason(),
            "needs covered columns of 32 at most, here 35");
  DotCall asymmetric(56, 96, windowOf7);
  asymmetric.call.weights.type.zeroPoint = 3;
  EXPECT_EQ(asymmetric.reason(), "needs weights of i8 with zero point 0");
}

TEST(DepthwiseDotReason, ItemsThatHoldTooMuch) {
  const KernelParameters large{.pixels = 4, .channels = 4, .blockRows = 7};
  EXPECT_EQ(DotCall(56, 96, windowOf7).reason(large),
            "needs an item's words of 168 at most, here 196");
}

TEST(DepthwiseDotChoice, AtAllBatches) {
  for (int64_t batch : {1, 8, 32, 128}) {
    for (auto [size, channels] : {std::pair{56, 96}, {28, 192}, {14, 384}, {7, 768}})
      for (const qrt::Window2d &window : {windowOf7, windowOf3})
        EXPECT_EQ(DotCall(size, channels, window).cheapest(batch).kernel->name, dotKernel);
    EXPECT_EQ(DotCall(28, 240, {{5, 5}, {2, 2}, {1, 1}, {2, 2}}).cheapest(batch).kernel->name,
              dotKernel);
  }
}

TEST(DepthwiseDotCost, ItemsFillTheCardBeforeTheyHoldMore) {
  EXPECT_EQ(DotCall(7, 768, windowOf7).cheapest(1).parameters.blockRows, 1);
  EXPECT_GE(DotCall(56, 96, windowOf7).cheapest(32).parameters.blockRows, 4);
}

} // namespace
} // namespace qopt::test
