// A tensor-core kernel's own text, run on the host item by item, beside the contract's loops. Built
// once for each CASE.
#include "test/lowering/kernels/tensor_core/emulated_cases.h"
#include "test/lowering/kernels/tensor_core/emulated_warps.h"
#include "test/lowering/kernels/tensor_core/reference.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace {
#include "lowering/kernels/common/dependent_launch.h"
#include "lowering/kernels/common/tensor_core.h"

#include "test/lowering/kernels/tensor_core/epilogue.h"

#ifdef PIXEL_TILE
#include "lowering/kernels/common/conv2d_tiles.h"
#endif
#include KERNEL_FILE

using namespace qopt::test;

std::vector<uint8_t> randomBytes(std::mt19937 &random, int64_t count) {
  std::vector<uint8_t> bytes(static_cast<size_t>(count));
  for (uint8_t &byte : bytes)
    byte = uint8_t(random());
  return bytes;
}

Conv convOfCase() {
  Conv conv{.size = SIZE,
            .in = IN_PITCH / (IS_HALF ? 2 : 1),
            .out = OUT_CHANNELS,
            .kernel = KERNEL,
            .stride = STRIDE,
            .pad = PAD,
            .dilation = DILATION};
  conv.isHalf = IS_HALF;
  conv.givesFloat = WORDS_OF_FOUR(OUTPUT_TYPE) == 4;
  conv.input = {IS_UNSIGNED(INPUT_TYPE), INPUT_ZERO};
  conv.output = {IS_UNSIGNED(OUTPUT_TYPE), OUTPUT_ZERO};
#ifdef SIDE
  conv.side = Bytes{IS_UNSIGNED(SIDE_TYPE), SIDE_ZERO};
#endif
  conv.sideScale = AS_F32(SIDE_SCALE);
  conv.low = LOW, conv.high = HIGH;
  return conv;
}

void runKernel(const Conv &conv, const uint8_t *input, [[maybe_unused]] const uint8_t *side,
               uint8_t *output) {
#ifdef FIRST
  const std::vector<int8_t> weights = packedWindowRows(conv);
#else
  const std::vector<int8_t> weights = conv.weights;
#endif
  const std::vector<int32_t> bias = packedBias(conv, CHANNELS_PADDED);
  const auto *x = reinterpret_cast<const INPUT_TYPE *>(input);
  auto *y = reinterpret_cast<OUTPUT_TYPE *>(output);
#ifdef SIDE
  const auto *tensor0 = reinterpret_cast<const SIDE_TYPE *>(side);
#endif
  const auto *channel0 = reinterpret_cast<const u32 *>(bias.data());
  const float *channel1 = conv.scale.data();
#ifdef DIRECT
  const size_t bytes = LOCAL_BYTES;
  const int across = OUT_CHANNELS / (64 * WARPS_ACROSS);
#elif defined(FIRST)
  const size_t bytes = LOCAL_BYTES;
  const int across = OUT_CHANNELS / WIDTH;
#else
  const size_t bytes = LOCAL_BYTES;
  const int across = 1;
#endif
  emulated::launch({.count = {GROUPS, across, 1}}, ITEMS, bytes,
                   [&] { KERNEL_NAME(x, weights.data(), y, SAMPLES EPILOGUE_ARGS); });
}

/// Bytes, or halves of moderate size.
std::vector<uint8_t> randomValues(std::mt19937 &random, const Conv &conv, int64_t bytes) {
  std::vector<uint8_t> values = randomBytes(random, bytes);
  std::uniform_real_distribution<float> value(-2, 2);
  for (size_t at = 0; conv.isHalf && at < values.size(); at += 2) {
    const uint16_t half = narrow(value(random));
    std::memcpy(&values[at], &half, 2);
  }
  return values;
}

void expectHalves(const Conv &conv, const uint8_t *input, const uint8_t *side,
                  const uint8_t *output) {
  HalfErrors errors;
  for (int n = 0; n < SAMPLES; ++n)
    errors.add(compareHalves(
        conv,
        computeHalves(conv, Kind::Conv, input + n * conv.inBytes(), side + n * conv.outBytes()),
        output + n * conv.outBytes()));
  EXPECT_EQ(errors.wrong, 0);
  EXPECT_LT(errors.norm(), 0x1p-11);
  EXPECT_GT(errors.of, 0.1 * double(SAMPLES * conv.outElements())) << "values are small";
}

void expectBytes(const Conv &conv, const uint8_t *input, const uint8_t *side,
                 const std::vector<uint8_t> &output) {
  std::vector<uint8_t> expected(output.size());
  for (int n = 0; n < SAMPLES; ++n)
    compute(conv, Kind::Conv, input + n * conv.inBytes(), side + n * conv.outBytes(),
            expected.data() + n * conv.outBytes());
  int wrong = 0, distinct[256] = {};
  for (size_t i = 0; i < expected.size(); ++i) {
    wrong += expected[i] != output[i];
    ++distinct[expected[i]];
  }
  EXPECT_EQ(wrong, 0) << "of " << expected.size();
  EXPECT_LT(*std::max_element(distinct, distinct + 256), int(expected.size() * 3 / 4))
      << "values hardly differ";
}

#define TEST_OF_CASE(number) TEST(EmulatedKernels, Case##number)
#define EXPANDED(number) TEST_OF_CASE(number)
EXPANDED(CASE) {
  Conv conv = convOfCase();
  std::mt19937 random(CASE);
  fill(conv, random);
#ifdef STEPS_FIT_16
  ASSERT_LT(stepsBound(conv), 32000);
#endif
  const std::vector<uint8_t> input = randomValues(random, conv, SAMPLES * conv.inBytes());
  const std::vector<uint8_t> side = randomValues(random, conv, SAMPLES * conv.outBytes());
  std::vector<uint8_t> output(side.size(), 0xcd);
  runKernel(conv, input.data(), side.data(), output.data());
  if (conv.isHalf)
    expectHalves(conv, input.data(), side.data(), output.data());
  else
    expectBytes(conv, input.data(), side.data(), output);
}

} // namespace
