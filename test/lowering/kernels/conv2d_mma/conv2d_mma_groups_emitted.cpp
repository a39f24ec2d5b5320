// Convolutions of several groups by tensor cores' tiles, as emission makes them, on the host,
// beside sums written out.
#include "lowering/emit/tensor/tensor_tiles.h"
#include "test/lowering/kernels/conv2d_cases.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

#include <algorithm>
#include <cstring>

namespace qopt::test {
namespace {

using qrt::Conv2dShape;
using qrt::ElementType;

struct GroupsCase {
  const char *name;
  KernelParameters parameters;
  Conv2dShape shape;
  qrt::QuantizedInput input = {};
};
void PrintTo(const GroupsCase &of, std::ostream *out) { *out << of.name; }

std::string nameOfGroups(const ::testing::TestParamInfo<GroupsCase> &info) {
  return info.param.name;
}

// ---- bytes ----

// Groups of a bundle that is not full, and of one that is no whole tile; slices that begin within
// 16 bytes; more inputs than results and fewer; tiles of a group's channels; windows of all kinds.
const GroupsCase groupsOfBytes[] = {
    {"fours",
     tensorTile(64, 32, {2, 1, 1}, 64, 3, 1),
     shapeOf({9, 7}, 56, 56, 14, {.kernel = {3, 3}, .padBegin = {1, 1}}, 64),
     {ElementType::U8, 131}},
    {"eights",
     tensorTile(32, 32, {1, 1, 4}, 128, 4, 1),
     shapeOf({8, 8}, 104, 104, 13, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}, 112),
     {ElementType::I8, 0}},
    {"twentyFours",
     tensorTile(64, 64, {2, 2, 1}, 128, 3, 1),
     shapeOf({9, 8}, 120, 120, 5, {{3, 3}, {2, 1}, {2, 1}, {2, 1}}, 128),
     {ElementType::I8, -9}},
    {"uneven",
     tensorTile(32, 64, {1, 2, 4}, 256, 4, 1),
     shapeOf({7, 6}, 36, 120, 3, {{3, 2}, {1, 2}, {2, 1}, {2, 0}}, 48),
     {ElementType::U8, 7}},
    {"fewResults",
     tensorTile(64, 32, {2, 1, 1}, 64, 4, 1),
     shapeOf({6, 6}, 80, 16, 2, {.kernel = {3, 3}, .padBegin = {1, 1}}),
     {ElementType::I8, 3}},
    {"severalTiles",
     tensorTile(64, 64, {2, 2, 1}, 64, 3, 1),
     shapeOf({6, 5}, 96, 224, 2, {.kernel = {5, 5}, .padBegin = {2, 2}}),
     {ElementType::U8, 0}},
    {"eightsOfSixteens",
     tensorTile(64, 64, {4, 1, 1}, 64, 3, 1),
     shapeOf({7, 7}, 112, 112, 2, {.kernel = {3, 3}, .padBegin = {1, 1}}),
     {ElementType::U8, 3}},
    {"points",
     tensorTile(16, 64, {1, 1, 4}, 128, 4, 1),
     shapeOf({5, 5}, 240, 240, 3, {}),
     {ElementType::I8, 5}},
    {"sevens",
     tensorTile(64, 64, {2, 2, 1}, 64, 3, 1),
     shapeOf({9, 9}, 112, 112, 2, {.kernel = {7, 7}, .padBegin = {3, 3}}),
     {ElementType::U8, 12}},
};

class EmittedGroups : public ::testing::TestWithParam<GroupsCase> {};

TEST_P(EmittedGroups, AsSumsWrittenOut) {
  constexpr int64_t samples = 3;
  const auto &[name, parameters, s, input] = GetParam();
  const int64_t pixels = s.out[0] * s.out[1];
  std::mt19937 random(15);
  CaseBuilder builder(ElementType::I8, pixels * s.outChannels);
  const qrt::Tensor x = randomImages(random, input.type, s, samples);
  const qrt::Tensor w = randomFilters(random, ElementType::I8, s);
  qrt::Conv2dCall call{s,
                       perSample(1),
                       {builder.buffer(x), input},
                       {builder.constantOperand(w), {ElementType::I8, 0}},
                       {}};
  // Results spread over the bytes: products have a mean square near 100² · 73².
  const double products = double(w.size() / s.outChannels);
  const ResidualEpilogue epilogue =
      residualEpilogue(random, samples, pixels, s.outChannels,
                       float(40 / (7300 * std::sqrt(products))), ElementType::I32);
  epilogue.bind(builder, call.epilogue);
  const Choice choice{kernelNamed("conv2d.mma"), parameters};
  ASSERT_EQ(builder.against(*choice.kernel, call, emulatedCard()), "");
  ASSERT_EQ(builder.against(choice, call, emulatedCard()), "");
  const qrt::Tensor y =
      emulated(builder, call, choice, emulatedCard(), samples, samples * pixels * s.outChannels);
  std::vector<int> counts(256);
  forOutputs(s, samples, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
    const int64_t sum = sumAt<int64_t>(s, x, w, input.zeroPoint, n, p, c);
    ASSERT_EQ(numberAt(y, i), epilogue.expected(sum, n, p, c)) << n << " " << p << " " << c;
    ++counts[size_t(numberAt(y, i) + 128)];
  });
  EXPECT_LT(*std::ranges::max_element(counts), int(y.size() / 2));
}

INSTANTIATE_TEST_SUITE_P(Cases, EmittedGroups, ::testing::ValuesIn(groupsOfBytes), nameOfGroups);

// ---- floats ----

/// An infinity stands in the first input of the last group, and no number behind each pixel.
qrt::Tensor imagesWithInfinity(std::mt19937 &random, ElementType type, const Conv2dShape &s) {
  qrt::Tensor x = randomImages(random, type, s, 2);
  const size_t width = qrt::byteWidth(type);
  auto at = [&](int64_t i) { return static_cast<char *>(x.mutableData()) + size_t(i) * width; };
  for (int64_t i = 0; i < x.size(); ++i)
    if (i % s.pixelPitch() >= s.inChannels)
      std::memset(at(i), 0xff, width);
  const float infinity = INFINITY;
  const uint16_t half = 0x7c00;
  const void *bits = type == ElementType::F32 ? static_cast<const void *>(&infinity) : &half;
  std::memcpy(at((s.in[1] + 1) * s.pixelPitch() + s.inChannels - s.inChannels / s.groups), bits,
              width);
  return x;
}

void testGroups(std::string_view kernel, ElementType type, const KernelParameters &parameters,
                const Conv2dShape &s, qrt::FloatOrder order) {
  const int64_t pixels = s.out[0] * s.out[1];
  std::mt19937 random(16);
  CaseBuilder builder(ElementType::F32, pixels * s.outChannels);
  builder.program.floatOrder = order;
  const qrt::Tensor x = imagesWithInfinity(random, type, s);
  const qrt::Tensor w = randomFilters(random, type, s);
  const qrt::Conv2dCall call{s,
                             perSample(1),
                             {builder.buffer(x), {type, 0}},
                             {builder.constantOperand(w), {type, 0}},
                             identityEpilogue()};
  const Choice choice{kernelNamed(kernel), parameters};
  ASSERT_EQ(builder.against(*choice.kernel, call, emulatedCard()), "");
  ASSERT_EQ(builder.against(choice, call, emulatedCard()), "");
  const qrt::Tensor y =
      emulated(builder, call, choice, emulatedCard(), 2, 2 * pixels * s.outChannels);
  const double products = double(w.size() / s.outChannels);
  int64_t finite = 0;
  forOutputs(s, 2, [&](int64_t n, int64_t p, int64_t c, int64_t i) {
    const double sum = sumAt<double>(s, x, w, 0, n, p, c);
    const bool mayBeNan = order == qrt::FloatOrder::Fast && !std::isfinite(numberAt(y, i));
    if (!std::isfinite(sum) || mayBeNan)
      return;
    ++finite;
    ASSERT_NEAR(numberAt(y, i), sum, 1e-6 * products) << n << " " << p << " " << c;
  });
  const int64_t met = s.window.kernel[0] * s.window.kernel[1]; // pixels that see the infinity
  const int64_t groups = order == qrt::FloatOrder::Fast ? s.groups : 1;
  EXPECT_GE(finite, y.size() - met * groups * s.outChannels / s.groups);
}

const Conv2dShape halvesOfFour = shapeOf({6, 7}, 24, 24, 6, {.kernel = {3, 3}, .padBegin = {1, 1}});

TEST(EmittedGroupsOfFloats, AsSumsWrittenOut) {
  testGroups("conv2d.mma.f16", ElementType::F16, tensorTile(64, 32, {2, 1, 1}, 64, 4, 1),
             halvesOfFour, qrt::FloatOrder::Fast);
  testGroups("conv2d.mma.f16", ElementType::F16, tensorTile(64, 64, {2, 2, 1}, 128, 3, 1),
             shapeOf({7, 7}, 60, 120, 3, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}, 64),
             qrt::FloatOrder::Fast);
  testGroups("conv2d.fma", ElementType::F32, tensorTile(64, 32, {1, 1, 2}, 64, 4, 1),
             shapeOf({6, 5}, 72, 72, 3, {.kernel = {3, 3}, .padBegin = {1, 1}}),
             qrt::FloatOrder::Fast);
}

// A tile does not see another group's infinity where sums have the terms of their definition alone.
TEST(EmittedGroupsOfFloats, OtherGroupsLeftOut) {
  testGroups("conv2d.mma.f16", ElementType::F16, tensorTile(64, 32, {2, 1, 1}, 64, 4, 1),
             shapeOf({6, 7}, 40, 40, 5, {.kernel = {3, 3}, .padBegin = {1, 1}}),
             qrt::FloatOrder::Direct);
  testGroups("conv2d.fma", ElementType::F32, tensorTile(64, 32, {1, 1, 2}, 64, 4, 1),
             shapeOf({6, 5}, 72, 72, 3, {.kernel = {3, 3}, .padBegin = {1, 1}}),
             qrt::FloatOrder::Direct);
}

std::string whyNot(std::string_view kernel, ElementType type, const Conv2dShape &shape,
                   qrt::FloatOrder order) {
  std::mt19937 random(17);
  CaseBuilder builder(ElementType::F32, shape.out[0] * shape.out[1] * shape.outChannels);
  builder.program.floatOrder = order;
  const ElementType weights = qrt::isFloat(type) ? type : ElementType::I8;
  const qrt::Conv2dCall call{
      shape,
      perSample(1),
      {builder.buffer(randomImages(random, type, shape, 1)), {type, 0}},
      {builder.constantOperand(randomFilters(random, weights, shape)), {weights, 0}},
      identityEpilogue()};
  return builder.against(*kernelNamed(kernel), call, emulatedCard());
}

TEST(GroupsReason, WhatBundlesCannotTake) {
  const Conv2dShape depthwise = shapeOf({6, 6}, 32, 32, 32, {.kernel = {3, 3}, .padBegin = {1, 1}});
  EXPECT_EQ(whyNot("conv2d.mma", ElementType::I8, depthwise, qrt::FloatOrder::Fast),
            "needs groups of several input channels");
  EXPECT_EQ(whyNot("conv2d.mma.f16", ElementType::F16, halvesOfFour, qrt::FloatOrder::Direct),
            "would also multiply inputs of other groups (by zeros), which the program's float "
            "order does not allow");
  EXPECT_EQ(whyNot("conv2d.fma", ElementType::F32, halvesOfFour, qrt::FloatOrder::Fast),
            "would mostly multiply by zeros");
  EXPECT_EQ(whyNot("conv2d.direct", ElementType::I8, shapeOf({6, 6}, 128, 128, 2, {}),
                   qrt::FloatOrder::Fast),
            "needs one group, here 2");
}

} // namespace
} // namespace qopt::test
